// SPDX-License-Identifier: BSL-1.0
/// Tensors own dense row-major memory whose extents are bound when they are made.
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <utility>

namespace sp = shapeproof;

namespace {
using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 3>;
}  // namespace

TEST_CASE("a new tensor is zeros") {
  sp::tensor<float, B, sp::axis<"F", 5>, D> const x;
  CHECK(x.size() == 30);
  CHECK(reference::elements(x) == std::vector<double>(30, 0.0));
  sp::tensor<double, L> const y(sp::bind<"L">(4));
  CHECK(reference::elements(y) == std::vector<double>(4, 0.0));
}

TEST_CASE("an uninitialized tensor has room for all its elements") {
  sp::tensor<float, B, D> x(sp::uninitialized, {});
  reference::fill(x, 1);
  CHECK(x.size() == 6);
  sp::tensor<float, L, D> y(sp::uninitialized, {{4}});
  reference::fill(y, 1);
  CHECK(y.size() == 12);
}

TEST_CASE("symbols are bound in any order") {
  using x_type = sp::tensor<float, L, sp::axis<"S", "past+1">, D>;
  x_type const x(sp::bind<"L">(4), sp::bind<"past">(6));
  x_type const y(sp::bind<"past">(6), sp::bind<"L">(4));
  for (x_type const* each : {&x, &y}) {
    CHECK(each->extent<"L">() == 4);
    CHECK(each->extent<"S">() == 7);
    CHECK(each->extent<"D">() == 3);
    CHECK(each->size() == 84);
  }
  CHECK(sp::to_string(x) == "[L=4, S=7, D=3]");
}

TEST_CASE("a tensor without axes has one element") {
  sp::tensor<float> x;
  CHECK(x.size() == 1);
  CHECK(x.rank == 0);
  x() = 7;
  CHECK(*x.data() == 7);
  CHECK(sp::to_string(x) == "[]");
}

TEST_CASE("an extent of zero gives no elements") {
  sp::tensor<float, L, D> const x(sp::bind<"L">(0));
  CHECK(x.size() == 0);
  CHECK(reference::thrown([&] { (void)x(0, 0); }) == "element of [L=0, D=3]: L=0: 0 is not in [0, 0)");
}

TEST_CASE("elements are dense and row-major") {
  auto x = reference::filled<sp::tensor<float, B, sp::axis<"L", 4>, D>>(1);
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t l = 0; l < 4; ++l)
      for (std::size_t d = 0; d < 3; ++d) CHECK(&x(b, l, d) == x.data() + (b * 4 + l) * 3 + d);
}

TEST_CASE("memory begins at a multiple of 64 bytes") {
  for (std::size_t length : reference::sizes{1, 2, 3, 63, 64, 1000}) {
    sp::tensor<float, L> const x(sp::bind<"L">(length));
    CHECK(reinterpret_cast<std::uintptr_t>(x.data()) % 64 == 0);
  }
}

TEST_CASE("a copy has its own elements") {
  auto x = reference::filled<sp::tensor<float, L, D>>(1, sp::bind<"L">(4));
  auto y = x;
  CHECK(reference::elements(y) == reference::elements(x));
  CHECK(y.data() != x.data());
  auto const before = reference::elements(x);
  y(2, 1) = 99;
  CHECK(reference::elements(x) == before);
}

TEST_CASE("copy assignment takes elements and extents") {
  auto const x = reference::filled<sp::tensor<float, L, D>>(1, sp::bind<"L">(4));
  sp::tensor<float, L, D> y(sp::bind<"L">(2));
  y = x;
  CHECK(y.extent<"L">() == 4);
  CHECK(reference::elements(y) == reference::elements(x));
  auto const& same = y;
  y = same;
  CHECK(reference::elements(y) == reference::elements(x));
}

TEST_CASE("a move keeps the elements where they are, and views of them valid") {
  auto x = reference::filled<sp::tensor<float, L, D>>(1, sp::bind<"L">(4));
  auto const expected = reference::elements(x);
  float const* const memory = x.data();
  auto const turned = sp::transpose<"L", "D">(x);
  auto const y = std::move(x);
  CHECK(y.data() == memory);
  CHECK(y.extent<"L">() == 4);
  CHECK(reference::elements(y) == expected);
  CHECK(&turned(2, 3) == &y(3, 2));
}

TEST_CASE("a copy of a tensor that took over memory is as deep") {
  auto const whole = reference::filled<sp::tensor<float, B, L, D>>(1, sp::bind<"L">(4));
  auto const turned = sp::transpose<"L", "D">(sp::select<"B">(sp::tensor(whole), 1));
  auto copy = turned;
  CHECK(reference::elements(copy) == reference::elements(turned));
  copy(1, 2) = 99;
  CHECK(turned(1, 2) == whole(1, 2, 1));
}
