// SPDX-License-Identifier: BSL-1.0
// A Llama layer of half-split heads is given a query weight whose pairs lie side by side.
// equal: "R", 4 => "R", 2
// expect: rope: [B=2, Hkv=3, G=5, L=7, (R C)=8]
// expect: rotates pairs (C R), the last axis is (R C)=8, stored for the other pairing
// expect-equal: rope: [B=2, Hkv=3, G=5, L=7, (R C)=4]
// expect-equal: rotates pairs (C R), the last axis is (R C)=4, stored for the other pairing
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/llm/llama.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
namespace llm = sp::llm;
using R = sp::axis<"R", 4>;
template <class Head>
struct model {
  using B = sp::axis<"B", 2>;
  using D = sp::axis<"D", 24>;
  using Hkv = sp::axis<"Hkv", 3>;
  using G = sp::axis<"G", 5>;
  using Dk = Head;
  using F = sp::axis<"F", 11>;
};
using half_split = llm::llama_block<model<nn::half_split<R>>, llm::owned>;
using interleaved = llm::llama_block<model<nn::interleaved<R>>, llm::owned>;
using L = sp::axis<"L", 7>;
auto queries(sp::tensor<float, sp::axis<"B", 2>, L, half_split::D> const& x, nn::positions<L> const& at,
             [[maybe_unused]] interleaved const& other, [[maybe_unused]] half_split const& own) {
  nn::rotary<"(C R)"> const rotate;
  // mistake
  auto q = rotate(nn::project_to_heads(x, other.attention.query), at);
  // corrected
  auto q = rotate(nn::project_to_heads(x, own.attention.query), at);
  // end
  return q;
}
