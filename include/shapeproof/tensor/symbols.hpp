// SPDX-License-Identifier: BSL-1.0
/// Symbols and their witnesses: the values that symbolic extents have at run time.
#pragma once

#include <shapeproof/shape/layout.hpp>
#include <shapeproof/tensor/shape_error.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace shapeproof {

/// The value of one symbol; made by `bind`.
template <fixed_string Name>
struct binding {
  std::size_t value;  ///< that of the symbol
};

/// A run-time size for symbol `Name`: `bind<"L">(7)`. Throws `shape_error` for a negative one.
template <fixed_string Name, class Integer>
  requires std::is_integral_v<Integer>
constexpr binding<Name> bind(Integer size) {
  if constexpr (std::is_signed_v<Integer>)
    if (size < 0)
      throw shape_error("bind", std::string(Name.view()) + "=" + std::to_string(size), "a size is not negative");
  return {static_cast<std::size_t>(size)};
}

/// The names of symbols, sorted, as a type.
template <fixed_string... Names>
struct symbols {
  static constexpr std::size_t count = sizeof...(Names);  ///< how many there are
};

/// One value for each symbol of `Symbols`, in its order.
template <class Symbols>
struct symbol_values {
  std::size_t at[Symbols::count == 0 ? 1 : Symbols::count] = {};  ///< the first `count` count
};

namespace detail {

struct symbol_names {
  static constexpr std::size_t capacity = 24;
  std::size_t count = 0;
  std::string_view at[capacity] = {};

  constexpr void insert(std::string_view name) {
    std::size_t place = 0;
    while (place < count && at[place] < name) ++place;
    if (place < count && at[place] == name) return;
    for (std::size_t i = count++; i > place; --i) at[i] = at[i - 1];
    at[place] = name;
  }
  constexpr void insert(polynomial const& value) {
    for (std::size_t i = 0; i < value.count; ++i)
      for (std::size_t s = 0; s < value.terms[i].degree; ++s) insert(value.terms[i].symbols[s]);
  }
};

template <class Axis>
struct add_symbols {
  static constexpr void to(symbol_names& names) { names.insert(extent_polynomial<Axis>); }
};
template <fixed_string Name, std::size_t Extent>
struct add_symbols<named_axis<Name, Extent>> {
  static constexpr void to(symbol_names&) {}
};
template <class Axis>
struct add_symbols<gap<Axis>> : add_symbols<Axis> {};

template <class Source>
struct symbols_found {
  static constexpr symbol_names names = Source::names();
  template <std::size_t I>
  static constexpr auto name() {
    return cut<names.at[I].size() + 1>(names.at[I]);
  }
  template <std::size_t... I>
  static constexpr auto make(std::index_sequence<I...>) -> symbols<name<I>()...>;
  using type = decltype(make(std::make_index_sequence<names.count>{}));
};

template <class... Axes>
struct names_in_axes {
  static constexpr symbol_names names() {
    symbol_names result;
    (add_symbols<Axes>::to(result), ...);
    return result;
  }
};

template <class Axis>
inline constexpr bool is_static_slot = is_static<Axis>;
template <class Axis>
inline constexpr bool is_static_slot<gap<Axis>> = is_static<Axis>;

template <bool AllStatic, class... Axes>
struct symbols_of_axes {
  using type = symbols<>;
};
template <class... Axes>
struct symbols_of_axes<false, Axes...> : symbols_found<names_in_axes<Axes...>> {};

template <class Layout>
struct symbols_of;
template <class... Axes>
struct symbols_of<shape<Axes...>> : symbols_of_axes<(is_static<Axes> && ...), Axes...> {};
template <class... Axes, class... Slots>
struct symbols_of<strided<shape<Axes...>, memory<Slots...>>>
    : symbols_of_axes<(is_static<Axes> && ...) && (is_static_slot<Slots> && ...), Axes..., Slots...> {};

template <class Symbols>
struct symbol_list;
template <fixed_string... Names>
struct symbol_list<symbols<Names...>> {
  static constexpr std::string_view names[sizeof...(Names) + 1] = {Names.view()...};
  static constexpr std::size_t find(std::string_view name) {
    for (std::size_t i = 0; i < sizeof...(Names); ++i)
      if (names[i] == name) return i;
    return not_found;
  }
};

}  // namespace detail

