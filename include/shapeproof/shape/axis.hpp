// SPDX-License-Identifier: BSL-1.0
/// An axis: a role and an extent.
#pragma once

#include <shapeproof/core/pack.hpp>
#include <shapeproof/core/polynomial.hpp>
#include <shapeproof/shape/extent.hpp>
#include <shapeproof/shape/refusal.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace shapeproof {

/// The type behind `axis`: `Extent` is a number, or the canonical text of a polynomial.
template <fixed_string Name, auto Extent>
struct named_axis {};

/// Several neighbouring axes seen as one, outermost first: `fused<H, Dk>` is named `(H Dk)` and has extent H * Dk. It
/// splits only into these factors, in this order. Refused where it is used and the product of the extents is too large
/// for a polynomial.
template <class... Factors>
struct fused {};

/// Whether an axis is fused.
template <class Axis>
inline constexpr bool is_fused = false;
template <class... Factors>
inline constexpr bool is_fused<fused<Factors...>> = true;

/// Whether two axes have one name, whatever their extents.
template <class A, class B>
inline constexpr bool same_name = false;
template <fixed_string Name, auto ExtentA, auto ExtentB>
inline constexpr bool same_name<named_axis<Name, ExtentA>, named_axis<Name, ExtentB>> = true;
template <class... A, class... B>
  requires(sizeof...(A) == sizeof...(B))
inline constexpr bool same_name<fused<A...>, fused<B...>> = (same_name<A, B> && ...);

/// Whether the extent is a number that the compiler knows.
template <class Axis>
inline constexpr bool is_static = false;
template <fixed_string Name, std::size_t Extent>
inline constexpr bool is_static<named_axis<Name, Extent>> = true;
template <class... Factors>
inline constexpr bool is_static<fused<Factors...>> = (is_static<Factors> && ...);

namespace detail {

template <class Axis>
struct static_extent_of;
template <fixed_string Name, auto Extent>
struct static_extent_of<named_axis<Name, Extent>> {
  static constexpr std::size_t value = Extent;
};

template <class Axis>
struct polynomial_of;
template <fixed_string Name, std::size_t Extent>
struct polynomial_of<named_axis<Name, Extent>> {
  static constexpr polynomial value() { return static_cast<long long>(Extent); }
};
template <fixed_string Name, std::size_t Size, fixed_string<Size> Extent>
struct polynomial_of<named_axis<Name, Extent>> {
  static constexpr polynomial value() { return parse_polynomial(Extent.view()); }
};

template <class Axis>
struct name_of;
template <fixed_string Name, auto Extent>
struct name_of<named_axis<Name, Extent>> {
  static constexpr std::string_view value = Name.view();
};
template <class... Factors>
struct name_of<fused<Factors...>> {
  static constexpr text spelled = [] {
    text result = text::of("(");
    bool first = true;
    (((first ? result : result.add(" ")).add(name_of<Factors>::value), first = false), ...);
    return result.add(")");
  }();
  static constexpr std::string_view value = spelled.view();
};

template <class... Factors>
struct product_of_extents {
  static constexpr polynomial value = (polynomial_of<Factors>::value() * ...);
  static constexpr text operation() { return text::of("axis"); }
  static constexpr text operands() { return text::of(name_of<fused<Factors...>>::value); }
  static constexpr text reason() { return text::of("the extent ", value.problem); }
};
template <class... Factors>
struct polynomial_of<fused<Factors...>> {
  static constexpr polynomial value() {
    using product = product_of_extents<Factors...>;
    if constexpr (product::value.problem != nullptr) (void)accepted<refused<product>>{};
    return product::value;
  }
};
template <class... Factors>
struct static_extent_of<fused<Factors...>> {
  static constexpr std::size_t value = static_cast<std::size_t>(polynomial_of<fused<Factors...>>::value().number());
};

}  // namespace detail

/// The extent of a static axis, as a number: 5200.
template <class Axis>
inline constexpr std::size_t static_extent = detail::static_extent_of<Axis>::value;

/// The extent of any axis as a polynomial over its symbols.
template <class Axis>
inline constexpr polynomial extent_polynomial = detail::polynomial_of<Axis>::value();

