// SPDX-License-Identifier: BSL-1.0
/// The row of logits from which the next token comes.
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/ops/select.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;

TEST_CASE("C58: the next token is the last position's, not the first one's") {
  sp::tensor<float, sp::axis<"L">, sp::axis<"V", 3>> logits(sp::bind<"L">(2));
  reference::assign(logits, {9, 0, 0, 0, 0, 9});
  sp::llm::random_stream random;
  auto const token = sp::llm::sample(sp::last<"L">(logits), {.temperature = 0}, random);
  CHECK(token().value() == 2);
}
