// SPDX-License-Identifier: BSL-1.0
// A layer with a bias takes another axis: one sentence says so, not one more of the product without the bias.
// equal: "F", 20 => "F", 12
// expect: linear: [L=7, F=20] x [D=12, F=20] x [F=20]: the input ends in F=20, the rows of the weight are D=12
// expect-equal: linear: [L=7, F=12] x [D=12, F=12] x [F=12]: the input ends in F=12, the rows of the weight are D=12
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using layer = nn::affine<sp::tensor<float, D, F>, sp::tensor<float, F>>;
// mistake
auto widened(sp::tensor<float, L, F> const& x, layer const& w) { return nn::project_whole(x, w); }
// corrected
auto widened(sp::tensor<float, L, D> const& x, layer const& w) { return nn::project_whole(x, w); }
// end
