// SPDX-License-Identifier: BSL-1.0
/// All that comes from options and files, checked.
#pragma once

#include "model_facts.hpp"
#include "options.hpp"
#include "plan.hpp"

#include <shapeproof/io/tokenizer.hpp>
#include <shapeproof/io/weight_file.hpp>

#include <memory>
#include <string>

namespace cluster {

struct job {
  options chosen;
  shapeproof::io::weight_file weights;
  model_facts model;
  std::unique_ptr<shapeproof::io::tokenizer> pieces;  ///< null: requests and answers are ids
  plan work;
};

/// Throws `option_error` for options and requests that cannot be followed, `file_error` and `std::runtime_error` for
/// files that cannot be used.
job job_of(options const& chosen);

/// A line for each number that all ranks must have alike.
std::string text_of(plan const& work, options const& chosen);

}  // namespace cluster
