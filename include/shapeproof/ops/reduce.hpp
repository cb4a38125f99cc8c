// SPDX-License-Identifier: BSL-1.0
/// Sums and maxima over a named axis.
#pragma once

#include <shapeproof/cpu/reduce.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/ops/operation.hpp>
#include <shapeproof/rules/reduce.hpp>

namespace shapeproof {

/// Whether `sum<Name>(x)` is accepted.
template <class X, fixed_string Name>
concept can_sum = accepts<rules::reduce_rule<"sum", Name>, X>;
/// Whether `max<Name>(x)` is accepted.
template <class X, fixed_string Name>
concept can_max = accepts<rules::reduce_rule<"max", Name>, X>;

namespace detail {

template <fixed_string Operation, fixed_string Name, cpu::reduction Kernel, class X>
constexpr auto reduced(X const& x) -> computed<float, rules::reduce_rule<Operation, Name>, X> {
  using result_type = computed<float, rules::reduce_rule<Operation, Name>, X>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else
    return compute<Operation, result_type, cost_of<1, shape_of<X>, result_type, X>>(
        [](auto& result, auto const& from) {
          constexpr std::size_t at = position_of<shape_of<X>>(Name.view());
          cpu::reduce(Kernel, from.data(), result.data(), loops_over<shape_of<result_type>>(from, result),
                      loop_over<shape_of<X>, at>(from, result));
        },
        x);
}

}  // namespace detail

/// `sum<"D">(x)`: `[B, L, D] -> [B, L]`. Of an empty axis: 0. Refused where there is no such axis.
template <fixed_string Name, any_tensor X>
constexpr auto sum(X const& x) -> computed<float, rules::reduce_rule<"sum", Name>, X> {
  return detail::reduced<"sum", Name, cpu::reduction::sum>(x);
}

/// `max<"D">(x)`: `[B, L, D] -> [B, L]`. Of an empty axis: -infinity. Refused where there is no such axis.
template <fixed_string Name, any_tensor X>
constexpr auto max(X const& x) -> computed<float, rules::reduce_rule<"max", Name>, X> {
  return detail::reduced<"max", Name, cpu::reduction::max>(x);
}

}  // namespace shapeproof
