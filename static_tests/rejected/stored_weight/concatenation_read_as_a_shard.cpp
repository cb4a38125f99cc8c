// SPDX-License-Identifier: BSL-1.0
// The first rank reads its heads from a file in which query, key and value are one behind the other.
// expect: stored_query_key_value: [D=12, (H Dk)=6 of 12 over tp]: a file has whole axes, of which a rank's part is not what comes first; state them whole, then call own_part or sharded_weights
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using tp = sp::mesh<"tp", 2>;
using D = sp::axis<"D", 12>;
using H = sp::axis<"H", 4>;
using Dk = sp::axis<"Dk", 3>;
using part = sp::shape<D, sp::fused<sp::shard<H, tp>, Dk>>;
auto query(float const* file) {
// mistake
  auto all = nn::stored_query_key_value<nn::linear_convention, nn::block_order, D, sp::shard<H, tp>, Dk>(file);
  return all.query;
// corrected
  auto all = nn::stored_query_key_value<nn::linear_convention, nn::block_order, D, H, Dk>(file);
  return sp::contiguous(sp::own_part<part>(all.query));
// end
}
