// SPDX-License-Identifier: BSL-1.0
// Nothing says that every F is even.
// expect: shard: F over tp=2: F is not provably a multiple of 2; declare it: axis<F, 2*n>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
// mistake
using F = sp::axis<"F">;
// corrected
using F = sp::axis<"F", "2*n">;
// end
sp::tensor<float, sp::shard<F, tp>> widened();
auto step() { return widened(); }
