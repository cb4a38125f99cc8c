// SPDX-License-Identifier: BSL-1.0
/// The caches of a model: one for each layer.
#pragma once

#include <shapeproof/nn/kv_cache.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace shapeproof::llm {

namespace detail {
/// Keys and values have one head for each group of query heads, where the model has groups.
template <class Model>
struct cached_heads {
  using type = typename Model::H;
};
template <class Model>
  requires requires { typename Model::Hkv; }
struct cached_heads<Model> {
  using type = typename Model::Hkv;
};
}  // namespace detail

/// The storage of a cache's keys (or values): `[B, H, S=capacity, Dk]`, or Hkv in the place of H.
template <class Model, extent Capacity, template <class, class...> class Array = tensor>
using cache_storage = Array<float, typename Model::B, typename detail::cached_heads<Model>::type, axis<"S", Capacity>,
                            typename Model::Dk>;

/// The cache of one layer with `Past` filled positions.
template <class Model, extent Past, extent Capacity, template <class, class...> class Array = tensor,
          class Padding = no_padding>
using layer_cache = nn::kv_cache<cache_storage<Model, Capacity, Array>, axis<"S", Past>, nn::between_steps, Padding>;

/// Empty caches for `layers` layers, each with room for `capacity` positions; `bindings` bind the model's symbols that
/// they need.
template <class Model, fixed_string... Names>
auto empty_caches(std::size_t layers, std::size_t capacity, binding<Names>... bindings) {
  std::vector<layer_cache<Model, 0, "capacity">> caches;
  caches.reserve(layers);
  for (std::size_t i = 0; i < layers; ++i) caches.emplace_back(bind<"capacity">(capacity), bindings...);
  return caches;
}

/// The same for a batch whose rows are padded.
template <class Model, class Rows, fixed_string... Names>
auto empty_caches(std::size_t layers, std::size_t capacity, left_padded<Rows> const& padding,
                  binding<Names>... bindings) {
  std::vector<layer_cache<Model, 0, "capacity", tensor, left_padded<Rows>>> caches;
  caches.reserve(layers);
  for (std::size_t i = 0; i < layers; ++i) caches.emplace_back(padding, bind<"capacity">(capacity), bindings...);
  return caches;
}

}  // namespace shapeproof::llm
