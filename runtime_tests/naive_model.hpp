// SPDX-License-Identifier: BSL-1.0
/// The note's model in doubles and plain loops, and parts of others: all positions at once, no cache, no batch,
/// nothing shared with the library but the weights' elements.
#pragma once

#include "naive.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

namespace reference {

using row = std::vector<double>;
using matrix = std::vector<row>;

/// The elements of a dense matrix.
template <class X>
matrix rows_of(X const& x) {
  auto const walk = x.walk();
  matrix result(walk.extent[0], row(walk.extent[1]));
  for (std::size_t i = 0; i < result.size(); ++i)
    for (std::size_t j = 0; j < result[i].size(); ++j)
      result[i][j] = static_cast<double>(x.data()[i * walk.extent[1] + j]);
  return result;
}

inline matrix times(matrix const& a, matrix const& b) {
  matrix result(a.size(), row(b[0].size(), 0));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < b.size(); ++k)
      for (std::size_t j = 0; j < b[0].size(); ++j) result[i][j] += a[i][k] * b[k][j];
  return result;
}

/// x times the matrix, and plus the bias where the weight has one.
template <class Weight>
matrix projected(matrix const& x, Weight const& w) {
  if constexpr (requires { w.bias; }) {
    auto result = times(x, rows_of(w.weight));
    for (row& each : result)
      for (std::size_t j = 0; j < each.size(); ++j) each[j] += static_cast<double>(w.bias.data()[j]);
    return result;
  } else {
    return times(x, rows_of(w));
  }
}

inline matrix plus(matrix a, matrix const& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a[i].size(); ++j) a[i][j] += b[i][j];
  return a;
}

/// Each row with mean 0 and standard deviation 1, times gamma, plus beta.
template <class Norm>
matrix normalized(matrix x, Norm const& norm) {
  for (row& each : x) {
    double const size = static_cast<double>(each.size());
    double mean = 0;
    for (double element : each) mean += element / size;
    double variance = 0;
    for (double element : each) variance += (element - mean) * (element - mean) / size;
    for (std::size_t j = 0; j < each.size(); ++j)
      each[j] = (each[j] - mean) / std::sqrt(variance + 1e-5) * static_cast<double>(norm.gamma.data()[j]) +
                static_cast<double>(norm.beta.data()[j]);
  }
  return x;
}

/// Causal attention of all positions: head k is the columns [k * Dk, (k + 1) * Dk).
template <class Weights>
matrix attended(matrix const& x, Weights const& w, std::size_t heads) {
  auto const q = projected(x, w.query);
  auto const k = projected(x, w.key);
  auto const v = projected(x, w.value);
  std::size_t const size = q[0].size() / heads;
  matrix mixed(x.size(), row(q[0].size(), 0));
  for (std::size_t head = 0; head < heads; ++head)
    for (std::size_t i = 0; i < x.size(); ++i) {
      row scores(i + 1, 0);
      for (std::size_t j = 0; j <= i; ++j) {
        for (std::size_t m = head * size; m < (head + 1) * size; ++m) scores[j] += q[i][m] * k[j][m];
        scores[j] /= std::sqrt(static_cast<double>(size));
      }
      softmax(scores);
      for (std::size_t j = 0; j <= i; ++j)
        for (std::size_t m = head * size; m < (head + 1) * size; ++m) mixed[i][m] += scores[j] * v[j][m];
    }
  return projected(mixed, w.output);
}

inline double gelu(double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2.0))); }
inline double gelu_tanh(double x) {
  return x / 2 * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)));
}
inline double silu(double x) { return x / (1 + std::exp(-x)); }

template <class Weights, class Activation = double (*)(double)>
matrix fed_forward(matrix const& x, Weights const& w, Activation const& activate = gelu) {
  auto wide = projected(x, w.up);
  for (row& each : wide)
    for (double& element : each) element = activate(element);
  return projected(wide, w.down);
}

template <class Weights>
matrix fed_forward_gated(matrix const& x, Weights const& w) {
  auto wide = projected(x, w.up);
  auto const gate = projected(x, w.gate);
  for (std::size_t i = 0; i < wide.size(); ++i)
    for (std::size_t j = 0; j < wide[i].size(); ++j) wide[i][j] *= silu(gate[i][j]);
  return projected(wide, w.down);
}

template <class Weights>
matrix block(matrix const& x, Weights const& w, std::size_t heads) {
  auto const norm1 = normalized(plus(x, attended(x, w.attention, heads)), w.attention_norm);
  return normalized(plus(norm1, fed_forward(norm1, w.feed_forward)), w.feed_forward_norm);
}

/// token ids -> the last hidden states of all positions.
template <class Weights>
matrix hidden(std::vector<int> const& ids, Weights const& w, std::size_t heads) {
  auto const table = rows_of(w.embedding);
  matrix x;
  for (int id : ids) x.push_back(table[static_cast<std::size_t>(id)]);
  x = times(x, rows_of(w.input));
  for (auto const& each : w.blocks) x = block(x, each, heads);
  return times(x, rows_of(w.output));
}

/// token ids -> the logits behind the last one.
template <class Weights>
row logits(std::vector<int> const& ids, Weights const& w, std::size_t heads) {
  return times({hidden(ids, w, heads).back()}, rows_of(w.head))[0];
}

/// The largest error relative to 1 + |expected|; infinite where the sizes differ.
inline double error(row const& found, row const& expected) {
  return error(values{{}, {}, found}, values{{}, {}, expected});
}

}  // namespace reference
