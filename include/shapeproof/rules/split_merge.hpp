// SPDX-License-Identifier: BSL-1.0
/// The rules of split and merge: a fused axis and its factors.
#pragma once

#include <shapeproof/rules/placement.hpp>
#include <shapeproof/rules/rule.hpp>

#include <cstddef>
#include <type_traits>

namespace shapeproof::rules {

namespace detail {

/// The list with the elements at [At, At + Count) replaced by `New...`.
template <class List, std::size_t At, std::size_t Count, class Replacement>
using replaced = join<range_of<List, 0, At>, Replacement, range_of<List, At + Count, list_size<List>>>;

template <template <class...> class List, class Axis>
struct factors_in;
template <template <class...> class List, class... Factors>
struct factors_in<List, fused<Factors...>> {
  using type = List<Factors...>;
};

/// `( H  Dk)` and `(H Dk)` are one name.
constexpr text spaced_once(std::string_view pattern) {
  text result;
  bool gap = false;
  for (char c : pattern) {
    if (c == ' ') {
      gap = true;
      continue;
    }
    if (gap && c != ')' && result.size > 0 && result.characters[result.size - 1] != '(') result.add(" ");
    gap = false;
    result.add(std::string_view{&c, 1});
  }
  return result;
}

template <fixed_string Pattern>
inline constexpr text canonical_pattern = spaced_once(Pattern.view());

template <fixed_string Pattern, class Shape>
struct no_such_fused_axis {
  static constexpr text reason() {
    text result = text::of("there is no fused axis ", canonical_pattern<Pattern>);
    for (std::size_t i = 0; i < Shape::rank; ++i) {
      std::string_view const name = shapeproof::detail::names_of<Shape>::value[i];
      if (same_letters(name, canonical_pattern<Pattern>.view()))
        return result.add("; the order of the factors is ").add(name);
    }
    for (std::size_t i = 0; i < Shape::rank; ++i) {
      std::string_view const name = shapeproof::detail::names_of<Shape>::value[i];
      if (name[0] == '(') return result.add("; ").add(name).add(" splits into its own factors only");
    }
    return result.add("; a weight declares it: its output axis is fused<...>");
  }
  static constexpr bool same_letters(std::string_view a, std::string_view b) {
    for (int letter = '0'; letter <= 'z'; ++letter) {
      int balance = 0;
      for (char c : a) balance += c == letter;
      for (char c : b) balance -= c == letter;
      if (balance != 0) return false;
    }
    return true;
  }
};

template <fixed_string Pattern, class Split>
struct factor_taken {
  static constexpr text reason() {
    return text::of("splitting ", canonical_pattern<Pattern>, " gives ", repeated_name<Split>(),
                    " twice; rename the other one first");
  }
};

template <class Shape, fixed_string... Names>
struct run {
  static constexpr std::size_t count = sizeof...(Names);
  static constexpr std::string_view names[count + 1] = {Names.view()...};
  static constexpr std::size_t first = position_of<Shape>(names[0]);

  static constexpr std::string_view missing() {
    for (std::size_t i = 0; i < count; ++i)
      if (position_of<Shape>(names[i]) == not_found) return names[i];
    return {};
  }
  static constexpr bool adjacent() {
    for (std::size_t i = 0; i < count; ++i)
      if (position_of<Shape>(names[i]) != first + i) return false;
    return true;
  }

