// SPDX-License-Identifier: BSL-1.0
// Floor division loses the remainder.
// expect: axis: Dk=D/H
// expect: the extent divides, which is not exact: state the product as a fact instead
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
// mistake
using rows = sp::axis<"Dk", "D/H">;
// corrected
using rows = sp::axis<"Dk">;
// end
