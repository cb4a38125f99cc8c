// SPDX-License-Identifier: BSL-1.0
// A fused axis whose extent has more terms than a sum holds: multiplied out, (a+b)*(c+d)*(e+f)*(g+h) has 16.
// expect: axis: (A C E G)
// expect: the extent has too many terms
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using A = sp::axis<"A", "a+b">;
using C = sp::axis<"C", "c+d">;
using E = sp::axis<"E", "e+f">;
// mistake
using G = sp::axis<"G", "g+h">;
// corrected
using G = sp::axis<"G", "g">;
// end
inline constexpr sp::polynomial extent = sp::extent_polynomial<sp::fused<A, C, E, G>>;
