// SPDX-License-Identifier: BSL-1.0
/// The weights as one list of named parameters.
#include <shapeproof/llm/note.hpp>

#include "families.hpp"
#include "models.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

namespace {

template <class Weights>
std::vector<std::string> names_of(Weights const& weights) {
  std::vector<std::string> result;
  llm::for_each_parameter(weights, [&](std::string const& name, auto const&) { result.push_back(name); });
  return result;
}

}  // namespace

TEST_CASE("the number of parameters is that of the note's matrices") {
  for (std::size_t layers : reference::sizes{0, 1, 3}) {
    llm::model_weights<small::distinct> weights;
    weights.blocks.resize(layers);
    std::size_t const block = 4 * 15 * 15 + 2 * 15 * 60 + 4 * 15;
    CHECK(llm::parameter_count(weights) == 37 * 12 + 12 * 15 + layers * block + 15 * 10 + 10 * 37);
  }
}

TEST_CASE("blocks are numbered, and each parameter has its shape") {
  llm::model_weights<small::distinct> weights;
  weights.blocks.resize(2);
  std::vector<std::string> found;
  llm::for_each_parameter(weights, [&](std::string const& name, auto const& parameter) {
    found.push_back(name + " " + sp::to_string(parameter));
  });
  CHECK(found.size() == 4 + 2 * 10);
  CHECK(found[0] == "embedding [V=37, De=12]");
  CHECK(found[1] == "input [De=12, D=15]");
  CHECK(found[2] == "blocks.0.attention.query [D=15, (H Dk)=15]");
  CHECK(found[5] == "blocks.0.attention.output [(H Dk)=15, D=15]");
  CHECK(found[12] == "blocks.1.attention.query [D=15, (H Dk)=15]");
  CHECK(found[18] == "blocks.1.feed_forward.up [D=15, F=60]");
  CHECK(found[22] == "output [D=15, Dl=10]");
  CHECK(found[23] == "head [Dl=10, V=37]");
}

TEST_CASE("parameters are visited where they are") {
  llm::model_weights<small::distinct> weights;
  weights.blocks.resize(1);
  llm::for_each_parameter(weights, [](std::string const& name, auto& parameter) {
    if (name == "blocks.0.feed_forward.down") parameter.data()[59 * 15 + 14] = 8;
  });
  CHECK(weights.blocks[0].feed_forward.down(59, 14) == 8);
}

TEST_CASE("a layer with a bias is two parameters, and vectors without a struct are one each") {
  llm::gpt2_weights<small::distinct_gpt2> gpt2;
  gpt2.blocks.resize(1);
  CHECK(names_of(gpt2) == std::vector<std::string>{"embedding",
                                                   "positions",
                                                   "blocks.0.attention_norm.gamma",
                                                   "blocks.0.attention_norm.beta",
                                                   "blocks.0.attention.query.weight",
                                                   "blocks.0.attention.query.bias",
                                                   "blocks.0.attention.key.weight",
                                                   "blocks.0.attention.key.bias",
                                                   "blocks.0.attention.value.weight",
                                                   "blocks.0.attention.value.bias",
                                                   "blocks.0.attention.output.weight",
                                                   "blocks.0.attention.output.bias",
                                                   "blocks.0.feed_forward_norm.gamma",
                                                   "blocks.0.feed_forward_norm.beta",
                                                   "blocks.0.feed_forward.up.weight",
                                                   "blocks.0.feed_forward.up.bias",
                                                   "blocks.0.feed_forward.down.weight",
                                                   "blocks.0.feed_forward.down.bias",
                                                   "norm.gamma",
                                                   "norm.beta",
                                                   "head"});
  llm::llama_weights<small::distinct_llama> llama;
  llama.blocks.resize(1);
  CHECK(names_of(llama) == std::vector<std::string>{"embedding", "blocks.0.attention_norm", "blocks.0.attention.query",
                                                    "blocks.0.attention.key", "blocks.0.attention.value",
                                                    "blocks.0.attention.output", "blocks.0.feed_forward_norm",
                                                    "blocks.0.feed_forward.gate", "blocks.0.feed_forward.up",
                                                    "blocks.0.feed_forward.down", "norm", "head"});
}

TEST_CASE("layers have numbers of any length, and all parameters of GPT-2 are counted") {
  llm::gpt2_weights<small::distinct_gpt2> weights;
  weights.blocks.resize(12);
  auto const names = names_of(weights);
  CHECK(names.size() == 2 + 12 * 16 + 3);
  CHECK(names[2 + 10 * 16] == "blocks.10.attention_norm.gamma");
  CHECK(names[2 + 11 * 16 + 15] == "blocks.11.feed_forward.down.bias");
  std::size_t const block = 4 * 15 + 4 * (15 * 15 + 15) + 15 * 22 + 22 + 22 * 15 + 15;
  CHECK(llm::parameter_count(weights) == 37 * 15 + 12 * 15 + 12 * block + 2 * 15 + 15 * 37);
}

TEST_CASE("weights are made parameter by parameter, in the order in which they are listed") {
  using weights = llm::model_weights<small::distinct>;
  std::vector<std::string> made;
  auto const result =
      llm::make_parameters<weights>(2, [&]<class Part>(std::type_identity<Part>, std::string const& name) {
        made.push_back(name);
        Part part;
        part.data()[0] = static_cast<float>(made.size());
        return part;
      });
  CHECK(made == names_of(result));
  CHECK(result.embedding(0, 0) == 1);
  CHECK(result.blocks[1].feed_forward_norm.beta(0) == 22);
  CHECK(result.head(0, 0) == 24);
}
