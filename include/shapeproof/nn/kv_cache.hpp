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

/// Keys and values `[B, H, S, Dk]` of the positions [0, S), where `Filled` is the axis S. `Storage` is a tensor
/// `[B, H, S=capacity, Dk]`: memory is reserved once, and a step writes only its own positions.
template <class Storage, class Filled = axis<"S", 0>>
class kv_cache {
 public:
  using filled = Filled;
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

  /// How many positions are filled, and how many there is room for.
  std::size_t length() const { return extent_of<Filled>(filled_by_); }
  std::size_t capacity() const { return keys_.template extent<"S">(); }

  /// Whether another cache has taken over the memory.
  bool is_moved_from() const { return capacity() > 0 && keys_.data() == nullptr; }

  Storage& keys() { return keys_; }
  Storage& values() { return values_; }

  /// The values of the symbols of shape and capacity.
  symbol_values<symbols_in<layout>> symbols() const {
    symbol_values<symbols_in<layout>> result;
    set(result, keys_.symbols());
    set(result, filled_by_);
    return result;
  }

  /// The same memory with another number of filled positions.
  template <class OtherFilled>
  constexpr auto with_filled(symbol_values<symbols_in<shapeproof::shape<OtherFilled>>> const& filled_by) && {
    return kv_cache<Storage, OtherFilled>(std::move(keys_), std::move(values_), filled_by);
  }

 private:
  void require_consistent() const {
    (void)met_symbols<"kv_cache">(keys_, values_);
    auto const seen = narrowed<symbols_in<layout_of<Storage>>>(symbols());
    for (std::size_t i = 0; i < symbols_in<layout_of<Storage>>::count; ++i)
      if (seen.at[i] != keys_.symbols().at[i])
        throw shape_error("kv_cache", shapeproof::to_string(keys_),
                          "a symbol of the capacity has another value in the filled positions");
    if (length() > capacity())
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
template <class Storage, class Filled>
std::string to_string(kv_cache<Storage, Filled> const& cache) {
  return shapeproof::to_string(typename kv_cache<Storage, Filled>::shape{}, cache.symbols());
}

/// All keys and values that a step's queries may look at: `[B, H, S, Dk]` each.
template <class Keys>
struct appended {
  Keys keys;
  Keys values;
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
inline constexpr bool same_elements = is_poisoned<New> || std::is_same_v<element_of<Storage>, element_of<New>>;

template <class Storage, class Filled, class K, class V>
using append_outcome = std::conditional_t<
    same_elements<Storage, K> && same_elements<Storage, V>,
    shapeproof::detail::outcome_of<rules::append_rule, shape_of<Storage>, shape<Filled>, shape_of<K>, shape_of<V>>,
    rules::refuse<"append", rules::plainly<"the new elements have another type than those of the cache">, shape_of<K>,
                  shape_of<V>>>;

/// The keys (and values) that come back: const views into the storage, or meta tensors.
template <class Storage, class Filled, class K, class V>
using appended_keys =
    typename shapeproof::detail::tensor_from<is_meta<Storage> ? shapeproof::detail::kind::meta
                                                              : shapeproof::detail::kind::borrower,
                                             element_of<Storage> const, append_outcome<Storage, Filled, K, V>>::type;

/// Reads and writes the new keys and values once.
template <class K>
struct append_cost {
  static constexpr polynomial flops = {};
  static constexpr polynomial bytes = byte_count<K> * 4;
};

}  // namespace detail

template <class Cache, class K, class V>
inline constexpr bool cache_accepts = false;
template <class Storage, class Filled, class K, class V>
inline constexpr bool cache_accepts<kv_cache<Storage, Filled>, K, V> =
    !is_refused<detail::append_outcome<Storage, Filled, K, V>>;

template <class Cache, class K, class V>
concept can_append = cache_accepts<Cache, K, V>;

/// Writes the keys and values `[B, H, L, Dk]` behind the S filled positions and returns all of them, `[B, H, S+L, Dk]`.
/// The cache still counts S positions: the step's end (`advanced`) makes the new ones count. Past the capacity is
/// refused, or a `shape_error` before anything is written.
template <class Storage, class Filled, any_tensor K, any_tensor V>
constexpr auto append(kv_cache<Storage, Filled>& cache, K const& k, V const& v)
    -> appended<detail::appended_keys<Storage, Filled, K, V>> {
  using keys = detail::appended_keys<Storage, Filled, K, V>;
  if constexpr (is_poisoned<keys>) {
    return {};
  } else if constexpr (is_meta<keys>) {
    auto const result = shapeproof::detail::traced<"append", keys, detail::append_cost<K>>(k, v);
    return {result, result};
  } else {
    require_room(cache, k.template extent<"L">());
    auto const symbols = narrowed<symbols_in<layout_of<keys>>>(met_symbols<"append">(cache, k, v));
    detail::write_behind(cache.keys(), cache.length(), k);
    detail::write_behind(cache.values(), cache.length(), v);
    return {keys(cache.keys().data(), symbols), keys(cache.values().data(), symbols)};
  }
}

namespace detail {
template <class Filled, class Queries>
using grown_axis = typename rules::detail::with_extent<Filled, rules::detail::summed<Filled, Queries>::value>::type;
}  // namespace detail

/// The cache after a step over the positions L of `queries`: [0, S) becomes [0, S+L).
template <class Storage, class Filled, any_tensor Queries>
constexpr auto advanced(kv_cache<Storage, Filled>&& cache, Queries const& queries) {
  constexpr std::size_t at = position_of<shape_of<Queries>>("L");
  using grown = detail::grown_axis<Filled, type_at<shape_of<Queries>, at>>;
  using grown_symbols = symbols_in<shape<grown>>;
  symbol_values<grown_symbols> filled_by;
  if constexpr (!is_meta<Storage>) filled_by = narrowed<grown_symbols>(met_symbols<"advance">(cache, queries));
  return std::move(cache).template with_filled<grown>(filled_by);
}

/// The same cache with its filled length as the value of one symbol: what a loop does after each step, so that every
/// turn has the same types.
template <fixed_string Symbol, class Storage, class Filled>
constexpr auto rebound(kv_cache<Storage, Filled>&& cache) {
  using past = axis<"S", Symbol>;
  symbol_values<symbols<Symbol>> filled_by;
  if constexpr (!is_meta<Storage>) filled_by.at[0] = cache.length();
  return std::move(cache).template with_filled<past>(filled_by);
}

}  // namespace shapeproof::nn
