// SPDX-License-Identifier: BSL-1.0
// A shard of two positions is made of nothing.
// expect: unsqueeze: [B=1 of 2 over tp] x [L=7, F=10 of 20 over tp]: a new axis is no shard: what a rank has would become its part of more; call unsqueeze, then scatter
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L", 7>;
using F = sp::shard<sp::axis<"F", 20>, tp>;
auto step(sp::tensor<float, L, F> const& x) {
// mistake
  auto y = sp::unsqueeze<sp::shard<B, tp>>(x);
// corrected
  auto y = sp::unsqueeze<sp::axis<"B", 1>>(x);
// end
  return y;
}
