// SPDX-License-Identifier: BSL-1.0
/// Containers are recognised by their content, and three of them with one model's weights agree.
#include <shapeproof/io/weight_file.hpp>

#include "shared_models.hpp"
#include "small_files.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

namespace io = shapeproof::io;

namespace {

io::container kind_of(std::string const& bytes) {
  shared_models::temporary const written(bytes);
  return io::open_weights(written.name).kind();
}

std::vector<std::string> problems_of(std::string const& bytes) {
  shared_models::temporary const written(bytes);
  try {
    (void)io::open_weights(written.name);
  } catch (io::file_error const& error) {
    CHECK(error.file() == written.name);
    return error.problems();
  }
  return {};
}

/// GGUF's name of a weight that llama2.c's names.
std::string gguf_name(std::string name) {
  std::pair<char const*, char const*> const parts[] = {
      {"tok_embeddings", "token_embd"}, {"layers.", "blk."},
      {"attention.wq", "attn_q"},       {"attention.wk", "attn_k"},
      {"attention.wv", "attn_v"},       {"attention.wo", "attn_output"},
      {"attention_norm", "attn_norm"},  {"feed_forward.w1", "ffn_gate"},
      {"feed_forward.w2", "ffn_down"},  {"feed_forward.w3", "ffn_up"}};
  if (name == "norm.weight") return "output_norm.weight";
  for (auto const& [from, to] : parts)
    if (auto const at = name.find(from); at != std::string::npos) name.replace(at, std::string(from).size(), to);
  return name;
}

bool equal(io::stored_tensor const& a, io::stored_tensor const& b) {
  return a.extents == b.extents && a.elements == b.elements && std::ranges::equal(a.bytes, b.bytes);
}

}  // namespace

TEST_CASE("a container is recognised by its content") {
  CHECK(kind_of(small_files::safetensors().bytes()) == io::container::safetensors);
  CHECK(kind_of(small_files::gguf().bytes()) == io::container::gguf);
  CHECK(kind_of(small_files::llama2c().bytes()) == io::container::llama2c);
}

TEST_CASE("what fits no container is told what each expected") {
  auto const problems = problems_of(std::string(100, '\0'));
  REQUIRE(problems.size() == 2 + 7);
  CHECK(problems[0] == R"(not GGUF: expected to begin with "GGUF", found "\x00\x00\x00\x00")");
  CHECK(problems[1] ==
        "not safetensors: expected a length of the header within the file's 100 bytes, then \"{\", found 0, then "
        "\"\\x00\"");
  CHECK(problems[2] == "not llama2c: header: expected dim above 0, found 0");
  std::string const whole = small_files::safetensors().bytes();
  CHECK(problems_of(whole.substr(0, 50)).at(1) ==
        "not safetensors: expected a length of the header within the file's 50 bytes, then \"{\", found " +
            std::to_string(whole.size() - 8 - 32) + ", then \"{\"");
  CHECK(problems_of("x").size() == 3);
  CHECK(problems_of("GGUF") == std::vector<std::string>{"file: expected 4 bytes for its version, found 0 bytes left"});
}

TEST_CASE("opened weights stay valid where they move") {
  shared_models::temporary const written(small_files::gguf().bytes());
  auto first = io::open_weights(written.name);
  CHECK(first.name() == written.name);
  auto const second = std::move(first);
  CHECK(shared_models::floats(second.contents().tensors.at(0)) == std::vector<float>{0, 1, 2, 3, 4, 5});
}

TEST_CASE("one model in three containers: every weight is equal") {
  if (shared_models::missing()) return;
  auto const named = io::open_weights(shared_models::path("stories260K/stories260K.safetensors"));
  auto const plain = io::open_weights(shared_models::path("stories260K/stories260K.bin"));
  auto const general = io::open_weights(shared_models::path("stories260K/stories260K.gguf"));
  CHECK(named.kind() == io::container::safetensors);
  CHECK(plain.kind() == io::container::llama2c);
  CHECK(general.kind() == io::container::gguf);

  REQUIRE(named.contents().tensors.size() == plain.contents().tensors.size());
  for (std::size_t i = 0; i < plain.contents().tensors.size(); ++i) {
    auto const& tensor = plain.contents().tensors[i];
    CAPTURE(tensor.name);
    CHECK(named.contents().tensors[i].name == tensor.name);
    CHECK(equal(named.contents().tensors[i], tensor));
    // This GGUF's q and k have llama2.c's rows in llama2.c's order: interleaved pairs, no permutation.
    auto const* const other = general.contents().find(gguf_name(tensor.name));
    REQUIRE(other != nullptr);
    CHECK(equal(*other, tensor));
  }
  // GGUF has the tied output a second time.
  CHECK(general.contents().tensors.size() == plain.contents().tensors.size() + 1);
  CHECK(equal(*general.contents().find("output.weight"), *general.contents().find("token_embd.weight")));

  auto texts = named.contents().metadata;
  CHECK(texts.erase("source") == 1);
  REQUIRE(texts.size() == plain.contents().metadata.size());
  for (auto const& [key, value] : plain.contents().metadata)
    CHECK(std::get<std::string>(value) == std::get<std::string>(texts.at(key)));
}
