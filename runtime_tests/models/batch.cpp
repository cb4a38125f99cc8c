// SPDX-License-Identifier: BSL-1.0
/// Trained models: 32 requests of mixed lengths at once, each equal, token for token, to its single run.
#include <shapeproof/io/gpt2_file.hpp>
#include <shapeproof/io/llama_file.hpp>
#include <shapeproof/llm/packed_weights.hpp>

#include "../llm/requests.hpp"
#include "golden.hpp"

namespace {

using namespace golden;

/// All at once, some at a time, and with fewer rows than requests.
template <class Weights, class Sizes>
void check_all(Weights const& w, Sizes const& sizes, std::size_t vocabulary) {
  auto const wanted = requests::mixed(32, vocabulary, 20, 44);
  requests::check(w, wanted, {.rows = 32, .capacity = 64}, 32, sizes);
  requests::check(w, wanted, {.rows = 7, .capacity = 64}, 3, sizes);
}

}  // namespace

TEST_CASE("stories260K, with symbols and with numbers in its types") {
  if (missing()) return;
  auto const path = path_of("stories260K/stories260K.bin");
  auto const any = io::load_llama<llm::interleaved_llama>(io::open_weights(path));
  check_all(any.weights, any.sizes, 512);
  check_all(llm::packed_weights<float>(any.weights), any.sizes, 512);
  auto const stories = io::load_llama<llm::stories_260k>(io::open_weights(path));
  check_all(stories.weights, sp::symbol_values<sp::symbols<>>{}, 512);
}

TEST_CASE("the model of poetry, whose positions are learned") {
  auto const path = std::string(SHAPEPROOF_MODELS) + "/ci-gpt2-6000/ci_gpt2.safetensors";
  auto const model = io::load_gpt2<llm::any_gpt2>(io::open_weights(path));
  check_all(model.weights, model.sizes, 6000);
  check_all(llm::packed_weights<sp::bf16>(model.weights), model.sizes, 6000);
}
