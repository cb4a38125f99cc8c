// SPDX-License-Identifier: BSL-1.0
// The cache's rows are padded along an axis that the batch does not have.
// expect: positions_of: [B=2, L=3, D=8]: the cache's rows are padded along N=2
#include <shapeproof/nn/positions.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 2>;
using N = sp::axis<"N", 2>;
using storage = sp::tensor<float, B, sp::axis<"H", 2>, sp::axis<"S", 16>, sp::axis<"Dk", 4>>;
template <class Rows>
using cache = nn::kv_cache<storage, sp::axis<"S", "past">, nn::between_steps, sp::left_padded<Rows>>;
using x_type = sp::tensor<float, B, sp::axis<"L", 3>, sp::axis<"D", 8>>;
// mistake
using padded = cache<N>;
// corrected
using padded = cache<B>;
// end
auto at(padded const& filled, x_type const& x) { return nn::positions_of(filled, x); }
