// SPDX-License-Identifier: BSL-1.0
/// This rank's part of a tensor that each rank has whole, such as a weight in a file.
#pragma once

#include <shapeproof/ops/collectives.hpp>
#include <shapeproof/rules/shaped.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace shapeproof {

namespace rules {

namespace detail {
template <class Axis>
struct part_in_pieces {
  static constexpr text reason() {
    return text::of("a rank's part of ", axis_text<Axis>(),
                    " is not in one piece, so no view has it; cut its first factor, or split first");
  }
};
/// The first axis to be cut that is not cut between positions of its first factor. Void where there is none.
template <class Given, class Shape>
struct first_in_pieces {
  using type = void;
};
template <class Given, class First, class... Rest>
struct first_in_pieces<Given, shape<First, Rest...>>
    : std::conditional_t<is_sharded_inside<First> && !has_axis<First, Given>, type_is<First>,
                         first_in_pieces<Given, shape<Rest...>>> {};

/// What x has of these axes: all of them, or the same shards.
template <class Given, class Shape>
struct before_cut;
template <class Given, class... Axes>
struct before_cut<Given, shape<Axes...>> {
  using type = shape_pattern<std::conditional_t<has_axis<Axes, Given>, Axes, whole<Axes>>...>;
};
}  // namespace detail

/// `[...] -> [...]`: the layout as it is, before it is cut into `Shape`. Refused: another shape than that of which
/// `Shape` is a part, and a part that is not in one piece.
template <class Shape>
struct own_part_rule {
  using placement = keeps_sums;                     ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "own_part";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using given = shape_in<Layout>;
    using wanted = typename detail::before_cut<given, Shape>::type;
    using in_pieces = typename detail::first_in_pieces<given, Shape>::type;
    if constexpr (!fits<given, wanted>)
      return refuse<"own_part", other_shape<given, wanted>, Layout>{};
    else if constexpr (!std::is_void_v<in_pieces>)
      return refuse<"own_part", detail::part_in_pieces<in_pieces>, Layout>{};
    else
      return Layout{};
  }
};

}  // namespace rules

namespace detail {
template <class Shape, std::size_t At = 0, any_tensor X>
constexpr auto cut_into(X&& x) {
  if constexpr (is_poisoned<X>) {
    return poisoned{};
  } else if constexpr (At < Shape::rank) {
    using axis = type_at<Shape, At>;
    if constexpr (has_axis<axis, shape_of<X>>) {
      return cut_into<Shape, At + 1>(std::forward<X>(x));
    } else {
      using mesh = type_at<typename meshes_of_axis<axis>::type, 0>;
      return cut_into<Shape, At + 1>(scatter<name_text<axis>, mesh>(std::forward<X>(x)));
    }
  } else {
    return std::remove_cvref_t<X>(std::forward<X>(x));
  }
}
}  // namespace detail

/// `own_part<shape<D, shard<F, tp>>>(w)`: `[D, F] -> [D, F=2 of 4 over tp]`: `scatter` over each axis of `Shape` that
/// is a shard, and not one of x already; a view, of which a tensor that expires becomes the owner. Refused: another
/// shape than that of which `Shape` is a part, and one to be cut inside of a first factor. Refused and thrown as by
/// `scatter`.
template <class Shape, any_tensor X>
constexpr auto own_part(X&& x) {
  return detail::cut_into<Shape>(relabel<"own_part", viewed<rules::own_part_rule<Shape>, X>>(std::forward<X>(x)));
}

}  // namespace shapeproof
