// SPDX-License-Identifier: BSL-1.0
/// Rows of a table by typed indices.
#pragma once

#include <shapeproof/cpu/copy.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/ops/operation.hpp>
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
template <class Ids>
using addressed = typename std::conditional_t<is_index<element_of<Ids>>, element_of<Ids>, plain_number>::axis;
}  // namespace detail

/// Whether `embed(table, ids)` is accepted.
template <class Table, class Ids>
concept can_embed = accepts<rules::embed_rule<detail::addressed<Ids>>, Table, Ids>;

/// `embed(table, ids)`: `[V, E]` and ids `[..., L]` of `index<V>` give `[..., L, E]`. Refused: plain numbers, and ids
/// that address another axis. Throws `shape_error` for an id behind the table's last row, and where a symbol has two
/// values.
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
    for (std::size_t i = 0, count = places.size(); i < count; ++i) {
      std::size_t const id = ids.data()[detail::offset_of(places, i)].value();
      // An index of a symbolic axis was checked against the extent that it was made with, which may not be this
      // table's.
      if (id >= rows.extent[0])
        detail::throw_out_of_range("embed", detail::names_of<shape_of<Table>>::value[0], "id " + std::to_string(id),
                                   rows.extent[0]);
      cpu::copy(table.data() + static_cast<std::ptrdiff_t>(id) * rows.step[0],
                result.data() + static_cast<std::ptrdiff_t>(i) * width, sizeof(element_of<Table>), row);
    }
    return result;
  }
}

}  // namespace shapeproof
