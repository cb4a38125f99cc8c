// SPDX-License-Identifier: BSL-1.0
/// The pipeline read by the compiler: the same functions, run on tensors without elements.
#pragma once

#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/ops/collectives.hpp>
#include <shapeproof/tensor/meta.hpp>
#include <shapeproof/tensor/trace.hpp>

#include <string_view>

namespace shapeproof::llm {

namespace detail {

template <any_tensor Ids, class Weights, class Caches>
constexpr trace traced_forward(trace& log, Ids const& ids, Weights const& weights, Caches&& caches) {
  log.add("tokenize", description<shape_of<Ids>>, &no_cost::flops, &no_cost::bytes);
  nn::P1(ids);
  auto const result = forward(ids, weights, std::forward<Caches>(caches));
  random_stream unused;
  nn::P21(sample(gathered<"V">(result.logits), sampling{}, unused));
  return log;
}

template <class Model, extent Past, extent Capacity>
using traced_caches = single_layer<layer_cache<Model, Past, Capacity, meta_tensor>>;

}  // namespace detail

/// The steps of `forward` and `sample` for ids `[L]` after `Past` cached positions: numbers, or text for every number.
/// Refused as by these.
template <class Model, extent L, extent Past, extent Capacity = "capacity">
constexpr trace traced_step() {
  trace log;
  meta_tensor<index<whole<typename Model::V>>, axis<"L", L>> const ids(&log);
  return detail::traced_forward(log, ids, model_weights<Model, traced>{},
                                detail::traced_caches<Model, Past, Capacity>{});
}

/// The same, refused as that, for a family whose ids are `[B, L]`:
/// `traced_step<llama_weights, interleaved_llama, "L", "past">()`.
template <template <class, class> class Weights, class Model, extent L, extent Past, extent Capacity = "capacity">
constexpr trace traced_step() {
  trace log;
  meta_tensor<index<whole<typename Model::V>>, typename Model::B, axis<"L", L>> const ids(&log);
  return detail::traced_forward(log, ids, Weights<Model, traced>{}, detail::traced_caches<Model, Past, Capacity>{});
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
