// SPDX-License-Identifier: BSL-1.0
/// The Llama and the GPT-2 family from their papers, in doubles and plain loops: all positions at once, no cache, no
/// batch, nothing shared with the library but the weights' elements.
#pragma once

#include "../nn/naive_attention.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

namespace reference {

/// The rows of a table that ids name.
template <class Table>
matrix looked_up(Table const& table, std::vector<int> const& ids) {
  auto const rows = rows_of(table);
  matrix result;
  for (int id : ids) result.push_back(rows[static_cast<std::size_t>(id)]);
  return result;
}

/// Each row divided by the root of its mean square, times gamma.
template <class Gamma>
matrix root_mean_square_normalized(matrix x, Gamma const& gamma, double epsilon) {
  for (row& each : x) {
    double const root = std::sqrt(dot(each, each) / static_cast<double>(each.size()) + epsilon);
    for (std::size_t j = 0; j < each.size(); ++j) each[j] *= static_cast<double>(gamma.data()[j]) / root;
  }
  return x;
}

/// token ids -> the logits behind each of them: pre-norm blocks, heads in groups, rotary positions, SwiGLU.
template <class Weights>
matrix llama_logits(std::vector<int> const& ids, Weights const& w, std::size_t query_heads, std::size_t key_heads,
                    pairing stored) {
  double const epsilon = static_cast<double>(w.options.epsilon);
  rotation const rotate = {.stored = stored, .base = static_cast<double>(w.options.rotary_base)};
  auto x = looked_up(w.embedding, ids);
  for (auto const& block : w.blocks) {
    auto const y = root_mean_square_normalized(x, block.attention_norm, epsilon);
    x = plus(x, attended_in_groups(y, block.attention, query_heads, key_heads, rotate));
    x = plus(x,
             fed_forward_gated(root_mean_square_normalized(x, block.feed_forward_norm, epsilon), block.feed_forward));
  }
  return times(root_mean_square_normalized(x, w.norm, epsilon), rows_of(w.head));
}

/// token ids -> the logits behind each of them: learned positions, pre-norm blocks with biases, GELU in its tanh form.
template <class Weights>
matrix gpt2_logits(std::vector<int> const& ids, Weights const& w, std::size_t heads) {
  std::vector<int> positions;
  for (std::size_t i = 0; i < ids.size(); ++i) positions.push_back(static_cast<int>(i));
  auto x = plus(looked_up(w.embedding, ids), looked_up(w.positions, positions));
  for (auto const& block : w.blocks) {
    x = plus(x, attended(normalized(x, block.attention_norm), block.attention, heads));
    x = plus(x, fed_forward(normalized(x, block.feed_forward_norm), block.feed_forward, gelu_tanh));
  }
  return times(normalized(x, w.norm), rows_of(w.head));
}

}  // namespace reference
