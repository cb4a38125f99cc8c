// SPDX-License-Identifier: BSL-1.0
/// Tensors of other frameworks as typed views, through DLPack.
#pragma once

#include <shapeproof/shape/refusal.hpp>  // first, so that compilers show a short way to it

#include <shapeproof/interop/dlpack_element.hpp>
#include <shapeproof/interop/pointer.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace shapeproof {

namespace detail {

[[noreturn]] inline void throw_dlpack(text const& expected, text const& reason) {
  throw shape_error("from_dlpack", std::string(expected.view()), std::string(reason.view()));
}

/// Everything but extents and strides.
inline void check_dlpack(DLTensor const& x, std::size_t rank, DLDataType type, text const& expected) {
  if (!same_type(x.dtype, type))
    throw_dlpack(expected, text::of("the elements are ", to_text(x.dtype), ", not ", to_text(type)));
  bool const host =
      x.device.device_type == kDLCPU || x.device.device_type == kDLCUDAHost || x.device.device_type == kDLROCMHost;
  if (!host)
    throw_dlpack(expected, text::of("the elements are on device ", static_cast<long long>(x.device.device_type), ":",
                                    static_cast<long long>(x.device.device_id), ", not in the host's memory"));
  if (x.ndim < 0 || static_cast<std::size_t>(x.ndim) != rank)
    throw_dlpack(expected,
                 text::of(static_cast<long long>(rank), rank == 1 ? " axis is" : " axes are", " stated for memory of ",
                          static_cast<long long>(x.ndim), x.ndim == 1 ? " dimension" : " dimensions"));
  if (rank > 0 && x.shape == nullptr) throw_dlpack(expected, text::of("the pointer to the extents is null"));
  if (x.byte_offset > static_cast<std::uint64_t>(PTRDIFF_MAX))
    throw_dlpack(expected, text::of("the byte offset is too large"));
}

/// Without strides the elements are dense. What overflows here is refused with the extents.
template <std::size_t Rank>
outline<Rank> outline_of_dlpack(DLTensor const& x) {
  if (x.strides != nullptr) return outline_of(extents<Rank>(x.shape), strides<Rank>(x.strides));
  auto result = outline<Rank>::of_unknown();
  long long inner = 1;
  for (std::size_t i = Rank; i-- > 0;) {
    result.extent[i] = x.shape[i];
    result.stride[i] = inner;
    if (__builtin_mul_overflow(inner, result.extent[i], &inner)) inner = 0;
  }
  return result;
}

template <class T>
T* elements_of_dlpack(DLTensor const& x) {
  if (x.data == nullptr) return nullptr;
  return reinterpret_cast<T*>(static_cast<std::byte*>(x.data) + x.byte_offset);
}

}  // namespace detail

/// The memory of somebody else's tensor, held as long as this lives, and a view of it.
template <class Managed, class View>
struct held_dlpack {
  std::unique_ptr<Managed, dlpack_deleter> memory;  ///< calls the deleter at its end
  View view;                                        ///< `[Axes...]`, of that memory
};

/// A tensor of another framework -> a view of its elements `[Axes...]`: `from_dlpack<float const, B, L, D>(x)`, or with
/// `memory<...>` before the axes where they lie in another order or wider. Elements, device, rank, extents, strides
/// (none: dense) and alignment are checked once; symbols get their values from the extents. The tensor must outlive the
/// view. Refused where DLPack has no name for the elements. Throws `shape_error` where something differs.
/// https://dmlc.github.io/dlpack
template <class T, class... Stated, fixed_string... Names>
auto from_dlpack(DLTensor const& x, binding<Names>... given) {
  using stated = detail::stated_layout<false, Stated...>;
  using axes = typename stated::axes;
  if constexpr (!has_dlpack_element<std::remove_const_t<T>>) {
    return accepted<rules::refuse<"from_dlpack", detail::no_dlpack_name, axes>>{};
  } else {
    detail::check_dlpack(x, axes::rank, dlpack_element<std::remove_const_t<T>>::type, to_text(axes{}));
    return detail::view_across<"from_dlpack", stated, detail::outline<axes::rank>::of_unknown(), true>(
        detail::elements_of_dlpack<T>(x), detail::outline_of_dlpack<axes::rank>(x), given...);
  }
}

/// The same `[Axes...]` for a tensor that is given away: `auto x = take_dlpack<float, L, D>(managed)` has `x.view`, and
/// calls the deleter at its end; also where it throws `shape_error`, because nobody else would. Elements that may only
/// be read need `T const`.
template <class T, class... Stated, detail::managed_dlpack Managed, fixed_string... Names>
auto take_dlpack(Managed* x, binding<Names>... given) {
  std::unique_ptr<Managed, dlpack_deleter> memory(x);
  text const expected = to_text(typename detail::stated_layout<false, Stated...>::axes{});
  if (x == nullptr) detail::throw_dlpack(expected, text::of("the pointer to the tensor is null"));
  if constexpr (detail::versioned_dlpack<Managed>) {
    if (x->version.major != detail::dlpack_major)
      detail::throw_dlpack(
          expected, text::of("the tensor has DLPack's version ", static_cast<long long>(x->version.major), ", not 1"));
    if (!std::is_const_v<T> && (x->flags & detail::dlpack_read_only) != 0)
      detail::throw_dlpack(expected, text::of("the elements may only be read; take them as const"));
  }
  auto view = from_dlpack<T, Stated...>(x->dl_tensor, given...);
  return held_dlpack<Managed, decltype(view)>{std::move(memory), view};
}

}  // namespace shapeproof
