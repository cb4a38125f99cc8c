// SPDX-License-Identifier: BSL-1.0
/// Weights that are packed once, when a model is loaded, and products with them.
#pragma once

#include <shapeproof/cpu/packed.hpp>
#include <shapeproof/ops/arithmetic.hpp>
#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/operation.hpp>
#include <shapeproof/rules/linear.hpp>
#include <shapeproof/rules/matmul.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace shapeproof {

/// The upper half of a float.
struct bf16 {};
/// A number in [-127, 127], times a scale of its output column.
struct int8 {};

/// `[In, Out]` in the order that the kernel reads, with elements `T`: float, `bf16` or `int8`. Only `pack` makes one,
/// and only products take it: an unpacked weight cannot reach their kernel, and nothing else this memory.
template <class T, class In, class Out>
class packed_weight;

namespace detail {

template <class T>
inline constexpr bool is_packed_element = false;
template <>
inline constexpr bool is_packed_element<float> = true;
template <>
inline constexpr bool is_packed_element<bf16> = true;
template <>
inline constexpr bool is_packed_element<int8> = true;

template <class T>
inline constexpr cpu::weight_type weight_type_of = std::is_same_v<T, float>  ? cpu::weight_type::f32
                                                   : std::is_same_v<T, bf16> ? cpu::weight_type::bf16
                                                                             : cpu::weight_type::int8;

template <class T, class In, class Out>
struct traits<packed_weight<T, In, Out>> : tensor_traits<kind::owner, T, shape<In, Out>> {};

struct packing;

template <class W>
inline constexpr bool is_packed_weight = false;
template <class T, class In, class Out>
inline constexpr bool is_packed_weight<packed_weight<T, In, Out>> = true;

}  // namespace detail

/// A packed weight of any kind. (Deducing one from a tensor would make the compiler complete the tensor's class.)
template <class W>
concept any_packed_weight = detail::is_packed_weight<std::remove_cvref_t<W>>;

template <class T, class In, class Out>
class packed_weight {
 public:
  using element = T;
  using layout = shapeproof::shape<In, Out>;
  using shape = layout;
  static constexpr std::size_t rank = 2;

  symbol_values<symbols_in<layout>> const& symbols() const { return symbols_; }
  std::byte const* data() const { return memory_.get(); }
  /// The bytes that a product reads.
  std::size_t bytes() const {
    return cpu::packed_size(extent_of<In>(symbols_), extent_of<Out>(symbols_), detail::weight_type_of<T>);
  }

 private:
  friend struct detail::packing;
  explicit packed_weight(symbol_values<symbols_in<layout>> const& symbols)
      : symbols_(symbols), memory_(cpu::allocate_packed(bytes())) {}

  [[no_unique_address]] symbol_values<symbols_in<layout>> symbols_;
  cpu::packed_memory memory_;
};

/// `[In=5200, Out=20800]`, for messages.
template <class T, class In, class Out>
std::string to_string(packed_weight<T, In, Out> const& w) {
  return to_string(shape<In, Out>{}, w.symbols());
}

/// `pack`: `[In, Out] -> [In, Out]`, a weight of two axes.
struct pack_rule {
  template <class Shape>
  constexpr auto operator()(Shape) const {
    if constexpr (Shape::rank == 2)
      return Shape{};
    else
      return rules::refuse<"pack", rules::plainly<"a weight has two axes, [In, Out]">, Shape>{};
  }
};

template <class W>
concept can_pack = accepts<pack_rule, W>;

namespace detail {

template <class T, class Outcome>
struct packed_result : outcome_or_poisoned<Outcome> {};
template <class T, class In, class Out>
struct packed_result<T, shape<In, Out>> {
  using type = packed_weight<T, In, Out>;
};

struct packing {
  template <class Result, class W>
  static Result of(W const& w) {
    using element = typename Result::element;
    Result result(w.symbols());
    auto const walk = w.walk();
    cpu::pack(weight_type_of<element>, w.data(), walk.step[0], walk.step[1], walk.extent[0], walk.extent[1],
              result.memory_.get());
    return result;
  }
};

/// x `[.., In]` times a packed `[In, Out]`: rows of x are dense, or are copied to be.
template <fixed_string Operation, class Result, any_tensor X, class T, class In, class Out>
Result packed_product(X const& x, packed_weight<T, In, Out> const& w) {
  auto const symbols = met_symbols<Operation>(x, w);
  Result result(uninitialized, narrowed<symbols_in<shape_of<Result>>>(symbols));
  constexpr std::size_t rank = shape_of<X>::rank;
  std::size_t const k = extent_of<In>(w.symbols());
  std::size_t const n = extent_of<Out>(w.symbols());
  auto const multiply = [&](float const* from, std::size_t rows, std::ptrdiff_t step) {
    cpu::packed_matmul(from, step, result.data(), static_cast<std::ptrdiff_t>(n), rows, k, n, w.data(),
                       weight_type_of<T>);
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

/// A weight `[In, Out]` of floats, in any memory order -> the same packed, with elements `T`: float, `bf16` or `int8`.
template <class T, any_tensor W>
auto pack(W const& w) {
  static_assert(detail::is_packed_element<T>, "pack: elements are float, bf16 or int8");
  using result = typename detail::packed_result<T, detail::outcome_of<pack_rule, shape_of<W>>>::type;
  if constexpr (is_poisoned<result>)
    return result{};
  else
    return detail::packing::of<result>(w);
}

/// `[.., L, In] x [In, Out] -> [.., L, Out]`.
template <any_tensor X, any_packed_weight W>
auto matmul(X const& x, W const& w) -> computed<float, rules::matmul_rule, X, W> {
  using result = computed<float, rules::matmul_rule, X, W>;
  if constexpr (is_poisoned<result>)
    return {};
  else
    return detail::packed_product<"matmul", result>(x, w);
}

/// `[.., In] x [In, Out] -> [.., Out]`.
template <any_tensor X, any_packed_weight W>
auto linear(X const& x, W const& w) -> computed<float, rules::linear_rule, X, W> {
  using result = computed<float, rules::linear_rule, X, W>;
  if constexpr (is_poisoned<result>)
    return {};
  else
    return detail::packed_product<"linear", result>(x, w);
}

/// `[.., In] x [In, Out] + [Out] -> [.., Out]`.
template <any_tensor X, any_packed_weight W, any_tensor Bias>
auto linear(X const& x, W const& w, Bias const& bias) -> computed<float, rules::linear_rule, X, W, Bias> {
  using result = computed<float, rules::linear_rule, X, W, Bias>;
  if constexpr (is_poisoned<result>) {
    return {};
  } else {
    (void)met_symbols<"linear">(x, w, bias);
    return detail::packed_product<"linear", result>(x, w) + bias;
  }
}

}  // namespace shapeproof
