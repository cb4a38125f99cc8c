// SPDX-License-Identifier: BSL-1.0
/// What the demo can be asked for, and how a command line is read.
#pragma once

#include <shapeproof/llm/sample.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace CLI {
class App;
}

/// A run of a model on a prompt.
struct run_options {
  std::size_t layers = 1;
  std::size_t tokens = 8;
  std::uint64_t seed = 1;
  std::string weights = "f32";  ///< how matrices are packed: `f32`, `bf16` or `int8`
  std::string prompt = "你好，请问一下";
  std::string tokenizer;
};

struct options : run_options {
  shapeproof::llm::sampling sampling = {.temperature = 0};
};

/// Where the program is to end (`--help`, a bad option), `finished` is true and `exit_code` says how.
struct parsed_options {
  options chosen;
  bool finished = false;
  int exit_code = 0;
};
parsed_options parse(int count, char** arguments);

/// The options of every run; it has `least_tokens` decode steps or more.
void add_run_options(CLI::App& app, run_options& chosen, int least_tokens);

/// Reads the command line, then calls `check`, whose `std::invalid_argument` is a bad option too. Gives the exit code
/// where the program is to end.
std::optional<int> exit_code_of(CLI::App& app, int count, char** arguments, std::function<void()> const& check);
