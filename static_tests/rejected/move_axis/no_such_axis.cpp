// SPDX-License-Identifier: BSL-1.0
// Keys are moved by the name of queries.
// equal: "S", 9 => "S", 8
// expect: move_axis: [B=1, S=9, H=8, Dk=650]: there is no axis L
// expect-equal: move_axis: [B=1, S=8, H=8, Dk=650]: there is no axis L
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 8>;
using S = sp::axis<"S", 9>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, B,S,H,Dk> const& k) {
  // mistake
  auto y = sp::move_axis<"L", -2>(k);
  // corrected
  auto y = sp::move_axis<"S", -2>(k);
  // end
  return y;
}
