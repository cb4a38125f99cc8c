// SPDX-License-Identifier: BSL-1.0
/// What a batch is asked for, and what it answers.
#pragma once

#include <shapeproof/llm/sample.hpp>
#include <shapeproof/tensor/index.hpp>
#include <shapeproof/tensor/shape_error.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace shapeproof::llm {

/// A prompt that is to be continued, alone or beside others.
struct request {
  std::vector<std::size_t> prompt;  ///< token ids
  std::size_t tokens = 0;           ///< at most so many new ones
  // NOLINTNEXTLINE(readability-redundant-member-init): GCC wants it where a designated initializer leaves it out
  std::vector<std::size_t> ends = {};  ///< ids that end the answer, as its last one
  llm::sampling sampling = {};         ///< how tokens are picked
  std::uint64_t seed = 0;              ///< of random numbers that are this request's own
};

/// Of a prompt `[L]`: throws `shape_error` for a request without a prompt, without tokens that are asked for, or of
/// more than so many positions; `std::invalid_argument` as `require_valid` for its sampling.
inline void require_possible(request const& wanted, std::size_t positions) {
  std::size_t const prompt = wanted.prompt.size();
  auto const text = std::to_string(prompt) + " tokens and " + std::to_string(wanted.tokens) + " more";
  if (prompt == 0) throw shape_error("request", text, "the prompt is empty");
  if (wanted.tokens == 0) throw shape_error("request", text, "no token is asked for");
  // The last token that comes is not looked at again, so that it needs no position.
  if (prompt > positions || wanted.tokens - 1 > positions - prompt)
    throw shape_error("request", text, "there is room for " + std::to_string(positions) + " positions");
  require_valid(wanted.sampling);
}

/// How far a request is.
enum class progress {
  waiting,   ///< for a free row
  running,   ///< it has a row
  finished,  ///< all tokens are there
  failed     ///< an error ended it; `answer::error` says which
};

/// What came of a request so far.
struct answer {
  llm::progress progress = llm::progress::waiting;  ///< how far it is
  std::vector<std::size_t> tokens;                  ///< the new ones
  std::string error;                                ///< why it failed
};

/// A token that a step gave.
template <class Vocabulary>
struct arrival {
  std::size_t request;      ///< whose it is, as `batch::add` named it
  index<Vocabulary> token;  ///< the next one of its answer
  bool is_last;             ///< whether the answer ends with it
};

}  // namespace shapeproof::llm
