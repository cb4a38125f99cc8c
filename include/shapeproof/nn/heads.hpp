// SPDX-License-Identifier: BSL-1.0
/// Heads, plain `(H Dk)` or in groups that share keys and values, `((Hkv G) Dk)`: one code for both.
#pragma once

#include <shapeproof/ops/split_merge.hpp>

#include <cstddef>
#include <utility>

namespace shapeproof::nn {

namespace detail {

/// The first factor of the last axis, which is the heads; and whether it has factors of its own.
template <class Axis>
struct heads_of;
template <class Heads, class... Rest>
struct heads_of<fused<Heads, Rest...>> {
  using type = Heads;
};

}  // namespace detail

/// `[B, L, (H Dk)] -> [B, L, H, Dk]`; `[B, L, ((Hkv G) Dk)] -> [B, L, Hkv, G, Dk]`. A view. Refused where the last axis
/// is not fused.
template <any_tensor X>
constexpr auto split_heads(X&& x) {
  if constexpr (is_poisoned<X>) {
    return poisoned{};
  } else {
    using last = type_at<shape_of<X>, shape_of<X>::rank - 1>;
    if constexpr (is_fused<last>) {
      using heads = typename detail::heads_of<last>::type;
      auto apart = split<name_text<last>>(std::forward<X>(x));
      if constexpr (is_fused<heads>)
        return split<name_text<heads>>(std::move(apart));
      else
        return apart;
    } else {
      return split<"(H Dk)">(std::forward<X>(x));  // refused, with the reason
    }
  }
}

/// `[B, L, H, Dk] -> [B, L, Fused]`, `[B, L, Hkv, G, Dk] -> [B, L, Fused]`, where `Fused` is the input axis of the
/// output weight. A view. Refused where its factors are not these axes, or they lie in memory in another order.
template <class Fused, any_tensor X>
constexpr auto merge_heads(X&& x) {
  if constexpr (is_poisoned<X>)
    return poisoned{};
  else
    return reshape<type_at<shape_of<X>, 0>, type_at<shape_of<X>, 1>, Fused>(std::forward<X>(x));
}

}  // namespace shapeproof::nn
