// SPDX-License-Identifier: BSL-1.0
/// Tensors given or lent to other frameworks, through DLPack.
#pragma once

#include <shapeproof/shape/refusal.hpp>  // first, so that compilers show a short way to it

#include <shapeproof/interop/dlpack_element.hpp>
#include <shapeproof/interop/lent.hpp>
#include <shapeproof/interop/sizes.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace shapeproof {

namespace detail {

/// An exported tensor: it lives until the deleter is called.
template <class Managed, class X>
struct dlpack_export {
  Managed managed = {};
  X tensor;
  std::array<std::int64_t, X::rank> extent;
  std::array<std::int64_t, X::rank> stride;

  explicit dlpack_export(X&& x)
      : tensor(std::move(x)), extent(extents_of<std::int64_t>(tensor)), stride(strides_of<std::int64_t>(tensor)) {}
  static void end(Managed* self) { delete static_cast<dlpack_export*>(self->manager_ctx); }
};

template <class T>
DLTensor dlpack_of(T* elements, std::int64_t* extent, std::int64_t* stride, std::size_t rank) {
  return {.data = elements,
          .device = {kDLCPU, 0},
          .ndim = static_cast<int>(rank),
          .dtype = dlpack_element<T>::type,
          .shape = extent,
          .strides = stride,
          .byte_offset = 0};
}

}  // namespace detail

/// A tensor `[...]` that owns its elements, given away: `to_dlpack(std::move(x)).release()` is for a framework that
/// will call the deleter, `to_dlpack<DLManagedTensorVersioned>(...)` its newer form. One from an arena is to end on its
/// own thread. Refused for a tensor that is kept, a sum over ranks, and where DLPack has no name for the elements.
/// Throws `shape_error` for one whose elements were moved away.
template <detail::managed_dlpack Managed = DLManagedTensor, tensor_in_memory X>
auto to_dlpack(X&& x) {
  if constexpr (is_poisoned<X>) {
    return poisoned{};
  } else if constexpr (!detail::is_ending<X>() || std::is_const_v<std::remove_reference_t<X>>) {
    using reason = rules::plainly<"its elements are given away: std::move a tensor that owns them; or lend_dlpack">;
    return accepted<rules::refuse<"to_dlpack", reason, shape_of<X>>>{};
  } else if constexpr (!has_dlpack_element<element_of<X>>) {
    return accepted<rules::refuse<"to_dlpack", detail::no_dlpack_name, shape_of<X>>>{};
  } else {
    detail::require_whole<"to_dlpack", std::remove_cvref_t<X>>();
    detail::require_elements("to_dlpack", x);
    using exported = detail::dlpack_export<Managed, std::remove_cvref_t<X>>;
    auto* const owner = std::make_unique<exported>(std::forward<X>(x)).release();
    Managed& managed = owner->managed;
    managed.dl_tensor = detail::dlpack_of(owner->tensor.data(), owner->extent.data(), owner->stride.data(),
                                          std::remove_cvref_t<X>::rank);
    managed.manager_ctx = owner;
    managed.deleter = exported::end;
    if constexpr (detail::versioned_dlpack<Managed>) managed.version = {detail::dlpack_major, 0};
    return std::unique_ptr<Managed, dlpack_deleter>(&managed);
  }
}

/// A tensor or view lent: `tensor()` describes it as long as this and the elements live.
template <class T, std::size_t Rank>
struct lent_dlpack {
  T* elements;                            ///< the first one
  std::array<std::int64_t, Rank> extent;  ///< of each axis, outermost first
  std::array<std::int64_t, Rank> stride;  ///< of each axis, in elements
  /// DLPack's description, on the CPU.
  DLTensor tensor() { return detail::dlpack_of(elements, extent.data(), stride.data(), Rank); }
};

/// Lends a tensor or view `[...]`: `auto lent = lend_dlpack(x); DLTensor t = lent.tensor();` is for a function that
/// uses elements only while it runs. DLPack's elements can be written: const ones are refused, as are a tensor that
/// ends here and a sum over ranks. Throws `shape_error` for one whose elements were moved away.
template <tensor_in_memory X>
auto lend_dlpack(X&& x) {
  if constexpr (is_poisoned<X>) {
    return poisoned{};
  } else if constexpr (detail::is_ending<X>()) {
    return detail::ending<"lend_dlpack", X>{};
  } else if constexpr (std::is_const_v<detail::lent_element<X>>) {
    using reason = rules::plainly<"DLPack's elements can be written; these are const">;
    return accepted<rules::refuse<"lend_dlpack", reason, shape_of<X>>>{};
  } else if constexpr (!has_dlpack_element<element_of<X>>) {
    return accepted<rules::refuse<"lend_dlpack", detail::no_dlpack_name, shape_of<X>>>{};
  } else {
    detail::require_whole<"lend_dlpack", std::remove_cvref_t<X>>();
    detail::require_elements("lend_dlpack", x);
    return lent_dlpack<element_of<X>, std::remove_cvref_t<X>::rank>{x.data(), extents_of<std::int64_t>(x),
                                                                    strides_of<std::int64_t>(x)};
  }
}

}  // namespace shapeproof
