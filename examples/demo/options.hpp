// SPDX-License-Identifier: BSL-1.0
/// What the demo can be asked for.
#pragma once

#include <shapeproof/llm/sample.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

struct options {
  std::size_t layers = 1;
  std::size_t tokens = 8;
  std::uint64_t seed = 1;
  std::string weights = "f32";  ///< how matrices are packed: `f32`, `bf16` or `int8`
  shapeproof::llm::sampling sampling = {.temperature = 0};
  std::string prompt = "你好，请问一下";
  std::string tokenizer;
};

/// Reads the command line. Where the program is to end (`--help`, a bad option), `finished` is true and `exit_code`
/// says how.
struct parsed_options {
  options chosen;
  bool finished = false;
  int exit_code = 0;
};
parsed_options parse(int count, char** arguments);
