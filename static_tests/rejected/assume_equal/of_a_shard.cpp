// SPDX-License-Identifier: BSL-1.0
// A shard gets an extent of its own, whatever the whole axis has.
// expect: assume_equal: [F=n of n*tp over tp]: a shard has the extent of its whole axis over the ranks
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using any = sp::mesh<"tp">;
using F = sp::axis<"F", "tp*n">;
auto step([[maybe_unused]] sp::tensor<float, sp::shard<F, any>>& own, [[maybe_unused]] sp::tensor<float, F>& all) {
  // mistake
  auto y = sp::assume_equal<"F", 10>(std::move(own));
  // corrected
  auto y = sp::assume_equal<"F", 10>(std::move(all));
  // end
  return y;
}
