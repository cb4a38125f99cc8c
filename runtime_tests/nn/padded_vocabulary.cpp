// SPDX-License-Identifier: BSL-1.0
/// Rows behind the vocabulary are never sampled; the last position of each row of a ragged batch is.
#include <shapeproof/nn/padded_vocabulary.hpp>

#include <shapeproof/llm/sample.hpp>
#include <shapeproof/nn/last_of_each.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

using B = sp::axis<"B", 2>;
using V = sp::axis<"V", 4>;
using Vp = sp::axis<"Vp", 6>;

TEST_CASE("a padded logit, even the largest, is no token") {
  sp::tensor<float, B, sp::axis<"L", 1>, Vp> logits;
  logits(0, 0, 2) = 1;
  logits(0, 0, 5) = 9;
  logits(1, 0, 4) = 9;
  logits(1, 0, 3) = 1;
  sp::llm::random_stream random;
  auto const tokens = sp::llm::sample(nn::unpad<V>(sp::last<"L">(logits)), {.temperature = 0}, random);
  static_assert(std::is_same_v<decltype(tokens), sp::tensor<sp::index<V>, B> const>);
  CHECK(tokens(0).value() == 2);
  CHECK(tokens(1).value() == 3);
}

TEST_CASE("each row's own last position is taken") {
  using L = sp::axis<"L", 3>;
  using D = sp::axis<"D", 2>;
  auto const x = reference::filled<sp::tensor<float, B, L, D>>(1);
  auto const last = nn::last_of_each(x, {3, 1});
  static_assert(std::is_same_v<decltype(last)::shape, sp::shape<B, D>>);
  for (std::size_t d = 0; d < 2; ++d) {
    CHECK(last(0, d) == x(0, 2, d));
    CHECK(last(1, d) == x(1, 0, d));
  }
  CHECK(reference::thrown([&] { (void)nn::last_of_each(x, {3}); }) ==
        "last_of_each: [B=2, L=3, D=2]: 1 lengths were given");
  CHECK(reference::thrown([&] { (void)nn::last_of_each(x, {3, 0}); }) ==
        "last_of_each: [B=2, L=3, D=2]: row 1 has the length 0");
  CHECK(reference::thrown([&] { (void)nn::last_of_each(x, {4, 1}); }) ==
        "last_of_each: [B=2, L=3, D=2]: row 0 has the length 4");
}
