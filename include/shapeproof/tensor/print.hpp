// SPDX-License-Identifier: BSL-1.0
/// Shapes with their run-time values as text.
#pragma once

#include <shapeproof/tensor/symbols.hpp>

#include <string>

namespace shapeproof {

/// `[B=1, L=7, (H Dk)=5200]`: each axis with the extent it has for these values.
template <class... Axes, class Symbols>
std::string to_string(shape<Axes...>, symbol_values<Symbols> const& values) {
  std::string result = "[";
  ((result += (result.size() > 1 ? ", " : ""), result += axis_name<Axes>, result += '=',
    result += std::to_string(signed_extent<Axes>(values))),
   ...);
  return result + "]";
}

}  // namespace shapeproof
