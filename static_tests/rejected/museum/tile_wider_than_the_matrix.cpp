// SPDX-License-Identifier: BSL-1.0
// A tile of 64 columns is cut from a matrix that has 32.
// case: C50
// equal: "M", 16 => "M", 32
// expect: slice: [M=16, K=32]
// expect: [0, 64) is not provably inside K=32; it may pass the end by 32
// expect-equal: slice: [M=32, K=32]
// expect-equal: [0, 64) is not provably inside K=32; it may pass the end by 32
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using M = sp::axis<"M", 16>;
using K = sp::axis<"K", 32>;
auto tile(sp::tensor<float, M, K> const& x) {
  // mistake
  auto first = sp::slice<"K", 0, 64>(x);
  // corrected
  auto first = sp::slice<"K", 0, 16>(x);
  // end
  return first;
}
