// SPDX-License-Identifier: BSL-1.0
// 20 is not a multiple of every number of ranks.
// expect: shard: F=20 over tp: F=20 is not provably a multiple of tp; declare it: axis<F, tp*n>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp">;
// mistake
using F = sp::axis<"F", 20>;
// corrected
using F = sp::axis<"F", "tp*10">;
// end
sp::tensor<float, sp::shard<F, tp>> widened();
auto step() { return widened(); }
