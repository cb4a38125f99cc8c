// SPDX-License-Identifier: BSL-1.0
/// Packed models through a file: the same numbers, in the file's own memory.
#include <shapeproof/llm/forward.hpp>

#include "allocation_meter.hpp"
#include "packed_files.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;
namespace io = shapeproof::io;
namespace llm = shapeproof::llm;

namespace {

using packed_files::saved;

template <class Model, class T>
struct llama {
  using model = Model;
  using element = T;
  using symbolic = llm::interleaved_llama;
  template <class M, class Storage>
  using weights = llm::llama_weights<M, Storage>;
};
template <class Model, class T>
struct gpt2 {
  using model = Model;
  using element = T;
  using symbolic = llm::any_gpt2;
  template <class M, class Storage>
  using weights = llm::gpt2_weights<M, Storage>;
};

/// The logits of the last position, with sizes that the types or a file say.
template <class Model, class Weights, class Sizes>
std::vector<float> logits(Weights const& w, Sizes const& sizes) {
  using V = typename Model::V;
  sp::tensor<sp::index<V>, typename Model::B, sp::axis<"L">> ids(sp::bind<"B">(1), sp::bind<"L">(5));
  for (std::size_t i = 0; i < 5; ++i) ids(0, i) = sp::index<V>(3 * i, w.embedding.template extent<"V">());
  auto const step =
      llm::prefill(ids, w, llm::empty_caches<Model>(w.blocks.size(), 5, sizes, sp::no_padding{}, sp::bind<"B">(1)));
  return {step.logits.data(), step.logits.data() + step.logits.size()};
}

template <class Model, class T>
using note_views = llm::model_weights<Model, llm::packed_views<T>>;

/// What is wrong with a file for these weights.
template <class Weights>
std::vector<std::string> problems(saved const& file) {
  return model_files::problems_of([&] { (void)file.load<Weights>(); });
}

}  // namespace

TEST_CASE_TEMPLATE("a model from a packed file is the one that was saved", kind, llama<small::distinct_llama, float>,
                   llama<small::square_llama, sp::int8>, gpt2<small::distinct_gpt2, float>,
                   gpt2<small::distinct_gpt2, sp::bf16>, gpt2<small::square_gpt2, sp::int8>) {
  using model = typename kind::model;
  using storage = llm::packed_views<typename kind::element>;
  auto const weights = llm::packed_weights<typename kind::element>(small::family_weights<model>(2));
  auto const expected = logits<model>(weights, sp::symbol_values<sp::symbols<>>{});
  saved const file(weights, 20);
  auto first = file.load<typename kind::template weights<model, storage>>();
  auto const loaded = std::move(first);
  CHECK(loaded.layers() == 2);
  CHECK(logits<model>(loaded.weights, loaded.sizes) == expected);
  CHECK(loaded.weights.options.epsilon == weights.options.epsilon);
  CHECK(io::read_packed_header(loaded.file.contents(), "file").positions == 20);
  auto const any = file.load<typename kind::template weights<typename kind::symbolic, storage>>();
  CHECK(logits<typename kind::symbolic>(any.weights, any.sizes) == expected);
}

TEST_CASE("every parameter lies in the file, at a multiple of 64 bytes") {
  auto const weights = llm::packed_weights<sp::int8>(small::weights<small::distinct>(2));
  saved const file(weights);
  auto const loaded = file.load<note_views<small::distinct, sp::int8>>();
  std::size_t seen = 0;
  llm::for_each_parameter(loaded.weights, [&](std::string const& name, auto const& parameter) {
    auto const* const tensor = loaded.file.contents().find(name);
    REQUIRE(tensor != nullptr);
    auto const* const at = reinterpret_cast<std::byte const*>(parameter.data());
    CHECK(at == tensor->bytes.data());
    CHECK(reinterpret_cast<std::uintptr_t>(at) % 64 == 0);
    ++seen;
  });
  CHECK(seen == 24);
}

