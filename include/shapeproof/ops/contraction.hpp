// SPDX-License-Identifier: BSL-1.0
/// Products of two tensors by axis names: what matmul, linear and einsum compute.
#pragma once

#include <shapeproof/cpu/contract.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/ops/operation.hpp>

#include <cstddef>

namespace shapeproof {

namespace detail {

/// Sorts the axes of both operands by the part they play.
template <class A, class B, class Result>
struct contraction_roles {
  template <class Axis>
  static constexpr bool in_a = position_of<A>(axis_name<Axis>) != not_found;
  template <class Axis>
  static constexpr bool in_b = position_of<B>(axis_name<Axis>) != not_found;
  template <class Axis>
  static constexpr bool in_result = position_of<Result>(axis_name<Axis>) != not_found;

  template <class... Axes>
  static constexpr std::size_t last_of(shape<Axes...>, [[maybe_unused]] bool from_a) {
    std::size_t found = not_found;
    std::size_t at = 0;
    (((in_a<Axes> == from_a && in_b<Axes> != from_a) ? void(found = at) : void(), ++at), ...);
    return found;
  }
  /// The rows and columns of the innermost product: the last axis of the result that only one operand has.
  static constexpr std::size_t row = last_of(Result{}, true);
  static constexpr std::size_t column = last_of(Result{}, false);

  template <std::size_t At>
  static constexpr auto single() {
    if constexpr (At == not_found)
      return shape<>{};
    else
      return shape<type_at<Result, At>>{};
  }
  using rows = decltype(single<row>());
  using columns = decltype(single<column>());

  template <bool Keep, class Axis>
  using kept = std::conditional_t<Keep, shape<Axis>, shape<>>;
  template <class Axis>
  static constexpr bool is_loop = !std::is_same_v<shape<Axis>, rows> && !std::is_same_v<shape<Axis>, columns>;
  template <class... Axes>
  static constexpr auto loops_in(shape<Axes...>) -> join<shape<>, kept<is_loop<Axes>, Axes>...>;
  template <class... Axes>
  static constexpr auto summed_in_a(shape<Axes...>) -> join<shape<>, kept<!in_result<Axes>, Axes>...>;
  template <class... Axes>
  static constexpr auto summed_in_b(shape<Axes...>) -> join<shape<>, kept<!in_result<Axes> && !in_a<Axes>, Axes>...>;

  using batch = decltype(loops_in(Result{}));
  using summed = join<decltype(summed_in_b(B{})), decltype(summed_in_a(A{}))>;
  /// All axes of the product: what its multiply-adds are counted over.
  using all = join<Result, summed>;
};

}  // namespace detail

/// a `[M, K]`, b `[K, N]` -> `Result`, such as `[M, N]`: sums a * b over the axes that the result does not have. A rule
/// has accepted the shapes; elements that are not float are refused. Throws `shape_error` where a symbol has two
/// values.
template <fixed_string Operation, class Result, class A, class B>
constexpr Result contracted(A const& a, B const& b) {
  if constexpr (is_poisoned<Result>) {
    return {};
  } else {
    using roles = detail::contraction_roles<shape_of<A>, shape_of<B>, shape_of<Result>>;
    return compute<Operation, Result, cost_of<2, typename roles::all, Result, A, B>>(
        [](auto& result, auto const& left, auto const& right) {
          auto const batch = loops_over<typename roles::batch>(left, right, result);
          auto const row = loops_over<typename roles::rows>(left, right, result).at[0];
          auto const column = loops_over<typename roles::columns>(left, right, result).at[0];
          auto summed = loops_over<typename roles::summed>(left, right, result);
          cpu::loop<3> inner = {};
          if (summed.rank > 0) inner = summed.at[--summed.rank];
          cpu::contract(left.data(), right.data(), result.data(), batch, row, column, inner, summed);
        },
        a, b);
  }
}

}  // namespace shapeproof
