// SPDX-License-Identifier: BSL-1.0
// A rank has 4 heads on either side, but of 8 on one.
// expect: hand over: [Hkv=4 of 8 over tp, S, Dk=8] x [Hkv=4, S, Dk=8]: Hkv=8 meets Hkv=4
#include <shapeproof/shapeproof.hpp>

#include <shapeproof/serving/handed_cache.hpp>
namespace sp = shapeproof;
namespace serving = shapeproof::serving;
using Dk = sp::axis<"Dk", 8>;
using prefill = serving::handed_cache<sp::shard<sp::axis<"Hkv", 8>, sp::mesh<"tp", 2>>, Dk>;
// mistake
using decode = serving::handed_cache<sp::axis<"Hkv", 4>, Dk>;
// corrected
using decode = serving::handed_cache<sp::axis<"Hkv", 8>, Dk>;
// end
using wanted = serving::handed_over<prefill, decode>;
