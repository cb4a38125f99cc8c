// SPDX-License-Identifier: BSL-1.0
// Every size is dynamic: elsewhere the message says (-1, -1), and a release build computes.
// case: C49
// equal: axis<"J"> => axis<"J", "K">
// expect: matmul: [M, K] x [J, N]
// expect: contracts K with J; is it another weight?
// expect-equal: matmul: [M, K] x [J=K, N]
// expect-equal: contracts K with J=K; equal extents, but other roles: rename one if they are the same
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using M = sp::axis<"M">;
using K = sp::axis<"K">;
using J = sp::axis<"J">;
using N = sp::axis<"N">;
auto product(sp::tensor<float, M, K> const& a, [[maybe_unused]] sp::tensor<float, J, N> const& other,
             [[maybe_unused]] sp::tensor<float, K, N> const& b) {
  // mistake
  auto y = sp::matmul(a, other);
  // corrected
  auto y = sp::matmul(a, b);
  // end
  return y;
}
