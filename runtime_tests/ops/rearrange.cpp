// SPDX-License-Identifier: BSL-1.0
/// rearrange is a view where memory order allows it, else a copy; the elements are the same either way.
#include <shapeproof/ops/rearrange.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <numeric>
#include <utility>

namespace sp = shapeproof;

namespace {
using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using H = sp::axis<"H", 3>;
using Dk = sp::axis<"Dk", 5>;
using x_type = sp::tensor<float, B, L, sp::fused<H, Dk>>;

x_type numbers() { return reference::filled<x_type>(1, sp::bind<"L">(4)); }
}  // namespace

TEST_CASE("rearrange as a view: split and permute") {
  auto x = numbers();
  auto const y = sp::rearrange<"B L (H Dk) -> B H L Dk">(x);
  static_assert(!decltype(y)::owns);
  CHECK(y.data() == x.data());
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t m = 0; m < 5; ++m) CHECK(&y(1, k, 3, m) == &x(1, 3, k * 5 + m));
}

TEST_CASE("rearrange as a view: merge of neighbours in memory") {
  auto x = numbers();
  auto const y = sp::rearrange<"B L (H Dk) -> (B L) (H Dk)">(x);
  static_assert(!decltype(y)::owns);
  CHECK(&y(1 * 4 + 2, 7) == &x(1, 2, 7));
}

TEST_CASE("rearrange as a copy: merge of what lies apart") {
  auto x = numbers();
  auto const turned = sp::rearrange<"B L (H Dk) -> B H L Dk">(x);
  auto const back = sp::rearrange<"B H L Dk -> B L (H Dk)">(sp::contiguous(turned));
  static_assert(decltype(back)::owns);
  CHECK(reference::elements(back) == reference::elements(x));
  auto const y = sp::rearrange<"B L (H Dk) -> (Dk L) (H B)">(x);
  static_assert(decltype(y)::owns);
  CHECK(sp::to_string(y) == "[(Dk L)=20, (H B)=6]");
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t l = 0; l < 4; ++l)
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t m = 0; m < 5; ++m) CHECK(y(m * 4 + l, k * 2 + b) == x(b, l, k * 5 + m));
}

TEST_CASE("rearrange of a strided view") {
  auto x = numbers();
  auto const turned = sp::rearrange<"B L (H Dk) -> B H L Dk">(x);
  auto const back = sp::rearrange<"B H L Dk -> B L (H Dk)">(turned);
  static_assert(!decltype(back)::owns);  // its memory is in that order already
  CHECK(back.data() == x.data());
  auto const part = sp::rearrange<"B H L Dk -> (L H) B Dk">(sp::slice<"Dk", 1, 4>(turned));
  CHECK(part(3 * 3 + 2, 1, 2) == x(1, 3, 2 * 5 + 3));
}

TEST_CASE("rearrange of an rvalue keeps its memory, or copies") {
  auto x = numbers();
  auto const copy = x;
  float const* const memory = x.data();
  auto const y = sp::rearrange<"B L (H Dk) -> B H L Dk">(std::move(x));
  static_assert(decltype(y)::owns);
  CHECK(y.data() == memory);
  CHECK(y(1, 2, 3, 4) == copy(1, 3, 14));
  auto const z = sp::rearrange<"B L (H Dk) -> (H B) (Dk L)">(numbers());
  CHECK(z(2 * 2 + 1, 4 * 4 + 3) == copy(1, 3, 14));
}

TEST_CASE("C04 and C05 by rearrange") {
  sp::tensor<float, sp::axis<"B", 1>, sp::axis<"T", 2>, sp::fused<sp::axis<"H", 2>, sp::axis<"dh", 2>>> x;
  std::iota(x.data(), x.data() + 8, 0.0F);
  auto const split = sp::rearrange<"B T (H dh) -> B H T dh">(x);
  CHECK(reference::elements(split) == std::vector<double>{0, 1, 4, 5, 2, 3, 6, 7});
  sp::tensor<float, sp::axis<"B", 1>, sp::axis<"H", 2>, sp::axis<"T", 2>, sp::axis<"dh", 2>> v;
  std::iota(v.data(), v.data() + 8, 0.0F);
  CHECK(reference::elements(sp::rearrange<"B H T dh -> B T (H dh)">(v)) == std::vector<double>{0, 1, 4, 5, 2, 3, 6, 7});
}
