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

struct tensors {
  sp::view<float const, L, D> x;
  sp::view<float const, D, Queries> query;
  sp::view<float const, D, Keys> key;
  sp::view<float const, D, Values> value;
  sp::view<float const, Mixed, D> output;
  sp::view<float, S, Hkv, Dk> keys;
  sp::view<float, S, Hkv, Dv> values;
  sp::view<float, L, Keys> new_keys;  // the last L rows of keys
  sp::view<float, L, Values> new_values;
  sp::view<float, L, D> y;
};

template <class Rows, class Columns, class T>
auto matrix(T* elements, std::size_t rows, std::size_t columns) {
  return sp::from_pointer<Rows, Columns>(elements, sp::extents{rows, columns}, sp::strides{columns, 1});
}

template <class Components>
auto cached(float* elements, sizes size) {
  return sp::from_pointer<S, Hkv, Components>(elements, sp::extents{size.past + size.n, size.kv_heads, size.dk},
                                              sp::strides{size.kv_heads * size.dk, size.dk, 1},
                                              sp::bind<"past">(size.past));
}

/// The border: a size that is not the type's is a shape_error that names both.
inline tensors typed(float const* x, weights w, caches cache, float* y, sizes size) {
  std::size_t const wide = size.kv_heads * size.groups * size.dk, narrow = size.kv_heads * size.dk;
  return {.x = matrix<L, D>(x, size.n, size.d),
          .query = matrix<D, Queries>(w.query, size.d, wide),
          .key = matrix<D, Keys>(w.key, size.d, narrow),
          .value = matrix<D, Values>(w.value, size.d, narrow),
          .output = matrix<Mixed, D>(w.output, wide, size.d),
          .keys = cached<Dk>(cache.keys, size),
          .values = cached<Dv>(cache.values, size),
          .new_keys = matrix<L, Keys>(cache.keys + size.past * narrow, size.n, narrow),
          .new_values = matrix<L, Values>(cache.values + size.past * narrow, size.n, narrow),
          .y = matrix<L, D>(y, size.n, size.d)};
}
