// SPDX-License-Identifier: BSL-1.0
/// Small and trained llama2.c files: every weight in its place.
#include <shapeproof/io/llama2c.hpp>
#include <shapeproof/io/mapped_file.hpp>

#include "shared_models.hpp"
#include "small_files.hpp"

#include <doctest/doctest.h>

#include <map>

namespace io = shapeproof::io;

TEST_CASE("a small llama2.c file has its weights layer by layer") {
  std::string const bytes = small_files::llama2c().bytes();
  auto const file = io::parse_llama2c(small_files::view(bytes), "file");
  CHECK(file.tensors.size() == 1 + 2 * 9 + 1);
  CHECK(file.tensors[1].name == "layers.0.attention_norm.weight");
  CHECK(file.tensors[10].name == "layers.1.attention_norm.weight");
  CHECK(file.tensors.back().name == "norm.weight");
  // The file counts up from 0, and has each kind of weight for both layers: the first element tells the place.
  std::map<std::string, std::pair<std::vector<std::size_t>, float>> const expected = {
      {"tok_embeddings.weight", {{5, 4}, 0.0F}},
      {"layers.0.attention_norm.weight", {{4}, 20.0F}},
      {"layers.1.attention_norm.weight", {{4}, 24.0F}},
      {"layers.0.attention.wq.weight", {{4, 4}, 28.0F}},
      {"layers.1.attention.wk.weight", {{2, 4}, 68.0F}},
      {"layers.1.attention.wv.weight", {{2, 4}, 84.0F}},
      {"layers.0.attention.wo.weight", {{4, 4}, 92.0F}},
      {"layers.1.ffn_norm.weight", {{4}, 128.0F}},
      {"layers.0.feed_forward.w1.weight", {{3, 4}, 132.0F}},
      {"layers.1.feed_forward.w2.weight", {{4, 3}, 168.0F}},
      {"layers.1.feed_forward.w3.weight", {{3, 4}, 192.0F}},
      {"norm.weight", {{4}, 204.0F}}};
  for (auto const& [name, place] : expected) {
    CAPTURE(name);
    REQUIRE(file.find(name) != nullptr);
    CHECK(file.find(name)->extents == place.first);
    CHECK(shared_models::floats(*file.find(name)).front() == place.second);
  }
  CHECK(std::get<std::string>(file.metadata.at("tied_output")) == "true");
  CHECK(io::whole_number(file.metadata.at("vocab_size")) == 5);
}

TEST_CASE("a negative vocabulary has its output after the tables of the rotation") {
  small_files::llama2c untied;
  untied.header[5] = -5;
  untied.data += small_files::floats(20);
  std::string const bytes = untied.bytes();
  auto const file = io::parse_llama2c(small_files::view(bytes), "file");
  CHECK(file.tensors.back().name == "output.weight");
  CHECK(file.tensors.back().extents == std::vector<std::size_t>{5, 4});
  CHECK(shared_models::floats(file.tensors.back()).back() == 19.0F);
  CHECK(std::get<std::string>(file.metadata.at("tied_output")) == "false");
  CHECK(io::whole_number(file.metadata.at("vocab_size")) == 5);
}

TEST_CASE("weights of llama2.c that are not finite are warnings") {
  small_files::llama2c file;
  file.data.replace(20 * 4, 4, small_files::number(0x7F800000U));
  std::string const bytes = file.bytes();
  CHECK(io::parse_llama2c(small_files::view(bytes), "file").warnings ==
        std::vector<std::string>{"tensor \"layers.0.attention_norm.weight\": 1 of 4 elements are NaN or infinite"});
}

TEST_CASE("a trained llama2.c file") {
  if (shared_models::missing()) return;
  io::mapped_file const stories(shared_models::path("stories260K/stories260K.bin"));
  auto const file = io::parse_llama2c(stories.bytes(), stories.name());
  CHECK(file.tensors.size() == 47);
  CHECK(file.find("tok_embeddings.weight")->extents == std::vector<std::size_t>{512, 64});
  CHECK(file.find("output.weight") == nullptr);
  CHECK(io::whole_number(file.metadata.at("hidden_dim")) == 172);
}
