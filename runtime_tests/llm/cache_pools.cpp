// SPDX-License-Identifier: BSL-1.0
/// The pools of all layers: caches for one sequence or for many, of which each layer has its own memory; and requests
/// that come with keys and values from elsewhere.
#include <shapeproof/llm/batch.hpp>
#include <shapeproof/nn/append.hpp>
#include <shapeproof/ops/reorder.hpp>

#include "families.hpp"
#include "requests.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace llm = shapeproof::llm;

namespace {

using model = small::distinct_llama;
using pools = llm::cache_pools<model>;
constexpr std::size_t layers = 3;
auto const no_symbols = sp::symbol_values<sp::symbols<>>{};

/// A prompt's keys and values, from a prefill that has a pool of its own, and the first token of the answer.
class elsewhere {
 public:
  elsewhere(model::weights const& w, llm::request const& wanted) {
    llm::request_list<model::V> list(37, 12);
    auto step = llm::prefill(list.prompt(list.add(wanted)), w, staged.slot(sp::index<pools::Slot>(0, 1)));
    random_.seed = wanted.seed;
    first = llm::sample(step.logits, wanted.sampling, random_)(0);
    length_ = wanted.prompt.size();
  }

  /// The positions [0, count) of a layer, as they go into another cache.
  auto positions(std::size_t layer, std::size_t count) {
    auto cache = staged[layer].slot(0);
    auto const part = [&](auto const& all) {
      sp::tensor<float, sp::axis<"B", 1>, model::Hkv, sp::axis<"L">, model::Dk> result(sp::bind<"L">(count));
      for (std::size_t h = 0; h < 2; ++h)
        for (std::size_t l = 0; l < count; ++l)
          for (std::size_t m = 0; m < 8; ++m) result(0, h, l, m) = all(0, h, l, m);
      return result;
    };
    return std::pair(part(cache.keys()), part(cache.values()));
  }
  auto fill() {
    return [this](std::size_t layer, auto cache) {
      auto const [keys, values] = positions(layer, length_);
      return nn::commit(nn::append(std::move(cache), keys, values).cache);
    };
  }
  std::size_t drawn() const { return random_.drawn; }

  sp::index<model::V> first;
  pools staged = pools(layers, {.rows = 1, .capacity = 12}, no_symbols);

 private:
  llm::random_stream random_;
  std::size_t length_ = 0;
};

}  // namespace

TEST_CASE("every layer has memory of its own, and all slots of a layer are one piece") {
  pools all(layers, {.rows = 3, .capacity = 4}, no_symbols);
  CHECK(all.size() == layers);
  auto const one = all.slot(sp::index<pools::Slot>(1, 3));
  auto rows = all.rows(sp::ragged<pools::B>({2, 4, 1}));
  CHECK((one.size() == layers && rows.size() == layers));
  for (std::size_t i = 0; i < layers; ++i) {
    CHECK(rows[i].length() == 4);
    CHECK(to_string(rows[i]) == "[B=3, Hkv=2, S=4, (R C)=8]");
    auto slot = all[i].slot(1);
    CHECK(slot.keys().data() == rows[i].keys().data() + 2 * 4 * 8);
    CHECK(rows[i].keys().data() != rows[(i + 1) % layers].keys().data());
    CHECK(rows[i].keys().data() != rows[i].values().data());
  }
}

TEST_CASE("requests whose prefill was done elsewhere join, and get what they get alone") {
  auto const w = small::family_weights<model>(layers);
  auto const all = requests::mixed(12, 37, 6, 7);
  llm::batch together(w, {.rows = 4, .capacity = 12});
  for (std::size_t next = 0; next < all.size() || !together.is_idle();) {
    while (next < all.size() && together.free_rows() > 0) {
      if (next % 3 == 2) {
        together.add(all[next++]);
        break;  // it takes its row in the step
      }
      elsewhere other(w, all[next]);
      auto const name = next % 2 == 0 ? together.join(all[next], other.first, other.drawn(), other.fill())
                                      : together.join(all[next], other.first, other.drawn(), other.staged,
                                                      sp::index<pools::Slot>(0, 1));
      CHECK(name == next);
      ++next;
    }
    together.step();
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(i);
    CHECK(together.at(i).progress == llm::progress::finished);
    CHECK(together.at(i).tokens == requests::alone(w, all[i]));
  }
}

