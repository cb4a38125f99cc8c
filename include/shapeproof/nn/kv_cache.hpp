// SPDX-License-Identifier: BSL-1.0
/// The key-value cache of one layer: what earlier positions left for later ones.
#pragma once

#include <shapeproof/ops/operation.hpp>
#include <shapeproof/rules/append.hpp>
#include <shapeproof/tensor/left_padded.hpp>
#include <shapeproof/tensor/moved_from.hpp>
#include <shapeproof/tensor/ragged.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace shapeproof::nn {

/// The state of a cache that steps may begin with.
struct between_steps {};
/// The state of a cache that has appended in the step that is going on.
struct within_step {};

namespace detail {
struct cache_access;
template <fixed_string Operation, class Shape>
using refused_within_step =
    rules::refuse<Operation,
                  rules::plainly<"the cache is in the middle of a step, in which every layer begins at one length; "
                                 "commit it first">,
                  Shape>;

/// A view of memory that one cache has at a time: it is not copied, and whoever gives it on has none.
template <class View>
class sole_view : public View {
 public:
  sole_view(View const& x) : View(x) {}
  sole_view(sole_view&& other) noexcept : View(other.given_on()) {}
  sole_view& operator=(sole_view&& other) noexcept {
    View::operator=(other.given_on());
    return *this;
  }

 private:
  View given_on() noexcept {
    View& own = *this;
    return std::exchange(own, View(nullptr, own.symbols()));
  }
};
/// How a cache has its storage, which may be its own or lent.
template <class Storage>
using held = std::conditional_t<shapeproof::detail::traits<Storage>::tensor_kind == shapeproof::detail::kind::borrower,
                                sole_view<Storage>, Storage>;
}  // namespace detail

/// Keys and values `[B, H, S, Dk]` of the positions [0, S), where `Filled` is the axis S. `Storage` is a tensor
/// `[B, H, S=capacity, Dk]`: memory is reserved once, and a step writes only its own positions. `append` takes a cache
/// between steps and gives it back within the step; `commit` ends the step.
///
/// In a batch that is `left_padded`, the slots are S and each row has positions of its own; the cache keeps the
/// padding, so that positions and mask follow it. Where rows are `ragged`, each has a length of its own, and S is that
/// of the longest: a step writes row b behind its own positions.
///
/// A storage that is a view is one cache's at a time: such a cache is moved, and not copied.
template <class Storage, class Filled = axis<"S", 0>, class State = between_steps, class Padding = no_padding>
class kv_cache {
 public:
  using filled = Filled;                                         ///< the axis S of the filled positions
  using state = State;                                           ///< `between_steps` or `within_step`
  using padding_type = Padding;                                  ///< `no_padding`, `left_padded<B>` or `ragged<B>`
  using shape = rules::cached_shape<shape_of<Storage>, Filled>;  ///< `[B, H, S, Dk]` of the filled part
  using layout = strided<shape, memory_in<shape_of<Storage>>>;   ///< where it lies in the storage
  using filled_values = symbol_values<symbols_in<shapeproof::shape<Filled>>>;  ///< of the symbols in S

  constexpr kv_cache() = default;
  /// An empty cache; `bindings` bind what the storage's shape needs, such as `bind<"capacity">(64)`.
  template <fixed_string... Names>
    requires(sizeof...(Names) > 0)
  constexpr explicit kv_cache(binding<Names>... bindings) : keys_(bindings...), values_(bindings...) {}
  /// An empty cache of padded rows. Throws `shape_error` where the storage has another number of rows.
  template <fixed_string... Names>
    requires is_left_padded<Padding>
  explicit kv_cache(Padding padding, binding<Names>... bindings)
      : kv_cache(Storage(bindings...), Storage(bindings...), std::move(padding)) {}
  /// An empty cache in this memory. Throws `shape_error` where it has another number of rows than the padding.
  kv_cache(Storage keys, Storage values, Padding padding)
    requires(std::is_same_v<Filled, axis<"S", 0>>)
      : kv_cache(std::move(keys), std::move(values), filled_values{}, std::move(padding)) {
    if constexpr (is_left_padded<Padding>)
      padding_.require_rows("kv_cache", keys_, keys_.template extent<name_text<typename Padding::axis>>());
  }
  /// Keys and values of which `filled_by` says how many positions are filled. Throws `shape_error` where they differ in
  /// a symbol, or have less room than that.
  constexpr kv_cache(Storage keys, Storage values, filled_values const& filled_by)
    requires std::is_same_v<Padding, no_padding>
      : kv_cache(std::move(keys), std::move(values), filled_by, Padding{}) {}
  /// Keys and values of ragged rows, where the one symbol of S is the longest row's length. Throws `shape_error` where
  /// they have another number of rows, or less room than that.
  kv_cache(Storage keys, Storage values, Padding const& rows)
    requires(is_ragged<Padding> && symbols_in<shapeproof::shape<Filled>>::count == 1)
      : kv_cache(std::move(keys), std::move(values), filled_values{{rows.longest()}}, rows) {}

  /// How many positions are filled. Refused within a step: only its end makes new positions count. Throws `shape_error`
  /// where the cache was moved from.
  std::size_t length() const {
    if constexpr (std::is_same_v<State, within_step>)
      return accepted<detail::refused_within_step<"length", shape>>{}.size();
    else
      return filled_positions();
  }
  /// Which slots of each row hold no token, or how many positions each row has.
  constexpr Padding const& padding() const { return padding_; }
  /// How many positions there is room for.
  std::size_t capacity() const { return keys_.template extent<"S">(); }

