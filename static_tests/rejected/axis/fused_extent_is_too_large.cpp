// SPDX-License-Identifier: BSL-1.0
// A fused axis of more elements than a size counts.
// expect: axis: (X Y)
// expect: the extent a number is too large
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using X = sp::axis<"X", 4294967296>;
// mistake
using Y = sp::axis<"Y", 4294967296>;
// corrected
using Y = sp::axis<"Y", 4>;
// end
inline constexpr std::size_t extent = sp::static_extent<sp::fused<X, Y>>;
