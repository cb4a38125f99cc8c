// SPDX-License-Identifier: BSL-1.0
/// What all operations share: a rule decides the result's type, then the value is computed, viewed, or only traced.
#pragma once

#include <shapeproof/rules/rule.hpp>
#include <shapeproof/tensor/at_last.hpp>
#include <shapeproof/tensor/meta.hpp>
#include <shapeproof/tensor/tensor.hpp>
#include <shapeproof/tensor/traits.hpp>
#include <shapeproof/tensor/view.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace shapeproof {

namespace detail {

template <bool AnyPoisoned, class Rule, class... Layouts>
struct outcome {
  using type = decltype(Rule{}(Layouts{}...));
};
template <class Rule, class... Layouts>
struct outcome<true, Rule, Layouts...> {
  using type = poisoned;
};

template <class Rule, class... Layouts>
using outcome_of = typename outcome<(std::is_same_v<Layouts, poisoned> || ...), Rule, Layouts...>::type;

/// A view operation keeps the elements where they are: of a tensor that nobody else holds it takes them over.
template <class X>
inline constexpr kind view_kind =
    traits<std::remove_cvref_t<X>>::tensor_kind != kind::owner ? traits<std::remove_cvref_t<X>>::tensor_kind
    : std::is_reference_v<X> || std::is_const_v<X>             ? kind::borrower
                                                               : kind::owner;
/// `T const` where the elements are reached through something const.
template <class X>
using viewed_element = std::conditional_t<traits<std::remove_cvref_t<X>>::tensor_kind == kind::owner &&
                                              std::is_const_v<std::remove_reference_t<X>>,
                                          element_of<X> const, typename traits<std::remove_cvref_t<X>>::element>;

}  // namespace detail

/// Whether a rule accepts these operands' shapes.
template <class Rule, class... Operands>
concept accepts = !is_refused<detail::outcome_of<Rule, shape_of<Operands>...>>;

/// Whether a rule about memory order accepts this operand's layout.
template <class Rule, class Operand>
concept accepts_layout = !is_refused<detail::outcome_of<Rule, layout_of<Operand>>>;

/// The tensor that an operation computes: its elements are `T`, its shape what the rule says. A refusal is a compile
/// error.
template <class T, class Rule, class... Operands>
using computed =
    marked_as<typename detail::tensor_from<(is_meta<std::remove_cvref_t<Operands>> || ...) ? detail::kind::meta
                                                                                           : detail::kind::owner,
                                           T, detail::outcome_of<Rule, shape_of<Operands>...>>::type,
              Operands...>;

/// The view (or the tensor that took over the elements) that a view operation gives. `X` as in `X&&`.
template <class Rule, class X>
using viewed = marked_as<typename detail::tensor_from<detail::view_kind<X>, detail::viewed_element<X>,
                                                      detail::outcome_of<Rule, layout_of<X>>>::type,
                         X>;

/// The number of elements of a shape.
template <class Shape>
inline constexpr polynomial element_count = 1;
template <class... Axes>
inline constexpr polynomial element_count<shape<Axes...>> = (polynomial(1) * ... * extent_polynomial<Axes>);

/// The bytes of a tensor's elements.
template <class X>
inline constexpr polynomial byte_count =
    polynomial(static_cast<long long>(sizeof(element_of<X>))) * element_count<shape_of<X>>;

/// FLOPs and bytes of an operation that reads each operand once, writes `Result` once, and does `PerElement` FLOPs for
/// each element of `Counted`.
template <long long PerElement, class Counted, class Result, class... Operands>
struct cost_of {
  /// Additions, multiplications, comparisons and elementary functions.
  static constexpr polynomial flops = polynomial(PerElement) * element_count<Counted>;
  /// Read and written, each element once.
  static constexpr polynomial bytes = (byte_count<Result> + ... + byte_count<Operands>);
};

/// A view moves nothing.
struct no_cost {
  static constexpr polynomial flops = {};  ///< none
  static constexpr polynomial bytes = {};  ///< none
};

