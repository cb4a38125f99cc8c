// SPDX-License-Identifier: BSL-1.0
/// linear contracts the last axis of x with the first axis of w, and adds the bias to every position.
#include <shapeproof/ops/linear.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;

namespace {
using B = sp::axis<"B", 2>;
using L = sp::axis<"L", 3>;
using In = sp::axis<"In", 5>;
using Out = sp::axis<"Out", 4>;

template <class X, class W, class Bias>
void check(X const& x, W const& w, Bias const& bias) {
  auto names = reference::read(x).names;
  names.back() = reference::read(w).names.back();
  auto const product = reference::product(reference::read(x), reference::read(w), names);
  CHECK(reference::error(sp::linear(x, w), product) < 1e-5);
  auto const shifted =
      reference::combined(product, reference::read(bias), names, [](double one, double other) { return one + other; });
  CHECK(reference::error(sp::linear(x, w, bias), shifted) < 1e-5);
}
}  // namespace

TEST_CASE("linear on any number of leading axes") {
  auto const w = reference::filled<sp::tensor<float, In, Out>>(2);
  auto const bias = reference::filled<sp::tensor<float, Out>>(3);
  check(reference::filled<sp::tensor<float, B, L, In>>(1), w, bias);
  check(reference::filled<sp::tensor<float, L, In>>(1), w, bias);
  check(reference::filled<sp::tensor<float, In>>(1), w, bias);
}

TEST_CASE("linear on strided operands") {
  auto const x = reference::filled<sp::tensor<float, In, L, B>>(1);
  auto const stored = reference::filled<sp::tensor<float, Out, sp::axis<"In", 9>>>(2);
  auto const table = reference::filled<sp::tensor<float, Out, B>>(3);
  check(sp::permute<"B", "L", "In">(x), sp::transpose<"Out", "In">(sp::slice<"In", 3, 8>(stored)),
        sp::select<"B">(table, 1));
  check(sp::transpose<"L", "In">(sp::select<"B">(x, 1)), sp::transpose<"Out", "In">(sp::slice<"In", 0, 5>(stored)),
        sp::last<"B">(table));
}

TEST_CASE("linear with symbolic axes") {
  using n = sp::axis<"L">;
  using in = sp::axis<"In", "2*k">;
  check(reference::filled<sp::tensor<float, B, n, in>>(1, sp::bind<"L">(7), sp::bind<"k">(3)),
        reference::filled<sp::tensor<float, in, Out>>(2, sp::bind<"k">(3)),
        reference::filled<sp::tensor<float, Out>>(3));
}

TEST_CASE("C12: a square weight is not transposed silently") {
  sp::tensor<float, sp::axis<"O", 2>, sp::axis<"I", 2>> w;
  sp::tensor<float, sp::axis<"I", 2>> x;
  reference::assign(w, {1, 2, 3, 4});
  reference::assign(x, {1, 2});
  CHECK(reference::elements(sp::linear(x, sp::transpose<"O", "I">(w))) == std::vector<double>{5, 11});
}
