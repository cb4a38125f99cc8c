// SPDX-License-Identifier: BSL-1.0
// The ranks of one name cut heads in two and their components in four.
// expect: tensor: [H=2 of 4 over tp, L=6, Dk=2 of 8 over tp]: two axes are cut over tp: each rank would have a part of its diagonal; a mesh cuts one of them
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using H = sp::shard<sp::axis<"H", 4>, tp>;
using L = sp::axis<"L", 6>;
// mistake
using Dk = sp::shard<sp::axis<"Dk", 8>, sp::mesh<"tp", 4>>;
// corrected
using Dk = sp::axis<"Dk", 8>;
// end
auto step(float const* x) { return sp::view<float const, H, L, Dk>(x); }
