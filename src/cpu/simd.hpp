// SPDX-License-Identifier: BSL-1.0
/// Vectors of floats as wide as the machine's registers, for the kernels' sources only.
#pragma once

// Clang joins a product and a sum into one instruction only within an expression, unless told so; the
// operators of simd are functions. GCC joins them by default.
#ifdef __clang__
#pragma clang fp contract(fast)
#endif
#include <experimental/simd>
#ifdef __clang__
#pragma clang fp contract(on)
#endif

#include <cstddef>
#include <cstring>
#include <utility>

namespace shapeproof::cpu::detail {

using vector = std::experimental::native_simd<float>;
inline constexpr auto lanes = static_cast<std::ptrdiff_t>(vector::size());

inline auto load(float const* from) -> vector { return vector(from, std::experimental::element_aligned); }

inline void store(vector const& value, float* to) { value.copy_to(to, std::experimental::element_aligned); }

/// The first `count` lanes from memory, zeros behind them.
inline auto load_first(float const* from, std::ptrdiff_t count) -> vector {
  alignas(vector) float buffer[lanes] = {};
  std::memcpy(buffer, from, static_cast<std::size_t>(count) * sizeof(float));
  return load(buffer);
}

/// Calls body(0), ..., body(Count - 1) with constants, so that arrays indexed by them stay in registers.
template <std::ptrdiff_t Count, typename Body>
[[gnu::always_inline]] inline void unroll(Body&& body) {
  [&]<std::ptrdiff_t... Index>(std::integer_sequence<std::ptrdiff_t, Index...>) __attribute__((always_inline)) {
    (body(std::integral_constant<std::ptrdiff_t, Index>{}), ...);
  }(std::make_integer_sequence<std::ptrdiff_t, Count>{});
}

}  // namespace shapeproof::cpu::detail