namespace detail {

template <class X>
constexpr trace* log_of(X const& operand) {
  if constexpr (is_meta<X>)
    return operand.log();
  else
    return nullptr;
}

template <class X>
constexpr trace_operand operand_of(X const& operand) {
  trace_operand result = {description<shape_of<X>>, 0, log_of(operand) == nullptr};
  if constexpr (is_meta<X>) result.made_by = operand.made_by();
  return result;
}

template <fixed_string Operation, class Result, class Cost, class... Operands>
constexpr trace* note_in_log(Operands const&... operands) {
  trace* log = nullptr;
  ((log = log != nullptr ? log : log_of(operands)), ...);
  if (log != nullptr) {
    log->add(Operation.view(), description<shape_of<Result>>, &Cost::flops, &Cost::bytes);
    (log->add_operand(operand_of(operands)), ...);
  }
  return log;
}

/// The meta tensor of an operation that makes a new tensor.
template <fixed_string Operation, class Result, class Cost, class... Operands>
constexpr Result traced(Operands const&... operands) {
  trace* const log = note_in_log<Operation, Result, Cost>(operands...);
  return Result(log, traced_block(log, &byte_count<Result>));
}

/// The meta tensor of an operation that shows elements which something else owns.
template <fixed_string Operation, class Result, class Cost, class... Operands>
constexpr Result traced_view(Operands const&... operands) {
  return Result(note_in_log<Operation, Result, Cost>(operands...));
}

/// The result of traced steps that one kernel computes: a plan of memory sees only what they end with.
template <class Steps>
constexpr auto traced_at_once(trace* log, Steps const& steps) {
  memory_plan* const plan = log == nullptr ? nullptr : log->memory;
  if (plan != nullptr) plan->pause();
  auto result = steps();
  if (plan != nullptr) plan->resume();
  using result_type = decltype(result);
  if constexpr (is_poisoned<result_type>)
    return result;
  else
    return result_type(log, traced_block(log, &byte_count<result_type>));
}

}  // namespace detail

/// Computes `Result` of operands `[...]`: compares their symbols, makes the tensor, and calls
/// `kernel(result, operands...)`. The operands' elements may be of any types: ids, masks, numbers. A rule has accepted
/// the shapes: nothing is refused here. Throws `shape_error` where a symbol has two values, std::bad_alloc where there
/// is no memory.
template <fixed_string Operation, class Result, class Cost, class Kernel, class... Operands>
constexpr Result compute_mixed(Kernel const& kernel, Operands const&... operands) {
  if constexpr (is_poisoned<Result>) {
    return {};
  } else if constexpr (is_meta<Result>) {
    return detail::traced<Operation, Result, Cost>(operands...);
  } else {
    auto const symbols = met_symbols<Operation>(operands...);
    Result result(uninitialized, narrowed<symbols_in<shape_of<Result>>>(symbols));
    kernel(result, operands...);
    return result;
  }
}

/// `compute_mixed` of operands `[...]` whose elements are the result's; others are refused.
template <fixed_string Operation, class Result, class Cost, class Kernel, class... Operands>
constexpr Result compute(Kernel const& kernel, Operands const&... operands) {
  if constexpr (is_poisoned<Result> || (std::is_same_v<element_of<Operands>, element_of<Result>> && ...)) {
    return compute_mixed<Operation, Result, Cost>(kernel, operands...);
  } else {
    using reason = rules::plainly<"kernels compute with float elements; an operand has others">;
    return accepted<rules::refuse<Operation, reason, shape_of<Operands>...>>{};
  }
}

/// Gives the elements of an operand `[...]` another layout, that of `Result`, beginning `offset` elements further on. A
/// rule has accepted it: nothing is refused or thrown here.
template <fixed_string Operation, class Result, class X>
constexpr Result relabel(X&& operand, std::size_t offset = 0) {
  if constexpr (is_poisoned<Result>) {
    return {};
  } else if constexpr (is_meta<Result>) {
    trace* const log = detail::note_in_log<Operation, Result, no_cost>(operand);
    if constexpr (std::is_reference_v<X> || std::is_const_v<X>)
      return Result(log);
    else
      return Result(log, std::forward<X>(operand).take_block());
  } else {
    auto const values = narrowed<symbols_in<layout_of<Result>>>(operand.symbols());
    if constexpr (Result::owns) {
      std::size_t const begin = operand.offset() + offset;
      return Result(std::forward<X>(operand).take_storage(), values, begin);
    } else {
      return Result(operand.data() + offset, values);
    }
  }
}

}  // namespace shapeproof
