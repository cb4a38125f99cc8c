// SPDX-License-Identifier: BSL-1.0
/// Small and trained GGUF files: tensors with the outermost extent first, alignment, warnings.
#include <shapeproof/io/gguf.hpp>
#include <shapeproof/io/mapped_file.hpp>

#include "shared_models.hpp"
#include "small_files.hpp"

#include <doctest/doctest.h>

namespace io = shapeproof::io;

TEST_CASE("a small GGUF file has its tensors, values and numbers, in both versions") {
  small_files::gguf small_file;
  for (std::uint32_t const version : {2U, 3U}) {
    small_file.version = version;
    std::string const bytes = small_file.bytes();
    auto const file = io::parse_gguf(small_files::view(bytes), "file");
    REQUIRE(file.tensors.size() == 2);
    CHECK(file.tensors[0].name == "first");
    CHECK(file.tensors[0].extents == std::vector<std::size_t>{2, 3});
    CHECK(shared_models::floats(file.tensors[0]) == std::vector<float>{0, 1, 2, 3, 4, 5});
    CHECK(shared_models::floats(file.tensors[1]) == std::vector<float>{0, 1});
    CHECK(io::whole_number(file.metadata.at("llama.block_count")) == 5);
    CHECK(file.warnings.empty());
  }
}

TEST_CASE("alignment is the file's own, padding at the end is free, data in any order") {
  small_files::gguf file;
  file.alignment = 64;
  file.keys = {small_files::gguf_key("general.alignment", 4, small_files::number(64U))};
  file.first.offset = 64;
  file.second.offset = 0;
  file.first.type = 30;
  file.second.type = 1;
  file.data = std::string(64, '\0') + std::string(12, '\x7F') + std::string(52, '\0');
  std::string const bytes = file.bytes();
  auto const parsed = io::parse_gguf(small_files::view(bytes), "file");
  CHECK(parsed.tensors[0].elements == io::element_type::bf16);
  CHECK(parsed.tensors[1].elements == io::element_type::f16);
  CHECK(parsed.warnings.empty());
  // Without the padding at the end.
  std::string const shorter = bytes.substr(0, bytes.size() - 52);
  CHECK(io::parse_gguf(small_files::view(shorter), "file").tensors.size() == 2);
}

TEST_CASE("a GGUF file of metadata alone has no tensors") {
  small_files::gguf file;
  std::string const whole = file.bytes();
  file.tensor_count = 0;
  std::string const bytes = file.bytes().substr(0, 24 + file.keys[0].size());
  auto const parsed = io::parse_gguf(small_files::view(bytes), "file");
  CHECK(parsed.tensors.empty());
  CHECK(parsed.metadata.size() == 1);
}

TEST_CASE("all problems of a GGUF file come together") {
  small_files::gguf file;
  file.first.type = 2;
  file.second.extents = {2, 0};
  file.second.offset = 33;
  CHECK(small_files::refusal(io::parse_gguf, file.bytes()) ==
        "file: 3 problems:\n"
        "  tensor \"first\": expected elements of type F32 (0), F16 (1) or BF16 (30), found type 2, which is quantised "
        "or unknown\n"
        "  tensor \"second\": expected extents above 0, found [0, 2] of F32\n"
        "  tensor \"second\": expected an offset that is a multiple of the alignment 32, found 33");
}

TEST_CASE("a trained GGUF file") {
  if (shared_models::missing()) return;
  io::mapped_file const stories(shared_models::path("stories260K/stories260K.gguf"));
  auto const file = io::parse_gguf(stories.bytes(), stories.name());
  CHECK(file.tensors.size() == 48);
  CHECK(file.metadata.size() == 19);
  CHECK(file.warnings.empty());
  CHECK(file.tensors.front().name == "token_embd.weight");
  CHECK(file.find("blk.4.ffn_gate.weight")->extents == std::vector<std::size_t>{172, 64});
  CHECK(file.find("output_norm.weight")->extents == std::vector<std::size_t>{64});
  CHECK(std::get<std::string>(file.metadata.at("general.architecture")) == "llama");
  CHECK(io::whole_number(file.metadata.at("llama.attention.head_count_kv")) == 4);
  CHECK(std::get<double>(file.metadata.at("llama.attention.layer_norm_rms_epsilon")) == doctest::Approx(1e-5));
  auto const tokens = elements_of(std::get<io::metadata_array>(file.metadata.at("tokenizer.ggml.tokens")));
  REQUIRE(tokens.size() == 512);
  CHECK(std::get<std::string>(tokens[1]) == "<s>");
}
