// SPDX-License-Identifier: BSL-1.0
// An operation that says nothing of ranks computes with half of the features.
// expect: distance: [L=7, F=10 of 20 over tp] x [C=2, F=10 of 20 over tp]: each rank has only its part of F=20; call all_gather<F> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using C = sp::axis<"C", 2>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
struct distance_rule {
  static constexpr sp::fixed_string name = "distance";
  template <class M, class N, class K>
  constexpr auto operator()(sp::shape<M, K>, sp::shape<N, K>) const {
    return sp::shape<M, N>{};
  }
};
template <sp::any_tensor A, sp::any_tensor B>
constexpr auto distance(A const& a, B const& b) -> sp::computed<float, distance_rule, A, B> {
  using result = sp::computed<float, distance_rule, A, B>;
  using cost = sp::cost_of<3, sp::shape_of<A>, result, A, B>;
  return sp::compute<"distance", result, cost>([](auto&, auto&, auto&) {}, a, b);
}
auto step(sp::tensor<float, L, F_part> const& x, sp::tensor<float, C, F_part> const& c) {
  // mistake
  auto y = sp::softmax<"C">(distance(x, c));
  // corrected
  auto y = sp::softmax<"C">(distance(sp::all_gather<"F">(x), sp::all_gather<"F">(c)));
  // end
  return y;
}
