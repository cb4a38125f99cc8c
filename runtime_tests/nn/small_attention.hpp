// SPDX-License-Identifier: BSL-1.0
/// Attention weights and caches of a small size for the tests of nn: all extents distinct, a batch of 2.
#pragma once

#include <shapeproof/nn/kv_cache.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include "../naive_model.hpp"

#include <cstddef>

namespace small {

namespace sp = shapeproof;

using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using H = sp::axis<"H", 3>;
using Dk = sp::axis<"Dk", 5>;
using D = sp::axis<"D", 15>;
using F = sp::axis<"F", 7>;
using heads = sp::fused<H, Dk>;

using x_type = sp::tensor<float, B, L, D>;
using k_type = sp::tensor<float, B, H, L, Dk>;
using storage = sp::tensor<float, B, H, sp::axis<"S", "capacity">, Dk>;
using cache = sp::nn::kv_cache<storage>;

/// A cache to go on with, where the first is needed again.
template <class Cache>
Cache copied(Cache const& filled) {
  return filled;
}

struct attention_weights {
  sp::tensor<float, D, heads> query = reference::filled<sp::tensor<float, D, heads>>(11);
  sp::tensor<float, D, heads> key = reference::filled<sp::tensor<float, D, heads>>(12);
  sp::tensor<float, D, heads> value = reference::filled<sp::tensor<float, D, heads>>(13);
  sp::tensor<float, heads, D> output = reference::filled<sp::tensor<float, heads, D>>(14);
};

struct feed_forward_weights {
  sp::tensor<float, D, F> up = reference::filled<sp::tensor<float, D, F>>(15);
  sp::tensor<float, F, D> down = reference::filled<sp::tensor<float, F, D>>(16);
};

struct norm_weights {
  sp::tensor<float, D> gamma = reference::filled<sp::tensor<float, D>>(17);
  sp::tensor<float, D> beta = reference::filled<sp::tensor<float, D>>(18);
};

struct block_weights {
  attention_weights attention;
  norm_weights attention_norm;
  feed_forward_weights feed_forward;
  norm_weights feed_forward_norm;
};

inline x_type numbers(std::size_t length) { return reference::filled<x_type>(1, sp::bind<"L">(length)); }

/// The positions of one batch entry.
template <class X>
reference::matrix entry(X const& x, std::size_t b) {
  reference::matrix result(x.template extent<"L">(), reference::row(15));
  for (std::size_t l = 0; l < result.size(); ++l)
    for (std::size_t d = 0; d < 15; ++d) result[l][d] = static_cast<double>(x(b, l, d));
  return result;
}

/// The largest error of positions [from, from + L) of the expected rows, for one batch entry.
template <class X>
double error(X const& found, std::size_t b, reference::matrix const& expected, std::size_t from = 0) {
  double worst = 0;
  auto const rows = entry(found, b);
  for (std::size_t l = 0; l < rows.size(); ++l) worst = std::max(worst, reference::error(rows[l], expected[from + l]));
  return worst;
}

/// Positions [from, to) of x.
inline x_type part(x_type const& x, std::size_t from, std::size_t to) {
  x_type result(sp::bind<"L">(to - from));
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t l = from; l < to; ++l)
      for (std::size_t d = 0; d < 15; ++d) result(b, l - from, d) = x(b, l, d);
  return result;
}

}  // namespace small
