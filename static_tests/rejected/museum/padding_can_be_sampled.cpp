// SPDX-License-Identifier: BSL-1.0
// Logits of the padded vocabulary go to the sampler, which may pick a row that is no token.
// case: C39
// equal: "V", 39410 => "V", 39424
// expect: sample: [B=2, Vp=39424]
// expect: Vp is the padded vocabulary; call unpad<V> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 2>;
using V = sp::axis<"V", 39410>;    // the tokenizer's ids
using Vp = sp::axis<"Vp", 39424>;  // the head's columns, the last of them padding
auto next(sp::at_last<"L", sp::tensor<float, B, Vp>> const& logits, sp::llm::random_stream& random) {
  // mistake
  sp::tensor<sp::index<V>, B> token = sp::llm::sample(logits, {}, random);
  // corrected
  sp::tensor<sp::index<V>, B> token = sp::llm::sample(nn::unpad<V>(logits), {}, random);
  // end
  return token;
}
