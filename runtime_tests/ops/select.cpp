// SPDX-License-Identifier: BSL-1.0
/// slice, select, last and unsqueeze begin at the right element, for numbers and symbols, in any memory
/// order.
#include <shapeproof/ops/arithmetic.hpp>
#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/ops/split_merge.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;

namespace {
using B = sp::axis<"B", 3>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 4>;
using S = sp::axis<"S", "past+L">;
using x_type = sp::tensor<float, B, L, D>;
}  // namespace

TEST_CASE("slice with numbers, on each axis") {
  auto x = reference::filled<x_type>(1);
  auto const outer = sp::slice<"B", 1, 3>(x);
  auto const middle = sp::slice<"L", 2, 7>(x);
  auto const inner = sp::slice<"D", 3, 4>(x);
  CHECK(sp::to_string(outer) == "[B=2, L=7, D=4]");
  CHECK(sp::to_string(middle) == "[B=3, L=5, D=4]");
  CHECK(sp::to_string(inner) == "[B=3, L=7, D=1]");
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t l = 0; l < 5; ++l)
      for (std::size_t d = 0; d < 4; ++d) {
        CHECK(&outer(b, l, d) == &x(b + 1, l, d));
        CHECK(&middle(b, l, d) == &x(b, l + 2, d));
        CHECK(&inner(b, l, 0) == &x(b, l, 3));
      }
}

TEST_CASE("slice of slices, and of everything and nothing") {
  auto x = reference::filled<x_type>(1);
  auto const y = sp::slice<"D", 1, 3>(sp::slice<"L", 1, 5>(sp::slice<"L", 1, 6>(x)));
  CHECK(sp::to_string(y) == "[B=3, L=4, D=2]");
  CHECK(&y(2, 3, 1) == &x(2, 5, 2));
  static_assert(std::is_same_v<decltype(sp::slice<"L", 0, 7>(x)), sp::view<float, B, L, D>>);
  CHECK(sp::slice<"L", 3, 3>(x).size() == 0);
  CHECK(sp::slice<"L", 7, 7>(x).size() == 0);
}

TEST_CASE("slice with symbolic bounds") {
  for (std::size_t past : reference::sizes{0, 2, 5}) {
    auto x = reference::filled<sp::tensor<float, B, S, D>>(1, sp::bind<"past">(past), sp::bind<"L">(3));
    auto const fresh = sp::slice<"S", "past", "past+L">(x);
    auto const cached = sp::slice<"S", 0, "past">(x);
    CHECK(fresh.extent<"S">() == 3);
    CHECK(cached.extent<"S">() == past);
    for (std::size_t i = 0; i < 3; ++i) CHECK(&fresh(2, i, 1) == &x(2, past + i, 1));
    for (std::size_t i = 0; i < past; ++i) CHECK(&cached(1, i, 3) == &x(1, i, 3));
    auto const turned = sp::slice<"S", "past", "past+L">(sp::permute<"D", "S", "B">(x));
    CHECK(&turned(1, 2, 2) == &x(2, past + 2, 1));
  }
}

TEST_CASE("select drops the axis at one position") {
  auto x = reference::filled<x_type>(1);
  for (std::size_t b = 0; b < 3; ++b) CHECK(&sp::select<"B">(x, b)(5, 2) == &x(b, 5, 2));
  for (int l = 0; l < 7; ++l) CHECK(&sp::select<"L">(x, l)(2, 3) == &x(2, l, 3));
  CHECK(&sp::select<"D">(x, sp::index<D>(3))(1, 4) == &x(1, 4, 3));
  auto const one = sp::select<"D">(sp::select<"B">(sp::select<"L">(x, 6), 2), 1);
  CHECK(one.rank == 0);
  CHECK(&one() == &x(2, 6, 1));
}

TEST_CASE("select out of range is an error that shows the shape") {
  auto x = reference::filled<x_type>(1);
  CHECK(reference::thrown([&] { (void)sp::select<"L">(x, 7); }) ==
        "select from [B=3, L=7, D=4]: L=7: 7 is not in [0, 7)");
  CHECK(reference::thrown([&] { (void)sp::select<"B">(x, -1); }) ==
        "select from [B=3, L=7, D=4]: B=3: -1 is not in [0, 3)");
  float const* const memory = x.data();
  CHECK_FALSE(reference::thrown([&] { (void)sp::select<"L">(std::move(x), 7); }).empty());
  CHECK(x.data() == memory);  // a failed call took nothing
}

TEST_CASE("last is the last position, however many there are") {
  for (std::size_t past : reference::sizes{0, 1, 4}) {
    auto x = reference::filled<sp::tensor<float, B, sp::axis<"L", "past+1">, D>>(1, sp::bind<"past">(past));
    auto const y = sp::last<"L">(x);
    CHECK(sp::to_string(y) == "[B=3, D=4]");
    CHECK(&y(2, 3) == &x(2, past, 3));
  }
  auto x = reference::filled<x_type>(1);
  CHECK(&sp::last<"L">(sp::slice<"L", 1, 4>(x))(1, 2) == &x(1, 3, 2));
}

TEST_CASE("last of an empty axis is an error") {
  sp::tensor<float, sp::axis<"L">, D> const x(sp::bind<"L">(0));
  CHECK(reference::thrown([&] { (void)sp::last<"L">(x); }) == "last: [L=0, D=4]: L is empty");
}

TEST_CASE("parts of an rvalue keep its memory") {
  auto x = reference::filled<x_type>(1);
  auto const copy = x;
  float const* const memory = x.data();
  auto const part = sp::select<"B">(sp::slice<"L", 2, 6>(std::move(x)), 1);
  static_assert(decltype(part)::owns);
  CHECK(part.data() == memory + (7 + 2) * 4);
  for (std::size_t l = 0; l < 4; ++l)
    for (std::size_t d = 0; d < 4; ++d) CHECK(part(l, d) == copy(1, l + 2, d));
  auto again = part;
  CHECK(reference::elements(again) == reference::elements(part));
  CHECK(again.data() != part.data());
}

TEST_CASE("unsqueeze gives a new outermost axis") {
  auto x = reference::filled<x_type>(1);
  auto const y = sp::unsqueeze<sp::axis<"N", 1>>(x);
  CHECK(sp::to_string(y) == "[N=1, B=3, L=7, D=4]");
  CHECK(y.data() == x.data());
  auto const z = sp::unsqueeze<sp::axis<"N", 1>>(sp::transpose<"B", "D">(sp::slice<"L", 1, 4>(x)));
  CHECK(&z(0, 3, 2, 1) == &x(1, 3, 3));
}

TEST_CASE("merging behind a slice or a selection finds the right elements") {
  auto x = reference::filled<sp::tensor<float, B, L, D, sp::axis<"E", 2>>>(1);
  auto const inner = sp::merge<"D", "E">(sp::slice<"L", 2, 5>(x));
  auto const outer = sp::merge<"L", "D">(sp::slice<"L", 2, 5>(x));
  auto const selected = sp::merge<"D", "E">(sp::select<"L">(x, 4));
  for (std::size_t b = 0; b < 3; ++b)
    for (std::size_t l = 0; l < 3; ++l)
      for (std::size_t d = 0; d < 4; ++d)
        for (std::size_t e = 0; e < 2; ++e) {
          CHECK(&inner(b, l, d * 2 + e) == &x(b, l + 2, d, e));
          CHECK(&outer(b, l * 4 + d, e) == &x(b, l + 2, d, e));
          CHECK(&selected(b, d * 2 + e) == &x(b, 4, d, e));
        }
}
