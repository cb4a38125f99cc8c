// SPDX-License-Identifier: BSL-1.0
/// Products with packed weights against plain loops, in every memory order of the weight and of x.
#include <shapeproof/ops/linear.hpp>
#include <shapeproof/ops/packed.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace sp = shapeproof;

namespace {

using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 37>;
using F = sp::axis<"F", 70>;
using x_type = sp::tensor<float, B, L, D>;
using w_type = sp::tensor<float, D, F>;

/// The largest error of x times the packed weight, whose own rounding is `T`'s.
template <class T, class X, class W>
double error(X const& x, W const& w) {
  auto const expected = reference::product(reference::read(x), reference::read(w), {"B", "L", "F"});
  return reference::error(sp::matmul(x, sp::pack<T>(w)), expected);
}

}  // namespace

TEST_CASE("packed products are products, for weights of either memory order") {
  auto const w = reference::filled<w_type>(2);
  auto const stored = reference::filled<sp::tensor<float, F, D>>(3);
  for (std::size_t length : reference::sizes{0, 1, 3, 9}) {
    auto const x = reference::filled<x_type>(1, sp::bind<"L">(length));
    CHECK(error<float>(x, w) < 1e-5);
    CHECK(error<float>(x, sp::transpose<"F", "D">(stored)) < 1e-5);
    CHECK(error<sp::bf16>(x, w) < 0.05);
    CHECK(error<sp::int8>(x, w) < 0.1);
  }
}

TEST_CASE("smaller elements are smaller, and not the same") {
  auto const w = reference::filled<w_type>(2);
  auto const x = reference::filled<x_type>(1, sp::bind<"L">(4));
  CHECK(sp::pack<sp::bf16>(w).bytes() < 0.6 * static_cast<double>(sp::pack<float>(w).bytes()));
  CHECK(sp::pack<sp::int8>(w).bytes() < 0.35 * static_cast<double>(sp::pack<float>(w).bytes()));
  CHECK(error<sp::bf16>(x, w) > 1e-5);
  CHECK(error<sp::int8>(x, w) > 1e-5);
}

TEST_CASE("rows that are not dense: the last positions, a part of the axis, another order") {
  auto const w = sp::pack<float>(reference::filled<w_type>(2));
  auto const plain = reference::filled<w_type>(2);
  auto const x = reference::filled<x_type>(1, sp::bind<"L">(4));
  auto const last = sp::last<"L">(x);
  CHECK(reference::error(linear(last, w),
                         reference::product(reference::read(last), reference::read(plain), {"B", "F"})) < 1e-5);
  using wide = sp::tensor<float, B, L, sp::axis<"D", 40>>;
  auto const part = sp::slice<"D", 0, 37>(reference::filled<wide>(5, sp::bind<"L">(3)));
  CHECK(error<float>(part, plain) < 1e-5);
  auto const turned = sp::transpose<"L", "B">(reference::filled<sp::tensor<float, L, B, D>>(6, sp::bind<"L">(3)));
  CHECK(error<float>(turned, plain) < 1e-5);
}

TEST_CASE("a bias is added, and the mark of the last position stays") {
  auto const plain = reference::filled<w_type>(2);
  auto const bias = reference::filled<sp::tensor<float, F>>(3);
  auto const x = reference::filled<x_type>(1, sp::bind<"L">(4));
  auto const y = linear(sp::last<"L">(x), sp::pack<float>(plain), bias);
  static_assert(sp::is_at_last<std::remove_const_t<decltype(y)>, "L">);
  auto const expected = linear(sp::last<"L">(x), plain, bias);
  CHECK(reference::error(y, reference::read(expected)) < 1e-5);
}

TEST_CASE("symbols meet: a packed weight of another size is an error with both numbers") {
  using any = sp::axis<"D">;
  sp::tensor<float, any, F> const w(sp::bind<"D">(5));
  sp::tensor<float, L, any> const x(sp::bind<"L">(2), sp::bind<"D">(4));
  CHECK(reference::thrown([&] { (void)sp::matmul(x, sp::pack<float>(w)); }) ==
        "matmul: [L=2, D=4] x [D=5, F=70]: the symbol D is 4 on one side and 5 on the other");
}