/// The symbols that a layout's extents use.
template <class Layout>
using symbols_in = typename detail::symbols_of<Layout>::type;

/// The value of a polynomial; `value_of(name)` gives a symbol's.
template <class ValueOf>
constexpr long long evaluate(polynomial const& value, ValueOf const& value_of) {
  long long sum = 0;
  for (std::size_t i = 0; i < value.count; ++i) {
    long long product = value.terms[i].coefficient;
    for (std::size_t s = 0; s < value.terms[i].degree; ++s)
      product *= static_cast<long long>(value_of(value.terms[i].symbols[s]));
    sum += product;
  }
  return sum;
}

namespace detail {

/// A polynomial whose symbols are positions in a list, so that evaluating it looks nothing up.
struct compiled_polynomial {
  std::size_t count = 0;
  struct {
    long long coefficient = 0;
    std::size_t degree = 0;
    std::size_t symbol[monomial::max_degree] = {};
  } terms[polynomial::max_terms] = {};
};

template <class Axis, class Symbols>
struct compiled {
  static constexpr compiled_polynomial make() {
    compiled_polynomial result;
    polynomial const& from = extent_polynomial<Axis>;
    result.count = from.count;
    for (std::size_t i = 0; i < from.count; ++i) {
      result.terms[i].coefficient = from.terms[i].coefficient;
      result.terms[i].degree = from.terms[i].degree;
      for (std::size_t s = 0; s < from.terms[i].degree; ++s)
        result.terms[i].symbol[s] = symbol_list<Symbols>::find(from.terms[i].symbols[s]);
    }
    return result;
  }
  static constexpr compiled_polynomial value = make();
};

template <class Axis>
struct slot_axis {
  using type = Axis;
};
template <class Axis>
struct slot_axis<gap<Axis>> {
  using type = Axis;
};

}  // namespace detail

/// The extent of an axis (or memory slot) for these values of its symbols; negative where the values do not fit.
template <class Slot, class Symbols>
constexpr long long signed_extent(symbol_values<Symbols> const& values) {
  using axis = typename detail::slot_axis<Slot>::type;
  if constexpr (is_static<axis>) {
    return static_cast<long long>(static_extent<axis>);
  } else {
    constexpr auto const& from = detail::compiled<axis, Symbols>::value;
    long long sum = 0;
    for (std::size_t i = 0; i < from.count; ++i) {
      long long product = from.terms[i].coefficient;
      for (std::size_t s = 0; s < from.terms[i].degree; ++s)
        product *= static_cast<long long>(values.at[from.terms[i].symbol[s]]);
      sum += product;
    }
    return sum;
  }
}

namespace detail {

/// Whether computing the extent stays within what a `long long` holds.
template <class Axis, class Symbols>
constexpr bool is_countable(symbol_values<Symbols> const& values) {
  if constexpr (is_static<Axis>) {
    return true;
  } else {
    constexpr auto const& from = compiled<Axis, Symbols>::value;
    long long sum = 0;
    for (std::size_t i = 0; i < from.count; ++i) {
      long long product = from.terms[i].coefficient;
      for (std::size_t s = 0; s < from.terms[i].degree; ++s)
        if (__builtin_mul_overflow(product, values.at[from.terms[i].symbol[s]], &product)) return false;
      if (__builtin_add_overflow(sum, product, &sum)) return false;
    }
    return true;
  }
}

}  // namespace detail

/// The extent of an axis (or memory slot) for values that fit it: `require_sizes`.
template <class Slot, class Symbols>
constexpr std::size_t extent_of(symbol_values<Symbols> const& values) {
  return static_cast<std::size_t>(signed_extent<Slot>(values));
}

}  // namespace shapeproof
