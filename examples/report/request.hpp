// SPDX-License-Identifier: BSL-1.0
/// What is wanted of each model.
#pragma once

#include "../demo/options.hpp"
#include "data.hpp"

#include <shapeproof/io/tokenizer.hpp>

#include <cstddef>
#include <string>
#include <vector>

struct report_options : run_options {
  std::string out;
  std::string checkpoint;
};

/// A prompt in tokens.
struct request {
  report_options const* chosen = nullptr;
  shapeproof::io::tokenizer const* pieces = nullptr;
  std::vector<int> tokens;
  double tokenize_seconds = 0;
};

/// Throws `std::invalid_argument` where the prompt has no token or is not UTF-8.
request request_of(report_options const& chosen, shapeproof::io::tokenizer const& pieces);

/// The note's model with weights from a seed; one that was trained, from a file.
model_data note_model(request const& wanted);
model_data trained_model(request const& wanted);
