// SPDX-License-Identifier: BSL-1.0
// S is past and one more: half of it is no extent.
// expect: shard: S=past+1 over tp=2: S=past+1 is not provably a multiple of 2
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
// mistake
using S = sp::axis<"S", "past+1">;
// corrected
using S = sp::axis<"S", "2*past+2">;
// end
sp::tensor<float, sp::shard<S, tp>> keys();
auto step() { return keys(); }
