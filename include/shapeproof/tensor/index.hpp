// SPDX-License-Identifier: BSL-1.0
/// An index that knows which axis it addresses.
#pragma once

#include <shapeproof/tensor/symbols.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace shapeproof {

namespace detail {
[[noreturn]] inline void throw_out_of_range(std::string const& operation, std::string_view axis,
                                            std::string const& value, std::size_t extent) {
  throw shape_error(operation, std::string(axis) + "=" + std::to_string(extent),
                    value + " is not in [0, " + std::to_string(extent) + ")");
}
}  // namespace detail

/// A position on axis `Axis`: `index<axis<"V", 6000>>(21)`. Out of range is a `shape_error`. An index of one axis does
/// not address another.
template <class Axis>
class index {
 public:
  using axis = Axis;  ///< what it addresses

  constexpr index() = default;
  /// For a static axis. Throws `shape_error` where the value is not in [0, extent).
  template <class Integer>
    requires(std::is_integral_v<Integer> && is_static<Axis>)
  constexpr explicit index(Integer value) : index(value, static_extent<Axis>) {}
  /// For a symbolic axis: `extent` is what the axis has at run time. Throws `shape_error` where the value is not below
  /// it, or negative.
  template <class Integer>
    requires std::is_integral_v<Integer>
  constexpr index(Integer value, std::size_t extent) {
    if constexpr (is_static<Axis>)
      if (extent > static_extent<Axis>) extent = static_extent<Axis>;
    bool negative = false;
    if constexpr (std::is_signed_v<Integer>) negative = value < 0;
    if (negative || static_cast<std::size_t>(value) >= extent || static_cast<std::size_t>(value) > UINT32_MAX)
      detail::throw_out_of_range("index", axis_name<Axis>, std::to_string(value), extent);
    value_ = static_cast<std::uint32_t>(value);
  }

  /// The position.
  constexpr std::size_t value() const { return value_; }
  /// Whether both are the same position.
  friend constexpr bool operator==(index, index) = default;

 private:
  std::uint32_t value_ = 0;
};

/// Whether a type is an `index`.
template <class T>
inline constexpr bool is_index = false;
template <class Axis>
inline constexpr bool is_index<index<Axis>> = true;

}  // namespace shapeproof
