// SPDX-License-Identifier: BSL-1.0
// A refused result has elements, extents and data, so that what reads them gives no second error.
// expect: matmul: [L=7, D=5200] x [De=4096, F=20800]
// expect: contracts D=5200 with De=4096
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using De = sp::axis<"De", 4096>;
using F = sp::axis<"F", 20800>;
auto step(sp::tensor<float, L,D> const& x,
          [[maybe_unused]] sp::tensor<float, De,F> const& w_other,
          [[maybe_unused]] sp::tensor<float, D,F> const& w) {
  // mistake
  auto h = sp::matmul(x, w_other);
  h(0, 1) = 2.0F;
  auto y = h(3, 4) + h.data()[0] + static_cast<float>(h.size() + h.extent<"F">());
  // corrected
  auto h = sp::matmul(x, w);
  h(0, 1) = 2.0F;
  auto y = h(3, 4) + h.data()[0] + static_cast<float>(h.size() + h.extent<"F">());
  // end
  return y;
}
