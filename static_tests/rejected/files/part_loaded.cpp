// SPDX-License-Identifier: BSL-1.0
// A model whose axes are shards is loaded from a file, whose header states the whole ones.
// expect: load: [V=512, D=64, Hkv=2 of 4 over tp, G=2, (R C)=8, F=86 of 172 over tp]: a file has whole axes; load and save weights whole, then call sharded_weights
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/io/llama_file.hpp>
namespace sp = shapeproof;
template <class Mesh>
struct llama : sp::llm::stories_260k {
  using Hkv = sp::shard<sp::llm::stories_260k::Hkv, Mesh>;
  using F = sp::shard<sp::llm::stories_260k::F, Mesh>;
};
using part = llama<sp::mesh<"tp", 2>>;
using all = llama<sp::mesh<"tp", 1>>;
template <class Model>
using packed = sp::llm::llama_weights<Model, sp::llm::packed<float>>;
template <class Model>
using views = sp::llm::llama_weights<Model, sp::llm::packed_views<float>>;
auto load(sp::io::weight_file file) {
// mistake
  return sp::io::load_llama<part>(std::move(file));
// corrected
  return sp::io::load_llama<all>(std::move(file));
// end
}
