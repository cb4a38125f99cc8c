// SPDX-License-Identifier: BSL-1.0
// A draft head trained for a narrower model guesses the next tokens.
// case: C02
// equal: "Dd", 4096 => "Dd", 5120
// expect: linear: [L=3, D=5120] x [Dd=4096, Out=4096]
// expect: the input ends in D=5120, the rows of the weight are Dd=4096; is it another weight?
// expect-equal: linear: [L=3, D=5120] x [Dd=5120, Out=4096]
// expect-equal: the input ends in D=5120, the rows of the weight are Dd=5120; is it another weight?
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 3>;
using D = sp::axis<"D", 5120>;       // hidden width of the model that is served
using Dd = sp::axis<"Dd", 4096>;     // hidden width of the model that the head was trained for
using Out = sp::axis<"Out", 4096>;
auto guess(sp::tensor<float, L, D> const& hidden,
           [[maybe_unused]] sp::tensor<float, Dd, Out> const& other_head,
           [[maybe_unused]] sp::tensor<float, D, Out> const& own_head) {
  // mistake
  auto guessed = sp::linear(hidden, other_head);
  // corrected
  auto guessed = sp::linear(hidden, own_head);
  // end
  return guessed;
}