/// `H`, or `(H Dk)` for a fused axis.
template <class Axis>
inline constexpr std::string_view axis_name = detail::name_of<Axis>::value;

namespace detail {

template <fixed_string Name, auto Extent>
struct malformed_axis {
  static constexpr auto name = Name;
  static constexpr polynomial value = Extent.value();
  static constexpr bool name_is_wrong = !is_identifier(Name.view());
  static constexpr bool found = name_is_wrong || value.problem != nullptr || (value.is_number() && value.number() < 0);

  static constexpr text operation() { return text::of("axis"); }
  static constexpr text operands() {
    text result = text::of(Name.view(), "=");
    return Extent.is_number() ? result.add(Extent.number) : result.add(Extent.expression.view());
  }
  static constexpr text reason() {
    if (name_is_wrong) return text::of("the name is not a letter followed by letters, digits and underscores");
    if (value.problem != nullptr) return text::of("the extent ", value.problem);
    return text::of("the extent is negative");
  }
};

template <class Axis>
struct canonical_text {
  static constexpr text message() { return to_text(Axis::value); }
};

/// A malformed axis is refused here, and then an axis of its name: what uses it gives no second error.
template <class Parsed>
constexpr auto canonical_axis() {
  if constexpr (Parsed::found)
    return type_is<named_axis<Parsed::name, sizeof(accepted<refused<Parsed>>)>>{};
  else if constexpr (Parsed::value.is_number())
    return type_is<named_axis<Parsed::name, static_cast<std::size_t>(Parsed::value.number())>>{};
  else
    return type_is<named_axis<Parsed::name, fixed_message<canonical_text<Parsed>>>>{};
}

template <fixed_string Name>
inline constexpr bool is_axis_name = is_identifier(Name.view());

/// Brings name and extent into the one form that equal axes share; a plain number needs no arithmetic.
template <fixed_string Name, extent Extent>
struct canonical : decltype(canonical_axis<malformed_axis<Name, Extent>>()) {};
template <fixed_string Name, extent Extent>
  requires(Extent.number >= Extent.smallest_plain && is_axis_name<Name>)
struct canonical<Name, Extent> : type_is<named_axis<Name, static_cast<std::size_t>(Extent.number)>> {};

}  // namespace detail

/// `axis<"D", 5200>`, `axis<"S", "past+1">`; `axis<"L">` is short for `axis<"L", "L">`. Extents with equal values for
/// all symbols are one type: `1+past` and `past+1`, `2*4` and 8. Refused: a name that is no identifier, an extent that
/// cannot be read, and a negative number.
template <fixed_string Name, extent Extent = extent(Name)>
using axis = typename detail::canonical<Name, Extent>::type;

namespace detail {
template <class Axis>
struct name_message {
  static constexpr text message() { return text::of(axis_name<Axis>); }
};
}  // namespace detail

/// The name of an axis as a template argument: `split<name_text<fused<H, Dk>>>`.
template <class Axis>
inline constexpr auto name_text = fixed_message<detail::name_message<Axis>>;

namespace detail {
/// What a message adds to the extent of an axis that is only a part of one.
template <class Axis>
struct part_of_whole {
  static constexpr text message() { return {}; }
};
}  // namespace detail

/// `D=5200`, `S=past+1`, `L` (where the extent is the symbol of the same name), `(H Dk)=5200`.
template <class Axis>
constexpr text axis_text() {
  text result = text::of(axis_name<Axis>);
  text const value = to_text(extent_polynomial<Axis>);
  if (value.view() != axis_name<Axis>) result.add("=").add(value);
  return result.add(detail::part_of_whole<Axis>::message());
}

namespace detail {
/// `(H=2 Dk=3)`: a fused axis by its factors' extents, where its own does not tell it from another; others as ever.
template <class Axis>
struct with_factors {
  static constexpr text spelled() { return axis_text<Axis>(); }
};
template <class... Factors>
struct with_factors<fused<Factors...>> {
  static constexpr text spelled() {
    text result = text::of("(");
    bool first = true;
    (((first ? result : result.add(" ")).add(with_factors<Factors>::spelled()), first = false), ...);
    return result.add(")");
  }
};
}  // namespace detail

}  // namespace shapeproof
