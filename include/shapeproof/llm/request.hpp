// SPDX-License-Identifier: BSL-1.0
/// What a batch is asked for, and what it answers.
#pragma once

#include <shapeproof/llm/sample.hpp>
#include <shapeproof/tensor/index.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace shapeproof::llm {

/// A prompt that is to be continued, alone or beside others.
struct request {
  std::vector<std::size_t> prompt;     ///< token ids
  std::size_t tokens = 0;              ///< at most so many new ones
  std::vector<std::size_t> ends = {};  ///< ids that end the answer, as its last one
  llm::sampling sampling = {};         ///< how tokens are picked
  std::uint64_t seed = 0;              ///< of random numbers that are this request's own
};

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
  std::vector<std::size_t> tokens = {};             ///< the new ones
  std::string error = {};                           ///< why it failed
};

/// A token that a step gave.
template <class Vocabulary>
struct arrival {
  std::size_t request;      ///< whose it is, as `batch::add` named it
  index<Vocabulary> token;  ///< the next one of its answer
  bool is_last;             ///< whether the answer ends with it
};

}  // namespace shapeproof::llm
