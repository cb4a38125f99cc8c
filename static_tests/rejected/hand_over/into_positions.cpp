// SPDX-License-Identifier: BSL-1.0
// A cache that has positions would have those of the prompt in their place.
// expect: hand over: [B=1, H=4, S=past, Dk=8]: a prompt comes into an empty cache: S=0, between steps and without padding
#include <shapeproof/shapeproof.hpp>

#include <shapeproof/serving/incoming.hpp>
namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace serving = shapeproof::serving;
using H = sp::axis<"H", 4>;
using Dk = sp::axis<"Dk", 8>;
using pool = nn::cache_pool<H, Dk>;
// mistake
auto rebound(pool& all) { return nn::rebound<"past">(all.slot(0)); }
// corrected
auto rebound(pool& all) { return all.slot(0); }
// end
auto filled(serving::incoming<serving::handed_cache<H, Dk>>& in, pool& all) { return in.filled(0, rebound(all)); }
