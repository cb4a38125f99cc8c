// SPDX-License-Identifier: BSL-1.0
// A mask of new positions by new positions, although the cache already holds older keys.
// case: C21
// expect: +: [B=2, H=4, L, S=L+past] x [L, S=L]
// expect: S=L+past meets S=L; they differ by past
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using H = sp::axis<"H", 4>;
using L = sp::axis<"L">;
using S = sp::axis<"S", "past+L">;
using Square = sp::axis<"S", "L">;
auto masked(sp::tensor<float, B, H, L, S> const& scores,
            [[maybe_unused]] sp::tensor<float, L, Square> const& square_mask) {
  // mistake
  auto weights = sp::softmax<"S">(scores + square_mask);
  // corrected
  auto weights = sp::causal_softmax<"L", "S">(scores);
  // end
  return weights;
}
