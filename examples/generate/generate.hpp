// SPDX-License-Identifier: BSL-1.0
/// A text from any model that was loaded: one algorithm for all families.
#pragma once

#include "request.hpp"

#include <shapeproof/llm/activation_memory.hpp>
#include <shapeproof/llm/caches.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/tensor/arena.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

/// A position that was computed. In the prompt, the next token is the prompt's own.
struct position_result {
  std::size_t position;
  std::size_t token_in;
  std::size_t token_next;
  std::span<float const> logits;  ///< valid during the call; none where nobody asked for them
};

/// Who hears of each position, and can end the run.
struct listener {
  std::function<void(position_result const&)> take;
  std::function<bool()> stop;
};

/// What a run took.
struct run_result {
  std::size_t prompt_tokens = 0, decoded_tokens = 0;
  double prefill_seconds = 0, decode_seconds = 0;
  bool stopped = false;  ///< by the listener
};

namespace detail {

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

class stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(clock::now() - begin_).count(); }

 private:
  using clock = std::chrono::steady_clock;
  clock::time_point begin_ = clock::now();
};

/// One run of `Model`, whose weights were loaded.
template <class Model, class Loaded>
class generation {
 public:
  generation(Loaded const& model, request const& wanted, listener const& to)
      : model_(model),
        wanted_(wanted),
        to_(to),
        random_{.seed = wanted.seed},
        activations_(llm::activation_bytes(model.weights, wanted.prompt.size(), model.sizes, sp::no_padding{},
                                           sp::bind<"B">(1))) {}

  run_result run() {
    auto empty =
        llm::empty_caches<Model>(model_.layers(), wanted_.steps, model_.sizes, sp::no_padding{}, sp::bind<"B">(1));
    sp::arena::scope const within(activations_);
    auto [token, caches] = read_prompt(std::move(empty));
    for (std::size_t position = wanted_.prompt.size(); position < wanted_.steps && !is_end(token); ++position) {
      result_.stopped = to_.stop();
      if (result_.stopped) break;
      stopwatch const watch;
      auto step = llm::decode(token, model_.weights, std::move(caches));
      auto const next = sampled(step.logits);
      result_.decode_seconds += watch.seconds();
      ++result_.decoded_tokens;
      to_.take({position, token(0).value(), next(0).value(), {step.logits.data(), step.logits.size()}});
      caches = std::move(step.caches);
      token = next;
    }
    result_.stopped = result_.stopped || to_.stop();
    return result_;
  }

 private:
  using vocabulary = typename Model::V;

  std::size_t vocabulary_size() const { return model_.weights.embedding.template extent<"V">(); }

  auto prompt_ids() const {
    auto const& numbers = wanted_.prompt;
    sp::tensor<sp::index<vocabulary>, typename Model::B, sp::axis<"L">> ids(sp::bind<"B">(1),
                                                                            sp::bind<"L">(numbers.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i) ids(0, i) = sp::index<vocabulary>(numbers[i], vocabulary_size());
    return ids;
  }

  template <class Logits>
  auto sampled(Logits const& logits) {
    return llm::sample(logits, wanted_.sampling, random_);
  }

  template <class Token>
  bool is_end(Token const& token) const {
    return std::ranges::find(wanted_.ends, token(0).value()) != wanted_.ends.end();
  }

  /// The token after the prompt, and the caches.
  template <class Caches>
  auto read_prompt(Caches empty) {
    stopwatch const watch;
    auto const told = [&](auto& step, auto const& last_logits) {
      auto token = sampled(last_logits);
      result_.prefill_seconds = watch.seconds();
      result_.prompt_tokens = wanted_.prompt.size();
      tell_prompt(token(0).value(), {step.logits.data(), step.logits.size()});
      return std::pair(std::move(token), std::move(step.caches));
    };
    if (!wanted_.every_logit) {
      auto step = llm::prefill(prompt_ids(), model_.weights, std::move(empty));
      return told(step, step.logits);
    }
    auto step = llm::rebound(llm::forward_all(prompt_ids(), model_.weights, std::move(empty)));
    return told(step, sp::last<"L">(step.logits));
  }

  /// `logits` are those of all positions or of the last one.
  void tell_prompt(std::size_t token_after, std::span<float const> logits) const {
    auto const& prompt = wanted_.prompt;
    std::size_t const without = prompt.size() - logits.size() / vocabulary_size();
    for (std::size_t i = 0; i < prompt.size(); ++i) {
      std::size_t const next = i + 1 < prompt.size() ? prompt[i + 1] : token_after;
      auto const own =
          i < without ? std::span<float const>() : logits.subspan((i - without) * vocabulary_size(), vocabulary_size());
      to_.take({i, prompt[i], next, own});
    }
  }

  Loaded const& model_;
  request const& wanted_;
  listener const& to_;
  llm::random_stream random_;
  sp::arena activations_;
  run_result result_;
};

}  // namespace detail

/// Runs the request and tells of each position in order, as soon as it is computed.
template <class Model, class Loaded>
run_result generate(Loaded const& model, request const& wanted, listener const& to) {
  return detail::generation<Model, Loaded>(model, wanted, to).run();
}
