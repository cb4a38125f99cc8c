// SPDX-License-Identifier: BSL-1.0
/// What the command line asks for.
#pragma once

#include <shapeproof/plan/deployment.hpp>
#include <shapeproof/plan/model.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

struct options {
  std::string hardware;            ///< a file
  std::string model = "llama-8b";  ///< by name
  shapeproof::plan::sizes sizes;   ///< other ones than the model's own
  std::size_t layers = 0;          ///< 0: the model's own
  std::vector<std::size_t> ranks;  ///< in all
  shapeproof::plan::load asked = {1024, 256, 16};
  std::size_t prefill_degree = 0;  ///< 0: the least that the model and the caches of `asked` fit on
  std::size_t decode_degree = 0;   ///< 0: the same
  std::string json;                ///< a file for the results, or none
  std::string measure;             ///< a file for what this machine can do, or none
};

/// What the words ask for, or the code to exit with, after help or an error was printed.
std::optional<options> read_options(int count, char** words, int& exit_code);

/// `1..1024`: 1 and its doubles up to 1024; `3,5`: these. Throws `std::invalid_argument` for anything else.
std::vector<std::size_t> rank_counts(std::string const& text);
