// SPDX-License-Identifier: BSL-1.0
// A model cuts its heads' components.
// expect: hand over: [B=1, H=4, S=0, Dk=4 of 8 over tp]: only heads are cut over ranks, and Dk=4 of 8 over tp is a shard
#include <shapeproof/shapeproof.hpp>

#include <shapeproof/serving/handed_cache.hpp>
namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace serving = shapeproof::serving;
using H = sp::axis<"H", 4>;
using Dk = sp::axis<"Dk", 8>;
using tp = sp::mesh<"tp", 2>;
template <class Heads, class Size>
using cache = nn::kv_cache<sp::tensor<float, sp::axis<"B", 1>, Heads, sp::axis<"S", 9>, Size>>;
// mistake
using own = cache<H, sp::shard<Dk, tp>>;
// corrected
using own = cache<sp::shard<H, tp>, Dk>;
// end
using prefill = serving::handed_by<own>;
