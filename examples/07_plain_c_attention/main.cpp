// SPDX-License-Identifier: BSL-1.0
/// Calls attention as a C program would: three positions, then one more, and then one. All steps print the same.
#include "attention.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <vector>

namespace {

constexpr std::size_t d = 12, kv_heads = 2, groups = 3, dk = 2, heads = kv_heads * groups, capacity = 5;

std::vector<float> some_numbers(std::size_t count, unsigned seed) {
  std::vector<float> result(count);
  for (float& each : result) {
    seed = seed * 1664525U + 1013904223U;
    each = static_cast<float>(seed >> 20U) / 4096.0F - 0.5F;
  }
  return result;
}

std::vector<double> product(std::vector<double> const& x, std::vector<float> const& w, std::size_t in) {
  std::size_t const out = w.size() / in;
  std::vector<double> y(x.size() / in * out);
  for (std::size_t i = 0; i < y.size(); ++i)
    for (std::size_t k = 0; k < in; ++k) y[i] += x[i / out * in + k] * w[k * out + i % out];
  return y;
}

/// All positions at once, in double precision.
std::vector<double> reference(std::vector<float> const& x, std::vector<float> const (&w)[4]) {
  std::vector<double> const input(x.begin(), x.end());
  auto const q = product(input, w[0], d), k = product(input, w[1], d), v = product(input, w[2], d);
  std::vector<double> mixed(q.size());
  for (std::size_t l = 0; l < capacity; ++l)
    for (std::size_t h = 0; h < heads; ++h) {
      double p[capacity] = {}, sum = 0;
      for (std::size_t s = 0; s <= l; ++s) {
        for (std::size_t j = 0; j < dk; ++j)
          p[s] += q[(l * heads + h) * dk + j] * k[(s * kv_heads + h / groups) * dk + j];
        sum += p[s] = std::exp(p[s] / std::sqrt(2.0));
      }
      for (std::size_t s = 0; s <= l; ++s)
        for (std::size_t j = 0; j < dk; ++j)
          mixed[(l * heads + h) * dk + j] += p[s] / sum * v[(s * kv_heads + h / groups) * dk + j];
    }
  return product(mixed, w[3], heads * dk);
}

}  // namespace

int main() {
  auto const x = some_numbers(capacity * d, 1);
  std::vector<float> const w[4] = {some_numbers(d * heads * dk, 2), some_numbers(d * kv_heads * dk, 3),
                                   some_numbers(d * kv_heads * dk, 4), some_numbers(heads * dk * d, 5)};
  std::vector<float> keys(capacity * kv_heads * dk), values(keys.size()), y(x.size());
  std::size_t past = 0;
  for (std::size_t const n : {3U, 1U, 1U}) {
    attention(x.data() + past * d, {w[0].data(), w[1].data(), w[2].data(), w[3].data()}, {keys.data(), values.data()},
              y.data() + past * d, {n, past, capacity, d, kv_heads, groups, dk});
    past += n;
    std::printf("position %zu: %.4f %.4f %.4f ...\n", past - 1, y[(past - 1) * d], y[(past - 1) * d + 1],
                y[past * d - 1]);
  }
  auto const right = reference(x, w);
  double difference = 0;
  for (std::size_t i = 0; i < y.size(); ++i) difference = std::max(difference, std::abs(y[i] - right[i]));
  std::puts(difference < 1e-6 ? "as in double precision" : "WRONG");
}

// Output:
// position 2: 0.1355 -0.0102 0.0973 ...
// position 3: 0.1658 0.0863 0.0578 ...
// position 4: 0.2159 0.0964 0.1286 ...
// as in double precision
