// SPDX-License-Identifier: BSL-1.0
/// The strided copy: memcpy along dense runs, small squares where the two sides are dense in different loops.
#include "shapeproof/cpu/copy.hpp"

#include "parallel.hpp"

#include <cstring>
#include <type_traits>

namespace shapeproof::cpu {
namespace {

using detail::as_signed;

template <std::size_t Bytes>
using bytes = std::integral_constant<std::size_t, Bytes>;

/// Copies elements of `size` bytes over two loops, one by one; fastest where `size` is a constant.
template <typename Size>
void copy_elements(std::byte const* from, std::byte* to, Size size, loop<2> const& outer, loop<2> const& inner) {
  auto const scale = as_signed(std::size_t{size});
  for (std::ptrdiff_t i = 0; i < as_signed(outer.extent); ++i)
    for (std::ptrdiff_t j = 0; j < as_signed(inner.extent); ++j)
      std::memcpy(to + (i * outer.step[1] + j * inner.step[1]) * scale,
                  from + (i * outer.step[0] + j * inner.step[0]) * scale, size);
}

void copy_any(std::byte const* from, std::byte* to, std::size_t size, loop<2> const& outer, loop<2> const& inner) {
  switch (size) {
    case 1:
      return copy_elements(from, to, bytes<1>{}, outer, inner);
    case 2:
      return copy_elements(from, to, bytes<2>{}, outer, inner);
    case 4:
      return copy_elements(from, to, bytes<4>{}, outer, inner);
    case 8:
      return copy_elements(from, to, bytes<8>{}, outer, inner);
    default:
      return copy_elements(from, to, size, outer, inner);
  }
}

/// Which loop is dense in `from`; the rank if none is.
auto dense_loop(loop_nest<2> const& loops) -> std::size_t {
  std::size_t i = 0;
  while (i < loops.rank && loops.at[i].step[0] != 1) ++i;
  return i;
}

/// The loop cut into pieces of `side` turns; the last one may be shorter.
auto cut(loop<2> const& whole, std::size_t side) -> loop<2> {
  auto const step = as_signed(side);
  return {(whole.extent + side - 1) / side, {whole.step[0] * step, whole.step[1] * step}};
}

/// Copies in squares, so that a cache line of either side is used up while it is there.
void copy_squares(std::byte const* from, std::byte* to, std::size_t size, loop_nest<2> outer) {
  constexpr std::size_t side = 32;
  auto const rank = outer.rank - 2;
  auto const inner = outer.at[rank + 1];
  auto const dense_at = dense_loop(outer);
  auto const dense = outer.at[dense_at];
  std::copy(outer.at + dense_at + 1, outer.at + rank + 1, outer.at + dense_at);
  outer.at[rank] = cut(dense, side);
  outer.at[rank + 1] = cut(inner, side);
  auto const work = std::min(inner.extent, side) * std::min(dense.extent, side);
  detail::for_each_turn(outer, work, [&](auto const& at) {
    auto rows = dense, columns = inner;
    rows.extent = std::min(side, dense.extent - at.position(rank) * side);
    columns.extent = std::min(side, inner.extent - at.position(rank + 1) * side);
    copy_any(from + at.offset(0) * as_signed(size), to + at.offset(1) * as_signed(size), size, rows, columns);
  });
}

/// A few dense rows, which need no pieces.
auto copy_rows(std::byte const* from, std::byte* to, std::size_t size, loop_nest<2> const& loops) -> bool {
  auto outer = loops;
  auto const row = detail::take_innermost(outer);
  auto const rows = detail::take_innermost(outer);
  if (outer.rank > 0 || row.step[0] != 1 || row.step[1] != 1) return false;
  if (rows.extent * row.extent * size > detail::serial_work) return false;
  for (std::size_t i = 0; i < rows.extent; ++i)
    std::memcpy(to + as_signed(i) * rows.step[1] * as_signed(size),
                from + as_signed(i) * rows.step[0] * as_signed(size), row.extent * size);
  return true;
}

}  // namespace

void copy(void const* from, void* to, std::size_t element_size, loop_nest<2> const& loops) {
  auto const* source = static_cast<std::byte const*>(from);
  auto* target = static_cast<std::byte*>(to);
  auto const nest = detail::collapse(loops);
  if (detail::turns(nest) == 0 || copy_rows(source, target, element_size, nest)) return;
  if (dense_loop(nest) + 1 < nest.rank) return copy_squares(source, target, element_size, nest);
  detail::for_each_run(nest, element_size / sizeof(float) + 1, [&](auto const& at, loop<2> const& run) {
    auto const* first = source + at.offset(0) * as_signed(element_size);
    auto* there = target + at.offset(1) * as_signed(element_size);
    if (run.step[0] == 1 && run.step[1] == 1)
      std::memcpy(there, first, run.extent * element_size);
    else
      copy_any(first, there, element_size, {}, run);
  });
}

}  // namespace shapeproof::cpu
