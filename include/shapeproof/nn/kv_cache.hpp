// SPDX-License-Identifier: BSL-1.0
/// The key-value cache of one layer: what earlier positions left for later ones.
#pragma once

#include <shapeproof/cpu/copy.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/ops/operation.hpp>
#include <shapeproof/rules/append.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace shapeproof::nn {

/// A cache that steps may begin with, and one that has appended in the step that is going on.
struct between_steps {};
struct within_step {};

namespace detail {
template <fixed_string Operation, class Shape>
using refused_within_step =
    rules::refuse<Operation,
                  rules::plainly<"the cache is in the middle of a step, in which every layer begins at one length; "
                                 "commit it first">,
                  Shape>;
}  // namespace detail

/// Keys and values `[B, H, S, Dk]` of the positions [0, S), where `Filled` is the axis S. `Storage` is a tensor
/// `[B, H, S=capacity, Dk]`: memory is reserved once, and a step writes only its own positions. `append` takes a cache
/// between steps and gives it back within the step; `commit` ends the step.
template <class Storage, class Filled = axis<"S", 0>, class State = between_steps>
class kv_cache {
 public:
  using filled = Filled;
  using state = State;
  using shape = rules::cached_shape<shape_of<Storage>, Filled>;
  using layout = strided<shape, memory_in<shape_of<Storage>>>;
  using filled_values = symbol_values<symbols_in<shapeproof::shape<Filled>>>;

  constexpr kv_cache() = default;
  /// An empty cache; `bindings` bind what the storage's shape needs, such as `bind<"capacity">(64)`.
  template <fixed_string... Names>
    requires(sizeof...(Names) > 0)
  constexpr explicit kv_cache(binding<Names>... bindings) : keys_(bindings...), values_(bindings...) {}
  /// Keys and values of which `filled_by` says how many positions are filled. Throws `shape_error` where they differ in
  /// a symbol, or have less room than that.
  constexpr kv_cache(Storage keys, Storage values, filled_values const& filled_by)
      : keys_(std::move(keys)), values_(std::move(values)), filled_by_(filled_by) {
    if constexpr (!is_meta<Storage>) require_consistent();
  }

  /// How many positions are filled. Refused within a step: only its end makes new positions count.
  std::size_t length() const {
    if constexpr (std::is_same_v<State, within_step>)
      return accepted<detail::refused_within_step<"length", shape>>{}.size();
    else
      return filled_positions();
  }
  /// How many positions there is room for.
  std::size_t capacity() const { return keys_.template extent<"S">(); }

  /// Whether another cache has taken over the memory.
  bool is_moved_from() const { return keys_.size() > 0 && keys_.data() == nullptr; }

  Storage& keys() { return keys_; }
  Storage& values() { return values_; }

  /// The values of the symbols of shape and capacity.
  symbol_values<symbols_in<layout>> symbols() const {
    symbol_values<symbols_in<layout>> result;
    set(result, keys_.symbols());
    set(result, filled_by_);
    return result;
  }

  /// The same memory in another state.
  template <class OtherFilled, class OtherState>
  constexpr auto with(symbol_values<symbols_in<shapeproof::shape<OtherFilled>>> const& filled_by) && {
    return kv_cache<Storage, OtherFilled, OtherState>(std::move(keys_), std::move(values_), filled_by);
  }
  constexpr filled_values const& filled_by() const { return filled_by_; }

 private:
  std::size_t filled_positions() const { return extent_of<Filled>(filled_by_); }

  void require_consistent() const {
    (void)met_symbols<"kv_cache">(keys_, values_);
    auto const seen = narrowed<symbols_in<layout_of<Storage>>>(symbols());
    for (std::size_t i = 0; i < symbols_in<layout_of<Storage>>::count; ++i)
      if (seen.at[i] != keys_.symbols().at[i])
        throw shape_error("kv_cache", shapeproof::to_string(keys_),
                          "a symbol of the capacity has another value in the filled positions");
    if (filled_positions() > capacity())
      throw shape_error("kv_cache", shapeproof::to_string(shape{}, symbols()),
                        "the capacity is " + std::to_string(capacity()) + " positions");
  }

  template <class All, class Part>
  static void set(symbol_values<All>& all, symbol_values<Part> const& part) {
    for (std::size_t i = 0; i < Part::count; ++i)
      all.at[shapeproof::detail::symbol_list<All>::find(shapeproof::detail::symbol_list<Part>::names[i])] = part.at[i];
  }

