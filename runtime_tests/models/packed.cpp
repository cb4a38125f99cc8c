// SPDX-License-Identifier: BSL-1.0
/// Trained models with packed weights: floats say the same, smaller elements almost.
#include <shapeproof/io/gpt2_file.hpp>
#include <shapeproof/io/llama_file.hpp>
#include <shapeproof/llm/packed_weights.hpp>

#include "golden.hpp"

namespace {

using namespace golden;

/// A loaded model with its weights packed.
template <class Weights, class Sizes>
struct packed_model {
  Weights weights;
  Sizes sizes;
  std::size_t layers() const { return weights.blocks.size(); }
};
template <class T, class Loaded>
auto packed(Loaded const& model) {
  auto weights = llm::packed_weights<T>(model.weights);
  return packed_model<decltype(weights), decltype(model.sizes)>{std::move(weights), model.sizes};
}

/// The largest change of a logit over the first position, and how many of 64 greedy tokens stay before one differs.
template <class Model, class T, class Loaded>
std::pair<double, std::size_t> change(Loaded const& model, std::vector<int> const& prompt, std::size_t steps) {
  auto const before = continued<Model>(model, {prompt}, steps, 64);
  auto const after = continued<Model>(packed<T>(model), {prompt}, steps, 64);
  std::size_t same = 0;
  while (same < steps && before.ids[0][same] == after.ids[0][same]) ++same;
  std::size_t const vocabulary = before.logits[0].size() / steps;
  auto const first = [&](continuation const& all) {
    return std::vector<double>(all.logits[0].begin(), all.logits[0].begin() + static_cast<std::ptrdiff_t>(vocabulary));
  };
  return {difference(first(after), first(before)), same};
}

template <class Model, class Loaded>
void check(std::string const& name, Loaded const& model, std::vector<int> const& prompt, std::size_t steps) {
  CAPTURE(name);
  auto const [exact, same] = change<Model, float>(model, prompt, steps);
  CHECK(exact < 1e-4);
  CHECK(same == steps);
  auto const [half, halves] = change<Model, sp::bf16>(model, prompt, steps);
  auto const [eighth, eighths] = change<Model, sp::int8>(model, prompt, steps);
  MESSAGE(name, ": bf16 changes a logit by at most ", half, ", ", halves, " of ", steps, " greedy tokens stay; int8 ",
          eighth, ", ", eighths);
  CHECK((half > 0 && half < 0.5));
  CHECK((eighth > 0 && eighth < 1.5));
}

}  // namespace

TEST_CASE("stories260K and ci_gpt2 with packed weights") {
  if (missing()) return;
  check<llm::interleaved_llama>(
      "stories260K", io::load_llama<llm::interleaved_llama>(io::open_weights(path_of("stories260K/stories260K.bin"))),
      {1}, 60);
  check<llm::any_gpt2>("ci_gpt2",
                       io::load_gpt2<llm::any_gpt2>(io::open_weights(path_of("ci-gpt2-6000/ci_gpt2.safetensors"))),
                       {2339, 1001, 907, 2844, 1032, 912, 968}, 6);
}