  static constexpr text reason() {
    text result;
    if (!missing().empty()) return result.add("there is no axis ").add(missing());
    for (std::size_t i = 1; i < count; ++i) {
      std::size_t const before = position_of<Shape>(names[i - 1]);
      std::size_t const here = position_of<Shape>(names[i]);
      if (here == before + 1) continue;
      result.add(names[i - 1]).add(" and ").add(names[i]);
      if (here + 1 == before) return result.add(" stand in the other order; merge them as they stand, or transpose");
      if (here == before) return result.add(" are one axis");
      result.add(" are not neighbours");
      for (std::size_t at = before + 1; at < here; ++at)
        result.add(at == before + 1 ? ", " : " ").add(shapeproof::detail::names_of<Shape>::value[at]);
      if (here > before) result.add(here == before + 2 ? " lies between" : " lie between");
      return result.add("; transpose them together first");
    }
    return result;
  }
};

/// Whether the axes lie in memory one inside the other without a gap, so that they can be walked as one.
template <class Shape, class Memory, std::size_t First, std::size_t Count>
constexpr bool is_one_walk() {
  std::size_t const slot = position_of<Memory>(shapeproof::detail::names_of<Shape>::value[First]);
  for (std::size_t i = 1; i < Count; ++i)
    if (position_of<Memory>(shapeproof::detail::names_of<Shape>::value[First + i]) != slot + i) return false;
  return true;
}

template <class Memory>
struct memory_in_between {
  static constexpr text reason() {
    return text::of("the memory order is ", to_text(Memory{}), "; call contiguous() first, which copies");
  }
};

struct memory_is_wider {
  static constexpr text reason() {
    return text::of("the view steps over part of the memory; call contiguous() first, which copies");
  }
};

template <class List>
struct fused_from;
template <template <class...> class List, class... Axes>
struct fused_from<List<Axes...>> {
  using type = fused<Axes...>;
};

}  // namespace detail

/// `split<"(H Dk)">`: `[B, L, (H Dk)] -> [B, L, H, Dk]`. No element moves. Inverse of `merge<"H","Dk">`. Refused where
/// there is no axis of these factors in this order, or the result would have a name twice.
template <fixed_string Pattern>
struct split_rule {
  using placement = keeps_sums;                  ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "split";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    constexpr std::size_t at = position_of<from>(detail::canonical_pattern<Pattern>.view());
    if constexpr (at == not_found) {
      return refuse<"split", detail::no_such_fused_axis<Pattern, from>, Layout>{};
    } else if constexpr (!is_fused<type_at<from, at>>) {
      return refuse<"split", plainly<"the axis is not fused, it has no factors">, Layout>{};
    } else {
      using slots = memory_in<Layout>;
      constexpr std::size_t slot = position_of<slots>(detail::canonical_pattern<Pattern>.view());
      using to = detail::replaced<from, at, 1, typename detail::factors_in<shape, type_at<from, at>>::type>;
      using to_slots =
          detail::replaced<slots, slot, 1, typename detail::factors_in<memory, type_at<slots, slot>>::type>;
      if constexpr (names_are_distinct<to>())
        return layout_from<to, to_slots>{};
      else
        return refuse<"split", detail::factor_taken<Pattern, to>, Layout>{};
    }
  }
};
template <fixed_string Pattern>
inline constexpr split_rule<Pattern> split = {};

/// `merge<"H","Dk">`: `[B, L, H, Dk] -> [B, L, (H Dk)]`. The axes are neighbours in this order, in the shape and in
/// memory; else it is refused, as is a fused name that is taken. No element moves. Inverse of `split<"(H Dk)">`.
template <fixed_string... Names>
struct merge_rule {
  using placement = keeps_sums;                  ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "merge";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    using slots = memory_in<Layout>;
    using run = detail::run<from, Names...>;
    constexpr std::size_t count = sizeof...(Names);
    if constexpr (count < 2) {
      return refuse<"merge", plainly<"takes the names of two axes or more">, Layout>{};
    } else if constexpr (!run::missing().empty() || !run::adjacent()) {
      return refuse<"merge", run, Layout>{};
    } else if constexpr (!detail::is_one_walk<from, slots, run::first, count>()) {
      return refuse<"merge", detail::memory_in_between<slots>, Layout>{};
    } else {
      constexpr std::size_t slot = position_of<slots>(run::names[0]);
      using axes = range_of<from, run::first, run::first + count>;
      using inner = range_of<from, run::first + 1, run::first + count>;
      using inner_slots = range_of<slots, slot + 1, slot + count>;
      if constexpr (!std::is_same_v<typename detail::fused_from<inner>::type,
                                    typename detail::fused_from<inner_slots>::type>) {
        return refuse<"merge", detail::memory_is_wider, Layout>{};
      } else {
        using to = detail::replaced<from, run::first, count, shape<typename detail::fused_from<axes>::type>>;
        using to_slot = typename detail::fused_from<range_of<slots, slot, slot + count>>::type;
        if constexpr (names_are_distinct<to>())
          return layout_from<to, detail::replaced<slots, slot, count, memory<to_slot>>>{};
        else
          return refuse<"merge", plainly<"the fused name is taken by another axis">, Layout>{};
      }
    }
  }
};
template <fixed_string... Names>
inline constexpr merge_rule<Names...> merge = {};

}  // namespace shapeproof::rules
