// SPDX-License-Identifier: BSL-1.0
// Query, key and value lie one behind the other, and the whole is cut in two: the first rank has only queries.
// case: C38
// equal: "D", 5 => "D", 12
// expect: shard: (Q|K|V)=12 over tp=2: (Q|K|V)=12 is a concatenation: a part of all is not a part of each; shard each of them
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using Q = sp::axis<"Q", 8>;
using K = sp::axis<"K", 2>;
using V = sp::axis<"V", 2>;
using D = sp::axis<"D", 5>;
// mistake
using part = sp::tensor<float, sp::shard<sp::concatenated<Q, K, V>, tp>, D>;
// corrected
using part = sp::tensor<float, sp::concatenated<sp::shard<Q, tp>, sp::shard<K, tp>, sp::shard<V, tp>>, D>;
// end
part read();
auto weight() { return read(); }
