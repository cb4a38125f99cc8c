// SPDX-License-Identifier: BSL-1.0
/// Layers with and without a bias against plain loops in doubles.
#include <shapeproof/nn/project.hpp>

#include <shapeproof/nn/stored_weight.hpp>

#include "small_attention.hpp"
#include "small_layers.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

namespace {
using small::D;
using small::F;
}  // namespace

TEST_CASE("a layer without a bias is the product") {
  auto const w = reference::filled<sp::tensor<float, D, F>>(3);
  for (std::size_t length : reference::sizes{1, 2, 5}) {
    auto const x = small::numbers(length);
    auto const expected = reference::product(reference::read(x), reference::read(w), {"B", "L", "F"});
    CHECK(reference::error(nn::project(x, w), expected) < 1e-5);
  }
}

TEST_CASE("a bias is added to every row") {
  auto const w = small::filled_layer<D, F>(4);
  for (std::size_t length : reference::sizes{1, 2, 5}) {
    auto const x = small::numbers(length);
    auto expected = reference::product(reference::read(x), reference::read(w.weight), {"B", "L", "F"});
    for (std::size_t i = 0; i < expected.at.size(); ++i) expected.at[i] += static_cast<double>(w.bias(i % 7));
    CHECK(reference::error(nn::project(x, w), expected) < 1e-5);
  }
}

TEST_CASE("a square layer multiplies by [In, Out], and a file's [Out, In] as the same weight") {
  using In = sp::axis<"D", 3>;
  using Out = sp::axis<"F", 3>;
  auto const dense = small::filled_layer<In, Out>(5);
  float rows[9];
  for (std::size_t in = 0; in < 3; ++in)
    for (std::size_t out = 0; out < 3; ++out) rows[out * 3 + in] = dense.weight(in, out);
  using stored = nn::stored_matrix<nn::linear_convention, In, Out>;
  nn::affine<stored, sp::view<float const, Out>> const viewed = {
      nn::stored_weight<nn::linear_convention, In, Out>(rows), dense.bias};
  auto const x = reference::filled<sp::tensor<float, sp::axis<"L", 2>, In>>(6);
  auto expected = reference::product(reference::read(x), reference::read(dense.weight), {"L", "F"});
  for (std::size_t i = 0; i < 6; ++i) expected.at[i] += static_cast<double>(dense.bias(i % 3));
  CHECK(reference::error(nn::project(x, dense), expected) < 1e-6);
  CHECK(reference::error(nn::project(x, viewed), expected) < 1e-6);
}
