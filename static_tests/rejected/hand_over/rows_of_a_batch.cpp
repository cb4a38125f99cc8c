// SPDX-License-Identifier: BSL-1.0
// Padded rows are no sequence of their own.
// expect: hand over: [B, Hkv=4, S=past, Dk=8]: rows of a batch are not handed over; hand over each sequence by itself
#include <shapeproof/shapeproof.hpp>

#include <shapeproof/serving/handed_cache.hpp>
namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace serving = shapeproof::serving;
using B = sp::axis<"B">;
using storage = sp::tensor<float, B, sp::axis<"Hkv", 4>, sp::axis<"S", "capacity">, sp::axis<"Dk", 8>>;
using past = sp::axis<"S", "past">;
// mistake
using cache = nn::kv_cache<storage, past, nn::between_steps, sp::left_padded<B>>;
// corrected
using cache = nn::kv_cache<storage, past>;
// end
using prefill = serving::handed_by<cache>;
