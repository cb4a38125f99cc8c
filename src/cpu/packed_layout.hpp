// SPDX-License-Identifier: BSL-1.0
/// Where things are in a packed weight.
#pragma once

#include "shapeproof/cpu/packed.hpp"

#include <cstddef>

namespace shapeproof::cpu::detail {

inline constexpr std::ptrdiff_t panel_columns = 32;

/// k is padded to a multiple of it, so that no kernel needs code for a rest.
inline constexpr std::ptrdiff_t term_step = 4;

/// How many terms of one column lie side by side in a word of 32 bits.
constexpr auto side_by_side(weight_type type) -> std::ptrdiff_t {
  return type == weight_type::f32 ? 1 : type == weight_type::bf16 ? 2 : 4;
}

/// The tiles leave int8 weights at the upper ends of words, which makes them this much larger.
inline constexpr float int8_unit = 0x1p24F;

/// The words of a weight [k, n].
struct packed_layout {
  std::ptrdiff_t terms;   // of a panel, padded
  std::ptrdiff_t panels;  // the last one padded
  std::ptrdiff_t terms_of_word;

  packed_layout(std::size_t k, std::size_t n, weight_type type)
      : terms((static_cast<std::ptrdiff_t>(k) + term_step - 1) / term_step * term_step),
        panels((static_cast<std::ptrdiff_t>(n) + panel_columns - 1) / panel_columns),
        terms_of_word(side_by_side(type)) {}

  /// The words of so many terms of one panel.
  auto words_of(std::ptrdiff_t count) const -> std::ptrdiff_t { return count / terms_of_word * panel_columns; }

  auto panel(std::ptrdiff_t index) const -> std::ptrdiff_t { return index * words_of(terms); }
  auto scales() const -> std::ptrdiff_t { return panel(panels); }
};

}  // namespace shapeproof::cpu::detail
