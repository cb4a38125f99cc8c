// SPDX-License-Identifier: BSL-1.0
/// Rows of a table by typed indices.
#pragma once

#include <shapeproof/cpu/copy.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/ops/operation.hpp>
#include <shapeproof/ops/ranks.hpp>
#include <shapeproof/rules/index.hpp>

#include <cstddef>
#include <string>

namespace shapeproof {

namespace detail {
struct plain_number {
  using axis = void;
};
/// Where element i lies, in the order of the axes.
template <std::size_t Rank>
std::ptrdiff_t offset_of(walk<Rank> const& places, std::size_t i) {
  std::ptrdiff_t offset = 0;
  for (std::size_t axis = Rank; axis-- > 0; i /= places.extent[axis])
    offset += static_cast<std::ptrdiff_t>(i % places.extent[axis]) * places.step[axis];
  return offset;
}
/// The first row that this rank has of a table, and how many all ranks have together.
struct rows_of_ranks {
  std::size_t first = 0;
  std::size_t all = 0;
};
template <class Table>
rows_of_ranks own_rows(Table const& table) {
  using rows = type_at<shape_of<Table>, 0>;
  std::size_t const own = table.walk().extent[0];
  if constexpr (is_sharded<rows>) {
    auto const& ranks = ranks_for<type_at<typename meshes_of_axis<rows>::type, 0>>("embed", table);
    return {ranks.rank() * own, ranks.size() * own};
  } else {
    return {0, own};
  }
}
template <class Ids>
using addressed = typename std::conditional_t<is_index<element_of<Ids>>, element_of<Ids>, plain_number>::axis;
}  // namespace detail

/// Whether `embed(table, ids)` is accepted.
template <class Table, class Ids>
concept can_embed = accepts<rules::embed_rule<detail::addressed<Ids>>, Table, Ids>;

/// `embed(table, ids)`: `[V, E]` and ids `[..., L]` of `index<V>` give `[..., L, E]`. Refused: plain numbers, and ids
/// that address another axis. Where the table's rows are a shard, `[L, E] partial over tp`: rows that another rank has
/// are zeros. Throws `shape_error` for an id behind the table's last row, where a symbol has two values, and where
/// there is no communicator for the shard.
template <any_tensor Table, any_tensor Ids>
constexpr auto embed(Table const& table, Ids const& ids)
    -> computed<element_of<Table>, rules::embed_rule<detail::addressed<Ids>>, Table, Ids> {
  using result_type = computed<element_of<Table>, rules::embed_rule<detail::addressed<Ids>>, Table, Ids>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else if constexpr (is_meta<result_type>) {
    // The rows that are read, not the whole table.
    return detail::traced<"embed", result_type, cost_of<0, shape<>, result_type, result_type, Ids>>(table, ids);
  } else {
    auto const symbols = met_symbols<"embed">(table, ids);
    result_type result(uninitialized, narrowed<symbols_in<shape_of<result_type>>>(symbols));
    auto const rows = table.walk();
    auto const width = static_cast<std::ptrdiff_t>(rows.extent[1]);
    cpu::loop_nest<2> row = {.rank = 1, .at = {{rows.extent[1], {rows.step[1], 1}}}};
    auto const places = ids.walk();
    auto const [first, all] = detail::own_rows(table);
    for (std::size_t i = 0, count = places.size(); i < count; ++i) {
      std::size_t const id = ids.data()[detail::offset_of(places, i)].value();
      // An index of a symbolic axis was checked against the extent that it was made with, which may not be this
      // table's.
      if (id >= all)
        detail::throw_out_of_range("embed", detail::names_of<shape_of<Table>>::value[0], "id " + std::to_string(id),
                                   all);
      auto* const to = result.data() + static_cast<std::ptrdiff_t>(i) * width;
      if (id - first < rows.extent[0])
        cpu::copy(table.data() + static_cast<std::ptrdiff_t>(id - first) * rows.step[0], to, sizeof(element_of<Table>),
                  row);
      else
        std::fill_n(to, width, element_of<Table>{});  // a row that another rank has
    }
    return result;
  }
}

}  // namespace shapeproof
