// SPDX-License-Identifier: BSL-1.0
/// Multi-head causal attention over cached positions.
#pragma once

#include <shapeproof/nn/kv_cache.hpp>
#include <shapeproof/nn/step.hpp>
#include <shapeproof/ops/arithmetic.hpp>
#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/matmul.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/softmax.hpp>
#include <shapeproof/ops/split_merge.hpp>

namespace shapeproof::nn {

/// The square root of an axis' extent, by which scores are divided. (A traced tensor has no values: 1.)
template <fixed_string Name, any_tensor X>
constexpr float root(X const& x) {
  if constexpr (is_meta<X> || is_poisoned<X>)
    return 1;
  else
    return __builtin_sqrtf(static_cast<float>(x.template extent<Name>()));
}

/// x `[B, L, D]`, w `[D, (H Dk)]` -> `[B, H, L, Dk]`: component k * Dk + m of the product is component m of head k.
constexpr auto project_to_heads(any_tensor auto const& x, any_tensor auto const& w) {
  return P6(transpose<"L", "H">(P5(split<"(H Dk)">(P4(matmul(x, w))))));
}

/// x `[B, L, D]` -> `[B, L, D]`. Keys and values of the positions [0, past) come from the cache, those of the L
/// queries' positions are appended to it. Query l sees the keys 0 .. past + l. Vaswani et al., 2017 (arXiv:1706.03762).
template <any_tensor X, class Weights, class Cache>
constexpr auto attention(X const& x, Weights const& w, Cache& cache) {
  auto const q = project_to_heads(x, w.query);
  auto const k = project_to_heads(x, w.key);
  auto const v = project_to_heads(x, w.value);
  auto const [keys, values] = P7(append(cache, k, v));                            // [B, H, S=past+L, Dk]
  auto const scores = P8(matmul(q, transpose<"S", "Dk">(keys)) / root<"Dk">(q));  // [B, H, L, S]
  auto const weights = P9_P10(causal_softmax<"L", "S">(scores));                  // [B, H, L, S]
  auto const mixed = P11(matmul(weights, values));                                // [B, H, L, Dk]
  auto const merged = P12(merge<"H", "Dk">(contiguous(transpose<"H", "L">(mixed))));
  return P13(matmul(merged, w.output));  // [B, L, D]
}

}  // namespace shapeproof::nn
