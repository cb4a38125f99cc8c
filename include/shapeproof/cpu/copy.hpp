// SPDX-License-Identifier: BSL-1.0
/// The strided copy behind contiguous(), concat and gather.
#pragma once

#include "shapeproof/cpu/loops.hpp"

namespace shapeproof::cpu {

/// to[loops] = from[loops], for elements of `element_size` bytes that memcpy may copy.
///
/// Operand order in `step` is from, to; steps count elements, not bytes. `from` may have step 0 (broadcast).
/// The two must not overlap.
void copy(void const* from, void* to, std::size_t element_size, loop_nest<2> const& loops);

}  // namespace shapeproof::cpu
