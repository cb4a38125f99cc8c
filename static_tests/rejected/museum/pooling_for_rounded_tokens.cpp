// SPDX-License-Identifier: BSL-1.0
// Pooling weights sized for a rounded-up number of tokens, multiplied with the real ones.
// case: C01
// expect: matmul: [Emb=768, Tok=n] x [Tok=rounded, Seq=5]
// expect: contracts Tok=n with Tok=rounded; they differ by n-rounded
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using Emb = sp::axis<"Emb", 768>;
using Tok = sp::axis<"Tok", "n">;
using Seq = sp::axis<"Seq", 5>;
// mistake
using RoundedUp = sp::axis<"Tok", "rounded">;  // n rounded up to a multiple of 5
using pooling = sp::tensor<float, RoundedUp, Seq>;
// corrected
using pooling = sp::tensor<float, Tok, Seq>;
// end
auto pool(sp::tensor<float, Emb, Tok> const& embeddings, pooling const& weights) {
  return sp::matmul(embeddings, weights);
}
