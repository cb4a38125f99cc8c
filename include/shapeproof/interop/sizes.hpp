// SPDX-License-Identifier: BSL-1.0
/// Extents and strides as plain integers, as C and other libraries state them.
#pragma once

#include <shapeproof/tensor/array.hpp>
#include <shapeproof/tensor/shape_error.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <string>
#include <utility>

namespace shapeproof {

namespace detail {

/// Integers of any type that came from outside.
template <std::size_t Count>
struct stated_integers {
  long long at[Count == 0 ? 1 : Count] = {};

  template <std::integral... Integers>
    requires(sizeof...(Integers) == Count)
  constexpr explicit stated_integers(Integers... numbers) : at{counted(numbers)...} {}
  template <std::integral Integer>
  constexpr stated_integers(std::array<Integer, Count> const& numbers) : stated_integers(numbers.data()) {}
  template <std::integral Integer>
  constexpr explicit stated_integers(Integer const* numbers) {
    if (numbers == nullptr && Count > 0) throw shape_error("border", "", "the pointer to extents or strides is null");
    for (std::size_t i = 0; i < Count; ++i) at[i] = counted(numbers[i]);
  }

 private:
  template <class Integer>
  static constexpr long long counted(Integer number) {
    if (!std::in_range<long long>(number))
      throw shape_error("border", "", std::to_string(number) + " is too large for an extent or a stride");
    return static_cast<long long>(number);
  }
};

}  // namespace detail

/// Extents of memory that somebody else describes: `extents{7, 5200}`, or `extents<2>(pointer)`.
template <std::size_t Rank>
struct extents : detail::stated_integers<Rank> {
  using detail::stated_integers<Rank>::stated_integers;
};
template <std::integral... Integers>
extents(Integers...) -> extents<sizeof...(Integers)>;
template <class Integer, std::size_t Rank>
extents(std::array<Integer, Rank>) -> extents<Rank>;

/// How many elements one step along each axis moves: `strides{5200, 1}`, or `strides<2>(pointer)`.
template <std::size_t Rank>
struct strides : detail::stated_integers<Rank> {
  using detail::stated_integers<Rank>::stated_integers;
};
template <std::integral... Integers>
strides(Integers...) -> strides<sizeof...(Integers)>;
template <class Integer, std::size_t Rank>
strides(std::array<Integer, Rank>) -> strides<Rank>;

/// A tensor whose elements are in memory.
template <class X>
concept tensor_in_memory = any_tensor<X> && !is_meta<std::remove_cvref_t<X>>;

namespace detail {

template <class Integer, std::size_t Rank, class From, class X>
std::array<Integer, Rank> narrowed_sizes(From const (&from)[Rank + 1], char const* operation, X const& x) {
  std::array<Integer, Rank> result = {};
  for (std::size_t i = 0; i < Rank; ++i) {
    if (!std::in_range<Integer>(from[i]))
      throw shape_error(operation, to_string(x), std::to_string(from[i]) + " is too large for the integers asked for");
    result[i] = static_cast<Integer>(from[i]);
  }
  return result;
}

}  // namespace detail

/// The extents of a tensor `[...]`, outermost first, for a C interface. Throws `shape_error` where one does not fit
/// into `Integer`.
template <std::integral Integer = std::size_t, tensor_in_memory X>
auto extents_of(X const& x) {
  if constexpr (is_poisoned<X>)
    return std::array<Integer, 0>{};
  else
    return detail::narrowed_sizes<Integer, X::rank>(x.walk().extent, "extents_of", x);
}

/// The strides of a tensor `[...]` in elements, whatever its memory order. Throws `shape_error` where one does not fit
/// into `Integer`.
template <std::integral Integer = std::ptrdiff_t, tensor_in_memory X>
auto strides_of(X const& x) {
  if constexpr (is_poisoned<X>)
    return std::array<Integer, 0>{};
  else
    return detail::narrowed_sizes<Integer, X::rank>(x.walk().step, "strides_of", x);
}

}  // namespace shapeproof
