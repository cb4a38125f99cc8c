// SPDX-License-Identifier: BSL-1.0
/// Shapes as text, with their symbols or with the values of these.
#pragma once

#include <shapeproof/tensor/symbols.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <string>

namespace shapeproof {

/// `[B=1, L, S=past+1, (H Dk)=5200]`: each axis with its extent, a number or an expression over symbols.
template <class... Axes>
std::string to_string(shape<Axes...> written) {
  return std::string(to_text(written).view());
}

/// The same of a tensor without elements, whose symbols have no values.
template <class T, class Layout>
std::string to_string(meta<T, Layout> const&) {
  return to_string(shape_in<Layout>{});
}

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
