// SPDX-License-Identifier: BSL-1.0
// What is summed over the ranks is cut as the columns of the result are.
// expect: matmul: [L=7, (F Q)=30 of 60 over tp] x [(F Q)=30 of 60 over tp, F=10 of 20 over tp]: each rank of tp would sum only where its parts of (F Q) and F meet; gather one of them first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using F = sp::shard<sp::axis<"F", 20>, tp>;
using rows = sp::fused<F, sp::axis<"Q", 3>>;
auto step(sp::tensor<float, L, rows> const& x, sp::tensor<float, rows, F> const& w) {
// mistake
  auto y = sp::matmul(x, w);
// corrected
  auto y = sp::all_reduce<"tp">(sp::matmul(x, sp::all_gather<"F">(w)));
// end
  return y;
}
