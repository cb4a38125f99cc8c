// SPDX-License-Identifier: BSL-1.0
// What is mixed from the values of a sum is a sum too, and is activated.
// expect: gelu: [B=1, H=4, L=7, Dk=3] partial over tp: a sum over tp is still to be reduced; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 4>;
using Dk = sp::axis<"Dk", 3>;
using queries = sp::tensor<float, B, H, sp::axis<"L", 7>, Dk>;
using keys = sp::tensor<float, B, H, sp::axis<"S", 9>, Dk>;
auto step(queries const& q, keys const& k, sp::partial<tp, keys> const& v) {
  auto mixed = sp::nn::attend(q, k, v, sp::no_padding{});
// mistake
  return sp::gelu(mixed);
// corrected
  return sp::gelu(sp::all_reduce<"tp">(mixed));
// end
}
