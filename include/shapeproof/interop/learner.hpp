// SPDX-License-Identifier: BSL-1.0
/// The symbols of a layout, learnt from extents and strides that somebody else states.
#pragma once

#include <shapeproof/interop/outline.hpp>
#include <shapeproof/tensor/symbols.hpp>
#include <shapeproof/tensor/witness.hpp>

#include <cstddef>
#include <utility>

namespace shapeproof::detail {

/// The only symbol whose value is not known, if it stands alone in its term: then the extent tells its value.
constexpr std::size_t only_unknown(compiled_polynomial const& extent, bool const* known) {
  std::size_t result = not_found;
  for (std::size_t i = 0; i < extent.count; ++i)
    for (std::size_t s = 0; s < extent.terms[i].degree; ++s) {
      if (known[extent.terms[i].symbol[s]]) continue;
      if (result != not_found || extent.terms[i].degree != 1) return not_found;
      result = extent.terms[i].symbol[s];
    }
  return result;
}

/// The value of that symbol. Where there is none, 0: the extent is then another than the type's, which is found later.
constexpr std::size_t solved(compiled_polynomial const& extent, std::size_t symbol, std::size_t const* values,
                             long long found) {
  long long coefficient = 1;
  for (std::size_t i = 0; i < extent.count; ++i) {
    long long product = extent.terms[i].coefficient;
    if (extent.terms[i].degree == 1 && extent.terms[i].symbol[0] == symbol) {
      coefficient = product;
      continue;
    }
    for (std::size_t s = 0; s < extent.terms[i].degree; ++s)
      if (__builtin_mul_overflow(product, values[extent.terms[i].symbol[s]], &product)) return 0;
    if (__builtin_sub_overflow(found, product, &found)) return 0;
  }
  if (found == unknown) return 0;
  return found / coefficient < 0 ? 0 : static_cast<std::size_t>(found / coefficient);
}

template <class Layout, class Shape = shape_in<Layout>, class Memory = memory_in<Layout>>
struct learner;
template <class Layout, class... Axes, class... Slots>
struct learner<Layout, shape<Axes...>, memory<Slots...>> {
  using symbols = symbols_in<Layout>;
  static constexpr std::size_t rank = sizeof...(Axes);
  symbol_values<symbols> values = {};
  bool known[symbols::count + 1] = {};

  template <fixed_string Name>
  constexpr void learn(binding<Name> given) {
    constexpr std::size_t at = place_in<symbols, Name>;
    values.at[at] = given.value;
    known[at] = true;
  }

  /// A symbol that an extent needs may be known only after another axis.
  constexpr void learn_from_extents(outline<rank> const& there) {
    for (std::size_t turn = 0; turn < rank; ++turn) {
      std::size_t at = 0;
      (learn_from_extent<Axes>(there.extent[at++]), ...);
    }
  }

  /// `here` has the extents of the axes. A slot is as wide as the stride of the axis in the slot before it says.
  constexpr void learn_from_strides(outline<rank> const& here, outline<rank> const& there) {
    learn_from_strides(here, there, std::index_sequence_for<Slots...>{});
  }

  constexpr std::size_t first_unknown() const {
    for (std::size_t i = 0; i < symbols::count; ++i)
      if (!known[i]) return i;
    return not_found;
  }

 private:
  template <class Axis>
  constexpr void learn_from_extent([[maybe_unused]] long long found) {
    if constexpr (!is_static<Axis>) {
      constexpr auto const& extent = compiled<Axis, symbols>::value;
      std::size_t const at = only_unknown(extent, known);
      if (at == not_found) return;
      values.at[at] = solved(extent, at, values.at, found);
      known[at] = true;
    }
  }

  template <std::size_t... I>
  constexpr void learn_from_strides(outline<rank> const& here, outline<rank> const& there, std::index_sequence<I...>) {
    long long inner = 1;
    (learn_slot<sizeof...(Slots) - 1 - I>(here, there, inner), ...);
  }
  template <std::size_t Slot>
  constexpr void learn_slot(outline<rank> const& here, outline<rank> const& there, long long& inner) {
    using own = type_at<memory<Slots...>, Slot>;
    using axis = typename slot_axis<own>::type;
    if constexpr (Slot > 0) {
      constexpr std::size_t outer = position_of<shape<Axes...>>(axis_name<type_at<memory<Slots...>, Slot - 1>>);
      constexpr std::size_t same = position_of<shape<Axes...>>(axis_name<own>);
      if constexpr (outer != not_found) {
        bool const told = here.extent[outer] > 1 && inner > 0 && there.stride[outer] != unknown;
        learn_from_extent<axis>(told ? there.stride[outer] / inner : same == not_found ? 1 : here.extent[same]);
      }
    }
    if (!is_countable<axis>(values) || __builtin_mul_overflow(inner, signed_extent<axis>(values), &inner)) inner = 0;
  }
};

}  // namespace shapeproof::detail