TEST_CASE("loading asks for a little memory, whatever the file has") {
  using model = small::model_of<3000, 300, 4, 75, 1200, 200>;
  auto const make = [](std::string const&, std::size_t) {};
  saved const file(llm::weights_from_seed<llm::model_weights<model, llm::packed<float>>>(2, 1, make));
  allocation_meter::start();
  auto const loaded = file.load<note_views<model, float>>();
  auto const memory = allocation_meter::stop();
  std::size_t held = 0;
  for (auto const& tensor : loaded.file.contents().tensors) held += tensor.bytes.size();
  CHECK(held > 10'000'000);
  CHECK(memory.most_alive < 60'000);
}

TEST_CASE("large matrices begin at pages") {
  using model = small::model_of<3000, 300, 4, 75, 1200, 200>;
  saved const file(llm::weights_from_seed<llm::model_weights<model, llm::packed<sp::bf16>>>(
      1, 1, [](std::string const&, std::size_t) {}));
  auto const loaded = file.load<note_views<model, sp::bf16>>();
  CHECK(reinterpret_cast<std::uintptr_t>(loaded.weights.head.data()) % 4096 == 0);
  CHECK(reinterpret_cast<std::uintptr_t>(loaded.weights.blocks[0].feed_forward.down.data()) % 4096 == 0);
}

TEST_CASE("a loaded model is saved as it was, also over its own file") {
  auto const weights = llm::packed_weights<float>(small::family_weights<small::distinct_llama>(2));
  saved const file(weights, 7);
  auto const before = file.bytes();
  auto const loaded = file.load<llm::llama_weights<small::distinct_llama, llm::packed_views<float>>>();
  io::save_packed(file.file.name, loaded.weights, 7);
  CHECK(file.bytes() == before);
  io::save_packed(file.file.name, llm::packed_weights<sp::bf16>(small::weights<small::distinct>(1)));
  CHECK(file.bytes() != before);
  sp::symbol_values<sp::symbols<>> const none;
  CHECK(logits<small::distinct_llama>(loaded.weights, none) == logits<small::distinct_llama>(weights, none));
}

TEST_CASE("what is not the model of the file is refused with what both say") {
  saved const file(llm::packed_weights<float>(small::family_weights<small::distinct_llama>(2)));
  using names = std::vector<std::string>;
  CHECK(problems<llm::llama_weights<small::distinct_llama, llm::packed_views<float>>>(file).empty());
  CHECK(problems<llm::gpt2_weights<llm::any_gpt2, llm::packed_views<sp::int8>>>(file) ==
        names{R"(the model's family is gpt2, the file's is "llama")",
              R"(the model's elements are int8, the file's are "f32")",
              R"(the model's axes are V P D H Dk F, the file's are "V D Hkv G (R C) F")"});
  CHECK(problems<llm::llama_weights<llm::half_split_llama, llm::packed_views<float>>>(file) ==
        names{R"(the model's axes are V D Hkv G (C R) F, the file's are "V D Hkv G (R C) F")"});
  CHECK(problems<llm::llama_weights<small::square_llama, llm::packed_views<float>>>(file) ==
        names{"the model has V=16, the file's header says 37", "the model has D=16, the file's header says 10",
              "the model has G=2, the file's header says 3", "the model has R=2, the file's header says 4",
              "the model has F=16, the file's header says 14"});
}

TEST_CASE("weights that cannot be written are an error that names the file") {
  auto const weights = llm::packed_weights<float>(small::weights<small::distinct>(1));
  auto const refused = model_files::problems_of([&] { io::save_packed("/none/weights", weights); });
  CHECK(refused == std::vector<std::string>{"cannot be written: No such file or directory"});
  CHECK_THROWS_AS(io::save_packed("/tmp/none", llm::packed_weights<float>(small::weights<small::distinct>(0))),
                  std::invalid_argument);
}
