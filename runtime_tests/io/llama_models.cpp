// SPDX-License-Identifier: BSL-1.0
/// Small Llama models from files of each container say what the same weights say in memory.
#include <shapeproof/io/llama_file.hpp>

#include "llama_files.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace io = shapeproof::io;
namespace llm = shapeproof::llm;

namespace {

using names = std::vector<std::string>;
constexpr std::size_t layers = 11;  // numbers of two digits

template <class Head, reference::pairing Stored>
using model_of = small::llama_of<Head, Stored, 37, 48, 2, 3, 14>;  // D = Hkv*G*Dk, as a header without a head size has
using side_by_side = model_of<nn::interleaved<sp::axis<"R", 4>>, reference::pairing::side_by_side>;
using half_apart = model_of<nn::half_split<sp::axis<"R", 4>>, reference::pairing::half_apart>;
using square = small::llama_of<nn::interleaved<sp::axis<"R", 4>>, reference::pairing::side_by_side, 32, 32, 2, 2, 32>;

/// Weights with the options of a file that states none; the head is the embedding where it is tied.
template <class Model>
auto weights(bool tied, std::size_t count = layers) {
  auto w = small::family_weights<Model>(count);
  w.options = {};
  auto const vocabulary = sp::static_extent<typename Model::V>;
  if (tied)
    for (std::size_t v = 0; v < vocabulary; ++v)
      for (std::size_t d = 0; d < w.norm.size(); ++d) w.head(d, v) = w.embedding(v, d);
  return w;
}

/// The largest difference of a loaded model's logits from those of the weights in memory, over two padded rows.
template <class Model, class Loaded, class Weights>
double error(Loaded const& model, Weights const& w) {
  std::vector<std::vector<int>> const rows = {small::family_tokens<side_by_side>(5),
                                              small::family_tokens<side_by_side>(3, 1)};
  double worst = 0;
  using V = typename Model::V;
  std::size_t const vocabulary = w.embedding.template extent<"V">();
  std::vector<std::vector<int>> inside = rows;
  for (auto& row : inside)
    for (int& id : row) id %= static_cast<int>(vocabulary);
  auto const batch = llm::token_rows<V>(inside, vocabulary);
  auto const found =
      llm::prefill(batch.ids, model.weights,
                   llm::empty_caches<Model>(model.layers(), 5, model.sizes, batch.padding, sp::bind<"B">(2)));
  using owned_V = typename Weights::model::V;
  auto const same = llm::token_rows<owned_V>(inside, vocabulary);
  auto const expected =
      llm::prefill(same.ids, w, small::family_caches<typename Weights::model>(model.layers(), 5, same));
  for (std::size_t b = 0; b < 2; ++b)
    worst = std::max(worst, reference::error(small::logits_in(found.logits, b), small::logits_in(expected.logits, b)));
  return worst;
}

}  // namespace

TEST_CASE("a model from each container, tied and untied, is the model in memory") {
  for (bool tied : {true, false}) {
    auto const w = weights<side_by_side>(tied);
    for (auto const& bytes : {llama_files::safetensors<side_by_side>(w, tied),
                              llama_files::llama2c<side_by_side>(w, tied), llama_files::gguf<side_by_side>(w, tied)}) {
      auto const model = io::load_llama<llm::interleaved_llama>(model_files::opened(bytes));
      CHECK(model.layers() == layers);
      CHECK(model.unused.empty());
      CHECK(error<llm::interleaved_llama>(model, w) < 1e-5);
    }
  }
}

TEST_CASE("a model whose numbers are in its types, and one whose numbers are easily confused") {
  auto const w = weights<side_by_side>(false);
  auto const bytes = llama_files::safetensors<side_by_side>(w, false);
  CHECK(error<side_by_side>(io::load_llama<side_by_side>(model_files::opened(bytes)), w) < 1e-5);
  auto const even = weights<square>(false);
  auto const same = llama_files::llama2c<square>(even, false);
  CHECK(error<llm::interleaved_llama>(io::load_llama<llm::interleaved_llama>(model_files::opened(same)), even) < 1e-5);
}

TEST_CASE("pairs that lie half a head apart are another model") {
  auto const w = weights<half_apart>(false);
  auto const bytes = llama_files::safetensors<half_apart>(w, false, "half-split pairs");
  CHECK(error<llm::half_split_llama>(io::load_llama<llm::half_split_llama>(model_files::opened(bytes)), w) < 1e-5);
  CHECK(model_files::problems_of([&] { (void)io::load_llama<llm::interleaved_llama>(model_files::opened(bytes)); }) ==
        names{"the pairs of a head lie half a head apart, the model's heads are (R C)"});
}

TEST_CASE("GGUF states a head size and options of its own") {
  using model = small::distinct_llama;  // D is not Hkv*G*Dk
  auto const w = small::family_weights<model>(2);
  auto const loaded = io::load_llama<llm::interleaved_llama>(model_files::opened(llama_files::gguf<model>(w, false)));
  CHECK(loaded.weights.options.rotary_base == 50);
  CHECK(loaded.weights.options.epsilon == 1e-3F);
  CHECK(error<llm::interleaved_llama>(loaded, w) < 1e-5);
}

TEST_CASE("a loaded model can be moved") {
  auto const w = weights<side_by_side>(true, 1);
  auto first =
      io::load_llama<llm::interleaved_llama>(model_files::opened(llama_files::safetensors<side_by_side>(w, true)));
  auto const second = std::move(first);
  CHECK(error<llm::interleaved_llama>(second, w) < 1e-5);
}

TEST_CASE("a model whose numbers contradict the file is refused with all that differs") {
  using other = small::llama_of<nn::interleaved<sp::axis<"R", 4>>, reference::pairing::side_by_side, 38, 48, 2, 3, 14>;
  auto const bytes = llama_files::safetensors<side_by_side>(weights<side_by_side>(true, 1), true);
  CHECK(model_files::problems_of([&] { (void)io::load_llama<other>(model_files::opened(bytes)); }) ==
        names{"the model has V=38, the file's header says 37",
              "tok_embeddings.weight: the model expects [38, 48], [V=38, D=48] for embedding, the file holds [37, 48] "
              "F32",
              "tok_embeddings.weight: the model expects [38, 48], [V=38, D=48] for head, the file holds [37, 48] F32"});
}

TEST_CASE("a header that contradicts its own tensors is refused") {
  auto tensors = llama_files::tensors_of(weights<side_by_side>(true, 1), false, true);
  std::erase_if(tensors, [](auto const& each) { return each.name == "layers.0.attention.wk.weight"; });
  tensors.push_back({"rest", {1}, small_files::floats(1)});
  model_files::texts const numbers = {{"dim", "48"},       {"hidden_dim", "15"}, {"n_layers", "1"}, {"n_heads", "6"},
                                      {"n_kv_heads", "2"}, {"vocab_size", "37"}, {"seq_len", "20"}};
  auto const problems = model_files::problems_of([&] {
    (void)io::load_llama<llm::interleaved_llama>(model_files::opened(model_files::safetensors(tensors, numbers)));
  });
  REQUIRE(problems.size() == 4);
  CHECK(problems[0] ==
        "layers.0.attention.wk.weight: the model expects [(Hkv (R C))=16, D=48] for blocks.0.attention.key, the file "
        "has no such tensor");
  CHECK(problems[1] ==
        "layers.0.feed_forward.w1.weight: the model expects [15, 48], [F=15, D=48] for blocks.0.feed_forward.gate, the "
        "file holds [14, 48] F32");
}
