// SPDX-License-Identifier: BSL-1.0
/// The rules of slice, select, last, unsqueeze and embed: parts of a tensor, and rows of a table.
#pragma once

#include <shapeproof/rules/concat.hpp>
#include <shapeproof/rules/placement.hpp>
#include <shapeproof/rules/rule.hpp>
#include <shapeproof/rules/split_merge.hpp>
#include <shapeproof/shape/extent.hpp>

#include <cstddef>
#include <type_traits>

namespace shapeproof::rules {

namespace detail {

template <class Axis, extent From, extent To>
struct part {
  static constexpr polynomial from = From.value();
  static constexpr polynomial to = To.value();
  static constexpr polynomial length = to - from;
  static constexpr polynomial beyond = extent_polynomial<Axis> - to;
  static constexpr bool malformed = from.problem != nullptr || to.problem != nullptr;
  static constexpr bool fits =
      !malformed && from.never_negative() && length.never_negative() && beyond.never_negative();

  static constexpr text reason() {
    if (malformed) return text::of("the bound ", from.problem != nullptr ? from.problem : to.problem);
    text result = text::of("[", to_text(from), ", ", to_text(to), ") is not provably inside ", axis_text<Axis>());
    if (!from.never_negative()) return result.add("; it may begin below 0");
    if (!length.never_negative()) return result.add("; it may end before it begins");
    return result.add("; it may pass the end by ").add(to_text(to - extent_polynomial<Axis>));
  }
};

template <class Table, class Ids, class Addressed>
struct other_vocabulary {
  static constexpr text reason() {
    return text::of("the ids address ", axis_text<Addressed>(), ", the rows of the table are ",
                    axis_text<type_at<Table, 0>>(), is_sharded<Addressed> ? "; ids count the rows of all ranks" : "");
  }
};

template <class Table>
struct plain_ids {
  static constexpr text reason() {
    return text::of("the ids are plain numbers; make them elements of index<", axis_name<type_at<Table, 0>>, ">");
  }
};

template <class Rows>
struct scattered_rows {
  static constexpr text reason() {
    return text::of("the rows of a rank are not side by side in ", axis_text<whole<Rows>>(),
                    "; shard its first factor");
  }
};

template <class Table>
struct width_taken {
  static constexpr text reason() {
    return text::of("the ids have an axis ", axis_name<type_at<Table, 1>>, " too; rename one of them");
  }
};

}  // namespace detail

/// `slice<"L", From, To>`: `[B, L, D] -> [B, L=To-From, D]`, a view of the elements [From, To). Bounds are numbers or
/// text over symbols. Refused where there is no such axis, it is fused or a shard, or the bounds are not inside for all
/// values of the symbols.
template <fixed_string Name, extent From, extent To>
struct slice_rule {
  using placement = keeps_sums;                  ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "slice";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using shape_from = shape_in<Layout>;
    constexpr std::size_t at = position_of<shape_from>(Name.view());
    if constexpr (at == not_found) {
      return refuse<"slice", no_such_axis<Name, shape_from>, Layout>{};
    } else if constexpr (is_sharded<type_at<shape_from, at>>) {
      return refuse<"slice", spread_over_ranks<type_at<shape_from, at>>, Layout>{};
    } else if constexpr (is_fused<type_at<shape_from, at>>) {
      return refuse<"slice", plainly<"a part of a fused axis has no factors; split first and slice one factor">,
                    Layout>{};
    } else {
      using part = detail::part<type_at<shape_from, at>, From, To>;
      if constexpr (part::fits) {
        using axis = typename detail::with_extent<type_at<shape_from, at>, part::length>::type;
        return layout_from<detail::replaced<shape_from, at, 1, shape<axis>>, memory_in<Layout>>{};
      } else {
        return refuse<"slice", part, Layout>{};
      }
    }
  }
};
template <fixed_string Name, extent From, extent To>
inline constexpr slice_rule<Name, From, To> slice = {};

/// `select<"L">`: `[B, L, D] -> [B, D]`, a view of one position. The axis is dropped. Refused where there is no such
/// axis, or it is a shard.
template <fixed_string Name>
struct select_rule {
  using placement = keeps_sums;                   ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "select";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    constexpr std::size_t at = position_of<from>(Name.view());
    if constexpr (at == not_found) {
      return refuse<"select", no_such_axis<Name, from>, Layout>{};
    } else if constexpr (is_sharded<type_at<from, at>>) {
      return refuse<"select", spread_over_ranks<type_at<from, at>>, Layout>{};
    } else {
      using slots = memory_in<Layout>;
      constexpr std::size_t slot = position_of<slots>(Name.view());
      return layout_from<detail::replaced<from, at, 1, shape<>>,
                         detail::replaced<slots, slot, 1, memory<gap<type_at<slots, slot>>>>>{};
    }
  }
};
template <fixed_string Name>
inline constexpr select_rule<Name> select = {};

