// SPDX-License-Identifier: BSL-1.0
// The weight behind a column-parallel one is cut along its output too, not along its input.
// expect: matmul: [L=7, F=10 of 20 over tp] x [F=20, D=6 of 12 over tp]: contracts F=10 of 20 over tp with F=20; shards and whole axes do not meet
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
auto step(sp::tensor<float, L, F_part> const& x, [[maybe_unused]] sp::tensor<float, F, sp::shard<D, tp>> const& columns,
          [[maybe_unused]] sp::tensor<float, F_part, D> const& rows) {
  // mistake
  auto y = sp::matmul(x, columns);
  // corrected
  auto y = sp::matmul(x, rows);
  // end
  return y;
}
