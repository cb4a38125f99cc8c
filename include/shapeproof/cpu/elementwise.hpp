// SPDX-License-Identifier: BSL-1.0
/// Element by element: arithmetic of two operands, scaling, and activation functions.
#pragma once

#include "shapeproof/cpu/loops.hpp"

namespace shapeproof::cpu {

/// What `elementwise` does with two operands.
enum class binary {
  add,       ///< a + b
  subtract,  ///< a - b
  multiply   ///< a * b
};

/// c[loops] = a[loops] op b[loops]
///
/// Operand order in `step` is a, b, c; a and b may have step 0 (broadcast). c may be exactly a or b (same
/// address, same steps), but must not overlap them otherwise.
void elementwise(binary op, float const* a, float const* b, float* c, loop_nest<3> const& loops);

/// c[loops] = a[loops] * factor
///
/// Operand order in `step` is a, c. c may be exactly a.
void scale(float const* a, float factor, float* c, loop_nest<2> const& loops);

/// What `elementwise` does with one operand.
enum class unary {
  gelu,       ///< x/2 * (1 + erf(x / sqrt 2)): Hendrycks and Gimpel 2016, the exact form, not the tanh one
  gelu_tanh,  ///< x/2 * (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))): the tanh form of the same paper
  silu,       ///< x / (1 + exp(-x)): Elfwing et al. 2017
};

/// c[loops] = op(a[loops])
///
/// Operand order in `step` is a, c. c may be exactly a.
void elementwise(unary op, float const* a, float* c, loop_nest<2> const& loops);

}  // namespace shapeproof::cpu
