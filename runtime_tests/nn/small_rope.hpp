// SPDX-License-Identifier: BSL-1.0
/// Heads with pairs for the tests of rotary positions, and what plain loops make of them.
#pragma once

#include <shapeproof/nn/rope.hpp>

#include "naive_attention.hpp"

#include <cstddef>
#include <utility>

namespace small {

namespace sp = shapeproof;

using L = sp::axis<"L">;
using rope_B = sp::axis<"B", 5>;
using rope_H = sp::axis<"H", 3>;

/// 4 pairs of 2 components: `(R C)` and `(C R)`.
struct side_by_side {
  using head = sp::nn::interleaved<sp::axis<"R", 4>>;
  static constexpr sp::fixed_string pairs = "(R C)";
  static constexpr auto stored = reference::pairing::side_by_side;
};
struct half_apart {
  using head = sp::nn::half_split<sp::axis<"R", 4>>;
  static constexpr sp::fixed_string pairs = "(C R)";
  static constexpr auto stored = reference::pairing::half_apart;
};

/// The positions of x behind `past` others, from a cache that has them.
template <class X>
auto positions_from(std::size_t past, X const& x) {
  using storage = sp::tensor<float, sp::axis<"B", 1>, sp::axis<"H", 1>, sp::axis<"S", "past">, sp::axis<"Dk", 1>>;
  storage const filled(sp::bind<"past">(past));
  return sp::nn::positions_of(sp::nn::kv_cache<storage, sp::axis<"S", "past">>(filled, filled, {{past}}), x);
}

/// An empty cache of padded rows, for the positions of a new batch.
template <class B>
auto padded_cache(std::vector<std::size_t> const& padding) {
  using storage = sp::tensor<float, B, sp::axis<"S", 1>, sp::axis<"Dk", 1>>;
  using cache = sp::nn::kv_cache<storage, sp::axis<"S", 0>, sp::nn::between_steps, sp::left_padded<B>>;
  if constexpr (sp::is_static<B>)
    return cache(sp::left_padded<B>(padding));
  else
    return cache(sp::left_padded<B>(padding), sp::bind<"B">(padding.size()));
}

template <class Stored, class X, class Positions>
auto rotated(X const& x, Positions const& positions) {
  return sp::nn::rope<"L", Stored::pairs>(x, positions);
}

/// x with each head turned; `position(b, l)` is the token's, and x may lack the axis B.
template <class Stored, class X, class Position>
reference::values expected(X const& x, Position const& position, double base = 1e4) {
  auto const all = reference::read(x);
  std::string const head(Stored::pairs.view());
  auto result = all;
  std::vector<std::string> names;
  std::vector<std::size_t> extents;
  for (std::size_t i = 0; i + 1 < all.names.size(); ++i) {
    names.push_back(all.names[i]);
    extents.push_back(all.extents[i]);
  }
  reference::each(names, extents, [&](reference::turn where) {
    reference::row components;
    for (std::size_t i = 0; i < 8; ++i) {
      where[head] = i;
      components.push_back(all.at[reference::place(all, where)]);
    }
    std::size_t const row = where.count("B") > 0 ? where["B"] : 0;
    components = reference::rotated(components, Stored::stored, static_cast<double>(position(row, where["L"])), base);
    for (std::size_t i = 0; i < 8; ++i) {
      where[head] = i;
      result.at[reference::place(result, where)] = components[i];
    }
  });
  return result;
}

}  // namespace small
