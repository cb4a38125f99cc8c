// SPDX-License-Identifier: BSL-1.0
/// What the program can be asked for.
#pragma once

#include <shapeproof/llm/sample.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace cluster {

/// An option or a request that cannot be followed: the program ends with exit code 2.
struct option_error : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

struct options {
  std::size_t prefill_ranks = 1;
  std::size_t decode_ranks = 1;
  std::string requests;  ///< the file
  std::string model;
  std::string tokenizer;  ///< empty: there is none
  std::string weights = "f32";
  std::size_t rows = 8;                 ///< requests that are decoded at once
  std::optional<std::size_t> capacity;  ///< positions of each
  double patience = 30;                 ///< seconds
  bool json = false;
  bool only_check = false;
  bool counts_ranks = false;
  bool oversubscribes = false;

  // Of requests that do not say.
  shapeproof::llm::sampling sampling = {.temperature = 0.8F, .top_p = 0.9F};
  std::uint64_t seed = 1;
  std::optional<std::size_t> tokens;
};

/// Reads the command line. Where the program is to end (`--help`, a bad option), `finished` is true and `exit_code`
/// says how; `said` is what is to be printed.
struct parsed_options {
  options chosen;
  bool finished = false;
  int exit_code = 0;
  std::string said;
};
parsed_options parse(int count, char** arguments);

}  // namespace cluster
