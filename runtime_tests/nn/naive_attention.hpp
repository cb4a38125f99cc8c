// SPDX-License-Identifier: BSL-1.0
/// Attention with grouped heads and rotary positions in doubles and plain loops: no cache, no batch, nothing shared
/// with the library but the weights' elements.
#pragma once

#include "../naive_model.hpp"

#include <complex>
#include <cstddef>

namespace reference {

/// How the components of a head make pairs: 0 1, 2 3, ... or i, i + half.
enum class pairing { side_by_side, half_apart };

/// x with pair r turned by the angle position / base^(r / pairs), as complex numbers.
inline row rotated(row x, pairing stored, double position, double base = 1e4) {
  std::size_t const pairs = x.size() / 2;
  for (std::size_t r = 0; r < pairs; ++r) {
    double& first = stored == pairing::side_by_side ? x[2 * r] : x[r];
    double& second = stored == pairing::side_by_side ? x[2 * r + 1] : x[pairs + r];
    double const angle = position / std::pow(base, static_cast<double>(r) / static_cast<double>(pairs));
    auto const turned = std::complex<double>(first, second) * std::polar(1.0, angle);
    first = turned.real();
    second = turned.imag();
  }
  return x;
}

/// Leaves a head as it is.
struct no_rotation {
  row operator()(row x, std::size_t) const { return x; }
};

/// Turns the head of a position.
struct rotation {
  pairing stored;
  double base = 1e4;
  row operator()(row x, std::size_t position) const {
    return rotated(std::move(x), stored, static_cast<double>(position), base);
  }
};

/// The components [head * size, (head + 1) * size).
inline row part_of(row const& all, std::size_t head, std::size_t size) {
  auto const begin = all.begin() + static_cast<std::ptrdiff_t>(head * size);
  return {begin, begin + static_cast<std::ptrdiff_t>(size)};
}

inline double dot(row const& a, row const& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// Causal attention of all positions: query head h reads key head h / (query heads / key heads).
template <class Weights, class Rotation = no_rotation>
matrix attended_in_groups(matrix const& x, Weights const& w, std::size_t query_heads, std::size_t key_heads,
                          Rotation const& rotate = {}) {
  auto const q = projected(x, w.query);
  auto const k = projected(x, w.key);
  auto const v = projected(x, w.value);
  std::size_t const size = k[0].size() / key_heads;
  matrix mixed(x.size(), row(query_heads * size, 0));
  for (std::size_t head = 0; head < query_heads; ++head) {
    std::size_t const shared = head / (query_heads / key_heads);
    for (std::size_t i = 0; i < x.size(); ++i) {
      row scores;
      auto const query = rotate(part_of(q[i], head, size), i);
      for (std::size_t j = 0; j <= i; ++j)
        scores.push_back(dot(query, rotate(part_of(k[j], shared, size), j)) / std::sqrt(static_cast<double>(size)));
      softmax(scores);
      for (std::size_t j = 0; j <= i; ++j)
        for (std::size_t m = 0; m < size; ++m) mixed[i][head * size + m] += scores[j] * v[j][shared * size + m];
    }
  }
  return projected(mixed, w.output);
}

}  // namespace reference
