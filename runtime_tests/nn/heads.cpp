// SPDX-License-Identifier: BSL-1.0
/// Heads, plain or in groups, are split off and merged again without moving an element.
#include <shapeproof/nn/heads.hpp>
#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/reorder.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

namespace {

using B = sp::axis<"B", 5>;
using L = sp::axis<"L">;
using Hkv = sp::axis<"Hkv", 2>;
using G = sp::axis<"G", 3>;
using H = sp::axis<"H", 6>;
using Dk = sp::axis<"Dk", 4>;
using grouped = sp::fused<sp::fused<Hkv, G>, Dk>;
using plain = sp::fused<H, Dk>;

}  // namespace

TEST_CASE("component (kv G + g) Dk + m is component m of query g of head kv") {
  auto const x = reference::filled<sp::tensor<float, B, L, grouped>>(1, sp::bind<"L">(7));
  auto const y = nn::split_heads(x);
  CHECK(sp::to_string(y) == "[B=5, L=7, Hkv=2, G=3, Dk=4]");
  for (std::size_t kv = 0; kv < 2; ++kv)
    for (std::size_t g = 0; g < 3; ++g)
      for (std::size_t m = 0; m < 4; ++m) CHECK(&y(3, 5, kv, g, m) == &x(3, 5, (kv * 3 + g) * 4 + m));
}

TEST_CASE("component h Dk + m is component m of plain head h") {
  auto const x = reference::filled<sp::tensor<float, B, L, plain>>(1, sp::bind<"L">(7));
  auto const y = nn::split_heads(x);
  CHECK(sp::to_string(y) == "[B=5, L=7, H=6, Dk=4]");
  for (std::size_t h = 0; h < 6; ++h)
    for (std::size_t m = 0; m < 4; ++m) CHECK(&y(3, 5, h, m) == &x(3, 5, h * 4 + m));
}

TEST_CASE("merge_heads is the inverse of split_heads, over the same memory") {
  auto x = reference::filled<sp::tensor<float, B, L, grouped>>(1, sp::bind<"L">(7));
  auto const before = reference::elements(x);
  auto const back = nn::merge_heads<grouped>(nn::split_heads(x));
  CHECK(back.data() == x.data());
  CHECK(sp::to_string(back) == sp::to_string(x));
  auto const* const memory = x.data();
  auto const moved = nn::merge_heads<grouped>(nn::split_heads(std::move(x)));
  static_assert(decltype(moved)::owns);
  CHECK(moved.data() == memory);
  CHECK(reference::elements(moved) == before);
}

TEST_CASE("heads before positions and back: move_axis moves no element, and the other axes keep their order") {
  auto const x = reference::filled<sp::tensor<float, B, L, grouped>>(1, sp::bind<"L">(7));
  auto const split = nn::split_heads(x);
  auto const y = sp::move_axis<"L", -2>(split);
  CHECK(sp::to_string(y) == "[B=5, Hkv=2, G=3, L=7, Dk=4]");
  for (std::size_t l = 0; l < 7; ++l) CHECK(&y(4, 1, 2, l, 3) == &split(4, l, 1, 2, 3));
  auto const back = sp::move_axis<"L", 1>(y);
  CHECK(back.data() == x.data());
  CHECK(reference::elements(back) == reference::elements(split));
  auto const merged = nn::merge_heads<grouped>(sp::contiguous(sp::move_axis<"L", 1>(sp::contiguous(y))));
  CHECK(reference::elements(merged) == reference::elements(x));
}
