// SPDX-License-Identifier: BSL-1.0
/// Weights in the order that the kernel of their products reads.
#pragma once

#include <shapeproof/cpu/packed.hpp>
#include <shapeproof/ops/operation.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

namespace shapeproof {

/// The upper half of a float, rounded to the nearest, of ties to the even one. Kalamkar et al., 2019
/// (arXiv:1905.12322).
struct bf16 {};
/// A number in [-127, 127], times a scale of its output column: symmetric and per channel, as in Wu et al., 2020
/// (arXiv:2004.09602).
struct int8 {};

/// `[In, Out]` in the order that the kernel reads, with elements `T`: float, `bf16` or `int8`. Only `pack` makes one,
/// and only products take it: an unpacked weight cannot reach their kernel, and nothing else this memory. `size()` is
/// in elements, `bytes()` what a product reads of `data()`; `symbols()` as of a tensor.
template <class T, class In, class Out>
class packed_weight;

/// The same in memory that somebody else owns and that must live longer: a packed weight, or a file that was checked.
template <class T, class In, class Out>
class packed_view;

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
template <class T, class In, class Out>
struct traits<packed_view<T, In, Out>> : tensor_traits<kind::borrower, T, shape<In, Out>> {};

struct packing;

template <class W>
inline constexpr bool is_packed_weight = false;
template <class T, class In, class Out>
inline constexpr bool is_packed_weight<packed_weight<T, In, Out>> = true;
template <class T, class In, class Out>
inline constexpr bool is_packed_weight<packed_view<T, In, Out>> = true;

inline std::byte const* begin_of(cpu::packed_memory const& memory) { return memory.get(); }
inline std::byte const* begin_of(std::byte const* memory) { return memory; }

/// What packed weights share; `Memory` is `cpu::packed_memory`, or a pointer where somebody else owns it.
template <class T, class In, class Out, class Memory>
class packed_array {
 public:
  using element = T;
  using layout = shapeproof::shape<In, Out>;
  using shape = layout;
  static constexpr std::size_t rank = 2;

  symbol_values<symbols_in<layout>> const& symbols() const { return symbols_; }
  std::byte const* data() const { return begin_of(memory_); }
  /// The number of elements.
  std::size_t size() const { return extent_of<In>(symbols_) * extent_of<Out>(symbols_); }
  /// The bytes that a product reads.
  std::size_t bytes() const {
    return cpu::packed_size(extent_of<In>(symbols_), extent_of<Out>(symbols_), weight_type_of<T>);
  }

 protected:
  packed_array(symbol_values<symbols_in<layout>> const& symbols, Memory memory)
      : symbols_(symbols), memory_(std::move(memory)) {}

 private:
  friend struct packing;
  [[no_unique_address]] symbol_values<symbols_in<layout>> symbols_;
  Memory memory_;
};

}  // namespace detail

/// A packed weight of any kind. (Deducing one from a tensor would make the compiler complete the tensor's class.)
template <class W>
concept any_packed_weight = detail::is_packed_weight<std::remove_cvref_t<W>>;

template <class T, class In, class Out>
class packed_weight : public detail::packed_array<T, In, Out, cpu::packed_memory> {
  friend struct detail::packing;
  using detail::packed_array<T, In, Out, cpu::packed_memory>::packed_array;
};

template <class T, class In, class Out>
class packed_view : public detail::packed_array<T, In, Out, std::byte const*> {
  friend struct detail::packing;
  using base = detail::packed_array<T, In, Out, std::byte const*>;
  using base::base;

 public:
  /// All of a packed weight, which must live longer: one that expires is refused.
  packed_view(packed_weight<T, In, Out> const& w) : base(w.symbols(), w.data()) {}
  packed_view(packed_weight<T, In, Out>&&) = delete;  // it would not live longer
};

/// `[In=5200, Out=20800]`, for messages.
template <any_packed_weight W>
std::string to_string(W const& w) {
  return to_string(shape_of<W>{}, w.symbols());
}

/// `pack`: `[In, Out] -> [In, Out]`. Refused where a weight has not two axes.
struct pack_rule {
  static constexpr fixed_string name = "pack";  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    if constexpr (Shape::rank == 2)
      return Shape{};
    else
      return rules::refuse<"pack", rules::plainly<"a weight has two axes, [In, Out]">, Shape>{};
  }
};

/// Whether `pack<T>(w)` is accepted.
template <class W>
concept can_pack = accepts<pack_rule, W>;

