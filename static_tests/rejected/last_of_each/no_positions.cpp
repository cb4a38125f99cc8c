// SPDX-License-Identifier: BSL-1.0
// The last position was taken already.
// equal: "B", 3 => "B", 7
// expect: last_of_each: [B=3, V=100]
// expect: there is no axis L
// expect-equal: last_of_each: [B=7, V=100]
// expect-equal: there is no axis L
#include <shapeproof/shapeproof.hpp>
#include <cstddef>
#include <vector>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 3>;
using L = sp::axis<"L", 7>;
using V = sp::axis<"V", 100>;
auto ends(sp::tensor<float, B, L, V> const& logits, std::vector<std::size_t> const& lengths) {
  // mistake
  auto y = nn::last_of_each(sp::last<"L">(logits), lengths);
  // corrected
  auto y = nn::last_of_each(logits, lengths);
  // end
  return y;
}
