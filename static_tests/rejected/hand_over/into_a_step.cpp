// SPDX-License-Identifier: BSL-1.0
// A cache within a step would be between steps, without commit.
// expect: hand over: [B=1, H=4, S=3, Dk=8]: a prompt comes into an empty cache: S=0, between steps and without padding
#include <shapeproof/shapeproof.hpp>

#include <shapeproof/serving/incoming.hpp>
namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace serving = shapeproof::serving;
using H = sp::axis<"H", 4>;
using Dk = sp::axis<"Dk", 8>;
using pool = nn::cache_pool<H, Dk>;
using keys = sp::tensor<float, sp::axis<"B", 1>, H, sp::axis<"L", 3>, Dk>;
// mistake
auto own(pool& all, keys const& k) { return nn::append(all.slot(0), k, k).cache; }
// corrected
auto own(pool& all, keys const&) { return all.slot(0); }
// end
auto filled(serving::incoming<serving::handed_cache<H, Dk>>& in, pool& all, keys const& k) {
  return in.filled(0, own(all, k)).length();
}
