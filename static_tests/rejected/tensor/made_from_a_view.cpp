// SPDX-License-Identifier: BSL-1.0
// A tensor would have to copy a view's elements silently.
// expect: tensor: [X=4]
// expect: a tensor owns its elements; call contiguous(), which copies
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
void f(sp::view<float const, sp::axis<"X", 4>> seen) {
// mistake
  sp::tensor<float, sp::axis<"X", 4>> const x = seen;
// corrected
  sp::tensor<float, sp::axis<"X", 4>> const x = sp::contiguous(seen);
// end
  (void)x;
}
