// SPDX-License-Identifier: BSL-1.0
// Heads that were not split off.
// expect: no matching function for call to
// expect-gcc: ‘norms(
// expect-clang: 'norms'
// expect: shaped: [L, (H Dk)=5200] float: expected [L, H=8, Dk=650] float; the axis H is missing; it is a factor of (H
// Dk), call split first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 5200>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
auto norms(sp::shaped<float, L, H, Dk> auto const& q) { return sp::max<"Dk">(q); }
auto step(sp::tensor<float, L, sp::fused<H, Dk>> const& q) {
  // mistake
  return norms(q);
  // corrected
  return norms(sp::split<"(H Dk)">(q));
  // end
}
