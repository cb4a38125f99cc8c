// SPDX-License-Identifier: BSL-1.0
// A cache of one sequence has a row all the same.
// expect: hand over: [H=4, S=n, Dk=8]: a cache that is handed over is [B, heads, S, head size], in this order
#include <shapeproof/shapeproof.hpp>

#include <shapeproof/serving/handed_cache.hpp>
namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace serving = shapeproof::serving;
using H = sp::axis<"H", 4>;
using Dk = sp::axis<"Dk", 8>;
template <class... Rows>
using cache = nn::kv_cache<sp::tensor<float, Rows..., H, sp::axis<"S", "capacity">, Dk>, sp::axis<"S", "n">>;
// mistake
using own = cache<>;
// corrected
using own = cache<sp::axis<"B", 1>>;
// end
using prefill = serving::handed_by<own>;
