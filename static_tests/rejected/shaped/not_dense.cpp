// SPDX-License-Identifier: BSL-1.0
// A kernel of pointers gets a transposed matrix.
// expect: no matching function for call to
// expect-gcc: ‘first(
// expect-clang: 'first'
// expect: dense: [L, D=5200] float: expected [L, D=5200] float dense; the memory order is D, L; call contiguous()
// first, which copies
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 5200>;
auto first(sp::dense<float, L, D> auto const& x) { return *x.data(); }
auto step(sp::tensor<float, D, L> const& x) {
  // mistake
  return first(sp::transpose<"D", "L">(x));
  // corrected
  return first(sp::contiguous(sp::transpose<"D", "L">(x)));
  // end
}
