// SPDX-License-Identifier: BSL-1.0
// An operation that is not the library's is refused as its own are.
// expect: distance: [L, D=3] x [C=2, E=3]: D=3 meets E=3
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using C = sp::axis<"C", 2>;
using D = sp::axis<"D", 3>;
using E = sp::axis<"E", 3>;
template <class K, class Other>
struct other_features {
  static constexpr sp::text reason() { return sp::text::of(sp::axis_text<K>(), " meets ", sp::axis_text<Other>()); }
};
struct distance_rule {
  template <class M, class N, class K>
  constexpr auto operator()(sp::shape<M, K>, sp::shape<N, K>) const {
    return sp::shape<M, N>{};
  }
  template <class M, class N, class K, class Other>
  constexpr auto operator()(sp::shape<M, K> a, sp::shape<N, Other> b) const {
    return sp::rules::refused_as<"distance", other_features<K, Other>>(a, b);
  }
};
template <sp::any_tensor A, sp::any_tensor B>
constexpr auto distance(A const& a, B const& b) -> sp::computed<float, distance_rule, A, B> {
  using result = sp::computed<float, distance_rule, A, B>;
  return sp::compute<"distance", result, sp::cost_of<3, sp::shape_of<A>, result, A, B>>([](auto&, auto&, auto&) {}, a, b);
}
auto step(sp::tensor<float, L, D> const& x, [[maybe_unused]] sp::tensor<float, C, E> const& other,
          [[maybe_unused]] sp::tensor<float, C, D> const& c) {
  // mistake
  auto y = sp::softmax<"C">(distance(x, other));
  // corrected
  auto y = sp::softmax<"C">(distance(x, c));
  // end
  return y;
}
