// SPDX-License-Identifier: BSL-1.0
// The ranks are named as an axis is.
// expect: mesh: tp=2: this is no mesh; the ranks of one are counted by mesh<"tp", 2>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using F = sp::axis<"F", 8>;
// mistake
using tp = sp::axis<"tp", 2>;
// corrected
using tp = sp::mesh<"tp", 2>;
// end
auto step(sp::tensor<float, F, sp::shard<sp::axis<"D", 6>, tp>> const& x) { return sp::sum<"F">(x); }
