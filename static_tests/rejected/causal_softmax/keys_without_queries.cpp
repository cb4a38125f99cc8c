// SPDX-License-Identifier: BSL-1.0
// The cache without the new keys.
// expect: causal_softmax: [H=8, L, S=past]
// expect: the mask is offset by S=past minus L = -L+past, which may be negative
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using H = sp::axis<"H", 8>;
using Ls = sp::axis<"L">;
using Past = sp::axis<"S", "past">;
auto step([[maybe_unused]] sp::tensor<float, H,Ls,Past> const& cached,
          [[maybe_unused]] sp::tensor<float, H,Ls,sp::axis<"S", "past+L">> const& scores) {
  // mistake
  auto y = sp::causal_softmax<"L", "S">(cached);
  // corrected
  auto y = sp::causal_softmax<"L", "S">(scores);
  // end
  return y;
}
