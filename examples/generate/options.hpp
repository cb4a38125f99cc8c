// SPDX-License-Identifier: BSL-1.0
/// What the program can be asked for.
#pragma once

#include <shapeproof/llm/sample.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

/// An option that cannot be followed: the program ends with exit code 2.
struct option_error : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

struct options {
  std::string model;
  std::string tokenizer;  ///< empty: there is none
  std::string prompt;
  std::optional<std::vector<std::size_t>> ids;  ///< in the place of a prompt
  shapeproof::llm::sampling sampling = {.temperature = 0.8F, .top_p = 0.9F};
  std::uint64_t seed = 1;
  std::optional<std::size_t> steps;  ///< positions, the prompt's included
  bool print_ids = false;
  std::string logits;           ///< the file to write; empty: none
  std::string weights = "f32";  ///< how matrices are packed: `f32`, `bf16` or `int8`
  bool has_weights = false;     ///< whether somebody said so
  std::string save_packed;      ///< the file to write; empty: none
  bool only_saves = false;      ///< there is nothing to continue

  /// Ids and logits can be had of a model whose tokenizer is not at hand.
  bool needs_tokenizer() const { return !ids || (!print_ids && logits.empty()); }
};

/// Reads the command line. Where the program is to end (`--help`, a bad option), `finished` is true and `exit_code`
/// says how.
struct parsed_options {
  options chosen;
  bool finished = false;
  int exit_code = 0;
};
parsed_options parse(int count, char** arguments);
