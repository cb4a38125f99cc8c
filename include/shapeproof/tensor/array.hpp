// SPDX-License-Identifier: BSL-1.0
/// What tensors and views share: a layout, the values of its symbols, and a place in memory.
#pragma once

#include <shapeproof/rules/rule.hpp>
#include <shapeproof/tensor/buffer.hpp>
#include <shapeproof/tensor/index.hpp>
#include <shapeproof/tensor/print.hpp>
#include <shapeproof/tensor/symbols.hpp>
#include <shapeproof/tensor/witness.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace shapeproof {

/// The extents of a layout's axes and how far one turn of each moves, in elements.
template <std::size_t Rank>
struct walk {
  std::size_t extent[Rank + 1] = {};   ///< elements along each axis
  std::ptrdiff_t step[Rank + 1] = {};  ///< elements from one position to the next

  /// The number of elements.
  constexpr std::size_t size() const {
    std::size_t result = 1;
    for (std::size_t i = 0; i < Rank; ++i) result *= extent[i];
    return result;
  }
};

namespace detail {

template <class Shape, class Memory>
struct walker;
template <class... Axes, class... Slots>
struct walker<shape<Axes...>, memory<Slots...>> {
  template <class Symbols>
  static constexpr walk<sizeof...(Axes)> make(symbol_values<Symbols> const& values) {
    constexpr std::size_t slots = sizeof...(Slots);
    std::size_t const allocated[slots + 1] = {extent_of<Slots>(values)...};
    std::ptrdiff_t step[slots + 1] = {};
    std::size_t inner = 1;  // unsigned: a tensor that is too large to count is refused after this
    for (std::size_t i = slots; i-- > 0;) {
      step[i] = static_cast<std::ptrdiff_t>(inner);
      inner *= allocated[i];
    }
    constexpr std::size_t slot[] = {position_of<memory<Slots...>>(axis_name<Axes>)..., 0};
    shapeproof::walk<sizeof...(Axes)> result = {{extent_of<Axes>(values)...}, {}};
    for (std::size_t i = 0; i < sizeof...(Axes); ++i) result.step[i] = step[slot[i]];
    return result;
  }
};

template <class Given, class Axis>
struct other_axis_index {
  static constexpr text operation() { return text::of("index"); }
  static constexpr text operands() { return axis_text<Axis>(); }
  static constexpr text reason() {
    return text::of("an index of ", axis_text<Given>(), " does not address ", axis_text<Axis>());
  }
};

template <std::size_t Given, class Shape>
struct other_position_count {
  static constexpr text reason() {
    return text::of("each axis takes one position; there are ", static_cast<long long>(Given), " for ",
                    static_cast<long long>(Shape::rank), " axes");
  }
};

/// An integer, or an index of this very axis, as a position.
template <class Axis, class Position>
constexpr std::size_t position_on(Position const& position) {
  if constexpr (is_index<Position>) {
    if constexpr (std::is_same_v<typename Position::axis, Axis>)
      return position.value();
    else
      return accepted<refused<other_axis_index<typename Position::axis, Axis>>>{}.size();
  } else {
    static_assert(std::is_integral_v<Position>, "a position is an integer or an index");
    return static_cast<std::size_t>(position);  // a negative integer becomes too large, and is refused with the others
  }
}

template <class Layout>
using walker_of = walker<shape_in<Layout>, memory_in<Layout>>;
/// That of a layout without symbols is a constant.
template <class Layout>
inline constexpr auto static_walk = walker_of<Layout>::make(symbol_values<symbols<>>{});

}  // namespace detail

/// Extents and steps of a layout for these values of its symbols.
template <class Layout, class Symbols>
constexpr auto walk_of(symbol_values<Symbols> const& values) {
  if constexpr (symbols_in<Layout>::count == 0)
    return detail::static_walk<Layout>;
  else
    return detail::walker_of<Layout>::make(values);
}

/// What tensors and views are: `Storage` is `buffer<T>` for what owns its elements, `T*` for what does not.
template <class T, class Layout, class Storage>
class array {
 public:
  using element = std::remove_const_t<T>;           ///< the type of an element
  using layout = Layout;                            ///< `shape<...>` where it is dense, else `strided<...>`
  using shape = shape_in<Layout>;                   ///< the axes, `shape<...>`
  static constexpr std::size_t rank = shape::rank;  ///< how many axes it has
  static constexpr bool owns = std::is_same_v<Storage, buffer<element>>;  ///< whether its elements end with it

