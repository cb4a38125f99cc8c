// SPDX-License-Identifier: BSL-1.0
// A number of positions that not every length has.
// expect: slice: [L, D=5200]
// expect: [0, 3) is not provably inside L; it may pass the end by -L+3
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using D = sp::axis<"D", 5200>;
using Ls = sp::axis<"L">;
auto step([[maybe_unused]] sp::tensor<float, Ls,D> const& x,
          [[maybe_unused]] sp::tensor<float, sp::axis<"L", "past+3">,D> const& longer) {
  // mistake
  auto y = sp::slice<"L", 0, 3>(x);
  // corrected
  auto y = sp::slice<"L", 0, 3>(longer);
  // end
  return y;
}
