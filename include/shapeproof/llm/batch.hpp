// SPDX-License-Identifier: BSL-1.0
/// Many requests at once: sequences of any lengths, decoded together, joined by others as they come.
#pragma once

#include <shapeproof/llm/caches.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/request.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/llm/token_ids.hpp>
#include <shapeproof/nn/cache_pool.hpp>
#include <shapeproof/ops/select.hpp>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace shapeproof::llm {

/// How large a batch may become.
struct batch_size {
  std::size_t rows;      ///< requests at a time; more wait, in the order in which they came
  std::size_t capacity;  ///< positions of each
};

namespace detail {
/// How many positions a model has at most.
template <class Weights>
std::size_t most_positions(Weights const& w) {
  if constexpr (requires { w.positions; })
    return w.positions.walk().extent[0];
  else
    return static_cast<std::size_t>(-1);
}
}  // namespace detail

/// Requests that are decoded together: each step reads the weights once for all of them, and every request gets what
/// `prefill`, `decode` and `sample` give it alone. It prefills alone in a slot of the cache pools; then it is one of the
/// rows B of each step, ids `[B, L=1]` -> logits `[B, V]`, until it is finished and its slot is the next one's. Row b
/// is slot b: when nobody waits for the slot that becomes free, the last row moves there. One thread at a time may use
/// a batch; the weights must outlive it.
template <class Weights, class Symbols = symbols<>>
class batch {
 public:
  using model = typename Weights::model;                                                  ///< of the weights
  using vocabulary = typename model::V;                                                   ///< of tokens
  using pool_type = nn::cache_pool<typename detail::cached_heads<model>::type, typename model::Dk>;  ///< of a layer
  using B = typename pool_type::B;                                                        ///< the rows of a step
  using slot_cache = typename pool_type::slot_cache;                                      ///< that a prefill fills

  /// An empty batch. `sizes` are the values of the model's symbols. Throws `shape_error` for no rows or no capacity,
  /// std::bad_alloc where there is no memory for the pools.
  batch(Weights const& w, batch_size size, symbol_values<Symbols> const& sizes = {})
      : weights_(w), size_(size), most_positions_(std::min(size.capacity, detail::most_positions(w))) {
    if (size.rows == 0 || size.capacity == 0)
      throw shape_error("batch", std::to_string(size.rows) + " rows of " + std::to_string(size.capacity) + " positions",
                        "there is no room for a request");
    auto const values = narrowed<symbols_in<shape_of<typename pool_type::storage>>>(
        detail::joined(sizes, bind<"slots">(size.rows), bind<"capacity">(size.capacity)));
    pools_.reserve(w.blocks.size());
    for (std::size_t i = 0; i < w.blocks.size(); ++i) pools_.emplace_back(values);
  }

  /// Takes a request, which waits for a row, and gives its name: how many came before it. One that cannot be done fails
  /// at once, and alone.
  std::size_t add(request wanted) {
    std::size_t const name = enter(std::move(wanted));
    if (requests_[name].so_far.progress == progress::waiting) waiting_.push_back(name);
    return name;
  }

  /// Takes a request whose prefill was done elsewhere, where `first` was sampled from its logits and drew `drawn`
  /// numbers. `fill(layer, cache)` gets an empty cache `[B=1, H, S=0, Dk]` of each layer and gives it back with the
  /// prompt's positions in it, between steps. Throws `shape_error` where no row is free, and what `fill` throws fails
  /// the request alone.
  template <class Fill>
  std::size_t join(request wanted, index<vocabulary> first, std::size_t drawn, Fill const& fill) {
    if (free_rows() == 0) throw shape_error("join", std::to_string(size_.rows) + " rows", "none of them is free");
    std::size_t const name = enter(std::move(wanted));
    if (requests_[name].so_far.progress == progress::failed) return name;
    std::size_t const at = free_slot();
    or_fail(name, [&] {
      for (std::size_t i = 0; i < pools_.size(); ++i) {
        auto const filled = fill(i, pools_[i].slot(slot_index(at)));
        if (filled.length() != requests_[name].wanted.prompt.size())
          throw shape_error("join", to_string(filled),
                            "the prompt has " + std::to_string(requests_[name].wanted.prompt.size()) + " tokens");
      }
      occupy(at, name, drawn);
      keep(rows_[at], first);
    });
    return name;
  }

  /// One token more for every row, and the first ones of requests for which there is a row then. `heard(arrival)` hears
  /// of each token as soon as it is there. An error in one request ends that one. What is thrown for want of memory, or
  /// by `heard`, leaves a batch that can go on.
  template <class Heard>
  void step(Heard&& heard) {
    for (auto const& each : decode_rows()) heard(each);
    while (!waiting_.empty() && free_rows() > 0) {
      std::size_t const name = waiting_.front();
      waiting_.pop_front();
      for (auto const& each : begin(name)) heard(each);
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
    auto const is_free = [](row const& each) { return each.request == nobody; };
    return size_.rows - rows_.size() + static_cast<std::size_t>(std::count_if(rows_.begin(), rows_.end(), is_free));
  }
  /// What came of a request. Throws `shape_error` where none has this name.
  answer const& at(std::size_t name) const {
    if (name >= requests_.size())
      throw shape_error("answer", std::to_string(requests_.size()) + " requests", std::to_string(name) + " is not one");
    return requests_[name].so_far;
  }

 private:
  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);
  using arrivals = std::vector<arrival<vocabulary>>;
  struct entry {
    request wanted;
    answer so_far;
  };
  struct row {
    std::size_t request = nobody;
    std::size_t length = 0;  // positions in the caches
    index<vocabulary> token = {};
    random_stream random = {};
  };

