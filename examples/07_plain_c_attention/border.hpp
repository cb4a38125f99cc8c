// SPDX-License-Identifier: BSL-1.0
/// What the pointers mean, said once. The sizes are compared with the types once for each call.
#pragma once

#include "attention.hpp"

#include <shapeproof/interop/pointer.hpp>
#include <shapeproof/shapeproof.hpp>

#include <cstddef>

namespace sp = shapeproof;

using L = sp::axis<"L">;            // new positions
using S = sp::axis<"S", "past+L">;  // all positions
using D = sp::axis<"D", 12>;        // width
using Hkv = sp::axis<"Hkv", 2>;     // heads of keys and values
using G = sp::axis<"G", 3>;         // query heads that share one
using Dk = sp::axis<"Dk", 2>;       // components of a key
using Dv = sp::axis<"Dv", 2>;       // components of a value: as many, but another role

using Queries = sp::fused<Hkv, G, Dk>;
using Mixed = sp::fused<Hkv, G, Dv>;
using Keys = sp::fused<Hkv, Dk>;
using Values = sp::fused<Hkv, Dv>;

/// Values lie by heads, each with room for a whole cache: how much, only the strides know.
template <class Positions>
using by_head = sp::memory<Hkv, sp::axis<sp::name_text<Positions>, "capacity">, Dv>;
template <class Positions>
using values_view = sp::strided_view<float, sp::strided<sp::shape<Positions, Hkv, Dv>, by_head<Positions>>>;

struct tensors {
  sp::view<float const, L, D> x;
  sp::view<float const, D, Queries> query;
  sp::view<float const, D, Keys> key;
  sp::view<float const, D, Values> value;
  sp::view<float const, Mixed, D> output;
  sp::view<float, S, Hkv, Dk> keys;
  values_view<S> values;
  sp::view<float, L, Keys> new_keys;  // the last L rows of keys
  values_view<L> new_values;
  sp::view<float, L, D> y;
};

template <class Rows, class Columns, class T>
auto matrix(T* elements, std::size_t rows, std::size_t columns) {
  return sp::from_pointer<Rows, Columns>(elements, sp::extents{rows, columns}, sp::strides{columns, 1});
}

/// The border: a size or a stride that is not the type's is a shape_error that names both.
inline tensors typed(float const* x, weights w, caches cache, float* y, sizes size) {
  auto const [n, past, capacity, d, kv_heads, groups, dk] = size;
  std::size_t const narrow = kv_heads * dk, wide = groups * narrow;
  return {.x = matrix<L, D>(x, n, d),
          .query = matrix<D, Queries>(w.query, d, wide),
          .key = matrix<D, Keys>(w.key, d, narrow),
          .value = matrix<D, Values>(w.value, d, narrow),
          .output = matrix<Mixed, D>(w.output, wide, d),
          .keys = sp::from_pointer<S, Hkv, Dk>(cache.keys, sp::extents{past + n, kv_heads, dk},
                                               sp::strides{narrow, dk, 1}, sp::bind<"past">(past)),
          .values = sp::from_pointer<by_head<S>, S, Hkv, Dv>(cache.values, sp::extents{past + n, kv_heads, dk},
                                                             sp::strides{dk, capacity * dk, 1}, sp::bind<"past">(past)),
          .new_keys = matrix<L, Keys>(cache.keys + past * narrow, n, narrow),
          .new_values = sp::from_pointer<by_head<L>, L, Hkv, Dv>(cache.values + past * dk, sp::extents{n, kv_heads, dk},
                                                                 sp::strides{dk, capacity * dk, 1}),
          .y = matrix<L, D>(y, n, d)};
}

/// Rows of new values to where they lie.
inline void store_values(sp::view<float const, L, Values> from, values_view<L> to) {
  auto const heads = sp::split<"(Hkv Dv)">(from);
  for (std::size_t l = 0; l < to.extent<"L">(); ++l)
    for (std::size_t g = 0; g < to.extent<"Hkv">(); ++g)
      for (std::size_t j = 0; j < to.extent<"Dv">(); ++j) to(l, g, j) = heads(l, g, j);
}
