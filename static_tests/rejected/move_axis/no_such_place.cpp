// SPDX-License-Identifier: BSL-1.0
// A place behind the last axis.
// expect: move_axis: [B=1, L=7, H=8, Dk=650]: the place is not one of the shape's axes
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 8>;
using L = sp::axis<"L", 7>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, B,L,H,Dk> const& q) {
  // mistake
  auto y = sp::move_axis<"L", 4>(q);
  // corrected
  auto y = sp::move_axis<"L", -1>(q);
  // end
  return y;
}
