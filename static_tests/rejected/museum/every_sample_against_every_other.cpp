// SPDX-License-Identifier: BSL-1.0
// Targets (n) minus predictions (n, 1): every sample meets every other one.
// case: C30
// equal: "Row", 5 => "Row", 3
// expect: -: [N=3] x [Row=5, One=1]
// expect: only the left has N, only the right has Row, One
// expect: an axis is broadcast by its name, from the side that has all axes
// expect-equal: -: [N=3] x [Row=3, One=1]
// expect-equal: only the left has N, only the right has Row, One
// expect-equal: an axis is broadcast by its name, from the side that has all axes
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using N = sp::axis<"N", 3>;
using One = sp::axis<"One", 1>;
using Row = sp::axis<"Row", 5>;
// mistake
using predictions = sp::tensor<float, Row, One>;  // the same samples, under a name of their own
// corrected
using predictions = sp::tensor<float, N, One>;
// end
auto errors(sp::tensor<float, N> const& targets, predictions const& predicted) { return targets - predicted; }