/// `last<"L">`: `[B, L, D] -> [B, D]`, a view of the last position. Refused where there is no such axis, it is a
/// shard, or its extent is 0.
template <fixed_string Name>
struct last_rule {
  using placement = keeps_sums;                 ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "last";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    constexpr std::size_t at = position_of<from>(Name.view());
    if constexpr (at == not_found)
      return refuse<"last", no_such_axis<Name, from>, Layout>{};
    else if constexpr (is_sharded<type_at<from, at>>)
      return refuse<"last", spread_over_ranks<type_at<from, at>>, Layout>{};
    else if constexpr (extent_polynomial<type_at<from, at>>.count == 0)
      return refuse<"last", plainly<"the axis is empty, it has no last position">, Layout>{};
    else
      return select<Name>(Layout{});
  }
};
template <fixed_string Name>
inline constexpr last_rule<Name> last = {};

/// `unsqueeze<axis<"B", 1>>`: `[L, D] -> [B=1, L, D]`: a new outermost axis. Refused where its extent is not 1, its
/// name is taken, or it is a shard.
template <class Axis>
struct unsqueeze_rule {
  using placement = keeps_sums;                      ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "unsqueeze";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    if constexpr (is_sharded<Axis>)
      return refuse<"unsqueeze",
                    plainly<"a new axis is no shard: what a rank has would become its part of more; call unsqueeze, "
                            "then scatter">,
                    shape<Axis>, Layout>{};
    else if constexpr (!(extent_polynomial<Axis> == polynomial(1)))
      return refuse<"unsqueeze", plainly<"a new axis has extent 1">, shape<Axis>, Layout>{};
    else if constexpr (position_of<from>(axis_name<Axis>) != not_found)
      return refuse<"unsqueeze", plainly<"the name is taken by another axis">, shape<Axis>, Layout>{};
    else
      return layout_from<join<shape<Axis>, from>, join<memory<Axis>, memory_in<Layout>>>{};
  }
};
template <class Axis>
inline constexpr unsqueeze_rule<Axis> unsqueeze = {};

/// `embed`: table `[V, E]`, ids `[..., L]` of `index<V>` -> `[..., L, E]`: one row of the table for each id. Where V is
/// a shard each rank has the rows of its own ids, and zeros: a sum that is still to be reduced. `Addressed` is the axis
/// that the ids address, void where they are plain numbers. Refused: plain numbers, ids of another axis than V, a table
/// that has not two axes or whose rows are cut inside of their first factor, ids that have an axis E or are a sum that
/// is still to be reduced: summands of an id are ids of other rows.
template <class Addressed>
struct embed_rule {
  using placement = picks_sums;                  ///< the table may be a part of a sum, ids may not
  static constexpr fixed_string name = "embed";  ///< in messages
  template <class Table, class Ids>
  constexpr auto operator()(Table, Ids) const {
    if constexpr (Table::rank != 2) {
      return refuse<"embed", plainly<"a table has two axes: its rows and their width">, Table, Ids>{};
    } else if constexpr (std::is_void_v<Addressed>) {
      return refuse<"embed", detail::plain_ids<Table>, Table, Ids>{};
    } else if constexpr (!std::is_same_v<Addressed, whole<type_at<Table, 0>>>) {
      return refuse<"embed", detail::other_vocabulary<Table, Ids, Addressed>, Table, Ids>{};
    } else if constexpr (is_sharded_inside<type_at<Table, 0>>) {
      return refuse<"embed", detail::scattered_rows<type_at<Table, 0>>, Table, Ids>{};
    } else if constexpr (position_of<Ids>(axis_name<type_at<Table, 1>>) != not_found) {
      return refuse<"embed", detail::width_taken<Table>, Table, Ids>{};
    } else {
      return join<Ids, shape<type_at<Table, 1>>>{};
    }
  }
};
template <class Addressed>
inline constexpr embed_rule<Addressed> embed = {};

}  // namespace shapeproof::rules
