// SPDX-License-Identifier: BSL-1.0
// One sequence has no row of its own length.
// equal: "L", 7 => "L", 100
// expect: last_of_each: [L=7, V=100]
// expect: there is no axis B
// expect-equal: last_of_each: [L=100, V=100]
// expect-equal: there is no axis B
#include <shapeproof/shapeproof.hpp>
#include <cstddef>
#include <vector>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using V = sp::axis<"V", 100>;
auto ends(sp::tensor<float, L, V> const& logits, std::vector<std::size_t> const& lengths) {
  // mistake
  auto y = nn::last_of_each(logits, lengths);
  // corrected
  auto y = nn::last_of_each(sp::unsqueeze<B>(logits), lengths);
  // end
  return y;
}
