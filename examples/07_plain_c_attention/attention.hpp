// SPDX-License-Identifier: BSL-1.0
/// Attention as a C interface declares it: pointers and sizes. Every step has this function; its caller never changes.
#pragma once

#include <cstddef>

/// n new positions after `past` cached ones; groups query heads share a head of keys and values of dk components.
struct sizes {
  std::size_t n, past, capacity, d, kv_heads, groups, dk;
};
/// query [d][kv_heads * groups * dk], key and value [d][kv_heads * dk], output [kv_heads * groups * dk][d].
struct weights {
  float const *query, *key, *value, *output;
};
/// keys [capacity][kv_heads][dk], but values [kv_heads][capacity][dk]; past positions are filled, n are added.
struct caches {
  float *keys, *values;
};

/// x [n][d] -> y [n][d], causal.
void attention(float const* x, weights w, caches cache, float* y, sizes size);
