// SPDX-License-Identifier: BSL-1.0
/// A model's parameters among a file's tensors: found by name, checked by extents, converted where they must be.
#include <shapeproof/io/file_error.hpp>
#include <shapeproof/io/parameter_reader.hpp>

#include "model_files.hpp"

#include <doctest/doctest.h>

namespace io = shapeproof::io;

namespace {

using model_files::stored;
using sizes = std::vector<std::size_t>;
using names = std::vector<std::string>;

constexpr io::parameter_source sources[] = {
    {"table", "wte"},     {"blocks.#.gain", "h.#.gain"}, {"query", "qkv", 0, 3},
    {"key", "qkv", 1, 3}, {"value", "qkv", 2, 3},        {"head", "out"},
    {"head", "wte"},      {"square", "square"},
};

io::weight_file file_of(std::vector<stored> const& tensors, std::size_t shift = 0) {
  return model_files::opened(model_files::safetensors(tensors, {}, shift));
}
stored counted(std::string const& name, sizes const& extents) {
  std::size_t count = 1;
  for (std::size_t extent : extents) count *= extent;
  return {name, extents, small_files::floats(count)};
}
names problems_of(io::parameter_reader const& reader) {
  return model_files::problems_of([&] { reader.require_complete(); });
}
std::vector<float> first(float const* elements, std::size_t count) { return {elements, elements + count}; }

}  // namespace

TEST_CASE("aligned elements lie in the file") {
  auto const file = file_of({counted("wte", {3, 2}), counted("more", {1})});
  io::parameter_reader reader(file, sources);
  auto const* const table = reader.elements("table", "[V=3, D=2]", sizes{3, 2});
  CHECK(static_cast<void const*>(table) == file.contents().find("wte")->bytes.data());
  CHECK(reader.unused() == names{"more"});
  reader.require_complete();
  CHECK(std::move(reader).take_converted().empty());
}

TEST_CASE("misaligned elements are copied") {
  for (std::size_t shift : {1U, 2U, 3U}) {
    auto const file = file_of({counted("wte", {3, 2})}, shift);
    io::parameter_reader reader(file, sources);
    auto const* const table = reader.elements("table", "[V=3, D=2]", sizes{3, 2});
    CHECK(first(table, 6) == std::vector<float>{0, 1, 2, 3, 4, 5});
    auto const converted = std::move(reader).take_converted();
    REQUIRE(converted.size() == 1);
    CHECK(converted[0].data() == table);
  }
}

TEST_CASE("other element types are converted, once for all that take them") {
  std::string const halves = small_files::number<std::uint16_t>(0x3E00) + small_files::number<std::uint16_t>(0xC000);
  std::string const upper = small_files::number<std::uint16_t>(0x3FC0) + small_files::number<std::uint16_t>(0xC000);
  for (auto const& [type, bytes] : {std::pair("F16", halves), std::pair("BF16", upper)}) {
    auto const file = file_of({{"wte", {1, 2}, bytes, type}});
    io::parameter_reader reader(file, sources);
    auto const* const table = reader.elements("table", "", sizes{1, 2});
    CHECK(first(table, 2) == std::vector<float>{1.5F, -2});
    CHECK(reader.elements("head", "", sizes{1, 2}) == table);
    CHECK(std::move(reader).take_converted().size() == 1);
  }
}

TEST_CASE("a fused tensor fills three parameters from its thirds") {
  auto const file = file_of({counted("qkv", {6, 2})});
  io::parameter_reader reader(file, sources);
  CHECK(first(reader.elements("query", "", sizes{2, 2}), 4) == std::vector<float>{0, 1, 2, 3});
  CHECK(first(reader.elements("key", "", sizes{2, 2}), 4) == std::vector<float>{4, 5, 6, 7});
  CHECK(first(reader.elements("value", "", sizes{2, 2}), 4) == std::vector<float>{8, 9, 10, 11});
  CHECK(reader.unused().empty());
}

TEST_CASE("layers have numbers of any length") {
  auto const file = file_of({{"h.1.gain", {1}, small_files::number(1.0F)},
                             {"h.10.gain", {1}, small_files::number(10.0F)},
                             {"h.11.gain", {1}, small_files::number(11.0F)},
                             {"h.0.gain", {1}, small_files::number(0.0F)}});
  io::parameter_reader reader(file, sources);
  for (int layer : {0, 1, 10, 11})
    CHECK(*reader.elements("blocks." + std::to_string(layer) + ".gain", "", sizes{1}) == static_cast<float>(layer));
  CHECK(reader.elements("blocks.12.gain", "[D=1]", sizes{1}) == nullptr);
  CHECK(problems_of(reader) ==
        names{"h.12.gain: the model expects [D=1] for blocks.12.gain, the file has no such tensor"});
}

TEST_CASE("the first of several sources that the file has is taken") {
  auto const tied = file_of({counted("wte", {1, 2})});
  io::parameter_reader both(tied, sources);
  CHECK(both.elements("head", "", sizes{1, 2}) == both.elements("table", "", sizes{1, 2}));
  auto const untied = file_of({counted("wte", {1, 2}), counted("out", {1, 2})});
  io::parameter_reader own(untied, sources);
  CHECK(own.elements("head", "", sizes{1, 2}) != own.elements("table", "", sizes{1, 2}));
  CHECK(own.unused().empty());
}

TEST_CASE("everything that does not fit is told at once") {
  auto const file = file_of({counted("wte", {3, 2}),
                             counted("qkv", {6, 3}),
                             counted("square", {2, 2, 1}),
                             {"h.0.gain", {2}, std::string(4, '\0'), "F16"}});
  io::parameter_reader reader(file, sources);
  CHECK(reader.elements("table", "[V=2, D=3]", sizes{2, 3}) == nullptr);
  CHECK(reader.elements("key", "[(H Dk)=2, D=2]", sizes{2, 2}) == nullptr);
  CHECK(reader.elements("square", "[D=2, F=2]", sizes{2, 2}) == nullptr);
  CHECK(reader.elements("blocks.0.gain", "[D=3]", sizes{3}) == nullptr);
  CHECK(reader.elements("nowhere", "[D=3]", sizes{3}) == nullptr);
  reader.add_problem("the caller's own");
  CHECK(problems_of(reader) ==
        names{"wte: the model expects [2, 3], [V=2, D=3] for table, the file holds [3, 2] F32, which is transposed: "
              "[in, out], as a Conv1D stores it",
              "qkv: the model expects [6, 2], 3 times [(H Dk)=2, D=2] for key, the file holds [6, 3] F32",
              "square: the model expects [2, 2], [D=2, F=2] for square, the file holds [2, 2, 1] F32",
              "h.0.gain: the model expects [3], [D=3] for blocks.0.gain, the file holds [2] F16",
              "nowhere: the model expects [D=3] for nowhere, the file has no such tensor", "the caller's own"});
}

TEST_CASE("a tensor that is missing is called by all names that it could have") {
  auto const file = file_of({counted("more", {1})});
  io::parameter_reader reader(file, sources);
  (void)reader.elements("head", "[V=3, D=2]", sizes{3, 2});
  std::string const problem = "out or wte: the model expects [V=3, D=2] for head, the file has no such tensor";
  CHECK(problems_of(reader) == names{problem});
  try {
    reader.require_complete();
  } catch (io::file_error const& error) {
    CHECK(error.what() == file.name() + ": " + problem);
  }
}
