// SPDX-License-Identifier: BSL-1.0
/// Products with weights that are packed once, when a model is loaded.
#pragma once

#include <shapeproof/ops/arithmetic.hpp>
#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/packed_weight.hpp>
#include <shapeproof/rules/linear.hpp>
#include <shapeproof/rules/matmul.hpp>

#include <cstddef>

namespace shapeproof {

namespace detail {

/// x `[.., In]` times a packed `[In, Out]`, and a bias `[Out]` where there is one: rows of x are dense, or are copied
/// to be.
template <fixed_string Operation, class Result, any_tensor X, any_packed_weight W>
Result packed_product(X const& x, W const& w, float const* bias = nullptr) {
  auto const symbols = met_symbols<Operation>(x, w);
  Result result(uninitialized, narrowed<symbols_in<shape_of<Result>>>(symbols));
  constexpr std::size_t rank = shape_of<X>::rank;
  std::size_t const k = extent_of<type_at<shape_of<W>, 0>>(w.symbols());
  std::size_t const n = extent_of<type_at<shape_of<W>, 1>>(w.symbols());
  auto const multiply = [&](float const* from, std::size_t rows, std::ptrdiff_t step) {
    cpu::packed_matmul(from, step, result.data(), static_cast<std::ptrdiff_t>(n), rows, k, n, w.data(),
                       weight_type_of<typename W::element>, cpu::epilogue{bias});
  };
  auto const walk = x.walk();
  std::size_t rows = 1;
  for (std::size_t i = 0; i + 1 < rank; ++i) rows *= walk.extent[i];
  if constexpr (is_dense<layout_of<X>>) {
    multiply(x.data(), rows, static_cast<std::ptrdiff_t>(k));
  } else {
    if (rank == 2 && walk.step[rank - 1] == 1)
      multiply(x.data(), rows, walk.step[0]);
    else
      multiply(contiguous(x).data(), rows, static_cast<std::ptrdiff_t>(k));
  }
  return result;
}

}  // namespace detail

/// `[.., L, In] x [In, Out] -> [.., L, Out]`. Refused and thrown as with an unpacked weight.
template <any_tensor X, any_packed_weight W>
auto matmul(X const& x, W const& w) -> computed<float, rules::matmul_rule, X, W> {
  using result = computed<float, rules::matmul_rule, X, W>;
  if constexpr (is_poisoned<result>)
    return {};
  else
    return detail::packed_product<"matmul", result>(x, w);
}

/// `[.., In] x [In, Out] -> [.., Out]`. Refused and thrown as with an unpacked weight.
template <any_tensor X, any_packed_weight W>
auto linear(X const& x, W const& w) -> computed<float, rules::linear_rule, X, W> {
  using result = computed<float, rules::linear_rule, X, W>;
  if constexpr (is_poisoned<result>)
    return {};
  else
    return detail::packed_product<"linear", result>(x, w);
}

/// `[.., In] x [In, Out] + [Out] -> [.., Out]`. Refused and thrown as with an unpacked weight.
template <any_tensor X, any_packed_weight W, any_tensor Bias>
auto linear(X const& x, W const& w, Bias const& bias) -> computed<float, rules::linear_rule, X, W, Bias> {
  using result = computed<float, rules::linear_rule, X, W, Bias>;
  if constexpr (is_poisoned<result>) {
    return {};
  } else {
    (void)met_symbols<"linear">(x, w, bias);
    if constexpr (std::is_same_v<element_of<Bias>, float>)
      if (bias.walk().step[0] == 1) return detail::packed_product<"linear", result>(x, w, bias.data());
    return detail::packed_product<"linear", result>(x, w) + bias;
  }
}

}  // namespace shapeproof
