// SPDX-License-Identifier: BSL-1.0
/// How much memory the activations of a generation take: worked out by the compiler, used as an arena.
#pragma once

#include <shapeproof/llm/caches.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/llm/storage.hpp>
#include <shapeproof/ops/collectives.hpp>
#include <shapeproof/tensor/memory_plan.hpp>
#include <shapeproof/tensor/symbols.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace shapeproof::llm {

namespace detail {

/// Layers and turns of the loop in a plan. A later one finds the memory as one of these found it.
inline constexpr std::size_t planned_turns = 3;
struct planned : traced {
  template <class Layer>
  using stack = fixed_stack<Layer, planned_turns>;
};

/// A prompt of L tokens and then one token at a time, each step begun while the logits of the one before are there.
/// `IdAxes` are those of ids before L.
template <template <class, class> class Weights, class Model, class Padding, class... IdAxes>
constexpr memory_plan planned_generation() {
  memory_plan plan;
  trace log;
  log.memory = &plan;
  {
    using id = index<whole<typename Model::V>>;
    using layer = layer_cache<Model, 0, "capacity", meta_tensor, Padding>;
    Weights<Model, planned> const weights;
    random_stream unused;
    meta_tensor<id, IdAxes..., axis<"L">> const prompt(&log);
    meta_tensor<id, IdAxes..., axis<"L", 1>> const next(&log);
    auto state = advance(prompt, weights, fixed_stack<layer, planned_turns>{});
    for (std::size_t turn = 0; turn < planned_turns; ++turn) {
      [[maybe_unused]] auto tokens = sample(gathered<"V">(state.logits), sampling{}, unused);
      if constexpr (sizeof...(IdAxes) == 0) tokens = {};  // one token is taken out of it, and the step gets that
      state = advance(next, weights, std::move(state.caches));
    }
  }
  return plan;
}

template <template <class, class> class Weights, class Model, class Padding, class... IdAxes>
inline constexpr memory_plan generation_plan = planned_generation<Weights, Model, Padding, IdAxes...>();

template <class Symbols>
std::size_t planned_bytes(memory_plan const& plan, symbol_values<Symbols> const& sizes) {
  auto const value_of = [&](std::string_view name) {
    std::size_t const at = shapeproof::detail::symbol_list<Symbols>::find(name);
    if (at == not_found)
      throw shape_error("activation_bytes", std::string(name), "this symbol of the activations' sizes has no value");
    return sizes.at[at];
  };
  return plan.peak([&](polynomial const& bytes) { return static_cast<std::size_t>(evaluate(bytes, value_of)); });
}

}  // namespace detail

/// The bytes of an arena that holds all activations of a generation from a prompt of `tokens` tokens, ids `[B, L]`,
/// with any number of layers: `activation_bytes(weights, tokens, sizes)`. `sizes` are the values of the model's
/// symbols; rows may be padded, as in `empty_caches`; `more` binds what the sizes lack, such as `bind<"B">(2)`. Throws
/// `shape_error` where a value is lacking. Kernels have scratch memory of their own, which they keep.
template <template <class, class> class Weights, class Model, class Storage, class Symbols = symbols<>,
          class Padding = no_padding, fixed_string... Names>
std::size_t activation_bytes(Weights<Model, Storage> const&, std::size_t tokens,
                             symbol_values<Symbols> const& sizes = {}, Padding const& = {}, binding<Names>... more) {
  return detail::planned_bytes(detail::generation_plan<Weights, Model, Padding, typename Model::B>,
                               detail::joined(sizes, bind<"L">(tokens), more...));
}

/// The same in bytes for the note's model, whose ids are `[L]` and whose sizes are numbers, so that none is lacking: it
/// throws nothing.
template <class Model, class Storage>
std::size_t activation_bytes(model_weights<Model, Storage> const&, std::size_t tokens) {
  return detail::planned_bytes(detail::generation_plan<model_weights, Model, no_padding>,
                               detail::joined(symbol_values<symbols<>>{}, bind<"L">(tokens)));
}

}  // namespace shapeproof::llm
