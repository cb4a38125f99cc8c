// SPDX-License-Identifier: BSL-1.0
// 48 heads for a width of 1600, and an integer division that hides the remainder.
// case: C40
// expect: configuration: [D=1600, H=48, Dk=33]
// expect: the fact D = H*Dk does not hold: 1600 is not 1584
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
struct gpt2_xl {
  using D = sp::axis<"D", 1600>;
  // mistake
  using H = sp::axis<"H", 48>;  // the number of layers, as it happens
  // corrected
  using H = sp::axis<"H", 25>;
  // end
  using Dk = sp::axis<"Dk", sp::static_extent<D> / sp::static_extent<H>>;
  using facts = sp::llm::facts<sp::shape<D, H, Dk>, "D = H*Dk">;
};
using model = sp::llm::configured<gpt2_xl>;
