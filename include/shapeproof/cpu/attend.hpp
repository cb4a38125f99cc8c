// SPDX-License-Identifier: BSL-1.0
/// Attention under the causal mask, without a matrix of scores.
#pragma once

#include "shapeproof/cpu/loops.hpp"

#include <cstddef>

namespace shapeproof::cpu {

/// The loops of an attention. Heads of queries that share a head of keys and values are turns of `group`.
struct attention_loops {
  loop_nest<4> shared;    ///< batches and heads of keys: q, keys, values, out
  loop_nest<2> group;     ///< q, out
  loop<2> query;          ///< q, out
  loop<2> key;            ///< keys, values
  loop<2> component;      ///< of a head of keys: q, keys
  loop<2> mixed;          ///< of a head of values: values, out
  std::size_t first = 0;  ///< keys before it are padding, which nobody sees
};

/// out[shared, group, query, mixed] = sum over the keys that the query sees of weight[key] * values[shared, key, mixed]
/// with weight = softmax over these keys of scale * (q[shared, group, query, :] . keys[shared, key, :])
///
/// Query l sees the keys first .. l + (key.extent - query.extent): the queries are the last positions of the keys. A
/// query that sees none gives zeros; keys and values that nobody sees are not read. Requires
/// key.extent >= query.extent, otherwise throws std::invalid_argument with both. out must not overlap the others.
///
/// Keys come in blocks, each read once for all queries at hand: the weights of a block are relative to the highest
/// score so far, and when a later one is higher, what was summed is scaled down (Milakov and Gimelshein, 2018,
/// arXiv:1805.02867; Dao et al., 2022, arXiv:2205.14135). Scratch memory does not grow with the number of keys. Few
/// queries of many keys are split along the keys. Results are the same for every number of threads. A NaN in the
/// scores that a query sees, or +infinity, makes its output NaN; in values it may reach queries that do not see it.
///
/// Fastest where components lie side by side; other orders are copied block by block.
void attend(float const* q, float const* keys, float const* values, float* out, attention_loops const& loops,
            float scale);

}  // namespace shapeproof::cpu
