// SPDX-License-Identifier: BSL-1.0
/// Causal attention over cached positions; heads are plain or in groups that share keys and values.
#pragma once

#include <shapeproof/nn/append.hpp>
#include <shapeproof/nn/attend.hpp>
#include <shapeproof/nn/heads.hpp>
#include <shapeproof/nn/kv_cache.hpp>
#include <shapeproof/nn/positions.hpp>
#include <shapeproof/nn/project.hpp>
#include <shapeproof/nn/rope.hpp>
#include <shapeproof/nn/step.hpp>
#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/reorder.hpp>

#include <type_traits>
#include <utility>

namespace shapeproof::nn {

/// Queries and keys as they are: the model has its positions elsewhere, or none.
struct unrotated {
  /// `[...] -> [...]`: passes x on; nothing of it is refused.
  template <class X, class Positions>
  constexpr auto operator()(X&& x, Positions const&) const
      -> std::conditional_t<std::is_same_v<Positions, poisoned>, poisoned, X> {
    if constexpr (std::is_same_v<Positions, poisoned>)
      return {};
    else
      return std::forward<X>(x);
  }
};

/// Queries and keys with rotary positions; `Pairs` is how their heads are stored, `"(R C)"` or `"(C R)"`.
template <fixed_string Pairs>
struct rotary {
  float base = 1e4F;  ///< the first pair turns by 1 for each position, the last by almost 1 / base
  /// `[B, H, L, Dk] -> [B, H, L, Dk]`: `rope`, which refuses and throws.
  template <class X, class Positions>
  constexpr auto operator()(X&& x, Positions const& positions) const {
    return rope<"L", Pairs>(x, positions, base);
  }
};

/// x `[B, L, D]`, w `[D, (H Dk)]` -> `[B, H, L, Dk]`: component k * Dk + m of the product is component m of head k.
/// Refused where x and w have another D, or w's output is not fused. Throws `shape_error` where a symbol has two
/// values.
constexpr auto project_to_heads(any_tensor auto const& x, auto const& w) {
  return P6(move_axis<"L", -2>(P5(split_heads(P4(project(x, w))))));
}

/// The output of a layer and its cache, within the step.
template <class Output, class Cache>
struct attended {
  Output output;  ///< `[B, L, D]`
  Cache cache;    ///< with the positions of the step
};
// Clang 16 has no guides of its own for aggregates.
template <class Output, class Cache>
attended(Output, Cache) -> attended<Output, Cache>;

/// x `[B, L, D]` -> `[B, L, D]`. Keys and values of the positions [0, past) come from the cache, those of the L
/// queries' positions are appended to it. Query l sees the keys 0 .. past + l. Heads are `(H Dk)`; or `((Hkv G) Dk)`
/// where G query heads share a head of keys and values; a weight may have a bias. Refused where weights, cache and x do
/// not agree, and in the middle of a step. Throws `shape_error` where the cache has no room or was moved from, or a
/// symbol has two values. Vaswani et al., 2017 (arXiv:1706.03762); groups: Ainslie et al., 2023 (arXiv:2305.13245).
template <any_tensor X, class Weights, taken_over_cache Cache, class Rotation = unrotated>
constexpr auto attention(X const& x, Weights const& w, Cache&& cache, Rotation const& rotate = {}) {
  auto const projected = project_to_heads(x, w.query);
  auto const at = positions_of(cache, projected);
  auto const& q = rotate(projected, at);
  auto const k = rotate(project_to_heads(x, w.key), at);
  auto const v = project_to_heads(x, w.value);
  auto [keys, values, next] = P7(append(std::forward<Cache>(cache), k, v));  // [B, H, S=past+L, Dk]
  auto mixed = attend(q, keys, values, next.padding());                      // P8 to P11: [B, H, L, Dk]
  using heads = input_axis<decltype(w.output)>;                              // (H Dk)
  auto const merged = P12(merge_heads<heads>(contiguous(move_axis<"L", 1>(std::move(mixed)))));
  return attended{P13(project(merged, w.output)), std::move(next)};  // [B, L, D]
}

}  // namespace shapeproof::nn
