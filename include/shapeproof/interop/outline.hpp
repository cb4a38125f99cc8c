// SPDX-License-Identifier: BSL-1.0
/// Memory as two sides describe it, and where they disagree. The same code serves the compiler and the run time.
#pragma once

#include <shapeproof/shape/layout.hpp>
#include <shapeproof/tensor/symbols.hpp>

#include <cstddef>
#include <string_view>

namespace shapeproof::detail {

/// A number that only the run time knows, or nobody.
inline constexpr long long unknown = -0x7fffffffffffffffLL - 1;

/// Extents and strides in elements, outermost axis first.
template <std::size_t Rank>
struct outline {
  static constexpr std::size_t rank = Rank;
  long long extent[Rank + 1] = {};
  long long stride[Rank + 1] = {};

  static constexpr outline of_unknown() {
    outline result;
    for (std::size_t i = 0; i < Rank; ++i) result.extent[i] = result.stride[i] = unknown;
    return result;
  }
  constexpr bool knows(long long const (&numbers)[Rank + 1]) const {
    for (std::size_t i = 0; i < Rank; ++i)
      if (numbers[i] != unknown) return true;
    return false;
  }
  constexpr bool is_empty() const {
    for (std::size_t i = 0; i < Rank; ++i)
      if (extent[i] == 0) return true;
    return false;
  }
};

constexpr bool differ(long long here, long long there) { return here != unknown && there != unknown && here != there; }

/// The first axis whose extents differ.
template <std::size_t Rank>
constexpr std::size_t other_extent(outline<Rank> const& here, outline<Rank> const& there) {
  for (std::size_t i = 0; i < Rank; ++i)
    if (differ(here.extent[i], there.extent[i])) return i;
  return not_found;
}

/// The first axis whose strides differ. Those of one position, and of no elements, say nothing.
template <std::size_t Rank>
constexpr std::size_t other_stride(outline<Rank> const& here, outline<Rank> const& there) {
  if (here.is_empty() || there.is_empty()) return not_found;
  for (std::size_t i = 0; i < Rank; ++i)
    if (here.extent[i] != 1 && there.extent[i] != 1 && differ(here.stride[i], there.stride[i])) return i;
  return not_found;
}

template <std::size_t Rank>
constexpr bool fits_turned_round(outline<Rank> const& here, outline<Rank> const& there) {
  for (std::size_t i = 0; i < Rank; ++i)
    if (here.extent[i] == unknown || here.extent[i] != there.extent[Rank - 1 - i]) return false;
  return Rank > 1;
}

constexpr void add_number(text& to, long long number) {
  if (number == unknown)
    to.add("?");
  else
    to.add(number);
}

/// `[7, ?]`
template <std::size_t Rank>
constexpr text numbers_text(long long const (&numbers)[Rank]) {
  text result = text::of("[");
  for (std::size_t i = 0; i + 1 < Rank; ++i) {
    if (i > 0) result.add(", ");
    add_number(result, numbers[i]);
  }
  return result.add("]");
}

/// ` from [7, 5200] with strides [5200, 1]`, as far as it is known.
template <std::size_t Rank>
constexpr text found_text(outline<Rank> const& there, bool with_strides) {
  text result;
  bool const extents = there.knows(there.extent);
  if (extents) result.add(" from ").add(numbers_text(there.extent));
  if (with_strides && there.knows(there.stride))
    result.add(extents ? " with strides " : " from strides ").add(numbers_text(there.stride));
  return result;
}

template <std::size_t Rank>
constexpr text other_extent_text(std::string_view const (&names)[Rank + 1], outline<Rank> const& here,
                                 outline<Rank> const& there) {
  std::size_t const at = other_extent(here, there);
  text result = text::of(names[at], "=", here.extent[at], " meets ", there.extent[at]);
  if (fits_turned_round(here, there)) return result.add("; the extents fit in the opposite order of axes");
  return result.add("; declare the axis with ").add(there.extent[at]).add(", or pass what has ").add(here.extent[at]);
}

template <std::size_t Rank>
constexpr text other_stride_text(std::string_view const (&names)[Rank + 1], outline<Rank> const& here,
                                 outline<Rank> const& there) {
  std::size_t const at = other_stride(here, there);
  return text::of("the stride of ", names[at], " is ", here.stride[at], " by type and ", there.stride[at],
                  " in this memory; state its order and padding, memory<...>");
}

template <class Slot>
constexpr long long known_extent() {
  using axis = typename slot_axis<Slot>::type;
  if constexpr (is_static<axis>)
    return static_cast<long long>(static_extent<axis>);
  else
    return unknown;
}

/// What the compiler knows of a layout.
template <class Shape, class Memory>
struct known_of;
template <class... Axes, class... Slots>
struct known_of<shape<Axes...>, memory<Slots...>> {
  static constexpr outline<sizeof...(Axes)> make() {
    constexpr std::size_t slots = sizeof...(Slots);
    long long const allocated[] = {known_extent<Slots>()..., 0};
    long long step[slots + 1] = {};
    long long inner = 1;
    for (std::size_t i = slots; i-- > 0;) {
      step[i] = inner;
      if (inner != unknown && (allocated[i] == unknown || __builtin_mul_overflow(inner, allocated[i], &inner)))
        inner = unknown;
    }
    std::size_t const slot[] = {position_of<memory<Slots...>>(axis_name<Axes>)..., 0};
    outline<sizeof...(Axes)> result = {{known_extent<Axes>()...}, {}};
    for (std::size_t i = 0; i < sizeof...(Axes); ++i) result.stride[i] = step[slot[i]];
    return result;
  }
};
template <class Layout>
inline constexpr auto known_in = known_of<shape_in<Layout>, memory_in<Layout>>::make();

}  // namespace shapeproof::detail
