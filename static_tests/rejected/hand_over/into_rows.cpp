// SPDX-License-Identifier: BSL-1.0
// The prompt would go to the first of rows that have other lengths.
// expect: hand over: [B, H=4, S=past, Dk=8]: a prompt comes into an empty cache: S=0, between steps and without padding
#include <shapeproof/shapeproof.hpp>

#include <shapeproof/serving/incoming.hpp>
namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace serving = shapeproof::serving;
using H = sp::axis<"H", 4>;
using Dk = sp::axis<"Dk", 8>;
using pool = nn::cache_pool<H, Dk>;
// mistake
auto own(pool& all, sp::ragged<pool::B> const& lengths) { return all.rows(lengths); }
// corrected
auto own(pool& all, sp::ragged<pool::B> const&) { return all.slot(0); }
// end
auto filled(serving::incoming<serving::handed_cache<H, Dk>>& in, pool& all, sp::ragged<pool::B> const& lengths) {
  return in.filled(0, own(all, lengths)).length();
}
