// SPDX-License-Identifier: BSL-1.0
// Positions and columns are both cut over the same ranks: nobody has the rest of a rank's rows.
// expect: tensor: [L=3 of 6 over tp, F=4 of 8 over tp]: two axes are cut over tp: each rank would have a part of its diagonal; a mesh cuts one of them
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using dp = sp::mesh<"dp", 3>;
using F = sp::shard<sp::axis<"F", 8>, tp>;
// mistake
using L = sp::shard<sp::axis<"L", 6>, tp>;
// corrected
using L = sp::shard<sp::axis<"L", 6>, dp>;
// end
auto step() { return sp::all_gather<"F">(sp::tensor<float, L, F>()); }
