// SPDX-License-Identifier: BSL-1.0
/// The report's data as JSON.
#pragma once

#include "../demo/steps.hpp"
#include "data.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <string_view>

/// Members stay in the order in which they are made.
using json = nlohmann::ordered_json;

/// With so many digits, which is all that is measured.
double rounded(double value);

/// `{"text": "[B=1, L=7]", "axes": [{"name", "extent", "expression", "factors"}]}`.
json shape_json(shapeproof::shape_description const& shape, symbol_value const& values);

/// What the values of the model's symbols are in a phase: its own sizes, L, past and capacity.
symbol_value values_in(model_data const& model, phase const& in);

/// The steps of a phase, of one layer and of what is before and after it. `id_of` gives a prefill step's id in this
/// phase, or nothing where it has none.
json steps_json(model_data const& model, phase const& of, std::string_view (*id_of)(std::string_view));

json model_json(model_data const& model);

/// What this machine can do, measured.
json machine_json();
