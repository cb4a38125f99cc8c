// SPDX-License-Identifier: BSL-1.0
// Elements that have no text.
// expect: format: [L=2]: elements are numbers or indices; these have no text
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/tensor/format.hpp>
namespace sp = shapeproof;
struct half {
  unsigned short bits;
};
auto step([[maybe_unused]] sp::tensor<half, sp::axis<"L", 2>> const& halves,
          [[maybe_unused]] sp::tensor<float, sp::axis<"L", 2>> const& x) {
  // mistake
  return sp::format(halves);
  // corrected
  return sp::format(x);
  // end
}
