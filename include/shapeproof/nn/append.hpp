// SPDX-License-Identifier: BSL-1.0
/// A step's keys and values go behind those that a cache has.
#pragma once

#include <shapeproof/cpu/copy.hpp>
#include <shapeproof/nn/kv_cache.hpp>
#include <shapeproof/ops/loops.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace shapeproof::nn {

/// What `append` gives: all keys and values that the step's queries may look at, `[B, H, S+L, Dk]` each, and the cache
/// that holds them, for `commit`.
template <class Keys, class Cache>
struct appended {
  Keys keys;    ///< `[B, H, S+L, Dk]`
  Keys values;  ///< `[B, H, S+L, Dk]`
  Cache cache;  ///< within the step
  /// Where a run is traced: what it is written to.
  constexpr trace* log() const
    requires is_meta<Keys>
  {
    return keys.log();
  }
};

/// Throws `shape_error` where `more` positions do not fit behind the filled ones of `[B, H, S, Dk]`, or the cache was
/// moved from.
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

/// The same for each row of `[B, H, L, Dk]` behind that row's own positions.
template <class Storage, class B, class New>
void write_behind(Storage& storage, ragged<B> const& rows, New const& fresh) {
  using fresh_shape = shape_of<New>;
  auto const position = storage.walk().step[position_of<shape_of<Storage>>("S")];
  auto loops = loops_over<fresh_shape>(fresh, storage);
  loops.at[position_of<fresh_shape>("L")].step[1] = position;
  auto& row = loops.at[position_of<fresh_shape>(axis_name<B>)];
  row.extent = 1;
  for (std::size_t b = 0; b < rows.rows(); ++b) {
    auto const at = [&](std::size_t operand) { return static_cast<std::ptrdiff_t>(b) * row.step[operand]; };
    cpu::copy(fresh.data() + at(0), storage.data() + at(1) + static_cast<std::ptrdiff_t>(rows.data()[b]) * position,
              sizeof(element_of<New>), loops);
  }
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
  else if constexpr (!is_plain<Storage> || !is_plain<K> || !is_plain<V>)
    return meshes_of_result<append_rule, cached, placed_shape_of<Storage>, placed_shape_of<K>, placed_shape_of<V>>();
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

template <class Padding, class Keys>
struct with_ends {
  using type = Keys;
};
template <class B, class Keys>
struct with_ends<ragged<B>, Keys> {
  using type = ragged_rows<Keys>;
};
template <class B>
struct with_ends<ragged<B>, poisoned> {
  using type = poisoned;
};
/// The keys (and values) that come back: const views into the storage, or meta tensors.
template <class Storage, class Padding, class Outcome>
using appended_keys =
    typename with_ends<Padding,
                       typename shapeproof::detail::tensor_from<is_meta<Storage> ? shapeproof::detail::kind::meta
                                                                                 : shapeproof::detail::kind::borrower,
                                                                element_of<Storage> const, Outcome>::type>::type;

/// The positions of the cache that comes back, which has those of the queries. (That of a refused append is never
/// used.)
template <class Filled, class Outcome>
struct filled_after {
  using type = type_at<shape_in<Outcome>, position_of<shape_in<Outcome>>("S")>;
};
template <class Filled, class Message>
struct filled_after<Filled, refused<Message>> {
  using type = Filled;
};
template <class Filled>
struct filled_after<Filled, poisoned> {
  using type = Filled;
};

template <class Storage, class Filled, class Padding, class Outcome>
using append_type = appended<appended_keys<Storage, Padding, Outcome>,
                             kv_cache<Storage, typename filled_after<Filled, Outcome>::type, within_step, Padding>>;

/// Reads and writes the new keys and values once.
template <class K>
struct append_cost {
  static constexpr polynomial flops = {};
  static constexpr polynomial bytes = byte_count<K> * 4;
};

}  // namespace detail

/// Whether a cache takes these keys and values.
template <class Cache, class K, class V>
inline constexpr bool cache_accepts = false;
template <class Storage, class Filled, class State, class Padding, class K, class V>
inline constexpr bool cache_accepts<kv_cache<Storage, Filled, State, Padding>, K, V> =
    !is_refused<detail::append_result<Storage, Filled, State, K, V>>;

/// Whether `append(std::move(cache), k, v)` is accepted.
template <class Cache, class K, class V>
concept can_append = cache_accepts<Cache, K, V>;

/// Writes the keys and values `[B, H, L, Dk]` behind the S filled positions. Gives all of them, `[B, H, S+L, Dk]`, and
/// the cache, now within the step: a layer appends once, then `commit` ends the step. Refused: other axes or elements
/// than the cache has, a second time in a step, provably more than the capacity. Throws `shape_error` before anything
/// is written, with the cache as before: no room, a cache that was moved from, a symbol with two values.
template <class Storage, class Filled, class State, class Padding, any_tensor K, any_tensor V>
constexpr auto append(kv_cache<Storage, Filled, State, Padding>&& cache, K const& k, V const& v)
    -> detail::append_type<Storage, Filled, Padding, detail::append_result<Storage, Filled, State, K, V>> {
  using result = detail::append_type<Storage, Filled, Padding, detail::append_result<Storage, Filled, State, K, V>>;
  using keys = decltype(result::keys);
  using grown = typename decltype(result::cache)::filled;
  using detail::cache_access;
  if constexpr (is_poisoned<keys>) {
    auto const filled_by = cache.filled_by();
    return {{}, {}, cache_access::same_memory<Filled, within_step>(std::move(cache), filled_by)};
  } else if constexpr (is_meta<keys>) {
    auto const all = shapeproof::detail::traced_view<"append", keys, detail::append_cost<K>>(k, v);
    symbol_values<symbols_in<shape<grown>>> const unknown;
    return {all, all, cache_access::same_memory<grown, within_step>(std::move(cache), unknown)};
  } else {
    require_room(cache, k.template extent<"L">());
    auto const symbols = met_symbols<"append">(cache, k, v);
    if constexpr (is_ragged<Padding>) {
      detail::write_behind(cache.keys(), cache.padding(), k);
      detail::write_behind(cache.values(), cache.padding(), v);
      cache_access::grow(cache, k.template extent<"L">());
    } else {
      detail::write_behind(cache.keys(), cache.length(), k);
      detail::write_behind(cache.values(), cache.length(), v);
    }
    auto const of_keys = narrowed<symbols_in<layout_of<keys>>>(symbols);
    keys const all_keys(cache.keys().data(), of_keys);
    keys const all_values(cache.values().data(), of_keys);
    auto const filled_by = narrowed<symbols_in<shape<grown>>>(symbols);
    return {all_keys, all_values, cache_access::same_memory<grown, within_step>(std::move(cache), filled_by)};
  }
}

/// A cache `[B, H, S, Dk]` that somebody keeps is refused: pass `std::move(cache)` and go on with the one that comes
/// back.
template <class Storage, class Filled, class State, class Padding, any_tensor K, any_tensor V>
detail::append_type<Storage, Filled, Padding, poisoned> append(kv_cache<Storage, Filled, State, Padding>&, K const&,
                                                               V const&) = delete;

}  // namespace shapeproof::nn
