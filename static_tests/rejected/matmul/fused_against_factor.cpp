// SPDX-License-Identifier: BSL-1.0
// Merged heads contracted with one factor.
// expect: matmul: [L=7, (H Dk)=5200] x [Dk=650, D=5200]
// expect: contracts (H Dk)=5200 with Dk=650
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using HDk = sp::fused<H, Dk>;
auto step(sp::tensor<float, L,HDk> const& x,
          [[maybe_unused]] sp::tensor<float, Dk,D> const& one_head,
          [[maybe_unused]] sp::tensor<float, HDk,D> const& w) {
  // mistake
  auto y = sp::matmul(x, one_head);
  // corrected
  auto y = sp::matmul(x, w);
  // end
  return y;
}
