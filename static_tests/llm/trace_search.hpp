// SPDX-License-Identifier: BSL-1.0
/// What the proofs of the families ask of a trace.
#pragma once

#include <shapeproof/tensor/trace.hpp>

#include <cstddef>
#include <string_view>

/// Whether a step of a trace has an operation with this shape.
constexpr bool has(shapeproof::trace const& t, std::string_view step, std::string_view operation, auto expected) {
  for (std::size_t i = 0; i < t.count; ++i)
    if (t.entries[i].step == step && t.entries[i].operation == operation && t.entries[i].has_shape(expected))
      return true;
  return false;
}
