// SPDX-License-Identifier: BSL-1.0
// Weights over the new keys, values of the step before.
// expect: contract: [L=7, S=past+7] x [S=past, Dk=650]
// expect: S=past+7 on the left meets S=past on the right
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 8>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", "past+7">;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, L,S> const& weights, [[maybe_unused]] sp::tensor<float, S,Dk> const& values,
          [[maybe_unused]] sp::tensor<float, sp::axis<"S", "past">,Dk> const& before) {
  // mistake
  auto y = sp::contract<"S">(weights, before);
  // corrected
  auto y = sp::contract<"S">(weights, values);
  // end
  return y;
}
