// SPDX-License-Identifier: BSL-1.0
/// The contraction of two operands: matrix products, batched or not, in any memory order.
#pragma once

#include "shapeproof/cpu/loops.hpp"

namespace shapeproof::cpu {

/// c[batch, m, n] = sum over k and more_k of a[batch, m, k, more_k] * b[batch, k, more_k, n]
///
/// Operand order in `step` is a, b, c. In `batch`, a and b may have step 0 (broadcast). Unused are c's step in
/// `k` and `more_k`, b's step in `m` and a's step in `n`. `more_k` holds at most max_rank - 1 loops. c must not
/// overlap a or b, and no two turns of batch, m and n may write the same element.
///
/// Extent 0 in k or more_k gives zeros; extent 0 in batch, m or n writes nothing. Sums are kept in float, in
/// blocks of k, and are the same for every number of threads; the error relative to the sum of |a*b| is below
/// 1e-5 for k up to at least 20800.
///
/// Fastest where n is contiguous in b (a row-major weight), or k is contiguous in a and b (queries times keys).
/// Other orders of b are packed first. c may have any order.
void contract(float const* a, float const* b, float* c, loop_nest<3> const& batch, loop<3> m, loop<3> n, loop<3> k,
              loop_nest<3> const& more_k = {});

}  // namespace shapeproof::cpu
