// SPDX-License-Identifier: BSL-1.0
/// The names of element types, for people.
#pragma once

#include <shapeproof/tensor/index.hpp>

#include <string_view>
#include <type_traits>

namespace shapeproof {

namespace detail {
/// What the compiler calls a type.
template <class T>
constexpr std::string_view spelled_type() {
  std::string_view const whole = __PRETTY_FUNCTION__;
  std::size_t const begin = place_of("T = ", whole) + 4;
  std::size_t end = begin;
  while (whole[end] != ';' && whole[end] != ']') ++end;
  return whole.substr(begin, end - begin);
}
}  // namespace detail

/// `float`, `int32`, `uint8`, `bool`, `index of V=6000`; any other type as the compiler spells it.
template <class T>
constexpr text element_text() {
  if constexpr (is_index<T>)
    return text::of("index of ", axis_text<typename T::axis>());
  else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
    return text::of(std::is_signed_v<T> ? "int" : "uint", static_cast<long long>(8 * sizeof(T)));
  else
    return text::of(detail::spelled_type<T>());
}

}  // namespace shapeproof
