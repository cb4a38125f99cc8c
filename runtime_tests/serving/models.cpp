// SPDX-License-Identifier: BSL-1.0
/// Trained models, prefilled on some ranks and decoded on others, as on one.
#include <shapeproof/io/gpt2_file.hpp>
#include <shapeproof/io/llama_file.hpp>

#include "../io/shared_models.hpp"
#include "meshes.hpp"

using namespace meshes;
namespace io = shapeproof::io;

TEST_CASE("stories260K") {
  if (shared_models::missing()) return;
  auto const path = shared_models::path("stories260K/stories260K.bin");
  auto const model = io::load_llama<stories_on<one>>(io::open_weights(path));
  check_all_pairs<stories_on>(model.weights, {1, 403, 407, 261, 378}, 20);
}

TEST_CASE("the model of poetry") {
  auto const path = std::string(SHAPEPROOF_MODELS) + "/ci-gpt2-6000/ci_gpt2.safetensors";
  auto const model = io::load_gpt2<poetry_on<one>>(io::open_weights(path));
  check_all_pairs<poetry_on>(model.weights, {2339, 1001, 907, 2844, 1032, 912, 968}, 20);
}
