// SPDX-License-Identifier: BSL-1.0
// Ids of one sequence, without the axis of the rows, are positioned by the caches of many.
// expect: positions_of: [L=1]: the cache's rows are along B
#include <shapeproof/nn/cache_pool.hpp>
#include <shapeproof/nn/positions.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using V = sp::axis<"V", 100>;
using pool = nn::cache_pool<sp::axis<"H", 2>, sp::axis<"Dk", 4>>;
// mistake
using ids_type = sp::tensor<sp::index<V>, sp::axis<"L", 1>>;
// corrected
using ids_type = sp::tensor<sp::index<V>, sp::axis<"B">, sp::axis<"L", 1>>;
// end
auto at(pool::row_caches const& caches, ids_type const& ids) { return nn::positions_of(caches, ids); }
