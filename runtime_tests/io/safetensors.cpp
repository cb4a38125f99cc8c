// SPDX-License-Identifier: BSL-1.0
/// Small and trained safetensors files: tensors, metadata, warnings.
#include <shapeproof/io/mapped_file.hpp>
#include <shapeproof/io/safetensors.hpp>

#include "shared_models.hpp"
#include "small_files.hpp"

#include <doctest/doctest.h>

namespace io = shapeproof::io;

namespace {

std::string text(io::tensor_file const& file, char const* key) { return std::get<std::string>(file.metadata.at(key)); }

}  // namespace

TEST_CASE("a small safetensors file has its tensors, values and texts") {
  std::string const bytes = small_files::safetensors().bytes();
  auto const file = io::parse_safetensors(small_files::view(bytes), "file");
  REQUIRE(file.tensors.size() == 2);
  CHECK(file.tensors[0].name == "first");
  CHECK(file.tensors[0].extents == std::vector<std::size_t>{2, 3});
  CHECK(shared_models::floats(*file.find("second")) == std::vector<float>{6, 7});
  CHECK(text(file, "dim") == "64");
  CHECK(file.warnings.empty());
}

TEST_CASE("scalars, empty tensors, files without tensors and any order of data are fine") {
  small_files::safetensors file;
  file.first = R"("scalar":{"shape":[],"data_offsets":[8,12],"dtype":"F32"},)"
               R"("halves":{"dtype":"F16","shape":[2,1,1],"data_offsets":[4,8]})";
  file.second = R"("empty":{"dtype":"F32","shape":[0,18446744073709551615],"data_offsets":[4,4]},)"
                R"("\u0062rain":{"dtype":"BF16","shape":[2],"data_offsets":[0,4]})";
  file.data = small_files::floats(3);
  std::string const bytes = file.bytes();
  auto const parsed = io::parse_safetensors(small_files::view(bytes), "file");
  REQUIRE(parsed.tensors.size() == 4);
  CHECK(shared_models::floats(*parsed.find("scalar")) == std::vector<float>{2});
  CHECK(element_count(*parsed.find("empty")) == 0);
  CHECK(parsed.find("brain")->elements == io::element_type::bf16);

  small_files::safetensors none;
  none.header = "{} \n ";
  none.data = "";
  CHECK(io::parse_safetensors(small_files::view(none.bytes()), "file").tensors.empty());
}

TEST_CASE("elements that are not finite are warnings that count them") {
  small_files::safetensors file;
  file.first = R"("first":{"dtype":"F16","shape":[4],"data_offsets":[0,8]},)"
               R"("third":{"dtype":"BF16","shape":[2],"data_offsets":[8,12]})";
  file.second = R"("second":{"dtype":"F32","shape":[3],"data_offsets":[12,24]})";
  using small_files::number;
  file.data = number<std::uint16_t>(0x7BFF) + number<std::uint16_t>(0x7C00) + number<std::uint16_t>(0xFC01) +
              number<std::uint16_t>(0) + number<std::uint16_t>(0x7F7F) + number<std::uint16_t>(0xFFFF) +
              number(0x7F800000U) + number(0xFF7FFFFFU) + number(0x7FC00000U);
  std::string const bytes = file.bytes();
  CHECK(io::parse_safetensors(small_files::view(bytes), "file").warnings ==
        std::vector<std::string>{"tensor \"first\": 2 of 4 elements are NaN or infinite",
                                 "tensor \"third\": 1 of 2 elements are NaN or infinite",
                                 "tensor \"second\": 2 of 3 elements are NaN or infinite"});
}

TEST_CASE("all problems of a file come together") {
  small_files::safetensors file;
  file.first = R"("first":{"dtype":"I64","shape":[2,-3],"data_offsets":[0,24]})";
  file.second = R"("second":{"dtype":"F32","shape":[3],"data_offsets":[24,32]})";
  CHECK(small_files::refusal(io::parse_safetensors, file.bytes()) ==
        "file: 3 problems:\n"
        "  tensor \"first\": expected the dtype F32, F16 or BF16, found \"I64\"\n"
        "  tensor \"first\": expected whole numbers from 0 to 2^64-1 in shape, found -3\n"
        "  tensor \"second\": expected 12 bytes for [3] of F32, found 8");
}

TEST_CASE("trained safetensors files") {
  if (shared_models::missing()) return;
  io::mapped_file const stories(shared_models::path("stories260K/stories260K.safetensors"));
  auto const file = io::parse_safetensors(stories.bytes(), stories.name());
  CHECK(file.tensors.size() == 47);
  CHECK(file.tensors.front().name == "tok_embeddings.weight");
  CHECK(file.find("layers.4.feed_forward.w2.weight")->extents == std::vector<std::size_t>{64, 172});
  CHECK(text(file, "tied_output") == "true");
  CHECK(file.metadata.size() == 10);
  CHECK(file.warnings.empty());

  io::mapped_file const sorting(shared_models::path("gpt-nano-sort/gpt-nano-sort.safetensors"));
  auto const sort = io::parse_safetensors(sorting.bytes(), sorting.name());
  CHECK(sort.tensors.size() == 41);
  CHECK(sort.find("transformer.h.2.attn.c_attn.weight")->extents == std::vector<std::size_t>{144, 48});
  CHECK(sort.find("transformer.h.0.attn.c_attn.bias")->extents == std::vector<std::size_t>{144});
  CHECK(io::whole_number(sort.metadata.at("n_embd")) == 48);

  io::mapped_file const traced(shared_models::path("gpt-nano-sort/gpt-nano-sort-partials.safetensors"));
  auto const partials = io::parse_safetensors(traced.bytes(), traced.name());
  CHECK(partials.tensors.size() == 25);
  CHECK(partials.find("att")->extents == std::vector<std::size_t>{3, 3, 11, 11});
  // The masked scores of the partials are minus infinity.
  CHECK(partials.warnings == std::vector<std::string>{"tensor \"att\": 495 of 1089 elements are NaN or infinite"});

  io::mapped_file const poetry(shared_models::path("ci-gpt2-6000/ci_gpt2.safetensors"));
  auto const poems = io::parse_safetensors(poetry.bytes(), poetry.name());
  CHECK(poems.tensors.size() == 40);
  CHECK(poems.find("transformer.wte.weight")->extents == std::vector<std::size_t>{6000, 96});
  CHECK(text(poems, "weights_layout") == "out,in");
}
