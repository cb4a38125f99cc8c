// SPDX-License-Identifier: BSL-1.0
// A plain width reshaped into heads.
// expect: reshape: [L=7, D=5200]
// expect: to [L=7, H=8, Dk=650] is no sequence of splits and merges of neighbours: the factors are [L=7, D=5200] and [L=7, H=8, Dk=650]
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using HDk = sp::fused<H, Dk>;
auto step([[maybe_unused]] sp::tensor<float, L,D> const& x,
          [[maybe_unused]] sp::tensor<float, L,HDk> const& heads) {
  // mistake
  auto y = sp::reshape<L, H, Dk>(x);
  // corrected
  auto y = sp::reshape<L, H, Dk>(heads);
  // end
  return y;
}
