// SPDX-License-Identifier: BSL-1.0
/// `std::cout << x`: tensors and shapes in streams.
#pragma once

#include <shapeproof/tensor/format.hpp>

#include <ostream>

namespace shapeproof {

/// Writes what `format` gives: shape, elements, values.
template <any_tensor X>
std::ostream& operator<<(std::ostream& to, X const& x) {
  return to << format(x);
}

/// Writes `[B=1, L, D=5200]`.
template <class... Axes>
std::ostream& operator<<(std::ostream& to, shape<Axes...> written) {
  return to << to_text(written).view();
}

}  // namespace shapeproof
