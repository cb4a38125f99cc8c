// SPDX-License-Identifier: BSL-1.0
/// The rules of transpose, permute and rename: the axes in another order, or under another role, over the same memory.
#pragma once

#include <shapeproof/rules/placement.hpp>
#include <shapeproof/rules/rule.hpp>

#include <cstddef>

namespace shapeproof::rules {

namespace detail {

template <class Shape, fixed_string... Names>
struct order {
  static constexpr std::size_t count = sizeof...(Names);
  static constexpr positions<count> picked = {{position_of<Shape>(Names.view())...}};
  static constexpr std::string_view names[count + 1] = {Names.view()...};

  static constexpr std::string_view first_missing() {
    for (std::size_t i = 0; i < count; ++i)
      if (picked.at[i] == not_found) return names[i];
    return {};
  }
  static constexpr std::string_view first_repeated() {
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (picked.at[i] == picked.at[j]) return names[i];
    return {};
  }
  static constexpr bool is_permutation = count == Shape::rank && first_missing().empty() && first_repeated().empty();

  static constexpr text reason() {
    if (!first_missing().empty()) return text::of("there is no axis ", first_missing());
    if (!first_repeated().empty()) return text::of("the order names ", first_repeated(), " twice");
    text result = text::of("the order leaves out");
    for (std::size_t i = 0; i < Shape::rank; ++i) {
      bool named = false;
      for (std::size_t j = 0; j < count; ++j) named = named || picked.at[j] == i;
      if (!named) result.add(" ").add(shapeproof::detail::names_of<Shape>::value[i]);
    }
    return result;
  }
};

template <class Shape, fixed_string A, fixed_string B>
struct swapped {
  static constexpr positions<Shape::rank> make() {
    positions<Shape::rank> result;
    for (std::size_t i = 0; i < Shape::rank; ++i) result.at[i] = i;
    result.at[position_of<Shape>(A.view())] = position_of<Shape>(B.view());
    result.at[position_of<Shape>(B.view())] = position_of<Shape>(A.view());
    return result;
  }
  static constexpr positions<Shape::rank> picked = make();
};

template <class Shape, fixed_string Name, std::size_t Place>
struct moved {
  static constexpr positions<Shape::rank> make() {
    positions<Shape::rank> result;
    std::size_t const mover = position_of<Shape>(Name.view());
    std::size_t from = 0;
    for (std::size_t i = 0; i < Shape::rank; ++i) {
      if (from == mover) ++from;
      result.at[i] = i == Place ? mover : from++;
    }
    return result;
  }
  static constexpr positions<Shape::rank> picked = make();
};

template <class Axis, fixed_string From, fixed_string To>
struct renamed_axis {
  using type = Axis;
};
template <auto Extent, fixed_string From, fixed_string To>
struct renamed_axis<named_axis<From, Extent>, From, To> {
  using type = named_axis<To, Extent>;
};
template <auto Extent, class Mesh, fixed_string From, fixed_string To>
struct renamed_axis<sharded_axis<named_axis<From, Extent>, Mesh>, From, To> {
  using type = sharded_axis<named_axis<To, Extent>, Mesh>;
};
template <class List, fixed_string From, fixed_string To>
struct renamed_list;
template <template <class...> class List, class... Axes, fixed_string From, fixed_string To>
struct renamed_list<List<Axes...>, From, To> {
  using type = List<typename renamed_axis<Axes, From, To>::type...>;
};

}  // namespace detail

/// `permute<"B","H","L","Dk">`: `[B, L, H, Dk] -> [B, H, L, Dk]`. Memory stays as it is. Refused where it does not name
/// every axis once.
template <fixed_string... Names>
struct permute_rule {
  using placement = keeps_sums;                    ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "permute";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    using order = detail::order<from, Names...>;
    if constexpr (order::is_permutation)
      return layout_from<picked<from, order::picked, from::rank>, memory_in<Layout>>{};
    else
      return refuse<"permute", order, Layout>{};
  }
};
template <fixed_string... Names>
inline constexpr permute_rule<Names...> permute = {};

/// `transpose<"L","H">`: `[B, L, H, Dk] -> [B, H, L, Dk]`. Its own inverse. Memory stays as it is. Refused where an
/// axis is missing.
template <fixed_string A, fixed_string B>
struct transpose_rule {
  using placement = keeps_sums;                      ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "transpose";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    if constexpr (position_of<from>(A.view()) == not_found)
      return refuse<"transpose", no_such_axis<A, from>, Layout>{};
    else if constexpr (position_of<from>(B.view()) == not_found)
      return refuse<"transpose", no_such_axis<B, from>, Layout>{};
    else
      return layout_from<picked<from, detail::swapped<from, A, B>::picked, from::rank>, memory_in<Layout>>{};
  }
};
template <fixed_string A, fixed_string B>
inline constexpr transpose_rule<A, B> transpose = {};

/// `move_axis<"L", -2>`: `[B, L, H, Dk] -> [B, H, L, Dk]`; `move_axis<"L", 1>` moves it back. The other axes keep their
/// order; a negative place counts from the end. Memory stays as it is. Refused where the axis is missing, or there is
/// no such place.
template <fixed_string Name, int Place>
struct move_axis_rule {
  using placement = keeps_sums;                      ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "move_axis";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    constexpr int rank = static_cast<int>(from::rank);
    constexpr int place = Place < 0 ? rank + Place : Place;
    if constexpr (position_of<from>(Name.view()) == not_found)
      return refuse<"move_axis", no_such_axis<Name, from>, Layout>{};
    else if constexpr (place < 0 || place >= rank)
      return refuse<"move_axis", plainly<"the place is not one of the shape's axes">, Layout>{};
    else
      return layout_from<picked<from, detail::moved<from, Name, static_cast<std::size_t>(place)>::picked, from::rank>,
                         memory_in<Layout>>{};
  }
};
template <fixed_string Name, int Place>
inline constexpr move_axis_rule<Name, Place> move_axis = {};

/// `rename<"L","S">`: `[B, L] -> [B, S=L]`, the extent unchanged: the same data under another role. Refused where the
/// axis is missing or fused, or the new name is taken or no identifier.
template <fixed_string From, fixed_string To>
struct rename_rule {
  using placement = keeps_sums;                   ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "rename";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    if constexpr (position_of<from>(From.view()) == not_found) {
      return refuse<"rename", no_such_axis<From, from>, Layout>{};
    } else if constexpr (!is_identifier(To.view())) {
      return refuse<"rename", plainly<"the new name is not a letter followed by letters, digits and underscores">,
                    Layout>{};
    } else if constexpr (is_fused<type_at<from, position_of<from>(From.view())>>) {
      return refuse<"rename", plainly<"a fused axis is named by its factors; split first and rename those">, Layout>{};
    } else {
      using to = typename detail::renamed_list<from, From, To>::type;
      if constexpr (names_are_distinct<to>())
        return layout_from<to, typename detail::renamed_list<memory_in<Layout>, From, To>::type>{};
      else
        return refuse<"rename", plainly<"the new name is taken by another axis">, Layout>{};
    }
  }
};
template <fixed_string From, fixed_string To>
inline constexpr rename_rule<From, To> rename = {};

}  // namespace shapeproof::rules
