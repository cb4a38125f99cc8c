// SPDX-License-Identifier: BSL-1.0
// A function that states what it expects: its name is in the message, and the rest of it is silent.
// expect: project: [B=2, D=5200, L] float: expected [B=2, L, D=5200] float; the axes are in another order
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 5200>;
auto project(auto const& x, sp::tensor<float, D, sp::axis<"F", 2080>> const& w) {
  auto const& in = sp::expect<"project", float, B, L, D>(x);
  return sp::gelu(sp::matmul(in, w));
}
auto step(sp::tensor<float, B, D, L> const& x, sp::tensor<float, D, sp::axis<"F", 2080>> const& w) {
  // mistake
  return project(x, w);
  // corrected
  return project(sp::permute<"B", "L", "D">(x), w);
  // end
}
