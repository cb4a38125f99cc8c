// SPDX-License-Identifier: BSL-1.0
// More symbols in a product than a term holds.
// expect: axis: N=a*b*c*d*e*f*g
// expect: the extent multiplies too many symbols
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
// mistake
using rows = sp::axis<"N", "a*b*c*d*e*f*g">;
// corrected
using rows = sp::axis<"N", "a*b*c*d*e*f">;
// end
