// SPDX-License-Identifier: BSL-1.0
/// Files that say what a machine can do.
#pragma once

#include <shapeproof/plan/hardware.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>

/// Members stay in the order in which they are made.
using json = nlohmann::ordered_json;

/// The hardware that a file describes. Throws `std::runtime_error` with the file, the member and what is wrong with it:
/// no JSON, a member that is missing, unknown, no number or not above 0.
shapeproof::plan::hardware read_hardware(std::string const& file);

/// The hardware of a text of JSON; `name` stands for the file in what it throws.
shapeproof::plan::hardware parse_hardware(std::string const& text, std::string const& name);

/// What such a file holds; `source` says where the numbers are from.
json hardware_json(shapeproof::plan::hardware const& of, std::string const& source);
