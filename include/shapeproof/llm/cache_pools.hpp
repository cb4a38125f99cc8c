// SPDX-License-Identifier: BSL-1.0
/// The cache pools of a model: one for each layer.
#pragma once

#include <shapeproof/llm/caches.hpp>
#include <shapeproof/nn/cache_pool.hpp>
#include <shapeproof/ops/embed.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace shapeproof::llm {

/// How large a batch may become.
struct batch_size {
  std::size_t rows;      ///< sequences at a time
  std::size_t capacity;  ///< positions of each
};

namespace detail {
/// How many positions there are for a sequence: the capacity, or fewer where the model has learned fewer.
template <class Weights>
std::size_t positions_within(Weights const& w, std::size_t capacity) {
  if constexpr (requires { w.positions; })
    return std::min(capacity, shapeproof::detail::own_rows(w.positions).all);
  else
    return capacity;
}
}  // namespace detail

/// Keys and values `[Slot, H, S=capacity, Dk]`, or Hkv in the place of H, of every layer. The caches that it gives lie
/// in its memory and must not outlive it.
template <class Model>
class cache_pools {
 public:
  using layer = nn::cache_pool<typename detail::cached_heads<Model>::type, typename Model::Dk>;  ///< of one layer
  using Slot = typename layer::Slot;                                                             ///< the sequences
  using B = typename layer::B;                                                                   ///< those of a step

  /// Memory for all layers; `sizes` are the values of the model's symbols. Throws std::bad_alloc.
  template <class Symbols>
  cache_pools(std::size_t layers, batch_size size, symbol_values<Symbols> const& sizes) {
    auto const values = narrowed<symbols_in<shape_of<typename layer::storage>>>(
        detail::joined(sizes, bind<"slots">(size.rows), bind<"capacity">(size.capacity)));
    layers_.reserve(layers);
    for (std::size_t i = 0; i < layers; ++i) layers_.emplace_back(values);
  }

  /// How many layers there are.
  std::size_t size() const { return layers_.size(); }
  /// The pool of layer i, unchecked.
  layer& operator[](std::size_t i) { return layers_[i]; }

  /// Empty caches `[B=1, H, S=0, Dk]` in one slot of every layer.
  auto slot(index<Slot> at) {
    return of_each<typename layer::slot_cache>([&](layer& each) { return each.slot(at); });
  }
  /// The caches `[B, H, S=past, Dk]` of the first slots of every layer, which are as long as `lengths` says.
  auto rows(ragged<B> const& lengths) {
    return of_each<typename layer::row_caches>([&](layer& each) { return each.rows(lengths); });
  }
  /// Copies the first `length` positions of a slot to another one, in every layer.
  void copy(index<Slot> from, index<Slot> to, std::size_t length) {
    for (layer& each : layers_) each.copy(from, to, length);
  }
  /// Copies the first `length` positions of a slot of other pools to one of these, in every layer. Throws `shape_error`
  /// where there is another number of layers, or a layer cannot be copied.
  void copy(cache_pools const& other, index<Slot> from, index<Slot> to, std::size_t length) {
    if (other.size() != size())
      throw shape_error("copy", std::to_string(other.size()) + " layers to " + std::to_string(size()) + " layers",
                        "each layer has its own pool");
    for (std::size_t i = 0; i < size(); ++i) layers_[i].copy(other.layers_[i], from, to, length);
  }

 private:
  template <class Cache, class Make>
  changing_stack<Cache> of_each(Make const& make) {
    changing_stack<Cache> result(layers_.size());
    for (layer& each : layers_) result.emplace_back(make(each));
    return result;
  }

  std::vector<layer> layers_;
};

}  // namespace shapeproof::llm
