// SPDX-License-Identifier: BSL-1.0
// Each rank has its points and its centres: distances of half of the pairs.
// expect: distance: [L=4 of 8 over tp, F=20] x [C=1 of 2 over tp, F=20]: the result [L=4 of 8 over tp, C=1 of 2 over tp] has two shards over tp: each rank would have a part of its diagonal; gather one of them first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 8>;
using C = sp::axis<"C", 2>;
using F = sp::axis<"F", 20>;
using L_part = sp::shard<L, tp>;
using C_part = sp::shard<C, tp>;
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
auto step(sp::tensor<float, L_part, F> const& x, sp::tensor<float, C_part, F> const& c) {
  // mistake
  auto y = distance(x, c);
  // corrected
  auto y = distance(x, sp::all_gather<"C">(c));
  // end
  return y;
}
