// SPDX-License-Identifier: BSL-1.0
// An expression whose value is negative.
// expect: axis: L=2-3
// expect: the extent is negative
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
// mistake
using rows = sp::axis<"L", "2-3">;
// corrected
using rows = sp::axis<"L", "3-2">;
// end
