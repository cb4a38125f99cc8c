// SPDX-License-Identifier: BSL-1.0
// Ten positions over four ranks: two would be left over.
// expect: shard: F=10 over tp=4: F=10 is not provably a multiple of 4, 2 would be left over
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
// mistake
using tp = sp::mesh<"tp", 4>;
// corrected
using tp = sp::mesh<"tp", 5>;
// end
using F = sp::shard<sp::axis<"F", 10>, tp>;
sp::tensor<float, F> widened();
auto step() { return widened(); }
