// SPDX-License-Identifier: BSL-1.0
// Scores are divided by the root of a rank's share of a head.
// expect: root: [L=6, Dk=4 of 8 over tp]: each rank has only its part of Dk=8; call all_gather<Dk> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 6>;
// mistake
using Dk = sp::shard<sp::axis<"Dk", 8>, tp>;
// corrected
using Dk = sp::axis<"Dk", 8>;
// end
auto step(sp::tensor<float, L, Dk> const& q) { return sp::nn::root<"Dk">(q); }
