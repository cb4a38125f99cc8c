// SPDX-License-Identifier: BSL-1.0
// Weights over all experts, of which each rank has some of each kind.
// expect: softmax: [L=6, (A|C)=6 of 12 over tp]: each rank has only its part of (A|C)=12; call all_gather<(A|C)> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 6>;
using A = sp::axis<"A", 8>;
using C = sp::axis<"C", 4>;
// mistake
using part = sp::concatenated<sp::shard<A, tp>, sp::shard<C, tp>>;
// corrected
using part = sp::concatenated<A, C>;
// end
auto step(sp::tensor<float, L, part> const& x) { return sp::softmax<"(A|C)">(x); }
