// SPDX-License-Identifier: BSL-1.0
/// A model's axes, and the facts about them that must hold.
#pragma once

#include <shapeproof/shape/shape.hpp>

#include <type_traits>

namespace shapeproof::llm {

// The legend of axis names:
//   B batch, L query positions, S key positions, V vocabulary, De token embedding, D hidden, H heads, Dk head size,
//   F feed-forward hidden, Dl last hidden state.

namespace detail {
template <class Model>
struct width_is_not_heads {
  static constexpr polynomial product = extent_polynomial<typename Model::H> * extent_polynomial<typename Model::Dk>;
  static constexpr bool found = !(product == extent_polynomial<typename Model::D>);
  static constexpr text operation() { return text::of("configuration"); }
  static constexpr text operands() {
    return to_text(shape<typename Model::D, typename Model::H, typename Model::Dk>{});
  }
  static constexpr text reason() { return text::of("D must be H * Dk, which is ", to_text(product)); }
};
template <class Model>
constexpr auto checked() {
  if constexpr (width_is_not_heads<Model>::found)
    return refused<width_is_not_heads<Model>>{};
  else
    return Model{};
}
}  // namespace detail

/// Whether the hidden width is heads times head size, the fact that the note's model declares.
template <class Model>
concept can_configure = !is_refused<decltype(detail::checked<Model>())>;

/// `Model`, whose facts were checked. A false one is refused with the numbers.
template <class Model>
using configured = accepted<decltype(detail::checked<Model>())>;

/// The model of the note: V 6000, d_e 4096, d 5200 = 8 * 650, d_ff 20800, d_last 3200.
struct note_model {
  using B = axis<"B", 1>;
  using V = axis<"V", 6000>;
  using De = axis<"De", 4096>;
  using D = axis<"D", 5200>;
  using H = axis<"H", 8>;
  using Dk = axis<"Dk", 650>;
  using F = axis<"F", 4 * 5200>;
  using Dl = axis<"Dl", 3200>;
};

}  // namespace shapeproof::llm
