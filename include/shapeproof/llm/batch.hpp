// SPDX-License-Identifier: BSL-1.0
/// Many requests at once: sequences of any lengths, decoded together, joined by others as they come.
#pragma once

#include <shapeproof/llm/cache_pools.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/request_list.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/ops/collectives.hpp>
#include <shapeproof/ops/embed.hpp>
#include <shapeproof/ops/select.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shapeproof::llm {

/// Requests that are decoded together: each step reads the weights once for all of them, and every request gets what
/// `prefill`, `decode` and `sample` give it alone: the same arithmetic, up to rounding where products of many rows add
/// in another order than those of one, as packed weights do. It prefills alone in a slot of the cache pools; then it is
/// one of the rows B of each step, ids `[B, L=1]` -> logits `[B, V]`, until it is finished and its slot is the next
/// one's. Row b is slot b: when nobody waits for a slot that becomes free, the last row moves there. One thread at a
/// time may use a batch; the weights must outlive it. Yu et al., 2022, "Orca: A Distributed Serving System for
/// Transformer-Based Generative Models" (OSDI).
template <class Weights, class Symbols = symbols<>>
class batch {
 public:
  using model = typename Weights::model;        ///< of the weights
  using vocabulary = whole<typename model::V>;  ///< of tokens
  using pools = cache_pools<model>;             ///< of all layers
  using B = typename pools::B;                  ///< the rows of a step

  /// An empty batch. `sizes` are the values of the model's symbols. Throws `shape_error` for no rows or no capacity,
  /// std::bad_alloc where there is no memory for the pools.
  batch(Weights const& w, batch_size size, symbol_values<Symbols> const& sizes = {})
      : weights_(w),
        size_(size),
        pools_(w.blocks.size(), size, sizes),
        requests_(shapeproof::detail::own_rows(w.embedding).all, detail::positions_within(w, size.capacity)) {
    if (size.rows == 0 || size.capacity == 0)
      throw shape_error("batch", std::to_string(size.rows) + " rows of " + std::to_string(size.capacity) + " positions",
                        "there is no room for a request");
    rows_.reserve(size.rows);
  }
  /// Weights that end here are refused.
  batch(Weights const&& w, batch_size size, symbol_values<Symbols> const& sizes = {}) = delete;

  /// Takes a request, which waits for a row, and gives its name: how many came before it. One that cannot be done fails
  /// at once, and alone. Throws std::bad_alloc, and has taken none then.
  std::size_t add(request wanted) { return requests_.add(std::move(wanted)); }

  /// Takes a request whose prefill was done elsewhere: `first` is the first token of its answer, for which `drawn`
  /// random numbers were drawn. `fill(layer, cache)` gets an empty cache `[B=1, H, S=0, Dk]` of each layer and gives it
  /// back, between steps, with the prompt's positions in it. A `shape_error`, `std::invalid_argument` or
  /// `std::domain_error` of it fails the request alone; whatever else is thrown goes on, and no request is taken then.
  /// Throws `shape_error` where no row is free.
  template <class Fill>
  std::size_t join(request wanted, index<vocabulary> first, std::size_t drawn, Fill const& fill) {
    return join_at(std::move(wanted), first, drawn, [&](std::size_t name, std::size_t at) {
      for (std::size_t i = 0; i < pools_.size(); ++i) require_filled(name, pools_[i].slot(slot_index(at)), fill, i);
    });
  }

  /// The same where the prompt's positions lie in a slot of other pools, from which they are copied.
  std::size_t join(request wanted, index<vocabulary> first, std::size_t drawn, pools const& others,
                   index<typename pools::Slot> slot) {
    return join_at(std::move(wanted), first, drawn, [&](std::size_t name, std::size_t at) {
      pools_.copy(others, slot, slot_index(at), requests_.wanted(name).prompt.size());
    });
  }

  /// One token more for every row, and the first ones of requests for which there is a row then. `heard(arrival)` hears
  /// of each token as soon as it is there. What cannot be sampled ends that request alone. What else is thrown, for
  /// want of memory, by a communicator or by `heard`, leaves a batch that can go on: tokens that came before are in
  /// their answers, and whoever had none gets it in the next step. (Over ranks, the others may be further then.)
  template <class Heard>
  void step(Heard&& heard) {
    for (auto const& each : decode_rows()) heard(each);
    while (requests_.has_waiting() && free_rows() > 0)
      if (auto const first = prefill_one(requests_.first_waiting())) heard(*first);
  }
  /// The same, and the tokens in their order.
  std::vector<arrival<vocabulary>> step() {
    std::vector<arrival<vocabulary>> result;
    step([&](arrival<vocabulary> const& each) { result.push_back(each); });
    return result;
  }

  /// Whether nothing is left to do.
  bool is_idle() const { return !requests_.has_waiting() && free_rows() == size_.rows; }
  /// How many rows have no request.
  std::size_t free_rows() const {
    return size_.rows - rows_.size() + static_cast<std::size_t>(std::count_if(rows_.begin(), rows_.end(), is_free));
  }
  /// What came of a request. Throws `shape_error` where none has this name, or it was forgotten.
  answer const& at(std::size_t name) const { return requests_.at(name); }
  /// The same of a request that has ended, of which nothing is kept from now on: a batch that runs on and on needs it.
  /// Throws `shape_error` as `at`, and where it has not ended.
  answer forget(std::size_t name) { return requests_.forget(name); }

