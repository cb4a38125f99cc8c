// SPDX-License-Identifier: BSL-1.0
// The extent of an axis that the tensor does not have.
// expect: extent: [L=7, D=5200]
// expect: there is no axis S
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, L,D> const& x) {
  // mistake
  std::size_t const y = x.extent<"S">();
  // corrected
  std::size_t const y = x.extent<"L">();
  // end
  return y;
}
