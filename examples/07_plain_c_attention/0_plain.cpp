// SPDX-License-Identifier: BSL-1.0
/// Step 0: plain C++ as many have it. Nothing but tests and care keeps pointers and sizes apart.
#include "attention.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

/// y [rows][out] = x [rows][in] * w [in][out]
static void project(float const* x, float const* w, float* y, std::size_t rows, std::size_t in, std::size_t out) {
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t o = 0; o < out; ++o) {
      float sum = 0;
      for (std::size_t i = 0; i < in; ++i) sum += x[r * in + i] * w[i * out + o];
      y[r * out + o] = sum;
    }
}

/// How far the next position and the next head are, in elements.
struct steps {
  std::size_t position, head;
};

/// q and mixed [n][heads][dk], keys and values as their steps say
static void attend(float const* q, float const* keys, steps k, float const* values, steps v, float* mixed, sizes size) {
  std::size_t const n = size.n, past = size.past, kv_heads = size.kv_heads, groups = size.groups, dk = size.dk;
  std::size_t const heads = kv_heads * groups;
  std::vector<float> p(past + n);
  for (std::size_t h = 0; h < heads; ++h)
    for (std::size_t l = 0; l < n; ++l) {
      std::size_t const g = h / groups, seen = past + l + 1;
      float sum = 0;
      for (std::size_t s = 0; s < seen; ++s) {
        float score = 0;
        for (std::size_t j = 0; j < dk; ++j)
          score += q[(l * heads + h) * dk + j] * keys[s * k.position + g * k.head + j];
        sum += p[s] = std::exp(score / std::sqrt(static_cast<float>(dk)));
      }
      for (std::size_t j = 0; j < dk; ++j) {
        float mix = 0;
        for (std::size_t s = 0; s < seen; ++s) mix += p[s] / sum * values[s * v.position + g * v.head + j];
        mixed[(l * heads + h) * dk + j] = mix;
      }
    }
}

void attention(float const* x, weights w, caches cache, float* y, sizes size) {
  std::size_t const dk = size.dk, keys = size.kv_heads * dk, queries = size.groups * keys;
  std::vector<float> q(size.n * queries), v(size.n * keys), mixed(size.n * queries);
  project(x, w.query, q.data(), size.n, size.d, queries);
  project(x, w.key, cache.keys + size.past * keys, size.n, size.d, keys);
  project(x, w.value, v.data(), size.n, size.d, keys);
  for (std::size_t l = 0; l < size.n; ++l)
    for (std::size_t i = 0; i < keys; ++i)
      cache.values[(i / dk * size.capacity + size.past + l) * dk + i % dk] = v[l * keys + i];
  steps const by_position = {keys, dk}, by_head = {dk, size.capacity * dk};
  attend(q.data(), cache.keys, by_position, cache.values, by_head, mixed.data(), size);
  project(mixed.data(), w.output, y, size.n, queries, size.d);
}
