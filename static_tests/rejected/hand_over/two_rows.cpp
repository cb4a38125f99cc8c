// SPDX-License-Identifier: BSL-1.0
// Two rows are two sequences.
// expect: hand over: [B=2, H=4, S=n, Dk=8]: rows of a batch are not handed over; hand over each sequence by itself
#include <shapeproof/shapeproof.hpp>

#include <shapeproof/serving/handed_cache.hpp>
namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace serving = shapeproof::serving;
using H = sp::axis<"H", 4>;
using Dk = sp::axis<"Dk", 8>;
template <sp::extent Rows>
using cache = nn::kv_cache<sp::tensor<float, sp::axis<"B", Rows>, H, sp::axis<"S", 9>, Dk>, sp::axis<"S", "n">>;
// mistake
using own = cache<2>;
// corrected
using own = cache<1>;
// end
using prefill = serving::handed_by<own>;
