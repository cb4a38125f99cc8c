// SPDX-License-Identifier: BSL-1.0
/// Tensors whose rows end where each one ends.
#pragma once

#include <shapeproof/tensor/at_last.hpp>
#include <shapeproof/tensor/print.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace shapeproof {

template <class X>
class ragged_rows;

namespace detail {
template <class X>
constexpr X const* unmarked(ragged_rows<X> const* x);
}  // namespace detail

/// A tensor `X` of which each row ends at a length of its own: what is behind the end means nothing. The axes do not
/// tell, so the type does: operations refuse it, but for attention, which takes the lengths too. It holds an `X` and is
/// none: nothing takes the one for the other. Its members are those of `X`.
template <class X>
class ragged_rows {
  using parts = detail::traits<X>;

 public:
  using element = std::remove_const_t<typename parts::element>;  ///< the type of an element
  using layout = typename parts::layout;                         ///< where they lie
  using shape = shape_in<layout>;                                ///< the axes, `shape<...>`
  static constexpr std::size_t rank = shape::rank;               ///< how many axes it has

  /// What an `X` is made of, other than a tensor.
  template <class... Arguments>
    requires(!any_tensor<Arguments> && ...) && std::is_constructible_v<X, Arguments...>
  constexpr explicit ragged_rows(Arguments&&... arguments) : rows_(std::forward<Arguments>(arguments)...) {}

  constexpr auto data() const { return rows_.data(); }               ///< the first element
  constexpr auto const& symbols() const { return rows_.symbols(); }  ///< the values of the symbols in its extents
  constexpr auto walk() const { return rows_.walk(); }               ///< extents and steps of all axes
  constexpr std::size_t size() const { return rows_.size(); }        ///< the number of elements, behind the ends too
  /// The extent of the axis with this name. Refused where there is none.
  template <fixed_string Name>
  constexpr std::size_t extent() const {
    return rows_.template extent<Name>();
  }
  /// The element at one position for each axis. Refused and thrown as by `X`.
  template <class... Positions>
  auto& operator()(Positions const&... positions) const {
    return rows_(positions...);
  }

  /// As that of a `meta`.
  constexpr auto log() const
    requires is_meta<X>
  {
    return rows_.log();
  }
  /// As that of a `meta`.
  constexpr auto made_by() const
    requires is_meta<X>
  {
    return rows_.made_by();
  }

 private:
  friend constexpr X const* detail::unmarked<X>(ragged_rows<X> const* x);
  X rows_;
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
constexpr X const* unmarked(X const* x) {
  return x;
}
template <class X>
constexpr X const* unmarked(ragged_rows<X> const* x) {
  return &x->rows_;
}
}  // namespace detail
template <class X>
inline constexpr bool is_meta<ragged_rows<X>> = is_meta<X>;

/// The text of its axes, as that of an `X`.
template <class X>
std::string to_string(ragged_rows<X> const& x) {
  return to_string(*detail::unmarked(&x));
}

}  // namespace shapeproof
