// SPDX-License-Identifier: BSL-1.0
// The pairs of a head lie side by side on one side, half a head apart on the other.
// expect: hand over: [Hkv=4, S, (R C)=8] x [Hkv=4, S, (C R)=8]: (R=4 C=2) meets (C=2 R=4)
#include <shapeproof/shapeproof.hpp>

#include <shapeproof/serving/handed_cache.hpp>
namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace serving = shapeproof::serving;
using Hkv = sp::axis<"Hkv", 4>;
using R = sp::axis<"R", 4>;
using prefill = serving::handed_cache<Hkv, nn::interleaved<R>>;
// mistake
using decode = serving::handed_cache<Hkv, nn::half_split<R>>;
// corrected
using decode = serving::handed_cache<Hkv, nn::interleaved<R>>;
// end
using wanted = serving::handed_over<prefill, decode>;
