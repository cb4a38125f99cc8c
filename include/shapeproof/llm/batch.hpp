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
#include <string>
#include <utility>
#include <vector>

namespace shapeproof::llm {

namespace detail {
/// How many positions there are for a sequence: the capacity, or fewer where the model has learned fewer.
template <class Weights>
std::size_t positions_within(Weights const& w, std::size_t capacity) {
  if constexpr (requires { w.positions; })
    return std::min(capacity, w.positions.walk().extent[0]);
  else
    return capacity;
}
}  // namespace detail

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
  }

  /// Takes a request, which waits for a row, and gives its name: how many came before it. One that cannot be done fails
  /// at once, and alone.
  std::size_t add(request wanted) {
    std::size_t const name = requests_.add(std::move(wanted));
    if (requests_.is_waiting(name)) waiting_.push_back(name);
    return name;
  }

  /// Takes a request whose prefill was done elsewhere: `first` is the first token of its answer, for which `drawn`
  /// random numbers were drawn. `fill(layer, cache)` gets an empty cache `[B=1, H, S=0, Dk]` of each layer and gives it
  /// back, between steps, with the prompt's positions in it; what it throws fails the request alone. Throws
  /// `shape_error` where no row is free.
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
  /// of each token as soon as it is there. An error in one request ends that one. What is thrown for want of memory, or
  /// by `heard`, leaves a batch that can go on.
  template <class Heard>
  void step(Heard&& heard) {
    for (auto const& each : decode_rows()) heard(each);
    while (!waiting_.empty() && free_rows() > 0) {
      std::size_t const name = waiting_.front();
      waiting_.erase(waiting_.begin());
      for (auto const& each : prefill_one(name)) heard(each);
    }
  }
  /// The same, and the tokens in their order.
  std::vector<arrival<vocabulary>> step() {
    std::vector<arrival<vocabulary>> result;
    step([&](arrival<vocabulary> const& each) { result.push_back(each); });
    return result;
  }

  /// Whether nothing is left to do.
  bool is_idle() const { return waiting_.empty() && free_rows() == size_.rows; }
  /// How many rows have no request.
  std::size_t free_rows() const {
    return size_.rows - rows_.size() + static_cast<std::size_t>(std::count_if(rows_.begin(), rows_.end(), is_free));
  }
  /// What came of a request. Throws `shape_error` where none has this name.
  answer const& at(std::size_t name) const { return requests_.at(name); }

 private:
  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);
  using arrivals = std::vector<arrival<vocabulary>>;
  struct row {
    std::size_t request = nobody;
    std::size_t length = 0;  // positions in the caches
    index<vocabulary> token = {};
    random_stream random = {};
  };

  static bool is_free(row const& each) { return each.request == nobody; }
  index<typename pools::Slot> slot_index(std::size_t at) const { return {at, size_.rows}; }

  template <class Fill>
  std::size_t join_at(request wanted, index<vocabulary> first, std::size_t drawn, Fill const& fill_slot) {
    if (free_rows() == 0) throw shape_error("join", std::to_string(size_.rows) + " rows", "none of them is free");
    std::size_t const name = requests_.add(std::move(wanted));
    if (!requests_.is_waiting(name)) return name;
    begin(name, [&](std::size_t at) {
      fill_slot(name, at);
      occupy(at, name, drawn);
      keep(rows_[at], first);
    });
    return name;
  }

  /// Gives a request the next slot: that of a row which was left, or one behind all others.
  template <class Begin>
  void begin(std::size_t name, Begin const& begin_at) {
    auto const at = static_cast<std::size_t>(std::find_if(rows_.begin(), rows_.end(), is_free) - rows_.begin());
    requests_.or_fail(name, [&] { begin_at(at); });
    leave_unless_running(at, name);
  }
  void occupy(std::size_t at, std::size_t name, std::size_t drawn) {
    auto const& wanted = requests_.wanted(name);
    if (at == rows_.size()) rows_.emplace_back();
    rows_[at] = {.request = name, .length = wanted.prompt.size(), .random = {wanted.seed, drawn}};
    requests_.run(name);
  }
  void leave_unless_running(std::size_t at, std::size_t name) {
    if (at < rows_.size() && rows_[at].request == name && !requests_.is_running(name)) rows_[at].request = nobody;
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
  arrivals prefill_one(std::size_t name) {
    arrivals result;
    begin(name, [&](std::size_t at) {
      auto const step = prefill(requests_.prompt(name), weights_, pools_.slot(slot_index(at)));
      occupy(at, name, 0);
      result.push_back(pick(rows_[at], select<"B">(gathered<"V">(step.logits), 0)));
    });
    return result;
  }

  /// One token for each row.
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
    result.reserve(rows_.size());
    auto const step = decode(tokens, weights_, pools_.rows(ragged<B>(std::move(lengths))));
    auto const& logits = gathered<"V">(step.logits);  // [B, V]
    for (std::size_t b = 0; b < rows_.size(); ++b) {
      std::size_t const name = rows_[b].request;
      ++rows_[b].length;
      requests_.or_fail(name,
                        [&] { result.push_back(pick(rows_[b], select<"B">(logits, index<B>(b, rows_.size())))); });
      leave_unless_running(b, name);
    }
    return result;
  }

  /// The next token of a row, from logits `[V]`.
  template <any_tensor Logits>
  arrival<vocabulary> pick(row& at, Logits const& logits) {
    return keep(at, sample(logits, requests_.wanted(at.request).sampling, at.random)());
  }
  arrival<vocabulary> keep(row& at, index<vocabulary> token) {
    at.token = token;
    return requests_.keep(at.request, token);
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
  std::vector<std::size_t> waiting_;  // the one that came first is the first
  std::vector<row> rows_;             // row b is slot b
};

}  // namespace shapeproof::llm
