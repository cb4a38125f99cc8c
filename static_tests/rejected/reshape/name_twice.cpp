// SPDX-License-Identifier: BSL-1.0
// Two fused axes that share a factor, both split.
// expect: reshape: [H=8, (H Dk)=5200]
// expect: to [H=8, H=8, Dk=650] has the name H twice; rename one of them first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using H = sp::axis<"H", 8>;
using G = sp::axis<"G", 8>;
using Dk = sp::axis<"Dk", 650>;
using HDk = sp::fused<H, Dk>;
auto step(sp::tensor<float, H,HDk> const& x) {
  // mistake
  auto y = sp::reshape<H, H, Dk>(x);
  // corrected
  auto y = sp::reshape<G, H, Dk>(sp::rename<"H", "G">(x));
  // end
  return y;
}
