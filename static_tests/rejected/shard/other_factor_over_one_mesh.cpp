// SPDX-License-Identifier: BSL-1.0
// The heads are cut over ranks that have cut each head.
// expect: shard: (H Dk)=16 of 32 over tp over tp=2: another factor is cut over tp; a mesh cuts one of them
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using H = sp::axis<"H", 4>;
using Dk = sp::axis<"Dk", 8>;
// mistake
using part = sp::shard<sp::fused<H, sp::shard<Dk, tp>>, tp>;
// corrected
using part = sp::shard<sp::fused<H, Dk>, tp>;
// end
auto step(sp::tensor<float, part> const& x) { return sp::split<"(H Dk)">(x); }