  Storage keys_;
  Storage values_;
  [[no_unique_address]] filled_values filled_by_ = {};
};

/// `[B=1, H=8, S=7, Dk=650]`: the filled part.
template <class Storage, class Filled, class State>
std::string to_string(kv_cache<Storage, Filled, State> const& cache) {
  return shapeproof::to_string(typename kv_cache<Storage, Filled, State>::shape{}, cache.symbols());
}

/// What `append` gives: all keys and values that the step's queries may look at, `[B, H, S+L, Dk]` each, and the cache
/// that holds them, for `commit`.
template <class Keys, class Cache>
struct appended {
  Keys keys;
  Keys values;
  Cache cache;
  constexpr trace* log() const
    requires is_meta<Keys>
  {
    return keys.log();
  }
};

/// Throws `shape_error` where `more` positions do not fit behind the filled ones, or the cache was moved from.
template <class Cache>
void require_room(Cache const& cache, std::size_t more) {
  if (cache.is_moved_from())
    throw shape_error("append", to_string(cache), "the cache was moved from; use the one that the step returned");
  if (more > cache.capacity() - cache.length())
    throw shape_error("append", to_string(cache) + " and " + std::to_string(more) + " more positions",
                      "the capacity is " + std::to_string(cache.capacity()) + " positions");
}

namespace detail {

/// Copies `[B, H, L, Dk]` into `[B, H, S=capacity, Dk]` behind the filled positions.
template <class Storage, class New>
void write_behind(Storage& storage, std::size_t filled, New const& fresh) {
  using fresh_shape = shape_of<New>;
  using storage_shape = shape_of<Storage>;
  constexpr std::size_t at = position_of<fresh_shape>("L");
  auto const position = storage.walk().step[position_of<storage_shape>("S")];
  auto loops = loops_over<fresh_shape>(fresh, storage);
  loops.at[at].step[1] = position;
  cpu::copy(fresh.data(), storage.data() + static_cast<std::ptrdiff_t>(filled) * position, sizeof(element_of<New>),
            loops);
}

/// Elements are copied as they are.
template <class Storage, class New>
inline constexpr bool same_elements = std::is_same_v<element_of<Storage>, element_of<New>>;

template <class Storage, class Filled, class State, class K, class V>
constexpr auto append_outcome() {
  using namespace rules;
  using cached = cached_shape<shape_of<Storage>, Filled>;
  if constexpr (is_poisoned<K> || is_poisoned<V>)
    return type_is<poisoned>{};
  else if constexpr (std::is_same_v<State, within_step>)
    return refuse<"append", plainly<"this layer has appended in this step already; commit it first">, cached,
                  shape_of<K>, shape_of<V>>{};
  else if constexpr (!same_elements<Storage, K> || !same_elements<Storage, V>)
    return refuse<"append", plainly<"the new elements have another type than those of the cache">, shape_of<K>,
                  shape_of<V>>{};
  else
    return type_is<
        shapeproof::detail::outcome_of<append_rule, shape_of<Storage>, shape<Filled>, shape_of<K>, shape_of<V>>>{};
}
template <class Outcome>
struct plain_outcome {
  using type = Outcome;
};
template <class Outcome>
struct plain_outcome<type_is<Outcome>> {
  using type = Outcome;
};
template <class Storage, class Filled, class State, class K, class V>
using append_result = typename plain_outcome<decltype(append_outcome<Storage, Filled, State, K, V>())>::type;

template <class Filled, class Queries>
using grown_axis = typename rules::detail::with_extent<Filled, rules::detail::summed<Filled, Queries>::value>::type;

/// The keys (and values) that come back: const views into the storage, or meta tensors.
template <class Storage, class Outcome>
using appended_keys = typename shapeproof::detail::tensor_from<is_meta<Storage> ? shapeproof::detail::kind::meta
                                                                                : shapeproof::detail::kind::borrower,
                                                               element_of<Storage> const, Outcome>::type;

/// The cache that comes back: it has the positions of the queries, and is within the step. (That of a refused append is
/// never used.)
template <class Storage, class Filled, class Outcome>
struct cache_within {
  using grown = type_at<shape_in<Outcome>, position_of<shape_in<Outcome>>("S")>;
  using type = kv_cache<Storage, grown, within_step>;
};
template <class Storage, class Filled, class Message>
struct cache_within<Storage, Filled, refused<Message>> {
  using type = kv_cache<Storage, Filled, within_step>;
};
template <class Storage, class Filled>
struct cache_within<Storage, Filled, poisoned> {
  using type = kv_cache<Storage, Filled, within_step>;
};

template <class Storage, class Filled, class Outcome>
using append_type = appended<appended_keys<Storage, Outcome>, typename cache_within<Storage, Filled, Outcome>::type>;

/// Reads and writes the new keys and values once.
template <class K>
struct append_cost {
  static constexpr polynomial flops = {};
  static constexpr polynomial bytes = byte_count<K> * 4;
};

}  // namespace detail

