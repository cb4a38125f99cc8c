// SPDX-License-Identifier: BSL-1.0
/// What a rank that prefills does: requests in their order, each handed over while its layers finish.
#pragma once

#include "plan.hpp"
#include "sides.hpp"
#include "waiting.hpp"

#include <shapeproof/llm/caches.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/ops/collectives.hpp>
#include <shapeproof/serving/outgoing.hpp>
#include <shapeproof/shape/shard.hpp>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

namespace cluster {

template <class Weights, class Sizes>
class prefill_side {
 public:
  prefill_side(Weights const& weights, Sizes const& sizes, plan const& work, place const& at, word_listener finished)
      : weights_(weights),
        sizes_(sizes),
        work_(work),
        at_(at),
        finished_(std::move(finished)),
        watch_(at),
        life_(at.way.through, at.way.to[0], at.way.first_tag + 2, at.patience()) {}

  /// Hands all requests over, and waits until they are finished there. Throws where ranks fail or are late.
  void run() {
    for (std::size_t i = 0; i < work_.requests.size(); ++i) {
      wait([&] { return watch_.seconds() >= work_.requests[i].arrival; });
      hand_over(i);
    }
    wait([&] { return is_over_; });
  }

 private:
  using model = typename Weights::model;
  using handed = shapeproof::serving::handed_cache_of<model>;
  using vocabulary = shapeproof::whole<typename model::V>;

  /// Waits without a bound for the other side, which has to be alive.
  template <class Ready>
  void wait(Ready const& ready) {
    wait_together(at_.group, at_.patience(), [&] {
      life_.beat();
      for (auto const word : life_.heard("a sign of the ranks that decode"))
        if (word < work_.requests.size())
          finished_(word);
        else
          is_over_ = true;
      return ready();
    });
  }

  /// Whether all ranks that decode have answered the offer: they do as soon as they have a row for it.
  bool is_answered() const {
    return std::ranges::all_of(at_.way.to, [&](auto rank) { return at_.way.through.is_there(rank, at_.way.stream()); });
  }

  void hand_over(std::size_t number) {
    auto const& wanted = work_.requests[number].request;
    std::size_t const prompt = wanted.prompt.size();
    shapeproof::serving::outgoing<handed> out(
        at_.way, {.number = number, .positions = prompt, .wanted = prompt + wanted.tokens - 1}, weights_.blocks.size(),
        sizes_);
    try {
      wait([&] { return is_answered(); });
      out.agree();
      compute(wanted, out);
    } catch (shapeproof::serving::request_refused const&) {
      return;  // the ranks that decode know as well, and tell
    } catch (shapeproof::shape_error const& error) {
      out.withdraw(error.what());
    } catch (std::domain_error const& error) {  // logits that are no numbers, on all ranks of the group
      out.withdraw(error.what());
    } catch (...) {
      out.give_up();  // a rank has failed: to wait for answers now would be to tell of it late
      throw;
    }
  }

  void compute(shapeproof::llm::request const& wanted, shapeproof::serving::outgoing<handed>& out) {
    namespace llm = shapeproof::llm;
    auto empty =
        llm::empty_caches<model>(weights_.blocks.size(), wanted.prompt.size(), sizes_, shapeproof::no_padding{});
    auto const step = llm::prefill(ids_of(wanted.prompt), weights_, shapeproof::serving::sent(std::move(empty), out));
    llm::random_stream random{.seed = wanted.seed};
    auto const token = llm::sample(shapeproof::gathered<"V">(step.logits), wanted.sampling, random);
    out.finish({.token = token(0).value(), .drawn = random.drawn});
  }

  auto ids_of(std::vector<std::size_t> const& numbers) const {
    shapeproof::tensor<shapeproof::index<vocabulary>, typename model::B, shapeproof::axis<"L">> ids(
        shapeproof::bind<"L">(numbers.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i)
      ids(0, i) = shapeproof::index<vocabulary>(numbers[i], work_.vocabulary);
    return ids;
  }

  Weights const& weights_;
  Sizes const& sizes_;
  plan const& work_;
  place const& at_;
  word_listener finished_;
  stopwatch watch_;
  life_line life_;
  bool is_over_ = false;
};

}  // namespace cluster
