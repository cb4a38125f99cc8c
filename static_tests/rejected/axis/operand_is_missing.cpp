// SPDX-License-Identifier: BSL-1.0
// An operator without its right side.
// expect: axis: S=past+
// expect: the extent misses a number or a symbol
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
// mistake
using rows = sp::axis<"S", "past+">;
// corrected
using rows = sp::axis<"S", "past+1">;
// end
