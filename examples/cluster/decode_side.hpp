// SPDX-License-Identifier: BSL-1.0
/// What a rank that decodes does: steps of all requests at hand, which others join as their caches come.
#pragma once

#include "plan.hpp"
#include "waiting.hpp"

#include <shapeproof/llm/batch.hpp>
#include <shapeproof/serving/incoming.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cluster {

/// All ranks of the group do the same in the same order, which the first one says.
template <class Weights, class Symbols>
class decode_side {
 public:
  /// Every rank tells `told` the same.
  decode_side(Weights const& weights, shapeproof::symbol_values<Symbols> const& sizes, plan const& work,
              place const& at, listener told)
      : layers_(weights.blocks.size()),
        sizes_(sizes),
        work_(work),
        at_(at),
        told_(std::move(told)),
        batch_(weights, work.size, sizes),
        watch_(at),
        life_(at.way.through, at.way.from[0], at.way.first_tag + 2, at.patience()) {}

  /// Decodes until all requests have come and are finished. Throws where ranks fail or are late.
  void run() {
    for (action next = agreed(); next != action::end; next = agreed()) {
      if (next == action::take) take();
      if (next == action::join) join();
      if (!batch_.is_idle()) batch_.step([](auto const&) {});
      tell();
    }
    if (at_.group.rank() == 0) life_.say(work_.requests.size());
  }

 private:
  using model = typename Weights::model;
  using handed = shapeproof::serving::handed_cache_of<model>;
  using request_refused = shapeproof::serving::request_refused;
  enum class action : std::uint8_t { step, take, join, end };
  struct row {
    std::size_t name;  // in the batch
    result so_far;
    double first;  // when its first token came
  };

  action agreed() {
    auto next = action::step;
    if (at_.group.rank() == 0)
      next = decided();
    else if (coming_)
      (void)has_come(*coming_);  // takes in what is there
    return static_cast<action>(said_by_first(at_.group, static_cast<std::uint8_t>(next)));
  }

  action decided() {
    auto next = action::step;
    becomes_true(batch_.is_idle() ? at_.patience() / signs : 0, [&] {
      life_.beat();
      next = possible();
      return next != action::step;
    });
    return next;
  }
  action possible() {
    bool const is_idle = batch_.is_idle();
    if (coming_) return has_come(*coming_) ? action::join : action::step;
    (void)life_.heard("a sign of the ranks that prefill");
    if (came_ == work_.requests.size()) return is_idle ? action::end : action::step;
    if (batch_.free_rows() > 0 && shapeproof::serving::is_offered(at_.way)) return action::take;
    return action::step;
  }

  /// Answers an offer. A request that is too long is refused here.
  void take() {
    ++came_;
    coming_.emplace(at_.way, layers_, work_.size.capacity, sizes_);
    bytes_ = 0;
    life_.note_alive();
    (void)said_by_first(at_.group, 0);  // there is no verdict before all of the group have answered
    or_refused([&] { coming_->agree(); });
  }

  /// Whether nothing is missing of the request that comes, or nothing more comes. Throws where nothing came for long.
  bool has_come(shapeproof::serving::incoming<handed>& coming) try {
    if (coming.poll()) return true;
    if (coming.bytes() > bytes_) life_.note_alive();
    bytes_ = coming.bytes();
    life_.require_alive("a layer of request " + work_.requests[coming.request()].id);
    return false;
  } catch (request_refused const&) {
    return true;
  }

  void join() {
    or_refused([&] {
      auto const first = coming_->token();
      life_.note_alive();
      std::size_t const number = coming_->request();
      auto const& wanted = work_.requests[number];
      double const now = watch_.seconds();
      std::size_t const name =
          batch_.join(wanted.request, {first.token, work_.vocabulary}, first.drawn, coming_->filling());
      rows_.push_back(
          {name,
           {.request = number, .first_token = now - wanted.arrival, .bytes = coming_->bytes() * at_.group.size()},
           now});
      coming_.reset();
    });
    tell();
  }

  template <class Action>
  void or_refused(Action const& act) {
    try {
      act();
    } catch (request_refused const& refused) {
      tell_one({.request = coming_->request(), .error = refused.what()});
      coming_.reset();
    }
  }

  /// Tells of rows that were left.
  void tell() {
    std::erase_if(rows_, [&](row& each) {
      auto const& answer = batch_.at(each.name);
      if (answer.progress == shapeproof::llm::progress::running) return false;
      each.so_far.error = answer.error;
      each.so_far.tokens = answer.tokens;
      if (answer.tokens.size() > 1)
        each.so_far.each_token = (watch_.seconds() - each.first) / static_cast<double>(answer.tokens.size() - 1);
      tell_one(each.so_far);
      return true;
    });
  }
  void tell_one(result const& one) {
    told_(one);
    if (at_.group.rank() == 0 && one.error.empty()) life_.say(one.request);
  }

  std::size_t layers_;
  shapeproof::symbol_values<Symbols> const& sizes_;
  plan const& work_;
  place const& at_;
  listener told_;
  shapeproof::llm::batch<Weights, Symbols> batch_;
  stopwatch watch_;
  life_line life_;
  std::optional<shapeproof::serving::incoming<handed>> coming_;
  std::size_t bytes_ = 0;  // of it
  std::size_t came_ = 0;
  std::vector<row> rows_;
};

}  // namespace cluster
