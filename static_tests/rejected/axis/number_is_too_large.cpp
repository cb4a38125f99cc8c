// SPDX-License-Identifier: BSL-1.0
// A number that no size has.
// expect: axis: N=99999999999999999999
// expect: the extent a number is too large
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
// mistake
using rows = sp::axis<"N", "99999999999999999999">;
// corrected
using rows = sp::axis<"N", "999999">;
// end
