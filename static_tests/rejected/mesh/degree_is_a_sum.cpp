// SPDX-License-Identifier: BSL-1.0
// The number of ranks is a sum of symbols.
// expect: mesh: tp=a+b: the number of ranks is 1 or more, or one symbol
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
// mistake
using tp = sp::mesh<"tp", "a+b">;
// corrected
using tp = sp::mesh<"tp">;
// end
sp::tensor<float, sp::shard<sp::axis<"F", "4*tp">, tp>> widened();
auto step() { return widened(); }
