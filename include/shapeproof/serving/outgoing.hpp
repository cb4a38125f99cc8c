// SPDX-License-Identifier: BSL-1.0
/// A cache that leaves the rank that prefills, layer by layer, while the next layer is computed.
#pragma once

#include <shapeproof/cpu/copy.hpp>
#include <shapeproof/llm/stack.hpp>
#include <shapeproof/serving/outgoing_stream.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace shapeproof::serving {

namespace detail {

/// False for a cache of another type than the one that is handed over, which is refused.
template <class Handed, class Cache>
constexpr bool is_cache_of() {
  if constexpr (is_no_cache<handed_by<Cache>> || is_no_cache<Handed>) {
    return false;
  } else if constexpr (std::is_same_v<handed_by<Cache>, Handed>) {
    return true;
  } else {
    using reason = rules::plainly<"the cache has other heads, head size or elements than what is handed over">;
    return sizeof(accepted<
                  rules::refuse<"hand over", reason, typename handed_by<Cache>::shape, typename Handed::shape>>) == 0;
  }
}

/// Loops over the first positions of some of a storage's heads, and over the same side by side; operand `side` is the
/// storage.
template <class Storage>
cpu::loop_nest<2> loops_of_heads(Storage const& storage, std::size_t heads, std::size_t positions, std::size_t side) {
  auto const walk = storage.walk();
  auto const step = [&](std::ptrdiff_t in_storage, std::size_t dense) {
    cpu::loop<2> result;
    result.step[side] = in_storage;
    result.step[1 - side] = static_cast<std::ptrdiff_t>(dense);
    return result;
  };
  cpu::loop_nest<2> loops = {.rank = 3};
  loops.at[0] = step(walk.step[1], positions * walk.extent[3]);
  loops.at[1] = step(walk.step[2], walk.extent[3]);
  loops.at[2] = step(walk.step[3], 1);
  loops.at[0].extent = heads;
  loops.at[1].extent = positions;
  loops.at[2].extent = walk.extent[3];
  return loops;
}

/// Throws `shape_error` where a storage `[B, H, S, Dk]` is not that of one row with these heads and so much room.
template <class Storage>
void require_row(Storage const& storage, std::size_t heads, std::size_t positions) {
  auto const walk = storage.walk();
  if (walk.extent[0] != 1 || walk.extent[1] != heads || walk.extent[2] < positions)
    throw shape_error("hand over", to_string(storage),
                      "one row of " + std::to_string(heads) + " heads with room for " + std::to_string(positions) +
                          " positions is wanted");
}

}  // namespace detail

/// Hands one request over: `Handed` is what this rank has. The first token and the layers go to every rank that decodes
/// and needs of them. One request after the other; on every rank of the mesh the same ones in the same order.
template <class Handed>
class outgoing {
 public:
  /// Offers a request of so many layers; `sizes` are the values of the model's symbols. Waits for nothing. Throws
  /// `shape_error` where the request wants fewer positions than its prompt has.
  template <class Symbols = symbols<>>
  outgoing(route const& on, handed_request const& wanted, std::size_t layers, symbol_values<Symbols> const& sizes = {})
      : stream_(on, wanted.number, said(on, wanted, layers, sizes)),
        heads_(extent_of<whole<typename Handed::heads>>(narrowed<symbols_of_heads>(sizes))),
        positions_(wanted.positions) {}

  /// Waits until the receivers have agreed. Throws `request_refused` with both sides' shapes where they do not,
  /// `channel_error`, `message_error`. `layer` and `finish` do it where it was not done.
  void agree() { stream_.agree(); }

  /// Posts a layer of the cache `[B=1, H, S, Dk]`, which has the prompt's positions: keys and values are copied, the
  /// cache is free to go on. Layers come in order. Throws `shape_error` for another cache, and as `agree`.
  template <nn::taken_over_cache Cache>
  void layer(std::size_t i, Cache& cache) {
    if constexpr (detail::is_cache_of<Handed, Cache>()) {
      require(i, cache);
      agree();
      route const& way = stream_.way();
      auto const mine = heads_of(heads_, way.from.size(), stream_.place());
      for (std::size_t d = 0; d < way.to.size(); ++d) {
        auto const handed = common(mine, heads_of(heads_, way.to.size(), d));
        if (handed.size() > 0) stream_.post_layer(i, d, handed, body(cache, handed, mine.begin));
      }
    }
  }

