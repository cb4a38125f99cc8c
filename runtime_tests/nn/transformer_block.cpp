// SPDX-License-Identifier: BSL-1.0
/// A block against plain loops in doubles: both residuals, both norms, its own cache.
#include <shapeproof/nn/transformer_block.hpp>

#include "small_attention.hpp"

#include <doctest/doctest.h>

#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

TEST_CASE("a block of a prompt") {
  small::block_weights const w;
  auto const x = small::numbers(4);
  auto const found = nn::transformer_block(x, w, small::cache(sp::bind<"capacity">(4))).output;
  CHECK(sp::to_string(found) == "[B=2, L=4, D=15]");
  for (std::size_t b = 0; b < 2; ++b) CHECK(small::error(found, b, reference::block(small::entry(x, b), w, 3)) < 1e-4);
}

TEST_CASE("a block step by step") {
  small::block_weights const w;
  auto const x = small::numbers(5);
  auto cache = nn::rebound<"past">(small::cache(sp::bind<"capacity">(5)));
  for (std::size_t past = 0; past < 5; ++past) {
    auto [found, next] = nn::transformer_block(small::part(x, past, past + 1), w, std::move(cache));
    cache = nn::rebound<"past">(nn::commit(std::move(next)));
    CHECK(cache.length() == past + 1);
    for (std::size_t b = 0; b < 2; ++b)
      CHECK(small::error(found, b, reference::block(small::entry(x, b), w, 3), past) < 1e-4);
  }
}

TEST_CASE("the mean of each token of a block is that of beta where gamma is even") {
  small::block_weights w;
  std::fill_n(w.feed_forward_norm.gamma.data(), 15, -2.0F);
  std::fill_n(w.feed_forward_norm.beta.data(), 15, 0.5F);
  auto const x = small::numbers(3);
  auto const found = nn::transformer_block(x, w, small::cache(sp::bind<"capacity">(3))).output;
  for (std::size_t b = 0; b < 2; ++b)
    for (auto const& token : small::entry(found, b)) {
      double mean = 0, square = 0;
      for (double each : token) mean += each / 15;
      for (double each : token) square += (each - mean) * (each - mean) / 15;
      CHECK(std::abs(mean - 0.5) < 1e-5);
      CHECK(std::abs(std::sqrt(square) - 2) < 1e-3);
    }
}