namespace detail {

template <class T, class Outcome>
struct packed_result : outcome_or_poisoned<Outcome> {};
template <class T, class In, class Out>
struct packed_result<T, shape<In, Out>> {
  using type = packed_weight<T, In, Out>;
};

/// The only one that makes packed weights.
struct packing {
  /// Memory whose contents are not packed yet.
  template <class Result, class Symbols>
  static Result uninitialized(Symbols const& symbols) {
    using shape = shape_of<Result>;
    auto const bytes = cpu::packed_size(extent_of<type_at<shape, 0>>(symbols), extent_of<type_at<shape, 1>>(symbols),
                                        weight_type_of<typename Result::element>);
    return Result(symbols, cpu::allocate_packed(bytes));
  }

  template <class Result, class W>
  static Result of(W const& w) {
    auto result = uninitialized<Result>(narrowed<symbols_in<shape_of<Result>>>(w.symbols()));
    auto const walk = w.walk();
    cpu::pack(weight_type_of<typename Result::element>, w.data(), walk.step[0], walk.step[1], walk.extent[0],
              walk.extent[1], result.memory_.get());
    return result;
  }

  /// Packs the columns [first, first + count) of `to`, given as `[In, count]`; panels of 32 columns must be whole.
  template <class Result>
  static void columns(Result& to, float const* w, std::size_t first, std::size_t count) {
    using shape = shape_of<Result>;
    constexpr auto type = weight_type_of<typename Result::element>;
    std::size_t const k = extent_of<type_at<shape, 0>>(to.symbols());
    auto const scales = [](std::size_t n) { return type == cpu::weight_type::int8 ? (n + 31) / 32 * 32 * 4 : 0; };
    auto const panels = [&](std::size_t n) { return cpu::packed_size(k, n, type) - scales(n); };
    auto* const at = to.memory_.get() + panels(first);
    auto const step = static_cast<std::ptrdiff_t>(count);
    if constexpr (type == cpu::weight_type::int8) {
      auto const part = cpu::allocate_packed(cpu::packed_size(k, count, type));
      cpu::pack(type, w, step, 1, k, count, part.get());
      std::memcpy(at, part.get(), panels(count));
      std::size_t const n = extent_of<type_at<shape, 1>>(to.symbols());
      std::memcpy(to.memory_.get() + panels(n) + scales(first), part.get() + panels(count), scales(count));
    } else {
      cpu::pack(type, w, step, 1, k, count, at);
    }
  }

  /// A view of bytes that somebody has checked.
  template <class View>
  static View view_of(symbol_values<symbols_in<shape_of<View>>> const& symbols, std::byte const* bytes) {
    return View(symbols, bytes);
  }
};

}  // namespace detail

/// A weight `[In, Out]` of floats, in any memory order -> the same packed, with elements `T`: float, `bf16` or `int8`,
/// which needs finite weights. Refused where the weight has not two axes. Throws std::bad_alloc.
template <class T, any_tensor W>
auto pack(W const& w) {
  static_assert(detail::is_packed_element<T>, "pack: elements are float, bf16 or int8");
  using result =
      detail::placed_whole<typename detail::packed_result<T, detail::outcome_of<pack_rule, shape_of<W>>>::type,
                           pack_rule, W>;
  if constexpr (is_poisoned<result>)
    return result{};
  else
    return detail::packing::of<result>(w);
}

/// How many columns `pack_columns` has made at a time: their floats stay in a cache.
inline constexpr std::size_t columns_at_a_time = 256;

/// The packed weight `W` of columns that are made a few at a time, so that the unpacked weight is never whole:
/// `make(first, count, to)` writes the columns [first, first + count) as floats `[In, count]`. Nothing is refused;
/// throws std::bad_alloc.
template <any_packed_weight W, class Make>
W pack_columns(symbol_values<symbols_in<shape_of<W>>> const& symbols, Make const& make) {
  auto result = detail::packing::uninitialized<W>(symbols);
  std::size_t const k = extent_of<type_at<shape_of<W>, 0>>(symbols);
  std::size_t const n = extent_of<type_at<shape_of<W>, 1>>(symbols);
  buffer<float> some(k * std::min(n, columns_at_a_time));
  for (std::size_t first = 0; first < n; first += columns_at_a_time) {
    std::size_t const count = std::min(columns_at_a_time, n - first);
    make(first, count, some.data());
    detail::packing::columns(result, some.data(), first, count);
  }
  return result;
}

}  // namespace shapeproof
