// SPDX-License-Identifier: BSL-1.0
/// What this machine can do at best: the two rates that a kernel is measured against.
#pragma once

#include <cstddef>

namespace shapeproof::cpu {

/// Reads `count` floats once with all threads, as fast as possible; returns their sum, so that no compiler
/// can leave the reading out.
float read_once(float const* from, std::size_t count);

/// Multiply-adds a second of all threads together, on registers only, measured over about `seconds`.
double multiply_add_rate(double seconds);

}  // namespace shapeproof::cpu
