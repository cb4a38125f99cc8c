// SPDX-License-Identifier: BSL-1.0
// A mesh without a rank.
// expect: mesh: tp=0: the number of ranks is 1 or more, or one symbol
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
// mistake
using tp = sp::mesh<"tp", 0>;
// corrected
using tp = sp::mesh<"tp", 1>;
// end
sp::tensor<float, sp::shard<sp::axis<"F", 4>, tp>> widened();
auto step() { return widened(); }
