// SPDX-License-Identifier: BSL-1.0
/// Step 1: the loops stay, functions say what they take. A wrong tensor does not compile; a wrong index still does.
#include "border.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

/// `[L, In] x [In, Out] -> [L, Out]`
template <class In, class Out>
static void project(sp::view<float const, L, In> x, sp::view<float const, In, Out> w, sp::view<float, L, Out> y) {
  auto const [rows, in] = sp::extents_of(x);
  std::size_t const out = sp::extents_of(y)[1];
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t o = 0; o < out; ++o) {
      float sum = 0;
      for (std::size_t i = 0; i < in; ++i) sum += x.data()[r * in + i] * w.data()[i * out + o];
      y.data()[r * out + o] = sum;
    }
}

static void attend(sp::view<float const, L, Queries> q, sp::view<float const, S, Hkv, Dk> keys,
                   sp::any_tensor auto const& given_values, sp::view<float, L, Mixed> mixed) {
  auto const values = sp::permute<"S", "Hkv", "Dv">(given_values);  // these axes, in whichever order they lie
  constexpr std::size_t kv_heads = 2, groups = 3, dk = 2, heads = kv_heads * groups;
  std::size_t const n = q.extent<"L">(), past = keys.extent<"S">() - n;
  auto const to_next_head = sp::strides_of<std::size_t>(values)[1];
  std::vector<float> p(past + n);
  for (std::size_t h = 0; h < heads; ++h)
    for (std::size_t l = 0; l < n; ++l) {
      std::size_t const g = h / groups, seen = past + l + 1;
      float sum = 0;
      for (std::size_t s = 0; s < seen; ++s) {
        float score = 0;
        for (std::size_t j = 0; j < dk; ++j)
          score += q.data()[(l * heads + h) * dk + j] * keys.data()[(s * kv_heads + g) * dk + j];
        sum += p[s] = std::exp(score / std::sqrt(static_cast<float>(dk)));
      }
      for (std::size_t j = 0; j < dk; ++j) {
        float mix = 0;
        for (std::size_t s = 0; s < seen; ++s) mix += p[s] / sum * values.data()[s * dk + g * to_next_head + j];
        mixed.data()[(l * heads + h) * dk + j] = mix;
      }
    }
}

void attention(float const* x, weights w, caches cache, float* y, sizes size) {
  tensors const at = typed(x, w, cache, y, size);
  sp::tensor<float, L, Queries> q(sp::bind<"L">(size.n));
  sp::tensor<float, L, Values> v(sp::bind<"L">(size.n));
  sp::tensor<float, L, Mixed> mixed(sp::bind<"L">(size.n));
  project<D, Queries>(at.x, at.query, q);
  project<D, Keys>(at.x, at.key, at.new_keys);
  project<D, Values>(at.x, at.value, v);
  store_values(v, at.new_values);
  attend(q, at.keys, at.values, mixed);
  project<Mixed, D>(mixed, at.output, at.y);
}
