// SPDX-License-Identifier: BSL-1.0
// A summand is put into a list of whole tensors.
// expect: tensor: [L=7, D=12] partial over tp: a sum over tp is still to be reduced; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
#include <vector>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using hidden = sp::tensor<float, L, D>;
using sum = sp::partial<tp, hidden>;
void step(std::vector<hidden>& layers, sum x) {
// mistake
  layers.push_back(std::move(x));
// corrected
  layers.push_back(sp::all_reduce<"tp">(std::move(x)));
// end
}
