// SPDX-License-Identifier: BSL-1.0
/// Models whose vocabulary was padded to a rounder number than the tokenizer's: the rows behind it are no tokens.
#pragma once

#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include <utility>

namespace shapeproof::nn {

/// logits `[B, Vp] -> [B, V]`, table `[Vp, E] -> [V, E]`: the part of the padded axis Vp that is the vocabulary, all
/// of it where V is a shard. A view. Refused where there is no Vp, or V is no number that is provably within it.
template <class V, any_tensor X>
constexpr auto unpad(X&& x) {
  static_assert(is_static<whole<V>>, "unpad: the vocabulary's extent is a number");
  return rename<"Vp", "V">(slice<"Vp", 0, extent(static_extent<whole<V>>)>(std::forward<X>(x)));
}

}  // namespace shapeproof::nn
