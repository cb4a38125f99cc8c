// SPDX-License-Identifier: BSL-1.0
/// Models that can be planned by name.
#pragma once

#include <shapeproof/plan/model.hpp>

#include <cstddef>
#include <string>
#include <vector>

/// Their names: `note`, `gpt2`, `llama-8b`, ...
std::vector<std::string> model_names();

/// The model of this name, with other sizes where `changed` has them and other layers where that is not 0. Throws
/// `std::invalid_argument` for a name or size that it does not have, and what `plan::model_of` throws.
shapeproof::plan::model named_model(std::string const& name, shapeproof::plan::sizes const& changed,
                                    std::size_t layers);
