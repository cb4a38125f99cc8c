// SPDX-License-Identifier: BSL-1.0
// The mask's length is asked of the cache, whose axis 0 is the batch.
// case: C25
// equal: "B", 2 => "B", 3
// expect: extent: [B=2, H=4, S=7, Dk=5]
// expect: there is no axis L
// expect-equal: extent: [B=3, H=4, S=7, Dk=5]
// expect-equal: there is no axis L
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using H = sp::axis<"H", 4>;
using L = sp::axis<"L", 3>;
using S = sp::axis<"S", 7>;
using Dk = sp::axis<"Dk", 5>;
auto mask_length([[maybe_unused]] sp::tensor<float, B, H, S, Dk> const& cache,
                 [[maybe_unused]] sp::tensor<float, B, H, L, Dk> const& q) {
  // mistake
  auto n = cache.extent<"L">();
  // corrected
  auto n = q.extent<"L">();
  // end
  return n;
}
