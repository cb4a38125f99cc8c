// SPDX-License-Identifier: BSL-1.0
/// Packing of weights.
#include "packed_layout.hpp"
#include "parallel.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace shapeproof::cpu {
namespace {

using detail::as_signed;
using detail::panel_columns;

/// Columns of w[k, n] that become one panel.
struct columns {
  float const* w;
  std::ptrdiff_t w_k, w_n;
  std::ptrdiff_t k, terms;  // the terms of the panel are padded
  std::ptrdiff_t n;         // at most panel_columns

  /// Calls body(w[k, column], k, column) for every element of the panel, where the padding is 0.
  template <typename Body>
  void each(Body const& body) const {
    for (std::ptrdiff_t term = 0; term < terms; ++term)
      for (std::ptrdiff_t column = 0; column < panel_columns; ++column)
        body(term < k && column < n ? w[term * w_k + column * w_n] : 0.0F, term, column);
  }

  /// Fills the panel with words of bits(w, column), the first of their terms lowest.
  template <typename Bits>
  void write(std::uint32_t* to, std::ptrdiff_t terms_of_word, Bits const& bits) const {
    each([&](float value, std::ptrdiff_t term, std::ptrdiff_t column) {
      auto& word = to[term / terms_of_word * panel_columns + column];
      auto const place = term % terms_of_word;
      word = (place == 0 ? 0 : word) | (bits(value, column) << (32 / terms_of_word * place));
    });
  }
};

auto to_bf16(float value) -> std::uint32_t {
  auto const bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) return bits >> 16 | 0x40;  // rounding could make it infinite
  return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
}

/// The scales of the columns.
void find_scales(columns const& from, float* scales) {
  // A scale below the normal numbers would have too few digits.
  std::fill_n(scales, panel_columns, std::numeric_limits<float>::min());
  from.each([&](float w, std::ptrdiff_t, std::ptrdiff_t column) {
    scales[column] = std::max(scales[column], std::abs(w) / 127);
  });
}

auto to_int8(float value, float scale) -> std::uint32_t {
  auto const q = std::nearbyint(static_cast<double>(value) / static_cast<double>(scale));
  return static_cast<std::uint8_t>(static_cast<std::int8_t>(std::clamp(q, -127.0, 127.0)));
}

}  // namespace

std::size_t packed_size(std::size_t k, std::size_t n, weight_type type) {
  detail::packed_layout const layout(k, n, type);
  auto const scales = type == weight_type::int8 ? layout.panels * panel_columns : 0;
  return static_cast<std::size_t>(layout.scales() + scales) * sizeof(std::uint32_t);
}

void pack(weight_type type, float const* w, std::ptrdiff_t w_k, std::ptrdiff_t w_n, std::size_t k, std::size_t n,
          std::byte* out) {
  detail::packed_layout const layout(k, n, type);
  auto* const words = reinterpret_cast<std::uint32_t*>(out);
  auto* const scales = reinterpret_cast<float*>(words + layout.scales());
  detail::parallel_for(layout.panels, packed_size(k, n, type), [&](std::ptrdiff_t panel) {
    auto const first = panel * panel_columns;
    columns const from = {k == 0 ? w : w + first * w_n,
                          w_k,
                          w_n,
                          as_signed(k),
                          layout.terms,
                          std::min(panel_columns, as_signed(n) - first)};
    auto* const to = words + layout.panel(panel);
    auto const write = [&](auto const& bits) { from.write(to, layout.terms_of_word, bits); };
    if (type == weight_type::f32) return write([](float value, auto) { return std::bit_cast<std::uint32_t>(value); });
    if (type == weight_type::bf16) return write([](float value, auto) { return to_bf16(value); });
    find_scales(from, scales + first);
    write([&](float value, auto column) { return to_int8(value, scales[first + column]); });
  });
}

}  // namespace shapeproof::cpu
