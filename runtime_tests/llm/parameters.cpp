// SPDX-License-Identifier: BSL-1.0
/// The weights as one list of named parameters.
#include <shapeproof/llm/note.hpp>

#include "models.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

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
