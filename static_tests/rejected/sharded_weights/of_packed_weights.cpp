// SPDX-License-Identifier: BSL-1.0
// The whole weights are packed before each rank takes its part.
// expect: sharded_weights: [V=512, D=64]: packed matrices are not cut; each rank packs its part: sharded_weights<Model, packed<T>>(weights) of weights that are not packed
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace llm = sp::llm;
template <class Mesh>
struct llama : llm::stories_260k {
  using Hkv = sp::shard<llm::stories_260k::Hkv, Mesh>;
  using F = sp::shard<llm::stories_260k::F, Mesh>;
};
using all = llama<sp::mesh<"tp", 1>>;
using part = llama<sp::mesh<"tp", 2>>;
auto own(llm::llama_weights<all, llm::owned> const& weights) {
  // mistake
  return llm::sharded_weights<part>(llm::packed_weights<sp::bf16>(weights));
  // corrected
  return llm::sharded_weights<part, llm::packed<sp::bf16>>(weights);
  // end
}
