// SPDX-License-Identifier: BSL-1.0
/// The feed-forward part against plain loops in doubles.
#include <shapeproof/nn/feed_forward.hpp>

#include "small_attention.hpp"

#include <doctest/doctest.h>

TEST_CASE("feed-forward: up, GELU, down, each position on its own") {
  small::feed_forward_weights const w;
  for (std::size_t length : reference::sizes{1, 2, 4}) {
    auto const x = small::numbers(length);
    auto const found = shapeproof::nn::feed_forward(x, w);
    for (std::size_t b = 0; b < 2; ++b)
      CHECK(small::error(found, b, reference::fed_forward(small::entry(x, b), w)) < 1e-5);
  }
}
