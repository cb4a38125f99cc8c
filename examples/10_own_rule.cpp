// SPDX-License-Identifier: BSL-1.0
/// An operation of one's own: rule, concept, cost, kernel. Proofs, refusals, traces and run-time checks come with them.
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/tensor/format.hpp>

#include <cstdio>
#include <type_traits>

namespace sp = shapeproof;

template <class K, class Other>
struct other_features {  // why not, in words: computed only where it is shown
  static constexpr sp::text reason() { return sp::text::of(sp::axis_text<K>(), " meets ", sp::axis_text<Other>()); }
};
// Shapes in, a shape or a reason out. The name is that of messages which the rule does not write.
struct distance_rule {
  static constexpr sp::fixed_string name = "distance";
  template <class M, class N, class K>
    requires(!std::is_same_v<M, N>)
  constexpr auto operator()(sp::shape<M, K>, sp::shape<N, K>) const {
    return sp::shape<M, N>{};
  }
  template <class M, class N, class K, class Other>
    requires(!std::is_same_v<K, Other>)
  constexpr auto operator()(sp::shape<M, K> a, sp::shape<N, Other> b) const {
    return sp::rules::refused_as<"distance", other_features<K, Other>>(a, b);
  }
  constexpr auto operator()(auto a, auto b) const {
    return sp::rules::refused_as<"distance", sp::rules::plainly<"it takes [M, K] and [N, K]">>(a, b);
  }
};
template <class A, class B>
concept can_distance = sp::accepts<distance_rule, A, B>;

template <class A, class B, class Result>
struct distance_cost : sp::cost_of<0, sp::shape<>, Result, A, B> {  // bytes: each operand once, the result once
  static constexpr sp::polynomial flops =
      sp::polynomial(3) * sp::element_count<sp::shape_of<A>> * sp::extent_polynomial<sp::type_at<sp::shape_of<B>, 0>>;
};
/// Squared distances of points to centres: `[M, K] x [N, K] -> [M, N]`.
template <sp::any_tensor A, sp::any_tensor B, class Result = sp::computed<float, distance_rule, A, B>>
constexpr Result distance(A const& points, B const& centres) {
  auto const kernel = [](auto& y, auto const& p, auto const& c) {
    for (std::size_t m = 0; m < p.walk().extent[0]; ++m)
      for (std::size_t n = 0; n < c.walk().extent[0]; ++n) {
        y(m, n) = 0;  // memory is as it was
        for (std::size_t k = 0; k < p.walk().extent[1]; ++k) y(m, n) += (p(m, k) - c(n, k)) * (p(m, k) - c(n, k));
      }
  };
  return sp::compute<"distance", Result, distance_cost<A, B, Result>>(kernel, points, centres);
}

using L = sp::axis<"L">;
using C = sp::axis<"C", 2>;
using D = sp::axis<"D", 3>;
using points = sp::tensor<float, L, D>;
using centres = sp::tensor<float, C, D>;

// Its tests.
static_assert(std::is_same_v<decltype(distance(points(), centres())), sp::tensor<float, L, C>>);
static_assert(can_distance<points, centres> && !can_distance<centres, centres> && !can_distance<points, points>);
static_assert([] {
  sp::trace log;
  (void)distance(sp::meta_tensor<float, L, D>(&log), sp::meta_tensor<float, C, D>(&log));
  return sp::to_text(*log.entries[0].flops).view() == "18*L";
}());

int main() {
  centres c;
  c(1, 2) = 5;
  std::puts(sp::format(distance(points(sp::bind<"L">(1)), c)).c_str());
  // distance(c, transpose<"C", "D">(c)) does not compile: distance: [C=2, D=3] x [D=3, C=2]: D=3 meets C=2
}

// Output:
// [L=1, C=2] float
// [[ 0. 25.]]
