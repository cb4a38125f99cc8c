// SPDX-License-Identifier: BSL-1.0
/// A cache that comes to the rank that decodes, layer by layer; a step waits only for the layer that it needs.
#pragma once

#include <shapeproof/serving/incoming_stream.hpp>
#include <shapeproof/serving/outgoing.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace shapeproof::serving {

namespace detail {
/// Whether a cache is one for the positions of a prompt: without positions of its own, and between steps.
template <class Cache>
inline constexpr bool is_empty_cache =
    std::is_same_v<typename Cache::filled, axis<"S", 0>> && std::is_same_v<typename Cache::state, nn::between_steps> &&
    std::is_same_v<typename Cache::padding_type, no_padding>;

/// A layer's cache with the positions of a prompt, in the memory of an empty one. Another one is refused.
template <class Cache>
auto grown(Cache&& given, std::size_t positions) {
  symbol_values<symbols<"past">> filled_by;
  filled_by.at[0] = positions;
  if constexpr (is_empty_cache<Cache>) {
    return nn::detail::cache_access::same_memory<axis<"S", "past">, nn::between_steps>(std::forward<Cache>(given),
                                                                                       filled_by);
  } else {
    using reason = rules::plainly<"a prompt comes into an empty cache: S=0, between steps and without padding">;
    (void)accepted<rules::refuse<"hand over", reason, typename Cache::shape>>{};
    using storage = std::remove_cvref_t<decltype(given.keys())>;
    return nn::kv_cache<storage, axis<"S", "past">>(given.keys(), given.values(), filled_by);
  }
}
}  // namespace detail

template <class Caches, class Handed>
struct awaited_caches;

/// One request that is handed to this rank: `Handed` is what it expects, with its own part of the heads. One request
/// after the other; on every rank of the mesh the same ones in the same order.
template <class Handed>
class incoming {
 public:
  /// Waits for an offer and answers it, for caches of so many layers with room for `capacity` positions; `sizes` are
  /// the values of the model's symbols. Throws `channel_error` and `message_error`. Whether the request is refused, the
  /// next call tells.
  template <class Symbols = symbols<>>
  incoming(route const& on, std::size_t layers, std::size_t capacity, symbol_values<Symbols> const& sizes = {})
      : stream_(on,
                stated<Handed>({.layers = layers,
                                .checkpoint = on.checkpoint,
                                .rank = place_among(on.to, on.through.rank()),
                                .peers = on.from.size(),
                                .positions = capacity},
                               sizes),
                extent_of<whole<typename Handed::heads>>(narrowed<symbols_of_heads>(sizes)),
                handed_bytes<shape_of_one>(1, 1, sizes)) {}

  /// Waits until both sides have agreed. Throws `request_refused` with both sides' shapes where they do not,
  /// `channel_error`, `message_error`. All that follows does it where it was not done.
  void agree() { stream_.agree(); }
  /// Takes in what has come, waiting for nothing; gives whether all has. Throws as `agree`, and `request_refused` where
  /// a sender withdrew the request.
  bool poll() { return stream_.poll(); }
  /// Waits for the first token of the answer. Throws as `poll`.
  first_token token() { return stream_.token(); }

  std::uint64_t request() const { return stream_.request(); }          ///< its number
  std::size_t positions() const { return stream_.positions(); }        ///< of its prompt
  handed_request const& offered() const { return stream_.offered(); }  ///< as the senders said it
  std::size_t bytes() const { return stream_.bytes(); }                ///< of keys and values that came

  /// Layer i, once: an empty cache `[B=1, H, S=0, Dk]`, one of its own or a slot of a pool, with the prompt's positions
  /// in it, `[B=1, H, S=past, Dk]`. Waits for it. Refused: a cache that is not empty, padded, or within a step, and
  /// another one than is expected. Throws as `poll`, and `shape_error` for a cache without room.
  template <nn::taken_over_cache Cache>
  auto filled(std::size_t i, Cache&& empty) {
    auto result = detail::grown(std::forward<Cache>(empty), positions());
    fill(i, result);
    return result;
  }

  /// The same as an argument of `llm::batch::join`.
  auto filling() {
    return [this]<class Cache>(std::size_t i, Cache&& empty) { return this->filled(i, std::forward<Cache>(empty)); };
  }

  /// Empty caches, one for each layer, as those of [0, past): they are given to `decode` at once, whose first step
  /// waits for each layer when it is there. Refused and thrown as by `filled`.
  template <class Caches>
  auto caches(Caches&& empty) {
    agree();
    auto awaited = llm::each_changed(std::forward<Caches>(empty), [&]<class Cache>(Cache&& each, std::size_t) {
      return detail::grown(std::forward<Cache>(each), positions());
    });
    return awaited_caches<decltype(awaited), Handed>{std::move(awaited), this};
  }

 private:
  template <class Caches, class Of, class Change>
  friend auto each_changed(awaited_caches<Caches, Of>&& stack, Change const& change);
  using symbols_of_heads = symbols_in<shape<whole<typename Handed::heads>>>;
  using shape_of_one = handed_cache<axis<"H", 1>, typename Handed::size, typename Handed::element>;

  // Waits for layer i and writes it to a cache that has room for it.
  template <class Cache>
  void fill(std::size_t i, Cache& cache) {
    if constexpr (detail::is_cache_of<Handed, Cache>()) {
      head_range const own = stream_.own_heads();
      detail::require_row(cache.keys(), own.size(), positions());
      stream_.require_layer(i);
      for (std::size_t p = 0; p < stream_.senders(); ++p)
        if (stream_.heads(p).size() > 0) write(stream_.taken(i, p), stream_.heads(p), own.begin, cache);
    }
  }

  template <class Cache>
  void write(std::vector<std::byte> const& body, head_range handed, std::size_t first, Cache& cache) const {
    using element = typename Handed::element;
    auto const loops = detail::loops_of_heads(cache.keys(), handed.size(), positions(), 1);
    auto const begin = static_cast<std::ptrdiff_t>(handed.begin - first) * cache.keys().walk().step[1];
    cpu::copy(body.data(), cache.keys().data() + begin, sizeof(element), loops);
    cpu::copy(body.data() + body.size() / 2, cache.values().data() + begin, sizeof(element), loops);
  }

  incoming_stream stream_;
};

/// Caches of [0, past) whose positions may still be on their way; the first step takes each layer when it is there.
template <class Caches, class Handed>
struct awaited_caches {
  Caches caches;             ///< one for each layer
  incoming<Handed>* sender;  ///< outlives the step

  std::size_t size() const { return caches.size(); }                 ///< how many layers there are
  auto const& operator[](std::size_t i) const { return caches[i]; }  ///< layer i, unchecked
};

/// The stack of `change(layer, i)`; each layer is waited for just before its change.
template <class Caches, class Handed, class Change>
auto each_changed(awaited_caches<Caches, Handed>&& stack, Change const& change) {
  return llm::each_changed(std::move(stack.caches), [&]<class Cache>(Cache&& cache, std::size_t i) {
    stack.sender->fill(i, cache);
    return change(std::forward<Cache>(cache), i);
  });
}

}  // namespace shapeproof::serving
