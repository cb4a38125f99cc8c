// SPDX-License-Identifier: BSL-1.0
// The head ran over the whole prompt, and its first row goes to the sampler.
// case: C58
// equal: "V", 100 => "V", 7
// expect: sample: [V=100]
// expect: only the last position can be sampled, and it comes from last<L> or last_of_each
// expect-equal: sample: [V=7]
// expect-equal: only the last position can be sampled, and it comes from last<L> or last_of_each
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using V = sp::axis<"V", 100>;
auto next(sp::tensor<float, L, V> const& logits, sp::llm::random_stream& random) {
  // mistake
  auto token = sp::llm::sample(sp::select<"L">(logits, 0), {}, random);
  // corrected
  auto token = sp::llm::sample(sp::last<"L">(logits), {}, random);
  // end
  return token;
}
