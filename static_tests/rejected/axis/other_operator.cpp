// SPDX-License-Identifier: BSL-1.0
// An operator that extents do not have.
// expect: axis: N=L%2
// expect: the extent has something that is not + - * ( ), a number or a symbol
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
// mistake
using rows = sp::axis<"N", "L%2">;
// corrected
using rows = sp::axis<"N", "L*2">;
// end
