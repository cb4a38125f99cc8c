// SPDX-License-Identifier: BSL-1.0
// The head ran over the whole prompt, and all its rows go to the sampler.
// case: C58
// equal: "V", 100 => "V", 7
// expect: sample: [L=7, V=100]
// expect: only the last position can be sampled; call last<L> first
// expect-equal: sample: [L=7, V=7]
// expect-equal: only the last position can be sampled; call last<L> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using V = sp::axis<"V", 100>;
auto next(sp::tensor<float, L, V> const& logits, sp::llm::random_stream& random) {
  // mistake
  auto token = sp::llm::sample(logits, {}, random);
  // corrected
  auto token = sp::llm::sample(sp::last<"L">(logits), {}, random);
  // end
  return token;
}
