// SPDX-License-Identifier: BSL-1.0
// Each rank has its queries, and all keys and values beside them.
// expect: concatenated: Q=4 of 8 over tp | K=2: they are not all cut over the same ranks; shard all of them over one mesh, or none
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using Q = sp::axis<"Q", 8>;
using K = sp::axis<"K", 2>;
using D = sp::axis<"D", 5>;
// mistake
using part = sp::concatenated<sp::shard<Q, tp>, K>;
// corrected
using part = sp::concatenated<sp::shard<Q, tp>, sp::shard<K, tp>>;
// end
auto weight() { return sp::tensor<float, part, D>(); }
