// SPDX-License-Identifier: BSL-1.0
/// Who listens hears each computed step of its own thread in order, and changes nothing.
#include <shapeproof/nn/step.hpp>
#include <shapeproof/nn/transformer_block.hpp>

#include "small_attention.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

namespace {

using texts = std::vector<std::string>;

class notes final : public nn::step_listener {
 public:
  void computed(std::string_view step) override { heard.emplace_back(step); }
  texts heard;
};

auto block_of(small::block_weights const& w) {
  return nn::transformer_block(small::numbers(4), w, small::cache(sp::bind<"capacity">(4))).output;
}

texts const block_steps = {"P4", "P5", "P6",  "P4",  "P5",  "P6",  "P4",  "P5", "P6",
                           "P7", "P8", "P12", "P13", "P14", "P15", "P16", "P17"};

}  // namespace

TEST_CASE("a block's steps are heard in their order; attention's inner ones as one") {
  small::block_weights const w;
  auto const unheard = block_of(w);
  notes taken;
  auto const found = block_of(w);
  CHECK(taken.heard == block_steps);
  CHECK(std::equal(found.data(), found.data() + found.size(), unheard.data()));
}

TEST_CASE("the innermost listener hears, and nobody after its end") {
  small::block_weights const w;
  notes outer;
  {
    notes inner;
    (void)block_of(w);
    CHECK(inner.heard == block_steps);
  }
  CHECK(outer.heard.empty());
  (void)nn::P20(3);
  CHECK(outer.heard == texts{"P20"});
}

TEST_CASE("another thread's steps are not heard") {
  small::block_weights const w;
  notes taken;
  texts other;
  std::thread([&] {
    (void)block_of(w);
    notes own;
    (void)nn::P9_P10(1);
    other = own.heard;
  }).join();
  CHECK(taken.heard.empty());
  CHECK(other == texts{"P9"});
}

TEST_CASE("a step gives back what it was given") {
  notes taken;
  std::string const text = "here";
  CHECK(&nn::P1(text) == &text);
  CHECK(nn::P21(2.5) == 2.5);
  CHECK(taken.heard == texts{"P1", "P21"});
}
