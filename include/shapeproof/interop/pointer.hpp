// SPDX-License-Identifier: BSL-1.0
/// Pointers with extents and strides as typed views. (Back: `data()`, `extents_of`, `strides_of`.)
#pragma once

#include <shapeproof/shape/refusal.hpp>  // first, so that compilers show a short way to it

#include <shapeproof/interop/border.hpp>
#include <shapeproof/interop/sizes.hpp>

#include <cstddef>

namespace shapeproof {

namespace detail {
template <std::size_t Rank>
outline<Rank> outline_of(extents<Rank> const& extent, strides<Rank> const& stride) {
  auto result = outline<Rank>::of_unknown();
  for (std::size_t i = 0; i < Rank; ++i) {
    result.extent[i] = extent.at[i];
    result.stride[i] = stride.at[i];
  }
  return result;
}
template <std::size_t Rank>
outline<Rank> outline_of(strides<Rank> const& stride) {
  auto result = outline<Rank>::of_unknown();
  for (std::size_t i = 0; i < Rank; ++i) result.stride[i] = stride.at[i];
  return result;
}
}  // namespace detail

/// Memory with these strides (in elements) -> a view `[Axes...]`: `from_pointer<L, D>(p, strides{8, 1}, bind<"L">(5))`.
/// The type says where the elements lie: dense in the order of the axes; or, with `memory<...>` before the axes, in the
/// slots that it lists, `from_pointer<memory<L, axis<"D", 8>>, L, D>(...)`. The strides are compared with that once.
/// A slot of unknown width is a symbol, `axis<"D", "width">`, which the strides tell. Throws `shape_error`.
template <class... Stated, class T, std::size_t Rank, fixed_string... Names>
auto from_pointer(T* elements, strides<Rank> const& stride, binding<Names>... given) {
  return detail::view_across<"from_pointer", detail::stated_layout<false, Stated...>,
                             detail::outline<Rank>::of_unknown(), false>(elements, detail::outline_of(stride),
                                                                         given...);
}

/// The same view `[Axes...]` where the other side states extents as well: `from_pointer<L, D>(p, extents{5, 4},
/// strides{4, 1})`. They are compared with those of the type, and tell the values of symbols; what they do not tell is
/// bound. Throws `shape_error`.
template <class... Stated, class T, std::size_t Rank, fixed_string... Names>
auto from_pointer(T* elements, extents<Rank> const& extent, strides<Rank> const& stride, binding<Names>... given) {
  return detail::view_across<"from_pointer", detail::stated_layout<false, Stated...>,
                             detail::outline<Rank>::of_unknown(), true>(elements, detail::outline_of(extent, stride),
                                                                        given...);
}

}  // namespace shapeproof
