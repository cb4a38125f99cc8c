// SPDX-License-Identifier: BSL-1.0
// The weight of another model: its rows are another axis.
// expect: matmul: [B=1, L=7, D=5200] x [De=4096, F=20800]
// expect: contracts D=5200 with De=4096; is it another weight?
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using De = sp::axis<"De", 4096>;
using F = sp::axis<"F", 20800>;
auto step(sp::tensor<float, B,L,D> const& x,
          [[maybe_unused]] sp::tensor<float, De,F> const& w_in,
          [[maybe_unused]] sp::tensor<float, D,F> const& w_query) {
  // mistake
  auto y = sp::matmul(x, w_in);
  // corrected
  auto y = sp::matmul(x, w_query);
  // end
  return y;
}
