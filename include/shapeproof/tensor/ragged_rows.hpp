// SPDX-License-Identifier: BSL-1.0
/// Tensors whose rows end where each one ends.
#pragma once

#include <shapeproof/tensor/at_last.hpp>
#include <shapeproof/tensor/traits.hpp>

namespace shapeproof {

/// A tensor `X` of which each row ends at a length of its own: what is behind the end means nothing. The axes do not
/// tell, so the type does: operations refuse it, but for attention, which takes the lengths too.
template <class X>
class ragged_rows : public X {
 public:
  using X::X;
};

/// Whether a tensor type says that its rows end where each one ends.
template <class X>
inline constexpr bool has_ragged_rows = false;
template <class X>
inline constexpr bool has_ragged_rows<ragged_rows<X>> = true;

namespace detail {
template <class X>
struct traits<ragged_rows<X>> : traits<X> {};
template <class X>
inline constexpr bool is_tensor_type<ragged_rows<X>> = true;
template <class X>
inline constexpr bool has_marks<ragged_rows<X>> = true;

/// The same elements without the mark, for who takes the lengths too.
template <class X>
constexpr X const& unmarked(X const& x) {
  return x;
}
template <class X>
constexpr X const& unmarked(ragged_rows<X> const& x) {
  return x;
}
}  // namespace detail
template <class X>
inline constexpr bool is_meta<ragged_rows<X>> = is_meta<X>;

}  // namespace shapeproof
