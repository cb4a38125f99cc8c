// SPDX-License-Identifier: BSL-1.0
/// The feed-forward part against plain loops in doubles: each activation, gated or not, with and without biases.
#include <shapeproof/nn/feed_forward.hpp>
#include <shapeproof/nn/weights.hpp>

#include "small_attention.hpp"
#include "small_layers.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

namespace {

using small::D;
using small::F;
template <class In, class Out>
using matrix = sp::tensor<float, In, Out>;

nn::feed_forward_weights<small::layer<D, F>, small::layer<F, D>> const biased = {small::filled_layer<D, F>(31),
                                                                                 small::filled_layer<F, D>(32)};
nn::gated_feed_forward_weights<matrix<D, F>, matrix<F, D>> const gated = {
    reference::filled<matrix<D, F>>(33), reference::filled<matrix<D, F>>(34), reference::filled<matrix<F, D>>(35)};
nn::gated_feed_forward_weights<small::layer<D, F>, small::layer<F, D>> const gated_biased = {
    small::filled_layer<D, F>(36), small::filled_layer<D, F>(37), small::filled_layer<F, D>(38)};

/// The largest error of `found` at any length; `expected` gives one batch entry's rows.
template <class Found, class Expected>
double error(Found const& found, Expected const& expected) {
  double worst = 0;
  for (std::size_t length : reference::sizes{1, 2, 4}) {
    auto const x = small::numbers(length);
    auto const y = found(x);
    for (std::size_t b = 0; b < 2; ++b) worst = std::max(worst, small::error(y, b, expected(small::entry(x, b))));
  }
  return worst;
}

}  // namespace

TEST_CASE("feed-forward: up, GELU, down, each position on its own") {
  small::feed_forward_weights const plain;
  auto const check = [](auto const& w) {
    CHECK(error([&](auto const& x) { return nn::feed_forward(x, w); },
                [&](auto const& x) { return reference::fed_forward(x, w); }) < 1e-5);
  };
  check(plain);
  check(biased);
}

TEST_CASE("feed-forward with GELU's tanh form, which is not the exact one") {
  small::feed_forward_weights const plain;
  auto const check = [](auto const& w) {
    auto const found = [&](auto const& x) { return nn::feed_forward_tanh(x, w); };
    CHECK(error(found, [&](auto const& x) { return reference::fed_forward(x, w, reference::gelu_tanh); }) < 1e-5);
    CHECK(error(found, [&](auto const& x) { return reference::fed_forward(x, w); }) > 5e-5);
  };
  check(plain);
  check(biased);
}

TEST_CASE("gated feed-forward: SiLU of the gate times up, down") {
  auto const check = [](auto const& w) {
    CHECK(error([&](auto const& x) { return nn::gated_feed_forward(x, w); },
                [&](auto const& x) { return reference::fed_forward_gated(x, w); }) < 1e-5);
  };
  check(gated);
  check(gated_biased);
}
