// SPDX-License-Identifier: BSL-1.0
/// Reductions over one axis, and the softmax family.
#pragma once

#include "shapeproof/cpu/loops.hpp"

namespace shapeproof::cpu {

/// What `reduce` makes of an axis.
enum class reduction {
  sum,  ///< of nothing: 0
  max   ///< of nothing: -infinity
};

/// c[outer] = op over axis of a[outer, axis]
///
/// Operand order in `step` is a, c; c's step in `axis` is unused. The sum of an empty axis is 0, its maximum
/// is -infinity. A NaN in the axis gives NaN.
void reduce(reduction op, float const* a, float* c, loop_nest<2> const& outer, loop<2> axis);

/// c[outer, axis] = exp(a - max a) / sum of exp(a - max a), over axis
///
/// Operand order in `step` is a, c. c may be exactly a. A NaN in the axis makes the whole axis NaN, and so
/// does an axis that holds +infinity or only -infinity.
void softmax(float const* a, float* c, loop_nest<2> const& outer, loop<2> axis);

/// c[outer, query, key] = softmax over the keys that the query may see; exactly 0 for the others.
///
/// Query l may see keys 0 .. l + (key.extent - query.extent): the queries are the last positions of the keys.
/// What lies in `a` behind those keys is not read. Requires key.extent >= query.extent, otherwise throws
/// std::invalid_argument with both. `outer` holds at most max_rank - 1 loops. Operand order in `step` is a, c.
/// c may be exactly a.
void causal_softmax(float const* a, float* c, loop_nest<2> const& outer, loop<2> query, loop<2> key);

}  // namespace shapeproof::cpu