 private:
  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);
  using arrivals = std::vector<arrival<vocabulary>>;
  struct row {
    std::size_t request = nobody;
    std::size_t length = 0;  // positions in the caches
    index<vocabulary> token = {};
    random_stream random = {};
  };

  using choice = detail::next_token<vocabulary>;

  static bool is_free(row const& each) { return each.request == nobody; }
  index<typename pools::Slot> slot_index(std::size_t at) const { return {at, size_.rows}; }

  template <class Fill>
  std::size_t join_at(request wanted, index<vocabulary> first, std::size_t drawn, Fill const& fill_slot) {
    if (free_rows() == 0) throw shape_error("join", std::to_string(size_.rows) + " rows", "none of them is free");
    std::size_t const name = requests_.add(std::move(wanted));
    if (!requests_.is_waiting(name)) return name;
    try {
      choice next{first, {requests_.wanted(name).seed, drawn}, {}};
      requests_.make_room(name);
      std::size_t const at = free_slot();
      next.error = own_error([&] {
        requests_.require_token(first);
        fill_slot(name, at);
      });
      begin(at, name, std::move(next));
    } catch (...) {
      requests_.take_back();
      throw;
    }
    return name;
  }

  /// That of a row which was left, or one behind all others.
  std::size_t free_slot() const {
    return static_cast<std::size_t>(std::find_if(rows_.begin(), rows_.end(), is_free) - rows_.begin());
  }
  /// The request has the row of this slot, and its first token; or it fails.
  std::optional<arrival<vocabulary>> begin(std::size_t at, std::size_t name, choice&& first) noexcept {
    if (at == rows_.size()) rows_.emplace_back();
    rows_[at] = {.request = name, .length = requests_.wanted(name).prompt.size()};
    requests_.run(name);
    return go_on(rows_[at], std::move(first));
  }

  /// Throws `shape_error` where a cache that was handed out does not come back with the prompt's positions.
  template <class Cache, class Fill>
  void require_filled(std::size_t name, Cache empty, Fill const& fill, std::size_t layer) const {
    auto const* const memory = empty.keys().data();
    auto filled = fill(layer, std::move(empty));
    std::size_t const positions = requests_.wanted(name).prompt.size();
    if (filled.length() != positions || filled.keys().data() != memory)
      throw shape_error("join", to_string(filled),
                        "the cache that was handed out is to have " + std::to_string(positions) + " positions");
  }

  /// The prompt of a request, alone, and its first token.
  std::optional<arrival<vocabulary>> prefill_one(std::size_t name) {
    std::size_t const at = free_slot();
    auto const step = prefill(requests_.prompt(name), weights_, pools_.slot(slot_index(at)));
    auto const& logits = gathered<"V">(step.logits);  // [B=1, V]
    return begin(at, name, pick(name, select<"B">(logits, 0), {requests_.wanted(name).seed, 0}));
  }

  /// One token for each row. All are picked before one is kept, so that what goes wrong changes nothing.
  arrivals decode_rows() {
    move_together();
    arrivals result;
    if (rows_.empty()) return result;
    std::vector<std::size_t> lengths;
    tensor<index<vocabulary>, B> tokens(bind<"B">(rows_.size()));
    for (std::size_t b = 0; b < rows_.size(); ++b) {
      lengths.push_back(rows_[b].length);
      tokens(b) = rows_[b].token;
    }
    auto const step = decode(tokens, weights_, pools_.rows(ragged<B>(std::move(lengths))));
    auto const& logits = gathered<"V">(step.logits);  // [B, V]
    std::vector<choice> next(rows_.size());
    for (std::size_t b = 0; b < rows_.size(); ++b)
      next[b] = pick(rows_[b].request, select<"B">(logits, index<B>(b, rows_.size())), rows_[b].random);
    result.reserve(rows_.size());
    for (std::size_t b = 0; b < rows_.size(); ++b) {
      ++rows_[b].length;
      if (auto const came = go_on(rows_[b], std::move(next[b]))) result.push_back(*came);
    }
    return result;
  }

  /// The next token of a request, from logits `[V]`; there is room for it then.
  template <any_tensor Logits>
  choice pick(std::size_t name, Logits const& logits, random_stream random) {
    requests_.make_room(name);
    choice result{{}, random, {}};
    result.error = own_error([&] { result.token = sample(logits, requests_.wanted(name).sampling, result.random)(); });
    return result;
  }
  /// What was picked is kept, and whoever is done leaves the row.
  std::optional<arrival<vocabulary>> go_on(row& at, choice&& next) noexcept {
    std::optional<arrival<vocabulary>> result;
    if (next.error) {
      requests_.fail(at.request, std::move(*next.error));
    } else {
      at.token = next.token;
      at.random = next.random;
      result = requests_.keep(at.request, next.token);
    }
    if (!requests_.is_running(at.request)) at.request = nobody;
    return result;
  }

  /// Fills rows that were left with the last ones: the rows of a step are the first slots.
  void move_together() {
    for (std::size_t b = 0; b < rows_.size();) {
      if (!is_free(rows_[b])) {
        ++b;
        continue;
      }
      std::size_t const last = rows_.size() - 1;
      if (!is_free(rows_[last])) {
        pools_.copy(slot_index(last), slot_index(b), rows_[last].length);
        rows_[b] = rows_[last];
      }
      rows_.pop_back();
    }
  }

  Weights const& weights_;
  batch_size size_;
  pools pools_;
  request_list<vocabulary> requests_;
  std::vector<row> rows_;  // row b is slot b
};

}  // namespace shapeproof::llm
