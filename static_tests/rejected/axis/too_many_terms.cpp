// SPDX-License-Identifier: BSL-1.0
// More terms than a sum holds.
// expect: axis: N=a+b+c+d+e+f+g+h+i+j+k+l+m
// expect: the extent has too many terms
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
// mistake
using rows = sp::axis<"N", "a+b+c+d+e+f+g+h+i+j+k+l+m">;
// corrected
using rows = sp::axis<"N", "a+b+c+d+e+f+g+h+i+j+k+l">;
// end
