// SPDX-License-Identifier: BSL-1.0
/// Rotations of pairs.
#pragma once

#include <shapeproof/cpu/loops.hpp>

#include <cstddef>

namespace shapeproof::cpu {

/// cosine[pair], sine[pair] of the angles position * base^(-pair / pairs), for `pairs` pairs.
void rotation(std::size_t position, std::size_t pairs, float base, float* cosine, float* sine);

/// to = x rotated: the pair (x0, x1) becomes (x0 cos - x1 sin, x1 cos + x0 sin). The loops run over pairs; their
/// operands are x, to, and the tables. The second component of a pair lies `x_component` (`to_component`) elements
/// behind the first.
void rotate_pairs(float const* x, float* to, float const* cosine, float const* sine, loop_nest<3> const& loops,
                  std::ptrdiff_t x_component, std::ptrdiff_t to_component);

}  // namespace shapeproof::cpu
