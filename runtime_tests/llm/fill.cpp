// SPDX-License-Identifier: BSL-1.0
/// Made-up weights: the same for every run and number of threads, of the right size, spread and order.
#include <shapeproof/cpu/threads.hpp>
#include <shapeproof/llm/fill.hpp>
#include <shapeproof/llm/packed_weights.hpp>

#include "families.hpp"
#include "models.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

namespace {

using model = small::distinct;

template <class Model>
llm::model_weights<Model> filled(std::uint64_t seed, std::size_t layers) {
  llm::model_weights<Model> result;
  result.blocks.resize(layers);
  llm::fill_from_seed(result, seed, [](std::string const&, std::size_t) {});
  return result;
}

template <class Weights>
std::vector<float> all(Weights const& weights) {
  std::vector<float> result;
  llm::for_each_parameter(weights, [&](std::string const&, auto const& parameter) {
    result.insert(result.end(), parameter.data(), parameter.data() + parameter.size());
  });
  return result;
}

}  // namespace

TEST_CASE("a seed gives the same weights again, another seed others") {
  auto const weights = all(filled<model>(1, 2));
  CHECK(weights == all(filled<model>(1, 2)));
  CHECK(weights != all(filled<model>(2, 2)));
}

TEST_CASE("the weights do not depend on the number of threads") {
  auto const before = sp::cpu::threads();
  sp::cpu::set_threads(1);
  auto const one = all(filled<small::model_of<900, 100, 4, 25, 400, 64>>(3, 1));
  sp::cpu::set_threads(3);
  auto const three = all(filled<small::model_of<900, 100, 4, 25, 400, 64>>(3, 1));
  sp::cpu::set_threads(before);
  CHECK(one == three);
}

TEST_CASE("packed weights are those that tensors have, packed") {
  using wide = small::model_of<300, 40, 4, 25, 600, 64>;
  auto const tensors = filled<wide>(3, 2);
  auto const same = [](auto const& one, auto const& other) {
    return one.bytes() == other.bytes() && std::memcmp(one.data(), other.data(), one.bytes()) == 0;
  };
  auto const check = [&]<class T>(T) {
    using weights = llm::model_weights<wide, llm::packed<T>>;
    std::size_t told = 0;
    auto const made =
        llm::weights_from_seed<weights>(2, 3, [&](std::string const&, std::size_t count) { told += count; });
    auto const expected = llm::packed_weights<T>(tensors);
    CHECK(same(made.head, expected.head));
    CHECK(same(made.blocks[1].feed_forward.up, expected.blocks[1].feed_forward.up));
    CHECK(same(made.blocks[1].feed_forward.down, expected.blocks[1].feed_forward.down));
    CHECK(reference::elements(made.embedding) == reference::elements(tensors.embedding));
    CHECK(reference::elements(made.blocks[0].attention_norm.gamma) == std::vector<double>(100, 1.0));
    CHECK(told == llm::parameter_count(tensors));
  };
  check(float{});
  check(sp::bf16{});
  check(sp::int8{});
  CHECK(all(llm::weights_from_seed<llm::model_weights<wide>>(2, 3, [](std::string const&, std::size_t) {})) ==
        all(tensors));
}

TEST_CASE("no columns of a wide matrix are alike") {
  auto const weights = filled<small::model_of<900, 40, 4, 25, 600, 64>>(3, 1);
  auto const& up = weights.blocks[0].feed_forward.up;  // [100, 600]
  std::vector<std::vector<float>> columns;
  for (std::size_t j = 0; j < 600; ++j) {
    columns.emplace_back();
    for (std::size_t i = 0; i < 100; ++i) columns.back().push_back(up(i, j));
  }
  std::sort(columns.begin(), columns.end());
  CHECK(std::adjacent_find(columns.begin(), columns.end()) == columns.end());
}

TEST_CASE("a matrix has mean 0 and standard deviation 1 / sqrt(rows)") {
  auto const weights = filled<small::model_of<600, 300, 4, 25, 400, 200>>(4, 1);
  llm::for_each_parameter(weights, [](std::string const& name, auto const& parameter) {
    using shape = typename std::remove_cvref_t<decltype(parameter)>::shape;
    if constexpr (shape::rank == 2) {
      double const count = static_cast<double>(parameter.size());
      double const deviation = 1 / std::sqrt(static_cast<double>(parameter.walk().extent[0]));
      double mean = 0, square = 0;
      for (std::size_t i = 0; i < parameter.size(); ++i) mean += static_cast<double>(parameter.data()[i]) / count;
      for (std::size_t i = 0; i < parameter.size(); ++i)
        square += std::pow(static_cast<double>(parameter.data()[i]) - mean, 2) / count;
      CAPTURE(name);
      CHECK(std::abs(mean) < 5 * deviation / std::sqrt(count));
      CHECK(std::abs(std::sqrt(square) / deviation - 1) < 0.02);
    }
  });
}

TEST_CASE("gamma is 1 and beta is 0") {
  auto const weights = filled<model>(1, 2);
  for (auto const& block : weights.blocks)
    for (auto const* norm : {&block.attention_norm, &block.feed_forward_norm}) {
      CHECK(reference::elements(norm->gamma) == std::vector<double>(15, 1.0));
      CHECK(reference::elements(norm->beta) == std::vector<double>(15, 0.0));
    }
}

TEST_CASE("the scale of a norm without a shift is 1 too, and biases are 0") {
  llm::llama_weights<small::distinct_llama> llama;
  llama.blocks.resize(1);
  llm::fill_from_seed(llama, 1, [](std::string const&, std::size_t) {});
  for (auto const* norm : {&llama.norm, &llama.blocks[0].attention_norm, &llama.blocks[0].feed_forward_norm})
    CHECK(reference::elements(*norm) == std::vector<double>(10, 1.0));
  llm::gpt2_weights<small::distinct_gpt2> gpt2;
  gpt2.blocks.resize(1);
  llm::fill_from_seed(gpt2, 1, [](std::string const&, std::size_t) {});
  CHECK(reference::elements(gpt2.norm.gamma) == std::vector<double>(15, 1.0));
  CHECK(reference::elements(gpt2.norm.beta) == std::vector<double>(15, 0.0));
  CHECK(reference::elements(gpt2.blocks[0].attention.query.bias) == std::vector<double>(15, 0.0));
}

TEST_CASE("no two matrices have the same numbers") {
  auto const weights = filled<model>(1, 2);
  CHECK(reference::elements(weights.blocks[0].attention.query) != reference::elements(weights.blocks[0].attention.key));
  CHECK(reference::elements(weights.blocks[0].attention.key) != reference::elements(weights.blocks[1].attention.key));
}

TEST_CASE("progress is told of every parameter, in order") {
  llm::model_weights<model> weights;
  weights.blocks.resize(1);
  std::vector<std::string> names;
  std::size_t elements = 0;
  llm::fill_from_seed(weights, 1, [&](std::string const& name, std::size_t count) {
    names.push_back(name);
    elements += count;
  });
  CHECK(names == std::vector<std::string>{
                     "embedding", "input", "blocks.0.attention.query", "blocks.0.attention.key",
                     "blocks.0.attention.value", "blocks.0.attention.output", "blocks.0.attention_norm.gamma",
                     "blocks.0.attention_norm.beta", "blocks.0.feed_forward.up", "blocks.0.feed_forward.down",
                     "blocks.0.feed_forward_norm.gamma", "blocks.0.feed_forward_norm.beta", "output", "head"});
  CHECK(elements == llm::parameter_count(weights));
}
