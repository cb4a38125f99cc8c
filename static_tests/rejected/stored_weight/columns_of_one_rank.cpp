// SPDX-License-Identifier: BSL-1.0
// A file's rows are read as if each were as short as one rank's part.
// expect: stored_weight: [D=12, F=10 of 20 over tp]: a file has whole axes, of which a rank's part is not what comes first; state them whole, then call own_part or sharded_weights
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using tp = sp::mesh<"tp", 2>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using part = sp::shape<D, sp::shard<F, tp>>;
auto weight(float const* file) {
// mistake
  return nn::stored_weight<nn::conv1d_convention, D, sp::shard<F, tp>>(file);
// corrected
  auto all = nn::stored_weight<nn::conv1d_convention, D, F>(file);
  return sp::contiguous(sp::own_part<part>(all));
// end
}