  /// Posts the first token of the answer, and that no layer follows. Throws `shape_error` where layers are missing.
  void finish(first_token const& first) {
    if (stream_.next_layer() != stream_.layers())
      throw shape_error("hand over", "request " + std::to_string(stream_.request()),
                        "it has " + std::to_string(stream_.layers()) + " layers, " +
                            std::to_string(stream_.next_layer()) + " were handed over");
    stream_.finish(first);
  }
  /// Tells the receivers that nothing more comes, and why; what is destroyed unfinished is withdrawn as well.
  void withdraw(std::string const& reason) { stream_.withdraw(reason); }
  /// Waits for nobody any more and tells nobody: for a rank that ends, whose last words the others hear.
  void give_up() noexcept { stream_.give_up(); }

  /// Waits until all messages have left. Throws `channel_error`.
  void flush() { stream_.flush(); }

  /// Bytes of keys and values that left: `handed_bytes` when it is finished.
  std::size_t bytes() const { return stream_.bytes(); }

 private:
  using symbols_of_heads = symbols_in<shape<whole<typename Handed::heads>>>;

  template <class Symbols>
  static statement said(route const& on, handed_request const& wanted, std::size_t layers,
                        symbol_values<Symbols> const& sizes) {
    if (wanted.wanted < wanted.positions)
      throw shape_error(
          "hand over", "request " + std::to_string(wanted.number),
          std::to_string(wanted.wanted) + " positions are fewer than the prompt's " + std::to_string(wanted.positions));
    return stated<Handed>({.layers = layers,
                           .checkpoint = on.checkpoint,
                           .rank = place_among(on.from, on.through.rank()),
                           .peers = on.to.size(),
                           .positions = wanted.positions,
                           .wanted = wanted.wanted},
                          sizes);
  }

  template <class Cache>
  void require(std::size_t i, Cache& cache) const {
    if (cache.is_moved_from())
      throw shape_error("hand over", to_string(cache), "the cache was moved from; use the one that the step returned");
    detail::require_row(cache.keys(), heads_ / stream_.way().from.size(), positions_);
    std::size_t const filled = extent_of<typename Cache::filled>(cache.filled_by());
    if (filled != positions_ || i != stream_.next_layer())
      throw shape_error("hand over", to_string(cache),
                        "layer " + std::to_string(i) + " has " + std::to_string(filled) + " positions; layer " +
                            std::to_string(stream_.next_layer()) + " with the prompt's " + std::to_string(positions_) +
                            " is the next one");
  }

  template <class Cache>
  std::vector<std::byte> body(Cache& cache, head_range handed, std::size_t first) const {
    using element = typename Handed::element;
    auto const loops = detail::loops_of_heads(cache.keys(), handed.size(), positions_, 0);
    std::size_t const bytes = handed.size() * positions_ * loops.at[2].extent * sizeof(element);
    std::vector<std::byte> result(2 * bytes);
    auto const begin = static_cast<std::ptrdiff_t>(handed.begin - first) * cache.keys().walk().step[1];
    cpu::copy(cache.keys().data() + begin, result.data(), sizeof(element), loops);
    cpu::copy(cache.values().data() + begin, result.data() + bytes, sizeof(element), loops);
    return result;
  }

  outgoing_stream stream_;
  std::size_t heads_;
  std::size_t positions_;
};

/// Caches whose layers are handed over as a step changes them: they take the place of the caches in
/// `prefill(prompt, weights, sent(std::move(caches), out))`.
template <class Caches, class Handed>
struct sent_caches {
  Caches caches;               ///< one for each layer
  outgoing<Handed>* receiver;  ///< outlives the step

  std::size_t size() const { return caches.size(); }                 ///< how many layers there are
  auto const& operator[](std::size_t i) const { return caches[i]; }  ///< layer i, unchecked
};

/// The caches of a prefill, each of which goes out as soon as its layer has appended to it.
template <class Caches, class Handed>
  requires(!std::is_lvalue_reference_v<Caches>)
sent_caches<Caches, Handed> sent(Caches&& caches, outgoing<Handed>& to) {
  return {std::forward<Caches>(caches), &to};
}

/// The stack of `change(layer, i)`; each layer is posted after its change, before the next layer's.
template <class Caches, class Handed, class Change>
auto each_changed(sent_caches<Caches, Handed>&& stack, Change const& change) {
  return llm::each_changed(std::move(stack.caches), [&]<class Cache>(Cache&& cache, std::size_t i) {
    auto next = change(std::forward<Cache>(cache), i);
    stack.receiver->layer(i, next);
    return next;
  });
}

}  // namespace shapeproof::serving