  /// Whether another cache has taken over the memory.
  bool is_moved_from() const {
    Storage const& memory = keys_;
    return shapeproof::is_moved_from(memory);
  }

  Storage& keys() { return keys_; }      ///< `[B, H, S=capacity, Dk]`
  Storage& values() { return values_; }  ///< `[B, H, S=capacity, Dk]`

  /// The values of the symbols of shape and capacity.
  symbol_values<symbols_in<layout>> symbols() const {
    symbol_values<symbols_in<layout>> result;
    set(result, keys_.symbols());
    set(result, filled_by_);
    return result;
  }

  /// The values of the symbols in S.
  constexpr filled_values const& filled_by() const { return filled_by_; }

 private:
  friend struct detail::cache_access;
  using held = detail::held<Storage>;
  constexpr kv_cache(held keys, held values, filled_values const& filled_by, Padding padding)
      : keys_(std::move(keys)), values_(std::move(values)), filled_by_(filled_by), padding_(std::move(padding)) {
    if constexpr (!is_meta<Storage>) require_consistent();
  }

  std::size_t filled_positions() const {
    if (is_moved_from())
      throw shape_error("kv_cache", shapeproof::to_string(shape{}, symbols()),
                        "the cache was moved from; use the one that the step returned");
    return extent_of<Filled>(filled_by_);
  }

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
    if constexpr (is_ragged<Padding>) {
      padding_.require_rows("kv_cache", keys_, keys_.template extent<name_text<typename Padding::axis>>());
      if (padding_.longest() != filled_positions())
        throw shape_error("kv_cache", shapeproof::to_string(shape{}, symbols()),
                          "the longest row has " + std::to_string(padding_.longest()) + " positions");
    }
  }

  template <class All, class Part>
  static void set(symbol_values<All>& all, symbol_values<Part> const& part) {
    for (std::size_t i = 0; i < Part::count; ++i) all.at[shapeproof::detail::places_in<Part, All>.at[i]] = part.at[i];
  }

  held keys_;
  held values_;
  [[no_unique_address]] filled_values filled_by_ = {};
  [[no_unique_address]] Padding padding_;
};

/// `[B=1, H=8, S=7, Dk=650]`: the filled part.
template <class Storage, class Filled, class State, class Padding>
std::string to_string(kv_cache<Storage, Filled, State, Padding> const& cache) {
  return shapeproof::to_string(typename kv_cache<Storage, Filled, State, Padding>::shape{}, cache.symbols());
}

/// Whether a type is a `kv_cache`.
template <class Cache>
inline constexpr bool is_kv_cache = false;
template <class Storage, class Filled, class State, class Padding>
inline constexpr bool is_kv_cache<kv_cache<Storage, Filled, State, Padding>> = true;

/// A cache that is handed over, by `std::move` or as a copy.
template <class Cache>
concept taken_over_cache = is_kv_cache<Cache>;

namespace detail {
/// Only a step's operations change the state that a cache is in.
struct cache_access {
  template <class Filled, class State, class Cache, class FilledBy>
  static constexpr auto same_memory(Cache&& cache, FilledBy const& filled_by) {
    using result = kv_cache<std::remove_cvref_t<decltype(cache.keys())>, Filled, State, typename Cache::padding_type>;
    return result(std::move(cache.keys_), std::move(cache.values_), filled_by, std::move(cache.padding_));
  }
  /// Rows with lengths of their own are longer from now on.
  template <class Cache>
  static void grow(Cache& cache, std::size_t more) {
    cache.padding_.grow(more);
  }
};
}  // namespace detail

/// Ends a layer's step: the positions that it appended to `[B, H, S, Dk]` count from now on. A layer that appended
/// nothing is refused.
template <taken_over_cache Cache>
constexpr auto commit(Cache&& cache) {
  if constexpr (std::is_same_v<typename Cache::state, within_step>) {
    auto const filled_by = cache.filled_by();
    return detail::cache_access::same_memory<typename Cache::filled, between_steps>(std::forward<Cache>(cache),
                                                                                    filled_by);
  } else {
    using reason = rules::plainly<"this layer has appended nothing in this step">;
    (void)accepted<rules::refuse<"commit", reason, typename Cache::shape>>{};
    return std::forward<Cache>(cache);
  }
}

/// The same cache with its filled length as the value of one symbol: what a loop does after each step, so that every
/// turn has the same types: `[B, H, S=past+1, Dk] -> [B, H, S=past, Dk]`. Refused within a step. Throws `shape_error`
/// where the cache was moved from.
template <fixed_string Symbol, taken_over_cache Cache>
constexpr auto rebound(Cache&& cache) {
  symbol_values<symbols<Symbol>> filled_by;
  if constexpr (std::is_same_v<typename Cache::state, within_step>)
    (void)accepted<detail::refused_within_step<"rebound", typename Cache::shape>>{};
  else if constexpr (!is_meta<std::remove_cvref_t<decltype(cache.keys())>>)
    filled_by.at[0] = cache.length();
  return detail::cache_access::same_memory<axis<"S", Symbol>, between_steps>(std::forward<Cache>(cache), filled_by);
}

}  // namespace shapeproof::nn
