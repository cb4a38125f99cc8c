// SPDX-License-Identifier: BSL-1.0
/// The keys and values of one layer for many sequences, which come and go.
#pragma once

#include <shapeproof/cpu/copy.hpp>
#include <shapeproof/nn/kv_cache.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/tensor/tensor.hpp>
#include <shapeproof/tensor/view.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace shapeproof::nn {

/// Keys and values `[Slot, H, S=capacity, Dk]`, reserved once: a slot for each sequence. Caches that a pool gives lie
/// in its memory and must not outlive it: `slot` one for a prefill, `rows` one for a step of several sequences.
template <class H, class Dk>
class cache_pool {
 public:
  using Slot = axis<"Slot", "slots">;             ///< the sequences that there is room for
  using B = axis<"B">;                            ///< those of a step
  using S = axis<"S", "capacity">;                ///< positions of each
  using storage = tensor<float, Slot, H, S, Dk>;  ///< keys, or values
  /// Some slots, from one on.
  template <class Rows>
  using part = view<float, Rows, H, S, Dk>;
  using slot_cache = kv_cache<part<axis<"B", 1>>>;                                    ///< of an empty slot
  using row_caches = kv_cache<part<B>, axis<"S", "past">, between_steps, ragged<B>>;  ///< of the first B slots

  /// Memory for `[Slot, H, S=capacity, Dk]` with these values of its symbols. Throws std::bad_alloc.
  explicit cache_pool(symbol_values<symbols_in<shape_of<storage>>> const& sizes)
      : keys_(zeros(sizes)), values_(zeros(sizes)) {}

  /// How many sequences there is room for.
  std::size_t slots() const { return keys_.template extent<"Slot">(); }
  /// How many positions each may have.
  std::size_t capacity() const { return keys_.template extent<"S">(); }

  /// An empty cache `[B=1, H, S=0, Dk]` in one slot, an integer or an `index` of Slot, whatever was there. An index of
  /// another axis is refused. Throws `shape_error` where there is no such slot.
  template <class Position>
  slot_cache slot(Position const& at) {
    auto const first = begin_of(shapeproof::detail::position_on<Slot>(at));
    auto const sizes = sizes_of<axis<"B", 1>>(1);
    return slot_cache(part<axis<"B", 1>>(keys_.data() + first, sizes),
                      part<axis<"B", 1>>(values_.data() + first, sizes), typename slot_cache::filled_values{});
  }

  /// The caches `[B, H, S=past, Dk]` of the first B slots, which are as long as `lengths` says. Throws `shape_error`
  /// where there are fewer slots, or less room.
  row_caches rows(ragged<B> const& lengths) {
    if (lengths.rows() > slots())
      throw shape_error("rows", to_string(keys_), std::to_string(lengths.rows()) + " rows are wanted");
    auto const sizes = sizes_of<B>(lengths.rows());
    return row_caches(part<B>(keys_.data(), sizes), part<B>(values_.data(), sizes), lengths);
  }

  /// Copies the first `length` positions of a slot to another one. An index of another axis than Slot is refused.
  /// Throws `shape_error` where there is no such slot, or less room.
  template <class From, class To>
  void copy(From const& from, To const& to, std::size_t length) {
    copy(*this, from, to, length);
  }
  /// The same from a slot of another pool, which may have other slots and another capacity. Throws `shape_error` as
  /// well where its heads are other ones.
  template <class From, class To>
  void copy(cache_pool const& other, From const& from, To const& to, std::size_t length) {
    cache_pool const& smaller = other.capacity() < capacity() ? other : *this;
    if (length > smaller.capacity())
      throw shape_error("copy", to_string(smaller.keys_), std::to_string(length) + " positions are wanted");
    auto const source = other.begin_of(shapeproof::detail::position_on<Slot>(from));
    auto const target = begin_of(shapeproof::detail::position_on<Slot>(to));
    if (other.keys_.data() + source == keys_.data() + target) return;
    auto loops = loops_over<shape<H, S, Dk>>(other.keys_, keys_);
    auto const mine = loops_over<shape<H, Dk>>(keys_);
    if (loops.at[0].extent != mine.at[0].extent || loops.at[2].extent != mine.at[1].extent)
      throw shape_error("copy", to_string(other.keys_) + " to " + to_string(keys_), "the heads are other ones");
    loops.at[1].extent = length;
    cpu::copy(other.keys_.data() + source, keys_.data() + target, sizeof(float), loops);
    cpu::copy(other.values_.data() + source, values_.data() + target, sizeof(float), loops);
  }

 private:
  static storage zeros(symbol_values<symbols_in<shape_of<storage>>> const& sizes) {
    return storage(buffer<float>(shapeproof::detail::counted<shape_of<storage>>(sizes), contents::zeros), sizes, 0);
  }
  std::size_t begin_of(std::size_t at) const {
    if (at >= slots()) shapeproof::detail::throw_out_of_range("slot", "Slot", std::to_string(at), slots());
    return at * static_cast<std::size_t>(keys_.walk().step[0]);
  }
  /// The symbols of a part with so many rows.
  template <class Rows>
  auto sizes_of(std::size_t rows) const {
    using wanted = symbols_in<shape_of<part<Rows>>>;
    using known = shapeproof::detail::symbol_list<symbols_in<shape_of<storage>>>;
    symbol_values<wanted> result;
    for (std::size_t i = 0; i < wanted::count; ++i) {
      std::string_view const name = shapeproof::detail::symbol_list<wanted>::names[i];
      result.at[i] = name == "B" ? rows : keys_.symbols().at[known::find(name)];
    }
    return result;
  }

  storage keys_;
  storage values_;
};

}  // namespace shapeproof::nn
