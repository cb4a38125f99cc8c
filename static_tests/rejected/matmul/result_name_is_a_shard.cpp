// SPDX-License-Identifier: BSL-1.0
// The rows are a rank's part of F, the columns all of it: one role under one name, twice.
// expect: matmul: [F=10 of 20 over tp, D=12] x [D=12, F=20]: the result would have F twice; rename one of them
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
using S = sp::axis<"S", 20>;
auto step(sp::tensor<float, F_part, D> const& x, [[maybe_unused]] sp::tensor<float, D, F> const& same,
          [[maybe_unused]] sp::tensor<float, D, S> const& other) {
  // mistake
  auto y = sp::matmul(x, same);
  // corrected
  auto y = sp::matmul(x, other);
  // end
  return y;
}
