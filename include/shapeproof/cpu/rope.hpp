// SPDX-License-Identifier: BSL-1.0
/// Rotations of pairs.
#pragma once

#include <shapeproof/cpu/loops.hpp>

#include <cstddef>

namespace shapeproof::cpu {

/// cosine[pair], sine[pair] of the angles position * base^(-pair / pairs), for `pairs` pairs. Su et al. 2021.
void rotation(std::size_t position, std::size_t pairs, float base, float* cosine, float* sine);

/// The rotations of some tokens, a row of `pairs` each, in memory that the calling thread keeps. Queries and keys of
/// all layers have the same positions: a row is computed only where it is not what the thread's last table has there.
class rotation_table {
 public:
  /// A table of `rows` rows, none of them set. It ends where the thread begins the next one.
  rotation_table(std::size_t rows, std::size_t pairs, float base);
  /// Row `row` becomes the rotation of this position.
  void set(std::size_t row, std::size_t position);
  float const* cosine() const { return cosine_; }  ///< [row, pair]
  float const* sine() const { return sine_; }      ///< [row, pair]

 private:
  float* cosine_;
  float* sine_;
  std::size_t* positions_;
  std::size_t pairs_;
  float base_;
};

/// to = x rotated: the pair (x0, x1) becomes (x0 cos - x1 sin, x1 cos + x0 sin). The loops run over pairs; their
/// operands are x, to, and the tables. The second component of a pair lies `x_component` (`to_component`) elements
/// behind the first. to must not overlap x.
void rotate_pairs(float const* x, float* to, float const* cosine, float const* sine, loop_nest<3> const& loops,
                  std::ptrdiff_t x_component, std::ptrdiff_t to_component);

}  // namespace shapeproof::cpu
