// SPDX-License-Identifier: BSL-1.0
// Both sides have 4 components of a head, of 8 on one and of 16 on the other.
// expect: hand over: [H=4, S, Dk=4 of 8 over tp] x [H=4, S, Dk=4 of 16 over tp]: only heads are cut over ranks, and Dk=4 of 8 over tp is a shard
#include <shapeproof/shapeproof.hpp>

#include <shapeproof/serving/handed_cache.hpp>
namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace serving = shapeproof::serving;
using H = sp::axis<"H", 4>;
template <std::size_t Size, std::size_t Ranks>
using part = sp::shard<sp::axis<"Dk", sp::extent(Size)>, sp::mesh<"tp", sp::extent(Ranks)>>;
// mistake
using prefill = serving::handed_cache<H, part<8, 2>>;
using decode = serving::handed_cache<H, part<16, 4>>;
// corrected
using prefill = serving::handed_cache<H, sp::axis<"Dk", 8>>;
using decode = serving::handed_cache<H, sp::axis<"Dk", 8>>;
// end
using wanted = serving::handed_over<prefill, decode>;
