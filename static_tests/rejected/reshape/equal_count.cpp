// SPDX-License-Identifier: BSL-1.0
// Equal element counts, other axes: transposed data without a transpose.
// expect: reshape: [L=7, H=8, Dk=650]
// expect: to [H=8, L=7, Dk=650] is no sequence of splits and merges of neighbours
// expect: transpose or permute reorders
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, L,H,Dk> const& x) {
  // mistake
  auto y = sp::reshape<H, L, Dk>(x);
  // corrected
  auto y = sp::permute<"H", "L", "Dk">(x);
  // end
  return y;
}
