// SPDX-License-Identifier: BSL-1.0
/// Elementwise arithmetic against naive loops: equal axes, axes broadcast by name, any memory order.
#include <shapeproof/ops/arithmetic.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace sp = shapeproof;

namespace {

using B = sp::axis<"B", 2>;
using L = sp::axis<"L", 5>;
using D = sp::axis<"D", 3>;
using n = sp::axis<"L">;

double add(double a, double b) { return a + b; }
double subtract(double a, double b) { return a - b; }
double multiply(double a, double b) { return a * b; }

/// Compares all three operations with naive loops over the axes of the larger operand.
template <class X, class Y>
void check(X const& a, Y const& b) {
  auto const left = reference::read(a);
  auto const right = reference::read(b);
  auto const& names = left.names.size() < right.names.size() ? right.names : left.names;
  CHECK(reference::error(a + b, reference::combined(left, right, names, add)) < 1e-6);
  CHECK(reference::error(a - b, reference::combined(left, right, names, subtract)) < 1e-6);
  CHECK(reference::error(a * b, reference::combined(left, right, names, multiply)) < 1e-6);
}

}  // namespace

TEST_CASE("tensors of equal axes are combined element by element") {
  check(reference::filled<sp::tensor<float, B, L, D>>(1), reference::filled<sp::tensor<float, B, L, D>>(2));
  check(reference::filled<sp::tensor<float>>(1), reference::filled<sp::tensor<float>>(2));
}

TEST_CASE("some of the axes are broadcast by name, from either side") {
  auto const x = reference::filled<sp::tensor<float, B, L, D>>(1);
  auto const each = [&](auto const& part) {
    check(x, part);
    check(part, x);
  };
  each(reference::filled<sp::tensor<float, D>>(2));
  each(reference::filled<sp::tensor<float, L>>(3));
  each(reference::filled<sp::tensor<float, B>>(4));
  each(reference::filled<sp::tensor<float, B, D>>(5));
  each(reference::filled<sp::tensor<float, B, L>>(6));
  each(reference::filled<sp::tensor<float, L, D>>(7));
  each(reference::filled<sp::tensor<float>>(8));
}

TEST_CASE("equal extents do not confuse the axes that are broadcast") {
  using H = sp::axis<"H", 3>;
  using S = sp::axis<"S", 3>;
  auto const x = reference::filled<sp::tensor<float, H, S, D>>(1);
  check(x, reference::filled<sp::tensor<float, H>>(2));
  check(x, reference::filled<sp::tensor<float, S>>(2));
  check(reference::filled<sp::tensor<float, D>>(2), x);
  check(x, reference::filled<sp::tensor<float, H, D>>(2));
}

TEST_CASE("operands may be views in any memory order") {
  auto const x = reference::filled<sp::tensor<float, L, D, B>>(1);
  auto const y = reference::filled<sp::tensor<float, B, sp::axis<"L", 7>, D>>(2);
  auto const turned = sp::permute<"B", "L", "D">(x);
  auto const part = sp::slice<"L", 1, 6>(y);
  check(turned, part);
  check(part, turned);
  check(sp::select<"B">(x, 1), sp::select<"B">(part, 0));
  check(part, sp::select<"L">(part, 4));
  check(turned, sp::last<"B">(x));
}

TEST_CASE("symbolic extents are as long as their symbols say") {
  check(reference::filled<sp::tensor<float, B, n, D>>(1, sp::bind<"L">(4)),
        reference::filled<sp::tensor<float, n, D>>(2, sp::bind<"L">(4)));
  check(reference::filled<sp::tensor<float, B, D>>(1),
        reference::filled<sp::tensor<float, B, n, D>>(2, sp::bind<"L">(6)));
  check(reference::filled<sp::tensor<float, n, D>>(1, sp::bind<"L">(0)), reference::filled<sp::tensor<float, D>>(2));
}

TEST_CASE("a number scales every element") {
  auto const x = reference::filled<sp::tensor<float, B, L, D>>(1);
  auto const read = reference::read(x);
  auto const times = [&](double factor) {
    return reference::combined(read, read, read.names, [=](double one, double) { return one * factor; });
  };
  CHECK(reference::error(x * 3, times(3)) < 1e-6);
  CHECK(reference::error(0.5F * x, times(0.5)) < 1e-6);
  CHECK(reference::error(x / 4, times(0.25)) < 1e-6);
  auto const turned = sp::transpose<"B", "L">(x) * -2;
  CHECK(turned(4, 1, 2) == x(1, 4, 2) * -2);
}

TEST_CASE("division by a number is division, up to one rounding more") {
  auto const x = reference::filled<sp::tensor<float, L, D>>(1);
  for (float divisor : {3.0F, 49.0F, 0.1F, -7e-20F}) {
    auto const y = x / divisor;
    for (std::size_t i = 0; i < x.size(); ++i) {
      double const expected = static_cast<double>(x.data()[i]) / static_cast<double>(divisor);
      CHECK(std::abs(static_cast<double>(y.data()[i]) / expected - 1) < 2e-7);
    }
  }
}

TEST_CASE("the operands stay as they were, and the result has its own memory") {
  auto const x = reference::filled<sp::tensor<float, L, D>>(1);
  auto const before = reference::elements(x);
  auto const y = x + x;
  CHECK(reference::elements(x) == before);
  CHECK(y.data() != x.data());
}

TEST_CASE("C32: a row of ones scales each row by itself") {
  sp::tensor<float, sp::axis<"T", 2>, sp::axis<"E", 2>> x;
  sp::tensor<float, sp::axis<"E", 2>> g;
  reference::assign(x, {1, 2, 3, 4});
  reference::assign(g, {1, 1});
  CHECK(reference::elements(x * g) == std::vector<double>{1, 2, 3, 4});
}
