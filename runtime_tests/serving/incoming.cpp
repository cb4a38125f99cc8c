// SPDX-License-Identifier: BSL-1.0
/// What comes to the ranks that decode is what one process has: small models over all pairs of meshes.
#include "meshes.hpp"

using namespace meshes;

namespace {
ids const prompt = {3, 11, 23, 7, 2};
constexpr std::size_t steps = 5;
}  // namespace

TEST_CASE("the note's model goes from any mesh to any other") {
  check_all_pairs<note_on>(small::weights<note_on<one>>(3), prompt, steps);
}

TEST_CASE("a Llama model with groups of heads goes from any mesh to any other") {
  check_all_pairs<llama_on>(small::family_weights<llama_on<one>>(2), prompt, steps);
}