template <class Cache, class K, class V>
inline constexpr bool cache_accepts = false;
template <class Storage, class Filled, class State, class K, class V>
inline constexpr bool cache_accepts<kv_cache<Storage, Filled, State>, K, V> =
    !is_refused<detail::append_result<Storage, Filled, State, K, V>>;

template <class Cache, class K, class V>
concept can_append = cache_accepts<Cache, K, V>;

/// Writes the keys and values `[B, H, L, Dk]` behind the S filled positions. Gives all of them, `[B, H, S+L, Dk]`, and
/// the cache, now within the step: a layer appends once, then `commit` ends the step. Past the capacity is refused, or
/// a `shape_error` before anything is written; then the cache that was passed is as before.
template <class Storage, class Filled, class State, any_tensor K, any_tensor V>
constexpr auto append(kv_cache<Storage, Filled, State>&& cache, K const& k, V const& v)
    -> detail::append_type<Storage, Filled, detail::append_result<Storage, Filled, State, K, V>> {
  using result = detail::append_type<Storage, Filled, detail::append_result<Storage, Filled, State, K, V>>;
  using keys = decltype(result::keys);
  if constexpr (is_poisoned<keys>) {
    auto const filled_by = cache.filled_by();
    return {{}, {}, std::move(cache).template with<Filled, within_step>(filled_by)};
  } else {
    using grown = typename decltype(result::cache)::filled;
    if constexpr (is_meta<keys>) {
      auto const all = shapeproof::detail::traced<"append", keys, detail::append_cost<K>>(k, v);
      return {all, all, std::move(cache).template with<grown, within_step>({})};
    } else {
      require_room(cache, k.template extent<"L">());
      auto const symbols = met_symbols<"append">(cache, k, v);
      detail::write_behind(cache.keys(), cache.length(), k);
      detail::write_behind(cache.values(), cache.length(), v);
      auto const of_keys = narrowed<symbols_in<layout_of<keys>>>(symbols);
      keys const all_keys(cache.keys().data(), of_keys);
      keys const all_values(cache.values().data(), of_keys);
      return {all_keys, all_values,
              std::move(cache).template with<grown, within_step>(narrowed<symbols_in<shape<grown>>>(symbols))};
    }
  }
}

/// A cache is consumed: pass `std::move(cache)` and go on with the one that comes back.
template <class Storage, class Filled, class State, any_tensor K, any_tensor V>
detail::append_type<Storage, Filled, poisoned> append(kv_cache<Storage, Filled, State>&, K const&, V const&) = delete;

/// Ends a layer's step: the positions that it appended count from now on. A layer that appended nothing is refused.
template <class Storage, class Filled, class State>
constexpr auto commit(kv_cache<Storage, Filled, State>&& cache) {
  if constexpr (std::is_same_v<State, within_step>) {
    auto const filled_by = cache.filled_by();
    return std::move(cache).template with<Filled, between_steps>(filled_by);
  } else {
    using reason = rules::plainly<"this layer has appended nothing in this step">;
    (void)accepted<rules::refuse<"commit", reason, typename kv_cache<Storage, Filled, State>::shape>>{};
    return std::move(cache);
  }
}

/// The same cache with its filled length as the value of one symbol: what a loop does after each step, so that every
/// turn has the same types. Refused within a step.
template <fixed_string Symbol, class Storage, class Filled, class State>
constexpr auto rebound(kv_cache<Storage, Filled, State>&& cache) {
  using past = axis<"S", Symbol>;
  symbol_values<symbols<Symbol>> filled_by;
  if constexpr (std::is_same_v<State, within_step>)
    (void)accepted<detail::refused_within_step<"rebound", typename kv_cache<Storage, Filled, State>::shape>>{};
  else if constexpr (!is_meta<Storage>)
    filled_by.at[0] = cache.length();
  return std::move(cache).template with<past, between_steps>(filled_by);
}

}  // namespace shapeproof::nn
