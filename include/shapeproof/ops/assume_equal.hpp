// SPDX-License-Identifier: BSL-1.0
/// A named, checked statement at the border: what the types cannot prove is compared when the program runs.
#pragma once

#include <shapeproof/ops/operation.hpp>
#include <shapeproof/rules/assume_equal.hpp>

#include <string>
#include <utility>

namespace shapeproof {

/// Whether `assume_equal<Name, Other>(x)` is accepted.
template <class X, fixed_string Name, extent Other>
concept can_assume_equal = accepts_layout<rules::assume_equal_rule<Name, Other>, X>;

namespace detail {

/// Values for the symbols of `To`, from a tensor's symbols and from bindings.
template <class To, class From, fixed_string... Names>
symbol_values<To> values_of(symbol_values<From> const& from, binding<Names>... bindings) {
  symbol_values<To> result;
  for (std::size_t i = 0; i < To::count; ++i) {
    std::string_view const name = symbol_list<To>::names[i];
    std::size_t const at = symbol_list<From>::find(name);
    bool found = at != not_found;
    if (found) result.at[i] = from.at[at];
    ((Names.view() == name ? (result.at[i] = bindings.value, found = true) : false), ...);
    if (!found) throw shape_error("assume_equal", std::string(name), "the symbol has no value; pass bind<...>(n)");
  }
  return result;
}

}  // namespace detail

/// `assume_equal<"S", "past+1">(x, bind<"past">(7))`: `[B, S=n] -> [B, S=past+1]`, the same elements. Refused where the
/// extents can never be equal, the axis is missing or fused, or x is not dense. Throws `shape_error` with both values
/// where the extents differ, and where a symbol has no value.
template <fixed_string Name, extent Other, any_tensor X, fixed_string... Names>
constexpr auto assume_equal(X&& x, [[maybe_unused]] binding<Names>... bindings)
    -> viewed<rules::assume_equal_rule<Name, Other>, X> {
  using result = viewed<rules::assume_equal_rule<Name, Other>, X>;
  if constexpr (is_poisoned<result> || is_meta<result>) {
    return relabel<"assume_equal", result>(std::forward<X>(x));
  } else {
    using to = shape_of<result>;
    auto const values = detail::values_of<symbols_in<to>>(x.symbols(), bindings...);
    constexpr std::size_t at = position_of<to>(Name.view());
    long long const has = signed_extent<type_at<shape_of<X>, at>>(x.symbols());
    long long const wanted = signed_extent<type_at<to, at>>(values);
    if (has != wanted)
      throw shape_error("assume_equal", to_string(x),
                        std::string(Name.view()) + " is " + std::to_string(has) + ", not " + std::to_string(wanted));
    if constexpr (result::owns) {
      std::size_t const begin = x.offset();
      return result(std::forward<X>(x).take_storage(), values, begin);
    } else {
      return result(x.data(), values);
    }
  }
}

}  // namespace shapeproof
