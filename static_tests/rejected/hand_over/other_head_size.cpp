// SPDX-License-Identifier: BSL-1.0
// Prefill and decode were built from models of other head sizes.
// expect: hand over: [Hkv=2 of 4 over tp, S, Dk=8] x [Hkv=4, S, Dk=16]: Dk=8 meets Dk=16
#include <shapeproof/shapeproof.hpp>

#include <shapeproof/serving/handed_cache.hpp>
namespace sp = shapeproof;
namespace serving = shapeproof::serving;
using Hkv = sp::axis<"Hkv", 4>;
using prefill = serving::handed_cache<sp::shard<Hkv, sp::mesh<"tp", 2>>, sp::axis<"Dk", 8>>;
// mistake
using decode = serving::handed_cache<Hkv, sp::axis<"Dk", 16>>;
// corrected
using decode = serving::handed_cache<Hkv, sp::axis<"Dk", 8>>;
// end
using wanted = serving::handed_over<prefill, decode>;
