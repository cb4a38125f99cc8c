// SPDX-License-Identifier: BSL-1.0
/// Elementwise operations that write where an operand was that nobody needs any more.
#pragma once

#include <shapeproof/ops/operation.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace shapeproof {

namespace detail {

/// Whether `Result` may lie where this operand, `X` as in `X&&`, lies: nobody else holds it, and it is as large.
template <class Result, class X>
inline constexpr bool may_take_over =
    !std::is_reference_v<X> && !std::is_const_v<X> && view_kind<X> != kind::borrower && !is_poisoned<Result> &&
    std::is_same_v<layout_of<X>, layout_of<Result>> && std::is_same_v<element_of<X>, float> && is_dense<layout_of<X>>;

/// Whether the other operand needs the elements that `taken` gives away: it is the same tensor, or a view into it. (A
/// view begins inside of what it views.)
template <class Taken, class Other>
constexpr bool is_seen_by(Taken const& taken, Other const& other) {
  if constexpr (traits<Other>::tensor_kind == kind::borrower && traits<Taken>::tensor_kind == kind::owner) {
    auto const begin = reinterpret_cast<std::uintptr_t>(taken.storage().data());
    auto const at = reinterpret_cast<std::uintptr_t>(other.data());
    return at >= begin && at - begin < taken.storage().size() * sizeof(element_of<Taken>);
  } else {
    return static_cast<void const*>(&taken) == static_cast<void const*>(&other);
  }
}

/// `kernel(result, operands...)` where `from` is one of the operands and gives its memory to the result.
template <fixed_string Operation, class Result, class Cost, class From, class Run, class... Operands>
constexpr Result computed_in(From& from, Run const& run, Operands const&... operands) {
  if constexpr (is_meta<Result>) {
    trace* const log = note_in_log<Operation, Result, Cost>(operands...);
    auto block = std::move(from).take_block();
    if (!block.is_noted()) block = traced_block(log, &byte_count<Result>);
    return Result(log, std::move(block));
  } else {
    auto const values = narrowed<symbols_in<shape_of<Result>>>(met_symbols<Operation>(operands...));
    std::size_t const offset = from.offset();
    Result result(std::move(from).take_storage(), values, offset);
    run(result);
    return result;
  }
}

}  // namespace detail

/// `compute` of one operand `[...] -> Result`, in place where it expires. Refused and thrown as by `compute`.
template <fixed_string Operation, class Result, class Cost, class Kernel, class X>
constexpr Result compute_in_place(Kernel const& kernel, X&& x) {
  if constexpr (detail::may_take_over<Result, X>)
    return detail::computed_in<Operation, Result, Cost>(x, [&](auto& result) { kernel(result, result); }, x);
  else
    return compute<Operation, Result, Cost>(kernel, x);
}

/// `compute` of two operands `[...] x [...] -> Result`, in the place of one of them where it expires and the other does
/// not look into it. Refused and thrown as by `compute`.
template <fixed_string Operation, class Result, class Cost, class Kernel, class A, class B>
constexpr Result compute_in_place(Kernel const& kernel, A&& a, B&& b) {
  constexpr bool floats = std::is_same_v<element_of<A>, float> && std::is_same_v<element_of<B>, float>;
  if constexpr (floats && detail::may_take_over<Result, A>) {
    if (!detail::is_seen_by(a, b))
      return detail::computed_in<Operation, Result, Cost>(a, [&](auto& result) { kernel(result, result, b); }, a, b);
  } else if constexpr (floats && detail::may_take_over<Result, B>) {
    if (!detail::is_seen_by(b, a))
      return detail::computed_in<Operation, Result, Cost>(b, [&](auto& result) { kernel(result, a, result); }, a, b);
  }
  return compute<Operation, Result, Cost>(kernel, a, b);
}

}  // namespace shapeproof
