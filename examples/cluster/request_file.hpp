// SPDX-License-Identifier: BSL-1.0
/// Requests from a file, a JSON object in each line.
#pragma once

#include "model_facts.hpp"
#include "options.hpp"
#include "plan.hpp"

#include <shapeproof/io/tokenizer.hpp>

#include <istream>
#include <string>
#include <vector>

namespace cluster {

/// The requests of a file of this name in the order of their arrival, for a model; `pieces` may be null, then they have
/// ids. What a line leaves out the options say. Throws `option_error` that names the file and the line.
std::vector<wanted_request> read_requests(std::istream& lines, std::string const& name, options const& chosen,
                                          shapeproof::io::tokenizer const* pieces, model_facts const& model);

}  // namespace cluster
