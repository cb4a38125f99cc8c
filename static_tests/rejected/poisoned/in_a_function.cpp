// SPDX-License-Identifier: BSL-1.0
// One mistake in a function template of a block, one error, at the step that has it.
// expect: matmul: [L=7, D=5200] x [De=4096, F=20800]
// expect: contracts D=5200 with De=4096
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using De = sp::axis<"De", 4096>;
using F = sp::axis<"F", 20800>;
auto feed_forward(auto const& x, auto const& w_in, auto const& w_out) {
  auto h = sp::gelu(sp::matmul(x, w_in));
  return x + sp::matmul(h, w_out);
}
auto step(sp::tensor<float, L,D> const& x,
          [[maybe_unused]] sp::tensor<float, De,F> const& w_other,
          [[maybe_unused]] sp::tensor<float, D,F> const& w,
          sp::tensor<float, F,D> const& w_out) {
  // mistake
  auto y = feed_forward(x, w_other, w_out);
  // corrected
  auto y = feed_forward(x, w, w_out);
  // end
  return y;
}
