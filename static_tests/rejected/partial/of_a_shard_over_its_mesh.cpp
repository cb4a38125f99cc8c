// SPDX-License-Identifier: BSL-1.0
// Each rank has a summand of other columns, which all_reduce would add.
// expect: partial: [L=6, F=4 of 8 over tp] partial over tp: the ranks of tp would add other parts; a mesh cuts an axis or has summands, each once
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 6>;
using F = sp::axis<"F", 8>;
// mistake
using summand = sp::tensor<float, L, sp::shard<F, tp>>;
// corrected
using summand = sp::tensor<float, L, F>;
// end
auto step() { return sp::all_reduce<"tp">(sp::partial<tp, summand>()); }
