// SPDX-License-Identifier: BSL-1.0
/// This rank's part of a tensor that each rank has whole, such as a weight in a file.
#pragma once

#include <shapeproof/ops/collectives.hpp>

#include <cstddef>

namespace shapeproof {

namespace rules {
/// `[...] -> [...]`: the layout as it is. Nothing is refused.
struct same_layout_rule {
  using placement = keeps_sums;                     ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "own_part";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    return Layout{};
  }
};
}  // namespace rules

/// `own_part<shape<D, shard<F, tp>>>(w)`: `[D, F] -> [D, F=2 of 4 over tp]`: `scatter` over each axis of `Shape` that
/// is a shard; where none is, a view of x. Refused and thrown as by `scatter`.
template <class Shape, std::size_t At = 0, any_tensor X>
constexpr auto own_part(X const& x) {
  if constexpr (At == Shape::rank) {
    return relabel<"own_part", viewed<rules::same_layout_rule, X const&>>(x);
  } else {
    using axis = type_at<Shape, At>;
    if constexpr (is_sharded<axis>) {
      using mesh = type_at<typename detail::meshes_of_axis<axis>::type, 0>;
      return own_part<Shape, At + 1>(scatter<name_text<axis>, mesh>(x));
    } else {
      return own_part<Shape, At + 1>(x);
    }
  }
}

}  // namespace shapeproof
