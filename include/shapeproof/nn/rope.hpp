// SPDX-License-Identifier: BSL-1.0
/// Rotary positions.
#pragma once

#include <shapeproof/cpu/rope.hpp>
#include <shapeproof/nn/positions.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/ops/operation.hpp>
#include <shapeproof/rules/rope.hpp>

#include <cstddef>
#include <utility>

namespace shapeproof::nn {

/// A head whose pairs lie side by side, `(R C)`. Its extent is 2 R: a fact of the type.
template <class R>
using interleaved = fused<R, axis<"C", 2>>;
/// A head whose pairs lie half an axis apart, `(C R)`.
template <class R>
using half_split = fused<axis<"C", 2>, R>;

namespace detail {

/// Elements between one pair and the next, and between a pair's components, in units of the last axis' step.
template <class Last>
struct pair_steps;
template <class First, class Second>
struct pair_steps<fused<First, Second>> {
  static constexpr bool components_inside = axis_name<Second> == "C";
  static constexpr std::size_t pairs(std::size_t extent) { return extent / 2; }
  static constexpr std::ptrdiff_t pair() { return components_inside ? 2 : 1; }
  static constexpr std::ptrdiff_t component(std::size_t extent) {
    return components_inside ? 1 : static_cast<std::ptrdiff_t>(extent / 2);
  }
};

template <fixed_string Token, fixed_string Pairs, class X, class Positions>
using roped = shapeproof::detail::placed_whole<
    typename shapeproof::detail::tensor_from<
        is_meta<X> ? shapeproof::detail::kind::meta : shapeproof::detail::kind::owner, float,
        shapeproof::detail::outcome_of<rules::rope_rule<Token, Pairs>, shape_of<X>, typename Positions::shape>>::type,
    rules::rope_rule<Token, Pairs>, X>;

}  // namespace detail

/// Whether `rope<Token, Pairs>(x, positions)` is accepted.
template <class X, class Positions, fixed_string Token, fixed_string Pairs>
concept can_rope =
    is_plain<X> &&
    !is_refused<shapeproof::detail::outcome_of<rules::rope_rule<Token, Pairs>, shape_of<X>, typename Positions::shape>>;

/// `rope<"L", "(R C)">(x, positions)`: `[B, H, L, (R C)]` -> the same shape, dense: pair r of the token at position p
/// is turned by the angle p * base^(-r / R). `(R C)` rotates pairs side by side, `(C R)` pairs half an axis apart; x
/// says in its type how it is stored; the other pairing is refused, and positions that count another axis. Throws
/// `shape_error` where the positions are those of another number of rows. Su et al., 2021 (arXiv:2104.09864).
template <fixed_string Token, fixed_string Pairs, any_tensor X, class Positions>
constexpr auto rope(X const& x, Positions const& positions, [[maybe_unused]] float base = 1e4F)
    -> detail::roped<Token, Pairs, X, Positions> {
  using result_type = detail::roped<Token, Pairs, X, Positions>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else {
    using shape = shape_of<X>;
    return compute<"rope", result_type, cost_of<3, shape, result_type, X>>(
        [&positions, base](auto& result, auto const& from) {
          constexpr std::size_t token = position_of<shape>(Token.view());
          constexpr std::size_t row = position_of<shape>(axis_name<type_at<typename Positions::shape, 0>>);
          constexpr std::size_t head = shape::rank - 1;
          using steps = detail::pair_steps<type_at<shape, head>>;
          auto const walk = from.walk();
          auto const size = walk.extent[head];
          auto const pairs = steps::pairs(size);
          auto const tokens = walk.extent[token];
          std::size_t const rows = row == token ? 1 : walk.extent[row];
          if constexpr (row != token) positions.require_rows("rope", from, rows);

          cpu::rotation_table table(rows * tokens, pairs, base);
          for (std::size_t i = 0; i < rows * tokens; ++i) table.set(i, positions.of(i / tokens, i % tokens));

          auto const both = loops_over<shape>(from, result);
          cpu::loop_nest<3> loops;
          loops.rank = shape::rank;
          for (std::size_t i = 0; i < shape::rank; ++i)
            loops.at[i] = {both.at[i].extent, {both.at[i].step[0], both.at[i].step[1], 0}};
          if (row != token) loops.at[row].step[2] = static_cast<std::ptrdiff_t>(tokens * pairs);
          loops.at[token].step[2] = static_cast<std::ptrdiff_t>(pairs);
          auto const [x_step, to_step] = std::pair(both.at[head].step[0], both.at[head].step[1]);
          loops.at[head] = {pairs, {x_step * steps::pair(), to_step * steps::pair(), 1}};
          cpu::rotate_pairs(from.data(), result.data(), table.cosine(), table.sine(), loops,
                            x_step * steps::component(size), to_step * steps::component(size));
        },
        x);
  }
}

}  // namespace shapeproof::nn
