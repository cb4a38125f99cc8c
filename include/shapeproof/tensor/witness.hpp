// SPDX-License-Identifier: BSL-1.0
/// Where symbols meet: values are taken from bindings, and compared between operands.
#pragma once

#include <shapeproof/rules/rule.hpp>
#include <shapeproof/tensor/print.hpp>
#include <shapeproof/tensor/symbols.hpp>

#include <string>

namespace shapeproof {

namespace detail {

template <class Bound, class Layout>
struct wrong_bindings {
  using needed = symbol_list<symbols_in<Layout>>;
  using given = symbol_list<Bound>;
  static constexpr bool found = [] {
    if (Bound::count != symbols_in<Layout>::count) return true;
    for (std::size_t i = 0; i < Bound::count; ++i)
      if (needed::find(given::names[i]) == not_found || given::find(given::names[i]) != i) return true;
    return false;
  }();
  static constexpr text operation() { return text::of("bind"); }
  static constexpr text operands() { return to_text(shape_in<Layout>{}); }
  static constexpr text reason() {
    for (std::size_t i = 0; i < Bound::count; ++i) {
      if (needed::find(given::names[i]) == not_found)
        return text::of("the symbol ", given::names[i], " is bound, but no extent uses it");
      if (given::find(given::names[i]) != i) return text::of("the symbol ", given::names[i], " is bound twice");
    }
    for (std::size_t i = 0; i < symbols_in<Layout>::count; ++i)
      if (given::find(needed::names[i]) == not_found)
        return text::of("the symbol ", needed::names[i], " has no value; pass bind<\"", needed::names[i], "\">(n)");
    return {};
  }
};

template <class Symbols, fixed_string Name>
inline constexpr std::size_t place_in = symbol_list<Symbols>::find(Name.view());

/// ` with B=2, L=7`: the symbols and their values.
template <class Symbols>
std::string values_text(symbol_values<Symbols> const& values) {
  std::string result;
  for (std::size_t i = 0; i < Symbols::count; ++i)
    result +=
        (i == 0 ? " with " : ", ") + std::string(symbol_list<Symbols>::names[i]) + "=" + std::to_string(values.at[i]);
  return result;
}

template <class Symbols>
[[noreturn]] void throw_mismatch(std::string const& operation, std::string const& operands, std::size_t symbol,
                                 std::size_t left, std::size_t right) {
  throw shape_error(operation, operands,
                    "the symbol " + std::string(symbol_list<Symbols>::names[symbol]) + " is " + std::to_string(left) +
                        " on one side and " + std::to_string(right) + " on the other");
}

}  // namespace detail

/// Every extent must be a size: a symbol's value may make `past-1` negative, or `B*H` more than can be counted. Throws
/// `shape_error` that names the values.
template <class... Axes, class Symbols>
void require_sizes(shape<Axes...> where, symbol_values<Symbols> const& values) {
  if constexpr (Symbols::count > 0) {
    if ((!detail::is_countable<Axes>(values) || ...))
      throw shape_error("bind", std::string(to_text(where).view()) + detail::values_text(values),
                        "an extent is too large to count");
    if (((signed_extent<Axes>(values) < 0) || ...))
      throw shape_error("bind", to_string(where, values), "an extent is negative");
  }
}

/// The values of a layout's symbols from `bind`s in any order. Refused where not each symbol is bound exactly once, or
/// one that no extent uses. Throws `shape_error` where an extent would be no size.
template <class Layout, fixed_string... Names>
symbol_values<symbols_in<Layout>> values_from(binding<Names>... bindings) {
  symbol_values<symbols_in<Layout>> result;
  using wrong = detail::wrong_bindings<symbols<Names...>, Layout>;
  if constexpr (wrong::found) {
    (void)accepted<refused<wrong>>{};
  } else {
    ((result.at[detail::place_in<symbols_in<Layout>, Names>] = bindings.value), ...);
    require_sizes(shape_in<Layout>{}, result);
  }
  return result;
}

namespace detail {
/// The place of each symbol of `Part` among those of `All`: looked up by the compiler, never when a program runs.
template <class Part, class All>
struct places {
  std::size_t at[Part::count + 1] = {};
  constexpr places() {
    for (std::size_t i = 0; i < Part::count; ++i) at[i] = symbol_list<All>::find(symbol_list<Part>::names[i]);
  }
};
template <class Part, class All>
inline constexpr places<Part, All> places_in;
}  // namespace detail

/// The values of `To`'s symbols, all of which `From` has.
template <class To, class From>
constexpr symbol_values<To> narrowed(symbol_values<From> const& from) {
  symbol_values<To> result;
  for (std::size_t i = 0; i < To::count; ++i) result.at[i] = from.at[detail::places_in<To, From>.at[i]];
  return result;
}

namespace detail {

template <class... Symbols>
struct united_names;
template <fixed_string... Names>
struct united_names<symbols<Names...>> {
  static constexpr void add(symbol_names& to) { (to.insert(Names.view()), ...); }
};
template <class... Symbols>
struct union_source {
  static constexpr symbol_names names() {
    symbol_names result;
    (united_names<Symbols>::add(result), ...);
    return result;
  }
};
template <bool NoSymbols, class... Symbols>
struct united {
  using type = symbols<>;
};
template <class... Symbols>
struct united<false, Symbols...> : symbols_found<union_source<Symbols...>> {};

template <class All, class Part, class Mismatch>
void merge_values(symbol_values<All>& all, bool (&known)[All::count + 1], symbol_values<Part> const& part,
                  Mismatch const& mismatch) {
  for (std::size_t i = 0; i < Part::count; ++i) {
    std::size_t const at = places_in<Part, All>.at[i];
    if (known[at] && all.at[at] != part.at[i]) mismatch(at, all.at[at], part.at[i]);
    known[at] = true;
    all.at[at] = part.at[i];
  }
}

template <class... Operands>
std::string describe(Operands const&... operands) {
  std::string result;
  ((result += (result.empty() ? "" : " x "), result += to_string(operands)), ...);
  return result;
}

}  // namespace detail

/// The symbols of all operands with their values. Throws `shape_error` that names both where a symbol has two values.
template <fixed_string Operation, class... Operands>
auto met_symbols(Operands const&... operands) {
  using all = typename detail::united<((symbols_in<typename Operands::layout>::count == 0) && ...),
                                      symbols_in<typename Operands::layout>...>::type;
  symbol_values<all> result;
  if constexpr (all::count > 0) {
    bool known[all::count + 1] = {};
    auto const mismatch = [&](std::size_t symbol, std::size_t left, std::size_t right) {
      detail::throw_mismatch<all>(std::string(Operation.view()), detail::describe(operands...), symbol, left, right);
    };
    (detail::merge_values(result, known, operands.symbols(), mismatch), ...);
  }
  return result;
}

}  // namespace shapeproof
