// SPDX-License-Identifier: BSL-1.0
// An axis without a name.
// expect: axis: =3
// expect: the name is not a letter
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
// mistake
using rows = sp::axis<"", 3>;
// corrected
using rows = sp::axis<"D", 3>;
// end
