// SPDX-License-Identifier: BSL-1.0
// Two of three columns, handed on as if they were a dense matrix of two.
// case: C10
// equal: "R", 4 => "R", 3
// expect: view: [R=4, C=2]
// expect: expected [R=4, C=2] dense
// expect: the view steps over part of its memory
// expect: call contiguous() first, which copies
// expect-equal: view: [R=3, C=2]
// expect-equal: expected [R=3, C=2] dense
// expect-equal: the view steps over part of its memory
// expect-equal: call contiguous() first, which copies
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using R = sp::axis<"R", 4>;
using C = sp::axis<"C", 3>;
using Two = sp::axis<"C", 2>;
float sum(sp::view<float const, R, Two> dense);
float part_of(sp::tensor<float, R, C> const& a) {
  auto part = sp::slice<"C", 0, 2>(a);  // its rows are still 3 apart
  // mistake
  return sum(part);
  // corrected
  return sum(sp::contiguous(part));
  // end
}
