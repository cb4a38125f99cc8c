// SPDX-License-Identifier: BSL-1.0
/// What a model is asked for, checked before anything is computed.
#pragma once

#include "options.hpp"

#include <shapeproof/io/tokenizer.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

/// What a model's file says that a request depends on.
struct model_facts {
  std::size_t vocabulary = 0;
  std::size_t positions = 0;  ///< that it was trained with
  bool only_these = false;    ///< it has nothing for later ones
  bool begins_texts = false;  ///< it was trained with begin-of-text in front
};

struct request {
  std::vector<std::size_t> prompt;  ///< token ids, at least one
  std::size_t steps = 0;            ///< positions, at least those of the prompt
  std::vector<std::size_t> ends;    ///< a token of these that is generated is the last one
  shapeproof::llm::sampling sampling;
  std::uint64_t seed = 0;
  bool every_logit = false;  ///< also those of the prompt's positions
};

/// The request that the options make of a model; `pieces` may be null where they need no tokenizer. Throws
/// `option_error` for options that the model cannot follow, and `std::runtime_error` for a tokenizer that is not the
/// model's.
request request_of(options const& chosen, shapeproof::io::tokenizer const* pieces, model_facts const& model);
