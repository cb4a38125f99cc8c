// SPDX-License-Identifier: BSL-1.0
// A fused axis of the same factors is there already.
// expect: merge: [(H Dk)=5200, H=8, Dk=650]
// expect: the fused name is taken by another axis
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using HDk = sp::fused<H, Dk>;
auto step(sp::tensor<float, HDk,H,Dk> const& x) {
  // mistake
  auto y = sp::merge<"H", "Dk">(x);
  // corrected
  auto y = sp::merge<"G", "Dk">(sp::rename<"H", "G">(x));
  // end
  return y;
}
