// SPDX-License-Identifier: BSL-1.0
// Merged heads against the model width, both 5200.
// expect: matmul: [L=7, (H Dk)=5200] x [D=5200, F=20800]
// expect: contracts (H Dk)=5200 with D=5200; equal extents, but other roles
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using F = sp::axis<"F", 20800>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using HDk = sp::fused<H, Dk>;
auto step(sp::tensor<float, L,HDk> const& x,
          [[maybe_unused]] sp::tensor<float, D,F> const& w,
          [[maybe_unused]] sp::tensor<float, HDk,F> const& w_output) {
  // mistake
  auto y = sp::matmul(x, w);
  // corrected
  auto y = sp::matmul(x, w_output);
  // end
  return y;
}
