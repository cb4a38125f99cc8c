// SPDX-License-Identifier: BSL-1.0
/// Ratios of prefill and decode: the slowest part limits, and no other ratio does more than the best.
#include <shapeproof/plan/serving.hpp>

#include "models.hpp"

#include <doctest/doctest.h>

namespace plan = shapeproof::plan;

TEST_CASE("the slowest of prefill, decode and hand-over limits") {
  plan::sides const of{1, 1, 10, 4, 100};
  auto const few = plan::together(of, 1, 7);
  CHECK(few.requests == 10);
  CHECK(few.limit == "prefill");
  auto const many = plan::together(of, 4, 4);
  CHECK(many.requests == 16);
  CHECK(many.limit == "decode");
  plan::sides const narrow{1, 1, 10, 4, 3};
  CHECK(plan::together(narrow, 4, 4).requests == 12);
  CHECK(plan::together(narrow, 4, 4).limit == "hand-over");
}

TEST_CASE("every way to part the ranks is looked at") {
  plan::sides const of{2, 4, 10, 4, 1000};
  auto const all = plan::ratios(of, 16);
  REQUIRE(all.size() == 6);  // 2 to 12 ranks that prefill
  CHECK(all.front().decode == 3);
  CHECK(all.back().prefill == 6);
  CHECK(all.back().decode == 1);
  auto const best = plan::best(all);
  CHECK(best.prefill == 2);  // 20 and 12; of 1 prefill replica 10 and 12
  CHECK(best.requests == 12);
  CHECK(best.limit == "decode");
  CHECK(plan::best(plan::ratios(of, 5)).requests == 0);  // no room for both sides
}

TEST_CASE("longer prompts want more ranks that prefill, longer answers more that decode") {
  auto const model = planned::llama();
  auto const machine = planned::nodes();
  auto const best = [&](std::size_t prompt, std::size_t answer) {
    return plan::best(plan::ratios(plan::sides_of(model, machine, {prompt, answer, 4}, 64, 1, 1), 64)).prefill;
  };
  CHECK(best(16, 16) < best(256, 16));
  CHECK(best(256, 256) < best(256, 16));
}

TEST_CASE("what a side does is one over what it takes") {
  auto const model = planned::llama();
  auto const machine = planned::nodes();
  plan::load const asked{6, 4, 3};
  auto const sides = plan::sides_of(model, machine, asked, 64, 2, 4);
  auto const prefill = plan::deployed(model, machine, asked, 64, 2).prefill.seconds();
  CHECK(sides.prefill_requests == doctest::Approx(1 / prefill));
  CHECK(sides.decode_requests ==
        doctest::Approx(3 / (4 * plan::deployed(model, machine, asked, 64, 4).decode.seconds())));
  CHECK(sides.hand_over_requests == doctest::Approx(1 / plan::handed_over(model, machine, 6, 2, 4, prefill).seconds));
}
