// SPDX-License-Identifier: BSL-1.0
// The width of all key heads is divided by the ranks: 4 heads of 128 over 8 ranks are half a head each.
// case: C53
// equal: "Dk", 128 => "Dk", 8
// expect-equal: shard: (Hkv Dk)=32 over tp=8: Hkv=4 has fewer positions than there are ranks; replicate Hkv
// expect: shard: (Hkv Dk)=512 over tp=8: Hkv=4 has fewer positions than there are ranks; replicate Hkv
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 60>;
using Hkv = sp::axis<"Hkv", 4>;
using Dk = sp::axis<"Dk", 128>;
// mistake
using tp = sp::mesh<"tp", 8>;
// corrected
using tp = sp::mesh<"tp", 4>;
// end
using keys = sp::shard<sp::fused<Hkv, Dk>, tp>;
auto step(sp::tensor<float, L, D> const& x, sp::tensor<float, D, keys> const& w) { return sp::split<"(Hkv Dk)">(sp::matmul(x, w)); }
