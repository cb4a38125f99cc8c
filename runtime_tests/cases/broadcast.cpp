// SPDX-License-Identifier: BSL-1.0
/// What people broadcast by accident: by name it is either right or refused.
#include <shapeproof/ops/arithmetic.hpp>
#include <shapeproof/ops/reduce.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <type_traits>

namespace sp = shapeproof;

TEST_CASE("C30: targets (n) and predictions (n, 1) differ sample by sample") {
  using N = sp::axis<"N", 3>;
  using One = sp::axis<"One", 1>;
  sp::tensor<float, N> targets;
  sp::tensor<float, N, One> predictions;
  reference::assign(targets, {1, 2, 3});
  reference::assign(predictions, {1, 2, 3});
  auto const difference = targets - predictions;
  static_assert(std::is_same_v<decltype(difference)::shape, sp::shape<N, One>>);
  CHECK(reference::elements(sp::sum<"N">(difference * difference)) == std::vector<double>{0});
}

TEST_CASE("C21: a square mask fits where no keys are older than the queries, and only there") {
  using H = sp::axis<"H", 4>;
  using L = sp::axis<"L">;
  using mask = sp::tensor<float, L, sp::axis<"S", "L">>;
  static_assert(sp::can_add<sp::tensor<float, H, L, sp::axis<"S", "L">>, mask>);
  static_assert(!sp::can_add<sp::tensor<float, H, L, sp::axis<"S", "past+L">>, mask>);
  auto const scores = reference::filled<sp::tensor<float, H, L, sp::axis<"S", "L">>>(1, sp::bind<"L">(2));
  mask hidden(sp::bind<"L">(2));
  reference::assign(hidden, {0, -9, 0, 0});
  auto const masked = scores + hidden;
  for (std::size_t h = 0; h < 4; ++h) {
    CHECK(masked(h, 0, 1) == scores(h, 0, 1) - 9);
    CHECK(masked(h, 1, 0) == scores(h, 1, 0));
  }
}
