// SPDX-License-Identifier: BSL-1.0
/// The pipeline read by the compiler: the same functions, run on tensors without elements.
#pragma once

#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/tensor/meta.hpp>
#include <shapeproof/tensor/trace.hpp>

#include <string_view>

namespace shapeproof::llm {

/// The steps of `forward` and `sample` for L positions after `Past` cached ones: numbers, or text for every number.
template <class Model, extent L, extent Past, extent Capacity = "capacity">
constexpr trace traced_step() {
  trace log;
  using vocabulary = index<typename Model::V>;
  meta_tensor<vocabulary, axis<"L", L>> ids(&log);
  log.add("tokenize", description<shape_of<decltype(ids)>>, &no_cost::flops, &no_cost::bytes);
  nn::P1(ids);
  model_weights<Model, traced> weights;
  single_layer<layer_cache<Model, Past, Capacity, meta_tensor>> caches;
  auto const result = forward(ids, weights, std::move(caches));
  random_stream unused;
  nn::P21(sample(result.logits, sampling{}, unused));
  return log;
}

/// The id that a step of prefill has in decode: P8 is D4. The causal mask (P9) has none: the only query is the last
/// position.
constexpr std::string_view decode_step(std::string_view prefill_step) {
  struct pair {
    std::string_view prefill, decode;
  };
  constexpr pair pairs[] = {{"P2", "D1"},  {"P3", "D1"},  {"P4", "D2"},  {"P5", "D2"},  {"P6", "D2"},
                            {"P7", "D3"},  {"P8", "D4"},  {"P10", "D5"}, {"P11", "D5"}, {"P12", "D6"},
                            {"P13", "D6"}, {"P14", "D6"}, {"P15", "D6"}, {"P16", "D6"}, {"P17", "D6"},
                            {"P18", "D7"}, {"P19", "D7"}, {"P20", "D7"}, {"P21", "D7"}};
  for (pair const& each : pairs)
    if (each.prefill == prefill_step) return each.decode;
  return {};
}

}  // namespace shapeproof::llm
