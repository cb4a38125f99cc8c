// SPDX-License-Identifier: BSL-1.0
// A rank of two hands over a whole cache in the place of its part.
// expect: hand over: [Hkv=4, S, Dk=8] x [Hkv=2 of 4 over tp, S, Dk=8]: the cache has other heads, head size or elements than what is handed over
#include <shapeproof/shapeproof.hpp>

#include <shapeproof/serving/outgoing.hpp>
namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace serving = shapeproof::serving;
using Hkv = sp::axis<"Hkv", 4>;
using part = sp::shard<Hkv, sp::mesh<"tp", 2>>;
using Dk = sp::axis<"Dk", 8>;
template <class Heads>
using cache = nn::kv_cache<sp::tensor<float, sp::axis<"B", 1>, Heads, sp::axis<"S", 9>, Dk>, sp::axis<"S", "past">>;
// mistake
using own = cache<Hkv>;
// corrected
using own = cache<part>;
// end
void send(serving::outgoing<serving::handed_cache<part, Dk>>& out, own& filled) { out.layer(0, filled); }
