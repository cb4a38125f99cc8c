// SPDX-License-Identifier: BSL-1.0
// A factor of the name of another axis.
// expect: split: [H=8, (H Dk)=5200]
// expect: splitting (H Dk) gives H twice; rename the other one first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using HDk = sp::fused<H, Dk>;
auto step(sp::tensor<float, H,HDk> const& x) {
  // mistake
  auto y = sp::split<"(H Dk)">(x);
  // corrected
  auto y = sp::split<"(H Dk)">(sp::rename<"H", "G">(x));
  // end
  return y;
}
