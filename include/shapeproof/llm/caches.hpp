// SPDX-License-Identifier: BSL-1.0
/// The caches of a model: one for each layer.
#pragma once

#include <shapeproof/llm/stack.hpp>
#include <shapeproof/nn/kv_cache.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

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

namespace detail {
template <class Symbols, fixed_string... Names>
auto joined(symbol_values<Symbols> const& sizes, binding<Names>... more) {
  using all = typename shapeproof::detail::united<false, Symbols, symbols<Names>...>::type;
  symbol_values<all> result;
  for (std::size_t i = 0; i < Symbols::count; ++i)
    result.at[shapeproof::detail::symbol_list<all>::find(shapeproof::detail::symbol_list<Symbols>::names[i])] =
        sizes.at[i];
  ((result.at[shapeproof::detail::place_in<all, Names>] = more.value), ...);
  return result;
}
}  // namespace detail

/// Empty caches for `layers` layers, each with room for `capacity` positions, of a model with symbols, whose values are
/// `sizes`, and for rows that may be padded: `no_padding` or `left_padded`. `more` binds what the sizes lack, such as
/// `bind<"B">(2)`. Each is `[B, H, S=0, Dk]`, or Hkv in the place of H. Throws `shape_error` where the padding has
/// another number of rows, std::bad_alloc where there is no memory.
template <class Model, class Symbols, class Padding, fixed_string... Names>
auto empty_caches(std::size_t layers, std::size_t capacity, symbol_values<Symbols> const& sizes, Padding const& padding,
                  binding<Names>... more) {
  using storage = cache_storage<Model, "capacity">;
  auto const values =
      narrowed<symbols_in<shape_of<storage>>>(detail::joined(sizes, bind<"capacity">(capacity), more...));
  auto const zeros = [&] {
    return storage(buffer<float>(shapeproof::detail::counted<shape_of<storage>>(values), contents::zeros), values, 0);
  };
  changing_stack<layer_cache<Model, 0, "capacity", tensor, Padding>> caches(layers);
  for (std::size_t i = 0; i < layers; ++i) caches.emplace_back(zeros(), zeros(), padding);
  return caches;
}

/// The same for a model whose sizes are numbers, `[B, H, S=0, Dk]` each. Throws std::bad_alloc.
template <class Model>
auto empty_caches(std::size_t layers, std::size_t capacity) {
  return empty_caches<Model>(layers, capacity, symbol_values<symbols<>>{}, no_padding{});
}

}  // namespace shapeproof::llm
