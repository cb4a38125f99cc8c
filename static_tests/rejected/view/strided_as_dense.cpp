// SPDX-License-Identifier: BSL-1.0
// A kernel that reads dense rows gets a transposed weight.
// expect: view: [In=3, Out=2]
// expect: expected [In=3, Out=2] dense; the memory order is Out, In; call contiguous() first, which copies
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using In = sp::axis<"In", 3>;
using Out = sp::axis<"Out", 2>;
void kernel(sp::view<float const, In, Out>);
void f(sp::tensor<float, Out, In> const& w) {
// mistake
  kernel(sp::transpose<"Out", "In">(w));
// corrected
  kernel(sp::contiguous(sp::transpose<"Out", "In">(w)));
// end
}
