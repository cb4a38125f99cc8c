// SPDX-License-Identifier: BSL-1.0
// A loop keeps the last logits, and gets a summand of them.
// expect: tensor: [V=5] partial over tp: a sum over tp is still to be reduced; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using logits = sp::at_last<"L", sp::tensor<float, sp::axis<"V", 5>>>;
auto step(logits kept, sp::partial<tp, logits> x) {
// mistake
  kept = std::move(x);
// corrected
  kept = sp::all_reduce<"tp">(std::move(x));
// end
  return kept;
}
