// SPDX-License-Identifier: BSL-1.0
/// Attention of queries by loops over names, and the two ways of nn/attend.hpp against it.
#pragma once

#include <shapeproof/nn/attend.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

namespace small_attend {

namespace sp = shapeproof;

using B = sp::axis<"B", 2>;
using H = sp::axis<"H", 3>;
using G = sp::axis<"G", 4>;
using L = sp::axis<"L">;
using S = sp::axis<"S", "past+L">;
using Dk = sp::axis<"Dk", 5>;
using names = std::vector<std::string>;

/// Attention by loops over names; `weights` are the axes of q without the head's, and S. Row b sees no key before
/// padding[b].
inline reference::values expected(reference::values const& q, reference::values const& keys,
                                  reference::values const& values, names const& weights, names const& out,
                                  std::vector<std::size_t> const& padding = {0, 0}) {
  auto scores = reference::product(q, keys, weights);
  double const size = static_cast<double>(q.extents.back());
  std::size_t const past = reference::extent_in(keys, keys, "S") - reference::extent_in(q, q, "L");
  reference::each(scores.names, scores.extents, [&](reference::turn const& at) {
    double& score = scores.at[reference::place(scores, at)];
    bool const seen = at.at("S") <= past + at.at("L") && at.at("S") >= padding[at.at("B")];
    score = seen ? std::exp(score / std::sqrt(size)) : 0;
  });
  scores = reference::along(scores, "S", [](std::vector<double>& row) {
    double sum = 0;
    for (double weight : row) sum += weight;
    for (double& weight : row) weight = sum == 0 ? 0 : weight / sum;
  });
  return reference::product(scores, values, out);
}

inline constexpr double rounding = 1e-5;

/// Both ways against the loops, and against each other in type.
template <class Q, class K, class V, class Padding = sp::no_padding>
void check(Q const& q, K const& keys, V const& values, names const& weights, names const& out,
           Padding const& padding = {}, std::vector<std::size_t> const& numbers = {0, 0}) {
  auto const right =
      expected(reference::read(q), reference::read(keys), reference::read(values), weights, out, numbers);
  auto const steps = sp::nn::attend_by_steps(q, keys, values, padding);
  auto const at_once = sp::nn::attend(q, keys, values, padding);
  static_assert(std::is_same_v<decltype(steps), decltype(at_once)>);
  CHECK(reference::error(steps, right) < rounding);
  CHECK(reference::error(at_once, right) < rounding);
}

inline names const plain_weights = {"B", "H", "L", "S"};
inline names const plain_out = {"B", "H", "L", "Dk"};

}  // namespace small_attend
