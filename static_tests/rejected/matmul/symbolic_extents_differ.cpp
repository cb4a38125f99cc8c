// SPDX-License-Identifier: BSL-1.0
// The weights for the keys of the step before.
// expect: matmul: [L, S=past+1] x [S=past, Dk=650]
// expect: contracts S=past+1 with S=past; they differ by 1
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using Dk = sp::axis<"Dk", 650>;
using Ls = sp::axis<"L">;
using Past = sp::axis<"S", "past">;
auto step(sp::tensor<float, Ls,sp::axis<"S", "past+1">> const& weights,
          [[maybe_unused]] sp::tensor<float, Past,Dk> const& before,
          [[maybe_unused]] sp::tensor<float, sp::axis<"S", "past+1">,Dk> const& values) {
  // mistake
  auto y = sp::matmul(weights, before);
  // corrected
  auto y = sp::matmul(weights, values);
  // end
  return y;
}