  index<typename pool_type::Slot> slot_index(std::size_t at) const { return {at, size_.rows}; }
  std::size_t vocabulary_size() const { return weights_.embedding.walk().extent[0]; }

  /// Runs `action`, whose errors end the request.
  template <class Action>
  void or_fail(std::size_t name, Action const& action) {
    try {
      action();
    } catch (std::exception const& error) {
      requests_[name].so_far.progress = progress::failed;
      requests_[name].so_far.error = error.what();
    }
  }

  std::size_t enter(request wanted) {
    std::size_t const name = requests_.size();
    requests_.push_back({std::move(wanted), {}});
    or_fail(name, [&] { require_possible(requests_[name].wanted); });
    return name;
  }

  void require_possible(request const& wanted) const {
    auto const text = std::to_string(wanted.prompt.size()) + " tokens and " + std::to_string(wanted.tokens) + " more";
    if (wanted.prompt.empty()) throw shape_error("request", text, "the prompt is empty");
    if (wanted.tokens == 0) throw shape_error("request", text, "no token is asked for");
    // The last token that comes is not looked at again, so that it needs no position.
    if (wanted.prompt.size() > most_positions_ || wanted.tokens - 1 > most_positions_ - wanted.prompt.size())
      throw shape_error("request", text, "there is room for " + std::to_string(most_positions_) + " positions");
    (void)ids_of(wanted.prompt);
    require_valid(wanted.sampling);
  }

  auto ids_of(std::vector<std::size_t> const& numbers) const {
    tensor<index<vocabulary>, axis<"B", 1>, axis<"L">> ids(bind<"L">(numbers.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i)
      ids(0, i) = detail::checked_token<vocabulary>(numbers[i], vocabulary_size(), "request",
                                                    [&] { return detail::token_text(i, numbers.size()); });
    return ids;
  }

  /// Where the next request goes: a row that was left, or one behind all others.
  std::size_t free_slot() const {
    auto const left = std::find_if(rows_.begin(), rows_.end(), [](row const& each) { return each.request == nobody; });
    return static_cast<std::size_t>(left - rows_.begin());
  }
  void occupy(std::size_t at, std::size_t name, std::size_t drawn) {
    auto const& wanted = requests_[name].wanted;
    if (at == rows_.size()) rows_.emplace_back();
    rows_[at] = {.request = name, .length = wanted.prompt.size(), .random = {wanted.seed, drawn}};
    requests_[name].so_far.progress = progress::running;
  }

  /// The prompt of a request, alone, and its first token.
  arrivals begin(std::size_t name) {
    arrivals result;
    std::size_t const at = free_slot();
    or_fail(name, [&] {
      changing_stack<slot_cache> caches(pools_.size());
      for (auto& pool : pools_) caches.emplace_back(pool.slot(slot_index(at)));
      auto const first = prefill(ids_of(requests_[name].wanted.prompt), weights_, std::move(caches));
      occupy(at, name, 0);
      result.push_back(pick(rows_[at], select<"B">(first.logits, 0)));
    });
    leave_where_failed(at, name);
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
    changing_stack<typename pool_type::row_caches> caches(pools_.size());
    for (auto& pool : pools_) caches.emplace_back(pool.rows(ragged<B>(lengths)));
    result.reserve(rows_.size());
    auto const next = decode(tokens, weights_, std::move(caches));
    for (std::size_t b = 0; b < rows_.size(); ++b) {
      std::size_t const name = rows_[b].request;
      ++rows_[b].length;
      or_fail(name, [&] { result.push_back(pick(rows_[b], select<"B">(next.logits, index<B>(b, rows_.size())))); });
      leave_where_failed(b, name);
    }
    return result;
  }

  /// The next token of a row, from logits `[V]`.
  template <any_tensor Logits>
  arrival<vocabulary> pick(row& at, Logits const& logits) {
    return keep(at, sample(logits, requests_[at.request].wanted.sampling, at.random)());
  }
  arrival<vocabulary> keep(row& at, index<vocabulary> token) {
    auto& [wanted, so_far] = requests_[at.request];
    so_far.tokens.push_back(token.value());
    bool const is_end = std::find(wanted.ends.begin(), wanted.ends.end(), token.value()) != wanted.ends.end();
    bool const is_last = is_end || so_far.tokens.size() == wanted.tokens;
    arrival<vocabulary> const result = {at.request, token, is_last};
    at.token = token;
    if (is_last) {
      so_far.progress = progress::finished;
      at.request = nobody;
    }
    return result;
  }
  void leave_where_failed(std::size_t at, std::size_t name) {
    if (requests_[name].so_far.progress == progress::failed && at < rows_.size() && rows_[at].request == name)
      rows_[at].request = nobody;
  }

  /// Fills rows that were left with the last ones: the rows of a step are the first slots.
  void move_together() {
    for (std::size_t b = 0; b < rows_.size();) {
      if (rows_[b].request != nobody) {
        ++b;
        continue;
      }
      std::size_t const last = rows_.size() - 1;
      if (b != last && rows_[last].request != nobody) {
        for (auto& pool : pools_) pool.copy(slot_index(last), slot_index(b), rows_[last].length);
        rows_[b] = rows_[last];
      }
      rows_.pop_back();
    }
  }

  Weights const& weights_;
  batch_size size_;
  std::size_t most_positions_;
  std::vector<pool_type> pools_;  // one for each layer
  std::vector<entry> requests_;   // in the order in which they came
  std::deque<std::size_t> waiting_;
  std::vector<row> rows_;  // row b is slot b
};

}  // namespace shapeproof::llm
