// SPDX-License-Identifier: BSL-1.0
/// Runs a model of any family: a prompt, and one token after the other, with every step measured.
#pragma once

#include "inspect.hpp"
#include "request.hpp"
#include "step_clock.hpp"

#include <shapeproof/io/tokenizer.hpp>
#include <shapeproof/llm/caches.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/parameters.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/tensor/arena.hpp>
#include <shapeproof/tensor/symbols.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace llm = shapeproof::llm;

/// `Family` says what differs: `traced` pipeline, `ids` of a prompt and of a step, the memory of activations, and its
/// layers one by one, which `attention_weights` looks at.
template <class Family, class Weights>
class model_run {
 public:
  model_run(Family const& family, Weights const& weights, request const& wanted)
      : family_(family),
        weights_(weights),
        wanted_(wanted),
        texts_(*wanted.pieces),
        prompt_(family.ids(wanted.tokens)),
        activations_(family.activation_bytes(weights, wanted.tokens.size())) {}

  /// `repetitions` of prefill, and of the first decode step.
  model_data run(std::size_t repetitions) {
    describe();
    auto state = measured(data_.prefill, repetitions, [&] { return empty(); }, prompt_);
    data_.prefill_attention = attention_weights(family_, prompt_, weights_, empty());
    data_.prefill.steps["P1"] = wanted_.tokenize_seconds;
    data_.prefill.seconds += wanted_.tokenize_seconds;
    auto token = sampled(state.logits);
    keep(token, 0, data_.prefill.seconds);
    for (std::size_t step = 1; step <= wanted_.chosen->tokens; ++step) {
      if (step > 1 && family_.ends(token(0).value())) break;  // one step is always there to be looked at
      auto const ids = family_.ids_of_step(token);
      auto const before = state.caches;
      if (step == 1) measured(data_.decode, repetitions, [&before] { return decltype(state.caches)(before); }, ids);
      step_seconds taken;
      state = timed(taken, ids, std::move(state.caches));
      data_.decode_attention = attention_weights(family_, ids, weights_, before);
      token = sampled(state.logits);
      keep(token, step, sum_of(taken));
    }
    data_.generated.back().text += texts_.finish();
    data_.key_norms = key_norms(state.caches[0]);
    return std::move(data_);
  }

 private:
  using model = typename Family::model;

  void describe() {
    using cached = typename llm::layer_cache<model, "past", "capacity">::shape;
    data_.layers = weights_.blocks.size();
    data_.weights = wanted_.chosen->weights;
    data_.proved = &Family::traced;
    data_.cached = shapeproof::description<cached>;
    data_.sizes = sizes_of(family_.sizes);
    llm::for_each_parameter(weights_, [&](std::string const&, auto const& parameter) {
      if constexpr (requires { parameter.bytes(); })
        data_.weight_bytes += parameter.bytes();
      else
        data_.weight_bytes += parameter.size() * sizeof(float);
    });
    data_.prompt = wanted_.chosen->prompt;
    for (int id : wanted_.tokens) data_.tokens.push_back({static_cast<std::size_t>(id), texts_.next(id)});
    data_.capacity = wanted_.tokens.size() + wanted_.chosen->tokens;
  }

  template <class Symbols>
  static auto sizes_of(shapeproof::symbol_values<Symbols> const& sizes) {
    std::vector<std::pair<std::string, std::size_t>> result;
    result.reserve(Symbols::count);
    for (std::size_t i = 0; i < Symbols::count; ++i)
      result.emplace_back(shapeproof::detail::symbol_list<Symbols>::names[i], sizes.at[i]);
    return result;
  }

  auto empty() const {
    return llm::empty_caches<model>(weights_.blocks.size(), data_.capacity, family_.sizes, shapeproof::no_padding{},
                                    shapeproof::bind<"B">(1));
  }

  template <class Logits>
  auto sampled(Logits const& logits) {
    return llm::sample(logits, {.temperature = 0}, random_);
  }

  template <class Token>
  void keep(Token const& token, std::size_t step, double seconds) {
    auto const id = token(0).value();
    std::size_t const past = step == 0 ? 0 : wanted_.tokens.size() + step - 1;
    data_.generated.push_back({{id, texts_.next(static_cast<int>(id))}, step, past, seconds});
  }

  /// One step of the model, and sampling from it.
  template <class Ids, class Caches>
  auto timed(step_seconds& taken, Ids const& ids, Caches&& caches) {
    shapeproof::arena::scope const within(activations_);
    step_clock clock;
    auto state = llm::advance(ids, weights_, std::forward<Caches>(caches));
    clock.computed("");  // what ends it: the caches are committed
    (void)sampled(state.logits);
    clock.computed("P21");
    taken = clock.taken();
    return state;
  }

  /// The same step again and again, each time from `caches()`; gives the last one's state.
  template <class Caches, class Ids>
  auto measured(phase& into, std::size_t repetitions, Caches const& caches, Ids const& ids) {
    measurements all;
    step_seconds taken;
    into.tokens = ids.template extent<"L">();
    into.past = caches()[0].length();
    auto state = timed(taken, ids, caches());  // not counted: it finds nothing in the processor's caches
    for (std::size_t i = 0; i < repetitions; ++i) {
      state = timed(taken, ids, caches());
      all.add(taken);
    }
    into.steps = all.steps();
    into.seconds = all.total();
    return state;
  }

  Family const& family_;
  Weights const& weights_;
  request const& wanted_;
  shapeproof::io::text_stream texts_;  // a character of several tokens is the last one's
  decltype(std::declval<Family const&>().ids(std::vector<int>{})) prompt_;
  shapeproof::arena activations_;
  llm::random_stream random_;
  model_data data_;
};
