// SPDX-License-Identifier: BSL-1.0
/// Sizes from a header, and any struct of weights from a file.
#include <shapeproof/io/file_error.hpp>
#include <shapeproof/io/load.hpp>
#include <shapeproof/nn/project.hpp>
#include <shapeproof/nn/stored_weight.hpp>

#include "../naive.hpp"
#include "model_files.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace io = shapeproof::io;

namespace {

using names = std::vector<std::string>;
using header = std::vector<io::stated_extent>;
using V = sp::axis<"V">;
using D = sp::axis<"D", 2>;
using heads = sp::fused<sp::axis<"H">, sp::axis<"Dk", 3>>;

template <class In, class Out>
using layer = nn::affine<nn::stored_matrix<nn::linear_convention, In, Out>, sp::view<float const, Out>>;

struct block {
  BOOST_HANA_DEFINE_STRUCT(block, (layer<D, heads>, up));
};
struct weights {
  using table_type = sp::view<float const, V, D>;
  using blocks_type = std::vector<block>;
  BOOST_HANA_DEFINE_STRUCT(weights, (table_type, table), (blocks_type, blocks));
};
using axes = sp::shape<V, D, heads>;

constexpr io::parameter_source sources[] = {
    {"table", "table"}, {"blocks.#.up.weight", "h.#.weight"}, {"blocks.#.up.bias", "h.#.bias"}};
header const stated = {{"V", 4}, {"D", 2}, {"H", 2}, {"Dk", 3}};

model_files::stored counted(std::string const& name, std::vector<std::size_t> const& extents) {
  std::size_t count = 1;
  for (std::size_t extent : extents) count *= extent;
  return {name, extents, small_files::floats(count)};
}
std::vector<model_files::stored> const good = {counted("table", {4, 2}), counted("h.0.weight", {6, 2}),
                                               counted("h.0.bias", {6}), counted("more", {1})};
io::weight_file file_of(std::vector<model_files::stored> const& tensors) {
  return model_files::opened(model_files::safetensors(tensors, {}));
}
auto loaded(std::vector<model_files::stored> const& tensors, header const& says, std::size_t layers) {
  return io::load<weights, axes>(file_of(tensors), sources, says, layers);
}
names problems(std::vector<model_files::stored> const& tensors, header const& says, std::size_t layers) {
  return model_files::problems_of([&] { (void)loaded(tensors, says, layers); });
}

/// What sizes_from finds wrong.
template <class Axes>
names contradictions(header const& says) {
  auto const file = file_of(good);
  io::parameter_reader reader(file, {});
  (void)io::sizes_from(Axes{}, says, reader);
  return model_files::problems_of([&] { reader.require_complete(); });
}

}  // namespace

TEST_CASE("symbols take what the header states under the names of their axes") {
  auto const file = file_of(good);
  io::parameter_reader reader(file, {});
  auto const sizes = io::sizes_from(axes{}, {{"Dk", 3}, {"H", 5}, {"other", 9}, {"V", 7}}, reader);
  CHECK(sp::to_string(axes{}, sizes) == "[V=7, D=2, (H Dk)=15]");
  reader.require_complete();
}

TEST_CASE("a number in a type that the header contradicts is a problem, in a fused axis too") {
  CHECK(contradictions<axes>(stated).empty());
  CHECK(contradictions<axes>({{"D", 3}, {"Dk", 4}, {"H", 1}, {"V", 1}}) ==
        names{"the model has D=2, the file's header says 3", "the model has Dk=3, the file's header says 4"});
  using nested = sp::shape<sp::fused<sp::fused<sp::axis<"Hkv", 2>, sp::axis<"G">>, sp::axis<"R", 4>>>;
  CHECK(contradictions<nested>({{"Hkv", 3}, {"G", 5}, {"R", 5}}) ==
        names{"the model has Hkv=2, the file's header says 3", "the model has R=4, the file's header says 5"});
}

TEST_CASE("a symbol that the header does not state is a problem") {
  CHECK(contradictions<axes>({{"D", 2}}) == names{"the header states no extent for the model's symbol H",
                                                  "the header states no extent for the model's symbol V"});
  CHECK(contradictions<sp::shape<sp::axis<"D", "width">>>({{"D", 2}}) ==
        names{"the header states no extent for the model's symbol width"});
}

TEST_CASE("weights are views [In, Out] of the file") {
  auto const model = loaded(good, stated, 1);
  CHECK(model.layers() == 1);
  CHECK(sp::to_string(model.weights.table) == "[V=4, D=2]");
  auto const& up = model.weights.blocks[0].up;
  CHECK(sp::to_string(up.weight) == "[D=2, (H Dk)=6]");
  for (std::size_t out = 0; out < 6; ++out) {
    CHECK(up.weight(0, out) == static_cast<float>(2 * out));
    CHECK(up.weight(1, out) == static_cast<float>(2 * out + 1));
    CHECK(up.bias(out) == static_cast<float>(out));
  }
  CHECK(static_cast<void const*>(up.bias.data()) == model.file.contents().find("h.0.bias")->bytes.data());
  CHECK(model.converted.empty());
  CHECK(model.unused == names{"more"});
}

TEST_CASE("converted elements live as long as the model, wherever it is moved") {
  auto halves = good;
  halves[0] = {"table", {4, 2}, std::string(14, '\0') + small_files::number<std::uint16_t>(0x3C00), "F16"};
  auto first = loaded(halves, stated, 1);
  REQUIRE(first.converted.size() == 1);
  auto const second = std::move(first);
  CHECK(reference::elements(second.weights.table) == std::vector<double>{0, 0, 0, 0, 0, 0, 0, 1});
}

TEST_CASE("every mismatch is told, with the numbers that the types and the header say") {
  auto tensors = good;
  tensors[1] = counted("h.0.weight", {2, 6});
  tensors[2] = counted("h.0.bias", {5});
  CHECK(problems(tensors, {{"V", 3}, {"D", 9}, {"H", 2}, {"Dk", 3}}, 2) ==
        names{"the model has D=2, the file's header says 9",
              "table: the model expects [3, 2], [V=3, D=2] for table, the file holds [4, 2] F32",
              "h.0.weight: the model expects [6, 2], [(H Dk)=6, D=2] for blocks.0.up.weight, the file holds [2, 6] "
              "F32, which is transposed: [in, out], as a Conv1D stores it",
              "h.0.bias: the model expects [6], [(H Dk)=6] for blocks.0.up.bias, the file holds [5] F32",
              "h.1.weight: the model expects [(H Dk)=6, D=2] for blocks.1.up.weight, the file has no such tensor",
              "h.1.bias: the model expects [(H Dk)=6] for blocks.1.up.bias, the file has no such tensor"});
}

TEST_CASE("more layers than the file has tensors are not believed") {
  CHECK(problems(good, stated, 2147483647) ==
        names{"the header says 2147483647 layers, the file has 4 tensors in all"});
}
