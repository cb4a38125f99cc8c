// SPDX-License-Identifier: BSL-1.0
/// Small models for the tests of llm: one with all extents distinct, and ones whose extents are easily
/// confused.
#pragma once

#include <shapeproof/llm/fill.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/llm/token_ids.hpp>

#include "../naive_model.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace small {

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

template <std::size_t v, std::size_t de, std::size_t h, std::size_t dk, std::size_t f, std::size_t dl>
struct model_of {
  static constexpr std::size_t heads = h;
  using B = sp::axis<"B", 1>;
  using V = sp::axis<"V", sp::extent(v)>;
  using De = sp::axis<"De", sp::extent(de)>;
  using D = sp::axis<"D", sp::extent(h* dk)>;
  using H = sp::axis<"H", sp::extent(h)>;
  using Dk = sp::axis<"Dk", sp::extent(dk)>;
  using F = sp::axis<"F", sp::extent(f)>;
  using Dl = sp::axis<"Dl", sp::extent(dl)>;
  using facts = llm::facts<sp::shape<D, H, Dk>, "D = H*Dk">;
};

/// No two extents are equal.
using distinct = model_of<37, 12, 3, 5, 60, 10>;
/// H = Dk = 4, and all widths are 16.
using square = model_of<16, 16, 4, 4, 16, 16>;
/// As many heads as positions (prompts of 5 and 6 tokens), De = D = Dl, F = V.
using many_heads = model_of<24, 12, 6, 2, 24, 12>;

template <class Model>
llm::model_weights<Model> weights(std::size_t layers, std::uint64_t seed = 5) {
  llm::model_weights<Model> result;
  result.blocks.resize(layers);
  llm::fill_from_seed(result, seed, [](std::string const&, std::size_t) {});
  // Gamma and beta other than 1 and 0, so that no test passes without them.
  std::uint32_t stream = 100;
  llm::for_each_parameter(result, [&](std::string const& name, auto& parameter) {
    if (name.ends_with("gamma") || name.ends_with("beta")) reference::fill(parameter, stream++);
  });
  return result;
}

/// `count` token ids of the model.
template <class Model>
std::vector<int> tokens(std::size_t count) {
  std::vector<int> result;
  std::size_t const size = sp::static_extent<typename Model::V>;
  for (std::size_t i = 0; i < count; ++i) result.push_back(static_cast<int>((i * i * 5 + i * 3 + 7) % size));
  return result;
}

template <class Model>
auto ids(std::vector<int> const& numbers) {
  return llm::token_ids<typename Model::V>(numbers);
}

inline std::vector<int> part(std::vector<int> const& all, std::size_t from, std::size_t to) {
  return {all.begin() + static_cast<std::ptrdiff_t>(from), all.begin() + static_cast<std::ptrdiff_t>(to)};
}

/// Position l of `[B=1, L, Dl]`.
template <class X>
reference::row row_of(X const& x, std::size_t l) {
  reference::row result;
  for (std::size_t i = 0; i < x.template extent<"Dl">(); ++i) result.push_back(static_cast<double>(x(0, l, i)));
  return result;
}

}  // namespace small
