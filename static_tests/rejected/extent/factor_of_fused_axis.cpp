// SPDX-License-Identifier: BSL-1.0
// The extent of a factor.
// expect: extent: [L=7, (H Dk)=5200]
// expect: there is no axis H; it is a factor of (H Dk), call split first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using HDk = sp::fused<H, Dk>;
auto step(sp::tensor<float, L,HDk> const& x) {
  // mistake
  std::size_t const y = x.extent<"H">();
  // corrected
  std::size_t const y = sp::split<"(H Dk)">(x).extent<"H">();
  // end
  return y;
}
