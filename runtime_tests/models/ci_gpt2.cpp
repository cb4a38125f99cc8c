// SPDX-License-Identifier: BSL-1.0
/// A trained GPT-2 model of poetry with the note's prompt.
#include <shapeproof/io/gpt2_file.hpp>
#include <shapeproof/io/sentencepiece_tokenizer.hpp>

#include "golden.hpp"

namespace {

using namespace golden;
using Model = llm::any_gpt2;

auto load() { return io::load_gpt2<Model>(io::open_weights(path_of("ci-gpt2-6000/ci_gpt2.safetensors"))); }

auto caches_for(auto const& model, std::size_t capacity) {
  return llm::empty_caches<Model>(model.layers(), capacity, model.sizes, sp::no_padding{}, sp::bind<"B">(1));
}

std::vector<int> const prompt = {2339, 1001, 907, 2844, 1032, 912, 968};

}  // namespace

TEST_CASE("the prompt's ids are the golden ones") {
  if (missing()) return;
  io::sentencepiece_tokenizer const pieces(path_of("bpe6000/ci6000.model"));
  CHECK(pieces.encode("你好，请问一下") == prompt);
}

TEST_CASE("prefill gives the golden logits at all positions, and decode the golden ids") {
  if (missing()) return;
  auto const model = load();
  auto const batch = llm::token_rows<Model::V>(std::vector<std::vector<int>>{prompt}, 6000);
  auto const all = llm::forward_all(batch.ids, model.weights, caches_for(model, 7));
  CHECK(difference(reference::elements(all.logits), numbers_in<float>("ci-gpt2-6000/golden_prefill7_logits.f32")) <
        1e-4);

  auto const lines = ids_in("ci-gpt2-6000/golden_greedy_ids.txt");
  std::vector<int> expected;
  for (auto const& line : lines) expected.push_back(line.next);
  REQUIRE(expected.back() == 2);
  CHECK(continued<Model>(model, {prompt}, expected.size(), 64).ids[0] == expected);
}

TEST_CASE("rows of a batch have learned positions of their own") {
  if (missing()) return;
  auto const model = load();
  std::vector<std::vector<int>> const prompts = {prompt, {1001, 907}, {2844, 1032, 912, 968}};
  auto const together = continued<Model>(model, prompts, 12, 32);
  for (std::size_t b = 0; b < prompts.size(); ++b) {
    auto const alone = continued<Model>(model, {prompts[b]}, 12, 32);
    CHECK(together.ids[b] == alone.ids[0]);
    CHECK(difference(together.logits[b], alone.logits[0]) < 1e-4);
  }
}

TEST_CASE("a position that the model has not learned is an error, and the caches stay") {
  if (missing()) return;
  auto const model = load();
  auto const batch = llm::token_rows<Model::V>(std::vector<std::vector<int>>{std::vector<int>(65, 3)}, 6000);
  auto caches = caches_for(model, 100);
  CHECK(reference::thrown([&] { (void)llm::forward(batch.ids, model.weights, std::move(caches)); }) ==
        "index: P=64: 64 is not in [0, 64)");
  CHECK(caches.size() == 3);
  CHECK(caches[0].length() == 0);
}
