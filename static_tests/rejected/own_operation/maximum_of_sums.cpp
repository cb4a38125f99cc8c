// SPDX-License-Identifier: BSL-1.0
// The rule of + and * has other operations too; they are linear in nothing.
// expect: maximum: [L=7, D=12] partial over tp x [L=7, D=12] partial over tp: a sum over tp is still to be reduced; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
template <sp::any_tensor A, sp::any_tensor B>
constexpr auto maximum(A const& a, B const& b) -> sp::computed<float, sp::rules::broadcast_rule<"maximum">, A, B> {
  using result = sp::computed<float, sp::rules::broadcast_rule<"maximum">, A, B>;
  using cost = sp::cost_of<1, sp::shape_of<A>, result, A, B>;
  return sp::compute<"maximum", result, cost>([](auto&, auto&, auto&) {}, a, b);
}
auto step(sp::partial<tp, sp::tensor<float, L, D>> const& x) {
  // mistake
  auto y = sp::all_reduce<"tp">(maximum(x, x));
  // corrected
  auto y = maximum(sp::all_reduce<"tp">(x), sp::all_reduce<"tp">(x));
  // end
  return y;
}
