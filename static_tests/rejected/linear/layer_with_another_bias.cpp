// SPDX-License-Identifier: BSL-1.0
// A layer whose bias is of its input.
// equal: "F", 20800 => "F", 5200
// expect: linear: [L=7, D=5200] x [D=5200, F=20800] x [D=5200]
// expect: the bias must be [F=20800]
// expect-equal: linear: [L=7, D=5200] x [D=5200, F=5200] x [D=5200]
// expect-equal: the bias must be [F=5200]
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using F = sp::axis<"F", 20800>;
// mistake
using layer = nn::affine<sp::tensor<float, D, F>, sp::tensor<float, D>>;
// corrected
using layer = nn::affine<sp::tensor<float, D, F>, sp::tensor<float, F>>;
// end
auto widened(sp::tensor<float, L, D> const& x, layer const& w) { return nn::project(x, w); }
