// SPDX-License-Identifier: BSL-1.0
/// One tensor after another along an axis.
#pragma once

#include <shapeproof/cpu/copy.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/ops/operation.hpp>
#include <shapeproof/rules/concat.hpp>

#include <cstddef>

namespace shapeproof {

/// Whether `concat<Name>(a, b)` is accepted.
template <class A, class B, fixed_string Name>
concept can_concat = accepts<rules::concat_rule<Name>, A, B>;

/// `concat<"S">(a, b)`: `[B, H, S=past, Dk]` and `[B, H, S=1, Dk]` give `[B, H, S=past+1, Dk]`. Refused where another
/// axis is not equal, or the named one is missing or fused. Throws `shape_error` where a symbol has two values.
template <fixed_string Name, any_tensor A, any_tensor B>
constexpr auto concat(A const& a, B const& b) -> computed<element_of<A>, rules::concat_rule<Name>, A, B> {
  using result_type = computed<element_of<A>, rules::concat_rule<Name>, A, B>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else {
    return compute<"concat", result_type, cost_of<0, shape<>, result_type, A, B>>(
        [](auto& result, auto const& first, auto const& second) {
          if (result.size() == 0) return;
          constexpr std::size_t at = position_of<shape_of<A>>(Name.view());
          auto const behind = static_cast<std::ptrdiff_t>(first.walk().extent[at]) * result.walk().step[at];
          cpu::copy(first.data(), result.data(), sizeof(element_of<A>), loops_over<shape_of<A>>(first, result));
          cpu::copy(second.data(), result.data() + behind, sizeof(element_of<A>),
                    loops_over<shape_of<B>>(second, result));
        },
        a, b);
  }
}

}  // namespace shapeproof
