// SPDX-License-Identifier: BSL-1.0
// A refused result where a certain tensor is wanted gives no second error.
// expect: matmul: [L=7, D=5200] x [De=4096, F=20800]
// expect: contracts D=5200 with De=4096
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using De = sp::axis<"De", 4096>;
using F = sp::axis<"F", 20800>;
using hidden = sp::tensor<float, L, F>;
void use(hidden const&);
auto step(sp::tensor<float, L,D> const& x,
          [[maybe_unused]] sp::tensor<float, De,F> const& w_other,
          [[maybe_unused]] sp::tensor<float, D,F> const& w) {
  // mistake
  hidden y = sp::matmul(x, w_other);
  use(sp::matmul(x, w_other));
  // corrected
  hidden y = sp::matmul(x, w);
  use(sp::matmul(x, w));
  // end
  return y;
}
