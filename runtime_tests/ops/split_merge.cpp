// SPDX-License-Identifier: BSL-1.0
/// split, merge and reshape: component j = k * Dk + m is component m of head k, and no element moves.
#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/ops/split_merge.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <numeric>
#include <type_traits>
#include <utility>

namespace sp = shapeproof;

namespace {

using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using H = sp::axis<"H", 3>;
using Dk = sp::axis<"Dk", 5>;
using heads = sp::fused<H, Dk>;
using x_type = sp::tensor<float, B, L, heads>;

template <class X>
X counted() {
  X result;
  std::iota(result.data(), result.data() + result.size(), 0.0F);
  return result;
}

}  // namespace

TEST_CASE("split: component k * Dk + m is component m of head k") {
  auto x = reference::filled<x_type>(1, sp::bind<"L">(4));
  auto const y = sp::split<"(H Dk)">(x);
  CHECK(sp::to_string(y) == "[B=2, L=4, H=3, Dk=5]");
  CHECK(y.data() == x.data());
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t m = 0; m < 5; ++m) CHECK(&y(1, 3, k, m) == &x(1, 3, k * 5 + m));
}

TEST_CASE("splitting heads and merging them again is the identity") {
  auto x = reference::filled<x_type>(1, sp::bind<"L">(4));
  auto const same = sp::merge<"H", "Dk">(sp::split<"(H Dk)">(x));
  static_assert(std::is_same_v<decltype(same), sp::view<float, B, L, heads> const>);
  CHECK(same.data() == x.data());
  auto const turned = sp::transpose<"L", "H">(sp::split<"(H Dk)">(x));
  auto const back = sp::merge<"H", "Dk">(sp::contiguous(sp::transpose<"H", "L">(turned)));
  CHECK(reference::elements(back) == reference::elements(x));
}

TEST_CASE("split and merge of an rvalue keep its memory") {
  auto x = reference::filled<x_type>(1, sp::bind<"L">(4));
  float const* const memory = x.data();
  auto y = sp::split<"(H Dk)">(std::move(x));
  static_assert(decltype(y)::owns);
  CHECK(y.data() == memory);
  auto const z = sp::merge<"H", "Dk">(std::move(y));
  static_assert(std::is_same_v<decltype(z), x_type const>);
  CHECK(z.data() == memory);
}

TEST_CASE("split and merge in strided memory") {
  auto x = reference::filled<sp::tensor<float, heads, L, B>>(1, sp::bind<"L">(4));
  auto const turned = sp::permute<"B", "L", "(H Dk)">(x);
  auto const y = sp::split<"(H Dk)">(turned);
  auto const again = sp::merge<"H", "Dk">(sp::slice<"H", 1, 3>(y));
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t m = 0; m < 5; ++m) {
      CHECK(&y(1, 2, k, m) == &x(k * 5 + m, 2, 1));
      if (k < 2) CHECK(&again(1, 2, k * 5 + m) == &x((k + 1) * 5 + m, 2, 1));
    }
}

TEST_CASE("reshape splits and merges neighbours") {
  auto x = reference::filled<x_type>(1, sp::bind<"L">(4));
  auto const y = sp::reshape<sp::fused<B, L>, H, Dk>(x);
  CHECK(sp::to_string(y) == "[(B L)=8, H=3, Dk=5]");
  CHECK(y.data() == x.data());
  CHECK(&y(1 * 4 + 3, 2, 4) == &x(1, 3, 14));
  auto const flat = sp::reshape<sp::fused<B, L, H, Dk>>(y);
  CHECK(&flat(119) == &x(1, 3, 14));
  auto const strided = sp::transpose<"B", "L">(sp::slice<"B", 0, 2>(x));
  auto const z = sp::reshape<L, B, H, Dk>(strided);
  CHECK(&z(3, 1, 2, 4) == &x(1, 3, 14));
}

TEST_CASE("symbolic factors") {
  using G = sp::axis<"G">;
  auto x = reference::filled<sp::tensor<float, L, sp::fused<G, Dk>>>(1, sp::bind<"L">(2), sp::bind<"G">(4));
  auto const y = sp::split<"(G Dk)">(x);
  CHECK(sp::to_string(y) == "[L=2, G=4, Dk=5]");
  CHECK(&y(1, 3, 2) == &x(1, 17));
}

TEST_CASE("C04: heads are split, then transposed") {
  auto const x =
      counted<sp::tensor<float, sp::axis<"B", 1>, sp::axis<"T", 2>, sp::fused<sp::axis<"H", 2>, sp::axis<"dh", 2>>>>();
  auto const y = sp::transpose<"T", "H">(sp::split<"(H dh)">(x));
  CHECK(reference::elements(y) == std::vector<double>{0, 1, 4, 5, 2, 3, 6, 7});
}

TEST_CASE("C05: heads are transposed, then merged") {
  auto const v = counted<sp::tensor<float, sp::axis<"B", 1>, sp::axis<"H", 2>, sp::axis<"T", 2>, sp::axis<"dh", 2>>>();
  auto const y = sp::merge<"H", "dh">(sp::contiguous(sp::transpose<"H", "T">(v)));
  CHECK(reference::elements(y) == std::vector<double>{0, 1, 4, 5, 2, 3, 6, 7});
}

TEST_CASE("C07: heads that are in place are merged as they are") {
  auto const o = counted<sp::tensor<float, sp::axis<"N", 1>, sp::axis<"H", 2>, sp::axis<"dh", 3>>>();
  CHECK(reference::elements(sp::merge<"H", "dh">(o)) == std::vector<double>{0, 1, 2, 3, 4, 5});
}

TEST_CASE("C10: a part of the columns keeps the distance of its rows") {
  auto const a = counted<sp::tensor<float, sp::axis<"R", 3>, sp::axis<"C", 3>>>();
  auto const part = sp::slice<"C", 0, 2>(a);
  CHECK(part(1, 1) == 4);
  CHECK(sp::contiguous(part)(1, 1) == 4);
}
