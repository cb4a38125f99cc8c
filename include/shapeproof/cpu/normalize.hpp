// SPDX-License-Identifier: BSL-1.0
/// Normalisations over one axis.
#pragma once

#include "shapeproof/cpu/loops.hpp"

namespace shapeproof::cpu {

/// c[outer, axis] = (x - mean x) / sqrt(variance x + epsilon) * gamma[axis] + beta[axis]
///
/// Ba, Kiros and Hinton 2016. The variance is the biased one (divided by the extent), in two passes.
/// Operand order in `step` is x, gamma, beta, c in `axis`, and x, c in `outer`. c may be exactly x.
void layer_norm(float const* x, float const* gamma, float const* beta, float* c, loop_nest<2> const& outer,
                loop<4> axis, float epsilon);

/// c[outer, axis] = x / sqrt(mean of x*x + epsilon) * gamma[axis]
///
/// Zhang and Sennrich 2019. Operand order in `step` is x, gamma, c in `axis`, and x, c in `outer`. c may be
/// exactly x.
void rms_norm(float const* x, float const* gamma, float* c, loop_nest<2> const& outer, loop<3> axis, float epsilon);

}  // namespace shapeproof::cpu
