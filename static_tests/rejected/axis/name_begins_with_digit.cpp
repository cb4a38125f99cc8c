// SPDX-License-Identifier: BSL-1.0
// A name that is no identifier.
// expect: axis: 2x=3
// expect: the name is not a letter followed by letters, digits and underscores
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
// mistake
using rows = sp::axis<"2x", 3>;
// corrected
using rows = sp::axis<"x2", 3>;
// end
