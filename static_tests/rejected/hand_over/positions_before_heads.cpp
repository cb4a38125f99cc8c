// SPDX-License-Identifier: BSL-1.0
// Other places of the same axes would be taken for the heads.
// expect: hand over: [B=1, S=n, H=4, Dk=8]: a cache that is handed over is [B, heads, S, head size], in this order
#include <shapeproof/shapeproof.hpp>

#include <shapeproof/serving/outgoing.hpp>
namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace serving = shapeproof::serving;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 4>;
using Dk = sp::axis<"Dk", 8>;
using S = sp::axis<"S", "capacity">;
// mistake
using storage = sp::tensor<float, B, S, H, Dk>;
// corrected
using storage = sp::tensor<float, B, H, S, Dk>;
// end
using prefill = serving::handed_by<nn::kv_cache<storage, sp::axis<"S", "n">>>;
using decode = serving::handed_over<prefill, serving::handed_cache<H, Dk>>;
void send(serving::outgoing<prefill>& out, nn::kv_cache<storage, sp::axis<"S", "n">>& filled) { out.layer(0, filled); }
