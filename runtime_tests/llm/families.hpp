// SPDX-License-Identifier: BSL-1.0
/// Small models of the Llama and the GPT-2 family: with all extents distinct, and with those equal that are easily
/// confused. A batch of any size.
#pragma once

#include <shapeproof/llm/fill.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/gpt2.hpp>
#include <shapeproof/llm/llama.hpp>
#include <shapeproof/llm/token_ids.hpp>

#include "naive_families.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace small {

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace llm = shapeproof::llm;

template <class Head, reference::pairing Stored, std::size_t v, std::size_t d, std::size_t hkv, std::size_t g,
          std::size_t f>
struct llama_of {
  using B = sp::axis<"B">;
  using V = sp::axis<"V", sp::extent(v)>;
  using D = sp::axis<"D", sp::extent(d)>;
  using Hkv = sp::axis<"Hkv", sp::extent(hkv)>;
  using G = sp::axis<"G", sp::extent(g)>;
  using Dk = Head;
  using F = sp::axis<"F", sp::extent(f)>;
  using facts = llm::facts<sp::shape<D, Hkv, G>>;
  using weights = llm::llama_weights<llama_of>;

  static reference::matrix logits(std::vector<int> const& ids, weights const& w) {
    return reference::llama_logits(ids, w, hkv * g, hkv, Stored);
  }
};

/// No two extents are equal.
using distinct_llama = llama_of<nn::interleaved<sp::axis<"R", 4>>, reference::pairing::side_by_side, 37, 10, 2, 3, 14>;
using half_split_llama = llama_of<nn::half_split<sp::axis<"R", 4>>, reference::pairing::half_apart, 37, 10, 2, 3, 14>;
/// G = Hkv = R = 2, D = F = V.
using square_llama = llama_of<nn::interleaved<sp::axis<"R", 2>>, reference::pairing::side_by_side, 16, 16, 2, 2, 16>;

template <std::size_t v, std::size_t p, std::size_t h, std::size_t dk, std::size_t f>
struct gpt2_of {
  using B = sp::axis<"B">;
  using V = sp::axis<"V", sp::extent(v)>;
  using P = sp::axis<"P", sp::extent(p)>;
  using D = sp::axis<"D", sp::extent(h* dk)>;
  using H = sp::axis<"H", sp::extent(h)>;
  using Dk = sp::axis<"Dk", sp::extent(dk)>;
  using F = sp::axis<"F", sp::extent(f)>;
  using facts = llm::facts<sp::shape<D, H, Dk>, "D = H*Dk">;
  using weights = llm::gpt2_weights<gpt2_of>;

  static reference::matrix logits(std::vector<int> const& ids, weights const& w) {
    return reference::gpt2_logits(ids, w, h);
  }
};

/// No two extents are equal.
using distinct_gpt2 = gpt2_of<37, 12, 3, 5, 22>;
/// H = Dk = 4, D = F = V = P.
using square_gpt2 = gpt2_of<16, 16, 4, 4, 16>;

/// Made-up weights, whose vectors are not 0 and 1, so that no test passes without them.
template <class Model>
typename Model::weights family_weights(std::size_t layers) {
  typename Model::weights result;
  result.blocks.resize(layers);
  llm::fill_from_seed(result, 7, [](std::string const&, std::size_t) {});
  std::uint32_t stream = 200;
  llm::for_each_parameter(result, [&](std::string const&, auto& parameter) {
    if constexpr (sp::shape_of<decltype(parameter)>::rank == 1) reference::fill(parameter, stream++);
  });
  if constexpr (requires { result.options.rotary_base; }) result.options = {.epsilon = 1e-3F, .rotary_base = 50};
  return result;
}

/// Empty caches for the rows of a batch.
template <class Model>
auto family_caches(std::size_t layers, std::size_t capacity, llm::token_batch<typename Model::V> const& batch) {
  return llm::empty_caches<Model>(layers, capacity, sp::symbol_values<sp::symbols<>>{}, batch.padding,
                                  sp::bind<"B">(batch.padding.rows()));
}

template <class Model>
auto batch_of(std::vector<std::vector<int>> const& rows) {
  return llm::token_rows<typename Model::V>(rows, sp::static_extent<typename Model::V>);
}

/// `count` made-up tokens, other ones for each `row`.
template <class Model>
std::vector<int> family_tokens(std::size_t count, std::size_t row = 0) {
  std::vector<int> result;
  for (std::size_t i = 0; i < count; ++i)
    result.push_back(static_cast<int>((i * i * 5 + i * 3 + row * 11 + 7) % sp::static_extent<typename Model::V>));
  return result;
}

/// Row b of logits `[B, V]`.
template <class Logits>
reference::row logits_in(Logits const& logits, std::size_t b) {
  reference::row result;
  for (std::size_t i = 0; i < logits.template extent<"V">(); ++i) result.push_back(static_cast<double>(logits(b, i)));
  return result;
}

}  // namespace small
