// SPDX-License-Identifier: BSL-1.0
// A product that no size has.
// expect: axis: N=4000000000*4000000000
// expect: too large
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
// mistake
using rows = sp::axis<"N", "4000000000*4000000000">;
// corrected
using rows = sp::axis<"N", "4000*4000">;
// end
