// SPDX-License-Identifier: BSL-1.0
/// `std::mdspan` as typed views, and back.
#pragma once

#include <version>
#if !defined(__cpp_lib_mdspan)
#error "shapeproof/interop/mdspan.hpp needs <mdspan>: C++23 and a standard library that has it, such as libc++ 17"
#else

#include <shapeproof/shape/refusal.hpp>  // first, so that compilers show a short way to it

#include <shapeproof/interop/lent.hpp>
#include <shapeproof/interop/pointer.hpp>

#include <array>
#include <climits>
#include <concepts>
#include <cstddef>
#include <mdspan>
#include <string>
#include <type_traits>
#include <utility>

namespace shapeproof {

namespace detail {

template <class Extents>
constexpr long long static_size(std::size_t axis) {
  std::size_t const extent = Extents::static_extent(axis);
  return extent == std::dynamic_extent ? unknown : static_cast<long long>(extent);
}

/// Extents are known to the compiler or not; strides where all extents inside of the axis are.
template <class Extents, class Mapping>
constexpr auto known_of_mdspan() {
  constexpr std::size_t rank = Extents::rank();
  constexpr bool left = std::is_same_v<Mapping, std::layout_left>;
  auto result = outline<rank>::of_unknown();
  long long inner = left || std::is_same_v<Mapping, std::layout_right> ? 1 : unknown;
  for (std::size_t i = 0; i < rank; ++i) {
    std::size_t const at = left ? i : rank - 1 - i;
    result.extent[at] = static_size<Extents>(at);
    result.stride[at] = inner;
    if (inner != unknown && (result.extent[at] == unknown || __builtin_mul_overflow(inner, result.extent[at], &inner)))
      inner = unknown;
  }
  return result;
}

template <class Span>
auto outline_of_mdspan(Span const& span) {
  constexpr std::size_t rank = Span::rank();
  std::array<typename Span::index_type, rank> extent = {};
  std::array<typename Span::index_type, rank> stride = {};
  if constexpr (rank > 0)  // else it has no stride()
    for (std::size_t i = 0; i < rank; ++i) {
      extent[i] = span.extent(i);
      stride[i] = span.stride(i);
    }
  return outline_of(extents<rank>(extent), strides<rank>(stride));
}

/// How many elements lie between the first and the last, both counted; `unknown` where a number is, or it is too large.
template <std::size_t Rank>
constexpr long long span_size(outline<Rank> const& x) {
  if (x.is_empty()) return 0;
  long long last = 0;
  for (std::size_t i = 0; i < Rank; ++i) {
    long long step = 0;
    if (x.extent[i] == 1) continue;
    if (x.extent[i] == unknown || x.stride[i] == unknown) return unknown;
    if (__builtin_mul_overflow(x.extent[i] - 1, x.stride[i], &step) || __builtin_add_overflow(last, step, &last))
      return unknown;
  }
  return last == LLONG_MAX ? unknown : last + 1;
}

/// What the compiler knows not to fit into an mdspan's index: an extent, or the number of all elements.
template <class Index, class Layout>
inline constexpr long long too_large_for = [] {
  for (std::size_t i = 0; i < known_in<Layout>.rank; ++i)
    if (long long const extent = known_in<Layout>.extent[i]; extent != unknown && !std::in_range<Index>(extent))
      return extent;
  long long const size = span_size(known_in<Layout>);
  return size != unknown && !std::in_range<Index>(size) ? size : 0;
}();
template <class Index, class Layout>
struct small_index {
  static constexpr text reason() {
    return text::of(too_large_for<Index, Layout>, " is too large for the integers asked for");
  }
};

template <class Index, class X>
void require_span(X const& x) {
  long long const size = span_size(outline_of(extents(extents_of<long long>(x)), strides(strides_of<long long>(x))));
  if (size == unknown || !std::in_range<Index>(size))
    throw shape_error("to_mdspan", to_string(x),
                      (size == unknown ? "the memory" : std::to_string(size)) +
                          std::string(" is too large for the integers asked for"));
}

/// Without elements a stride may be 0, which layout_stride does not allow: then those of a dense tensor with one
/// position where there is none.
template <class Index, class X>
auto span_strides(X const& x) {
  auto result = strides_of<Index>(x);
  if (x.size() > 0) return result;
  auto const extent = extents_of<Index>(x);
  Index inner = 1;
  for (std::size_t i = result.size(); i-- > 0;) {
    result[i] = inner;
    if (extent[i] > 1 && __builtin_mul_overflow(inner, extent[i], &inner))
      throw shape_error("to_mdspan", to_string(x), "the strides are too large for the integers asked for");
  }
  return result;
}

template <class Layout>
struct as_mdspan;
template <class... Axes>
struct as_mdspan<shape<Axes...>> {
  template <class Index>
  using extents =
      std::extents<Index, (known_extent<Axes>() == unknown ? std::dynamic_extent
                                                           : static_cast<std::size_t>(known_extent<Axes>()))...>;
};

}  // namespace detail

/// An mdspan -> a view of its elements `[Axes...]`: `from_mdspan<L, D>(m)`, or `from_mdspan<memory<...>, L, D>(m)`
/// where they lie in another order or wider than the mdspan's layout says (layout_right, also for layout_stride;
/// layout_left: the opposite order). Static extents are compared by the compiler, others and the strides once, at run
/// time; symbols get their values from them. Throws `shape_error`.
template <class... Stated, class T, class Extents, class Mapping, class Accessor, fixed_string... Names>
auto from_mdspan(std::mdspan<T, Extents, Mapping, Accessor> const& m, binding<Names>... given) {
  using span = std::mdspan<T, Extents, Mapping, Accessor>;
  using stated = detail::stated_layout<std::is_same_v<Mapping, std::layout_left>, Stated...>;
  if constexpr (!std::is_same_v<Accessor, std::default_accessor<T>> || !span::is_always_strided()) {
    using reason = rules::plainly<"its accessor or its layout is more than a pointer with strides; copy the elements">;
    return accepted<rules::refuse<"from_mdspan", reason, typename stated::axes>>{};
  } else {
    return detail::view_across<"from_mdspan", stated, detail::known_of_mdspan<Extents, Mapping>(), true>(
        m.data_handle(), detail::outline_of_mdspan(m), given...);
  }
}

/// A tensor or view `[...]` -> an mdspan over its elements: static extents stay static, symbols become dynamic ones.
/// The layout is layout_right where the tensor is dense, layout_left where its memory is in the opposite order, else
/// layout_stride. Where an extent or the number of elements from the first to the last does not fit into `Index`, the
/// compiler refuses what it knows, else `shape_error` is thrown; also for a tensor whose elements were moved away. A
/// sum over ranks is refused.
template <std::integral Index = std::size_t, tensor_in_memory X>
auto to_mdspan(X&& x) {
  if constexpr (is_poisoned<X>) {
    return poisoned{};
  } else if constexpr (detail::is_ending<X>()) {
    return detail::ending<"to_mdspan", X>{};
  } else if constexpr (detail::too_large_for<Index, layout_of<X>> != 0) {
    using reason = detail::small_index<Index, layout_of<X>>;
    return accepted<rules::refuse<"to_mdspan", reason, shape_of<X>>>{};
  } else {
    detail::require_whole<"to_mdspan", std::remove_cvref_t<X>>();
    detail::require_elements("to_mdspan", x);
    using layout = layout_of<X>;
    using element = detail::lent_element<X>;
    using extents = typename detail::as_mdspan<shape_in<layout>>::template extents<Index>;
    extents const extent(extents_of<Index>(x));
    detail::require_span<Index>(x);
    if constexpr (is_dense<layout>)
      return std::mdspan<element, extents, std::layout_right>(x.data(), extent);
    else if constexpr (detail::is_turned_round<layout>)
      return std::mdspan<element, extents, std::layout_left>(x.data(), extent);
    else
      return std::mdspan<element, extents, std::layout_stride>(
          x.data(), std::layout_stride::mapping<extents>(extent, detail::span_strides<Index>(x)));
  }
}

}  // namespace shapeproof

#endif
