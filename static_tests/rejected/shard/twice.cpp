// SPDX-License-Identifier: BSL-1.0
// A rank's part is cut again over the same ranks.
// expect: shard: F=10 of 20 over tp over tp=2: F=10 of 20 over tp is a shard already
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
// mistake
using part = sp::shard<F_part, tp>;
// corrected
using part = F_part;
// end
sp::tensor<float, part> widened();
auto step() { return widened(); }
