// SPDX-License-Identifier: BSL-1.0
// A product without its sign.
// expect: axis: N=2L
// expect: the extent has a symbol that begins with a digit
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
// mistake
using rows = sp::axis<"N", "2L">;
// corrected
using rows = sp::axis<"N", "2*L">;
// end
