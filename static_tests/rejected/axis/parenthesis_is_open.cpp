// SPDX-License-Identifier: BSL-1.0
// A parenthesis that is not closed.
// expect: axis: N=2*(past+1
// expect: the extent misses a )
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
// mistake
using rows = sp::axis<"N", "2*(past+1">;
// corrected
using rows = sp::axis<"N", "2*(past+1)">;
// end
