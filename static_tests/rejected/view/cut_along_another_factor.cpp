// SPDX-License-Identifier: BSL-1.0
// Each head is cut, and whole heads of a rank are expected.
// expect: view: [L=6, (H Dk)=16 of 32 over tp]: expected [L=6, (H=2 of 4 over tp Dk=8)], got [L=6, (H=4 Dk=4 of 8 over tp)]
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 6>;
using H = sp::axis<"H", 4>;
using Dk = sp::axis<"Dk", 8>;
using part = sp::fused<sp::shard<H, tp>, Dk>;
// mistake
using given = sp::fused<H, sp::shard<Dk, tp>>;
// corrected
using given = sp::fused<sp::shard<H, tp>, Dk>;
// end
auto step(sp::tensor<float, L, given> const& x) { return sp::view<float const, L, part>(x).size(); }
