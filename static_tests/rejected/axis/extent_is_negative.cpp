// SPDX-License-Identifier: BSL-1.0
// A negative number.
// expect: axis: L=-1
// expect: the extent is negative
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
// mistake
using rows = sp::axis<"L", -1>;
// corrected
using rows = sp::axis<"L", 1>;
// end
