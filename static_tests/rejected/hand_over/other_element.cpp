// SPDX-License-Identifier: BSL-1.0
// One side keeps its cache in other elements.
// expect: hand over: [Hkv=4, S, Dk=8] x [Hkv=4, S, Dk=8]: float meets double
#include <shapeproof/shapeproof.hpp>

#include <shapeproof/serving/handed_cache.hpp>
namespace sp = shapeproof;
namespace serving = shapeproof::serving;
using Hkv = sp::axis<"Hkv", 4>;
using Dk = sp::axis<"Dk", 8>;
using prefill = serving::handed_cache<Hkv, Dk>;
// mistake
using decode = serving::handed_cache<Hkv, Dk, double>;
// corrected
using decode = serving::handed_cache<Hkv, Dk>;
// end
using wanted = serving::handed_over<prefill, decode>;