  /// Over elements that begin `offset` elements into the storage.
  array(Storage storage, symbol_values<symbols_in<Layout>> const& values, std::size_t offset = 0)
      : storage_(std::move(storage)), offset_(offset), symbols_(values) {}

  /// The first element. An owning array that is const gives const elements.
  auto data() {
    if constexpr (owns)
      return storage_.data() + offset_;
    else
      return storage_ + offset_;
  }
  /// The first element.
  auto data() const {
    if constexpr (owns)
      return storage_.data() + offset_;
    else
      return storage_ + offset_;
  }

  /// The values of the symbols in its extents.
  symbol_values<symbols_in<Layout>> const& symbols() const { return symbols_; }
  /// Extents and steps of all axes, a `shapeproof::walk`.
  auto walk() const { return walk_of<Layout>(symbols_); }

  /// The number of elements that the shape has.
  std::size_t size() const { return size_of(shape{}); }

  /// The extent of the axis with this name, in elements. Refused where there is none.
  template <fixed_string Name>
  std::size_t extent() const {
    constexpr std::size_t at = position_of<shape>(Name.view());
    if constexpr (at == not_found)
      return accepted<rules::refuse<"extent", rules::no_such_axis<Name, shape>, shape>>{}.size();
    else
      return extent_of<type_at<shape, at>>(symbols_);
  }

  /// The element at one position for each axis, in order: integers, or indices of the axes. Refused: another number of
  /// positions, an index of another axis. Throws `shape_error` for a position that is out of range.
  template <class... Positions>
  auto& operator()(Positions const&... positions) {
    return data()[offset_of(shape{}, positions...)];
  }
  /// The same of what is const.
  template <class... Positions>
  auto& operator()(Positions const&... positions) const {
    return data()[offset_of(shape{}, positions...)];
  }

  /// The storage, for an operation that gives it another layout.
  Storage take_storage() && { return std::move(storage_); }
  /// What holds the elements.
  Storage const& storage() const { return storage_; }
  /// Elements from the storage's begin to the first one.
  std::size_t offset() const { return offset_; }

 private:
  template <class... Axes>
  std::size_t size_of(shapeproof::shape<Axes...>) const {
    return (std::size_t{1} * ... * extent_of<Axes>(symbols_));
  }
  template <class... Axes, class... Positions>
  std::size_t offset_of(shapeproof::shape<Axes...>, Positions const&... positions) const {
    if constexpr (sizeof...(Positions) != sizeof...(Axes))
      return accepted<
                 rules::refuse<"element access", detail::other_position_count<sizeof...(Positions), shape>, shape>>{}
          .size();
    else
      return checked_offset(shapeproof::shape<Axes...>{}, positions...);
  }
  template <class... Axes, class... Positions>
  std::size_t checked_offset(shapeproof::shape<Axes...>, Positions const&... positions) const {
    auto const steps = walk();
    std::size_t const at[] = {detail::position_on<Axes>(positions)..., 0};
    std::ptrdiff_t result = 0;
    for (std::size_t i = 0; i < sizeof...(Axes); ++i) {
      if (at[i] >= steps.extent[i])
        detail::throw_out_of_range("element of " + to_string(shape{}, symbols_), detail::names_of<shape>::value[i],
                                   std::to_string(static_cast<std::ptrdiff_t>(at[i])), steps.extent[i]);
      result += static_cast<std::ptrdiff_t>(at[i]) * steps.step[i];
    }
    return static_cast<std::size_t>(result);
  }

  Storage storage_;
  std::size_t offset_ = 0;
  [[no_unique_address]] symbol_values<symbols_in<Layout>> symbols_;
};

/// The shape of any tensor with its run-time extents: `[B=1, L=7, D=5200]`.
template <class T, class Layout, class Storage>
std::string to_string(array<T, Layout, Storage> const& x) {
  return to_string(shape_in<Layout>{}, x.symbols());
}

}  // namespace shapeproof