TEST_CASE("a hand-over that goes wrong fails its request alone, and one without a free row is an error") {
  auto const w = small::family_weights<model>(layers);
  llm::request const wanted = {.prompt = {1, 2, 3}, .tokens = 4, .sampling = {.temperature = 0}};
  elsewhere other(w, wanted);
  llm::batch together(w, {.rows = 2, .capacity = 12});
  auto const cut = together.join(wanted, other.first, 0, [](std::size_t layer, auto cache) {
    if (layer == 1) throw std::runtime_error("the line is cut");
    return cache;
  });
  CHECK(together.at(cut).error ==
        "join: [B=1, Hkv=2, S=0, (R C)=8]: the cache that was handed out is to have 3 positions");
  auto const late = [&](auto const& error) {
    return [&](std::size_t layer, auto cache) {
      if (layer == 1) throw error;
      return other.fill()(layer, std::move(cache));
    };
  };
  auto const unlike = together.join(wanted, other.first, 0, late(std::domain_error("not the same model")));
  CHECK(together.at(unlike).error == "not the same model");
  // What is not the request's own goes on, and no request is taken.
  CHECK_THROWS_AS(together.join(wanted, other.first, 0, late(std::runtime_error("the line is cut"))),
                  std::runtime_error);
  CHECK_THROWS_AS(together.join(wanted, other.first, 0, late(std::bad_alloc())), std::bad_alloc);
  CHECK(reference::thrown([&] { (void)together.at(unlike + 1); }) == "answer: 2 requests: 2 is not one");
  CHECK(together.free_rows() == 2);
  CHECK(together.is_idle());
  auto const good = together.join(wanted, other.first, 0, other.fill());
  auto const same = together.join(wanted, other.first, 0, other.fill());
  CHECK(reference::thrown([&] { together.join(wanted, other.first, 0, other.fill()); }) ==
        "join: 2 rows: none of them is free");
  while (!together.is_idle()) together.step();
  CHECK(together.at(good).tokens == requests::alone(w, wanted));
  CHECK(together.at(same).tokens == together.at(good).tokens);
  pools const few(layers - 1, {.rows = 1, .capacity = 12}, no_symbols);
  auto const missing = together.join(wanted, other.first, 0, few, sp::index<pools::Slot>(0, 1));
  CHECK(together.at(missing).error == "copy: 2 layers to 3 layers: each layer has its own pool");
  auto const impossible = together.join({.prompt = {}, .tokens = 1}, other.first, 0, other.fill());
  CHECK(together.at(impossible).error.ends_with("the prompt is empty"));
}

TEST_CASE("a first token that the weights' vocabulary has not fails its request, and no other one") {
  struct open_vocabulary : model {
    using V = sp::axis<"V", "v">;
  };
  using weights = llm::llama_weights<open_vocabulary>;
  auto const sizes = llm::detail::joined(no_symbols, sp::bind<"v">(36));
  auto w = llm::make_parameters<weights>(layers, [&]<class Part>(std::type_identity<Part>, std::string const&) {
    return Part(sp::uninitialized, sp::narrowed<sp::symbols_in<sp::shape_of<Part>>>(sizes));
  });
  std::uint32_t stream = 1;
  llm::for_each_parameter(w, [&](std::string const&, auto& each) { reference::fill(each, stream++); });
  llm::batch<weights, sp::symbols<"v">> together(w, {.rows = 3, .capacity = 12}, sizes);
  llm::cache_pools<open_vocabulary> const others(layers, {.rows = 1, .capacity = 12}, sizes);
  together.add({.prompt = {1, 2}, .tokens = 3});
  together.step();
  auto const name = together.join({.prompt = {1}, .tokens = 5}, sp::index<open_vocabulary::V>(50, 100), 0, others,
                                  sp::index<decltype(others)::Slot>(0, 1));
  CHECK(together.at(name).error == "request: the first token: index: V=36: 50 is not in [0, 36)");
  while (!together.is_idle()) together.step();
  CHECK(together.at(0).progress == llm::progress::finished);
}
