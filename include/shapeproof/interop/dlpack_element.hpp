// SPDX-License-Identifier: BSL-1.0
/// DLPack's header, its names of element types, and its managed tensors: DLManagedTensor, and DLManagedTensorVersioned
/// where the header has it.
#pragma once

// A copy of the header that was included before, such as a framework's own, is used.
#if !defined(DLPACK_DLPACK_H_)
#if __has_include(<dlpack/dlpack.h>)
#include <dlpack/dlpack.h>
#else
#error "shapeproof/interop/dlpack.hpp needs <dlpack/dlpack.h> in the include path (Debian: libdlpack-dev)"
#endif
#endif

#include <shapeproof/core/text.hpp>
#include <shapeproof/rules/rule.hpp>

#include <concepts>
#include <cstdint>

namespace shapeproof {

/// How DLPack names elements `T`: integers and floating point numbers. Specialise it for a type of your own, with a
/// member `static constexpr DLDataType type`.
template <class T>
struct dlpack_element {};
template <class T>
  requires((std::integral<T> || std::floating_point<T>) && !std::same_as<T, bool>)
struct dlpack_element<T> {
  static constexpr std::uint8_t code = std::floating_point<T> ? kDLFloat : std::signed_integral<T> ? kDLInt : kDLUInt;
  static constexpr DLDataType type = {code, static_cast<std::uint8_t>(8 * sizeof(T)), 1};
};

/// A type that DLPack can name.
template <class T>
concept has_dlpack_element = requires { dlpack_element<T>::type; };

namespace detail {

constexpr bool same_type(DLDataType a, DLDataType b) {
  return a.code == b.code && a.bits == b.bits && a.lanes == b.lanes;
}

/// `float32`, or the code as a number where it has no name here; `x4` for vectors.
constexpr text to_text(DLDataType type) {
  text result;
  switch (type.code) {
    case kDLInt:
      result.add("int");
      break;
    case kDLUInt:
      result.add("uint");
      break;
    case kDLFloat:
      result.add("float");
      break;
    case kDLBfloat:
      result.add("bfloat");
      break;
    case kDLComplex:
      result.add("complex");
      break;
    default:
      result.add("code ").add(static_cast<long long>(type.code)).add(", bits ");
  }
  result.add(static_cast<long long>(type.bits));
  return type.lanes == 1 ? result : result.add("x").add(static_cast<long long>(type.lanes));
}

template <class Managed>
concept managed_dlpack = requires(Managed* x) {
  x->dl_tensor.data;
  x->deleter(x);
};
template <class Managed>
concept versioned_dlpack = managed_dlpack<Managed> && requires(Managed* x) {
  x->version.major;
  x->flags;
};
/// What DLPack 1 defines.
inline constexpr std::uint32_t dlpack_major = 1;
inline constexpr std::uint64_t dlpack_read_only = 1;

using no_dlpack_name = rules::plainly<"DLPack has no name for these elements; specialise dlpack_element">;

}  // namespace detail

/// Gives a managed tensor back to whom it came from.
struct dlpack_deleter {
  /// Calls its deleter, where it has one.
  template <class Managed>
  void operator()(Managed* x) const {
    if (x->deleter != nullptr) x->deleter(x);
  }
};

}  // namespace shapeproof
