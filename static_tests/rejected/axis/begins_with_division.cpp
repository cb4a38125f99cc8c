// SPDX-License-Identifier: BSL-1.0
// A division without a left side.
// expect: axis: Dk=/H
// expect: the extent divides
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
// mistake
using rows = sp::axis<"Dk", "/H">;
// corrected
using rows = sp::axis<"Dk", "H">;
// end
