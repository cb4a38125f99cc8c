// SPDX-License-Identifier: BSL-1.0
/// Rotary positions against plain loops in doubles: both pairings, any memory order, positions from caches and batches.
#include <shapeproof/nn/rope.hpp>
#include <shapeproof/ops/contract.hpp>
#include <shapeproof/ops/matmul.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/ops/split_merge.hpp>

#include "small_rope.hpp"

#include <doctest/doctest.h>

#include <cstring>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

using reference::pairing;
using small::expected;
using small::half_apart;
using small::positions_from;
using small::rotated;
using small::side_by_side;

namespace {

template <class Stored>
using x_of = sp::tensor<float, small::rope_B, small::rope_H, small::L, typename Stored::head>;

}  // namespace

TEST_CASE_TEMPLATE("each head of the token at position p is turned by p", stored, side_by_side, half_apart) {
  for (std::size_t length : reference::sizes{1, 2, 5})
    for (std::size_t past : reference::sizes{0, 1, 7, 1000}) {
      auto const x = reference::filled<x_of<stored>>(1, sp::bind<"L">(length));
      auto const found = rotated<stored>(x, positions_from(past, x));
      CHECK(reference::error(found, expected<stored>(x, [past](std::size_t, std::size_t l) { return past + l; })) <
            1e-5);
    }
}

TEST_CASE_TEMPLATE("heads behind tokens in memory, and parts of a tensor", stored, side_by_side, half_apart) {
  using in_memory = sp::tensor<float, small::rope_B, small::L, small::rope_H, typename stored::head>;
  auto const x = reference::filled<in_memory>(1, sp::bind<"L">(5));
  auto const at = [](std::size_t, std::size_t l) { return l + 2; };
  auto const turned = sp::transpose<"L", "H">(x);
  CHECK(reference::error(rotated<stored>(turned, positions_from(2, x)), expected<stored>(turned, at)) < 1e-5);
  CHECK(reference::error(rotated<stored>(x, positions_from(2, x)), expected<stored>(x, at)) < 1e-5);
  auto const part = sp::slice<"H", 1, 3>(x);
  CHECK(reference::error(rotated<stored>(part, positions_from(2, x)), expected<stored>(part, at)) < 1e-5);
  // Components that are the outermost axis in memory, and one head of one sequence.
  using outside = sp::tensor<float, typename stored::head, small::rope_B, small::rope_H, small::L>;
  auto const y = reference::filled<outside>(3, sp::bind<"L">(5));
  auto const inside = sp::permute<"B", "H", "L", stored::pairs>(y);
  CHECK(reference::error(rotated<stored>(inside, positions_from(2, y)), expected<stored>(inside, at)) < 1e-5);
  auto const one = sp::select<"H">(sp::select<"B">(x, 1), 2);
  CHECK(reference::error(rotated<stored>(one, positions_from(2, x)), expected<stored>(one, at)) < 1e-5);
}

TEST_CASE_TEMPLATE("the result is dense and of its own, and position 0 changes no bit", stored, side_by_side,
                   half_apart) {
  auto const x = reference::filled<x_of<stored>>(1, sp::bind<"L">(1));
  auto const found = rotated<stored>(x, positions_from(0, x));
  static_assert(std::is_same_v<decltype(found), x_of<stored> const>);
  CHECK(found.data() != x.data());
  CHECK(reference::elements(found) == reference::elements(x));
  x_of<stored> const none(sp::bind<"L">(0));
  CHECK(rotated<stored>(none, positions_from(3, none)).size() == 0);
}

TEST_CASE_TEMPLATE("base is what the angles fall by", stored, side_by_side, half_apart) {
  auto const x = reference::filled<x_of<stored>>(1, sp::bind<"L">(4));
  auto const at = [](std::size_t, std::size_t l) { return l + 3; };
  for (float base : {1.0F, 100.0F, 1e4F, 5e5F}) {
    auto const found = nn::rope<"L", stored::pairs>(x, positions_from(3, x), base);
    CHECK(reference::error(found, expected<stored>(x, at, static_cast<double>(base))) < 1e-5);
  }
  CHECK(reference::elements(rotated<stored>(x, positions_from(3, x))) ==
        reference::elements(nn::rope<"L", stored::pairs>(x, positions_from(3, x), 1e4F)));
}

TEST_CASE_TEMPLATE("a score depends on the distance of its two positions only", stored, side_by_side, half_apart) {
  auto const q = reference::filled<x_of<stored>>(1, sp::bind<"L">(1));
  auto const k = reference::filled<x_of<stored>>(2, sp::bind<"L">(1));
  auto const score = [&](std::size_t of_query, std::size_t of_key) {
    auto const turned_q = rotated<stored>(q, positions_from(of_query, q));
    auto const turned_k = sp::rename<"L", "S">(rotated<stored>(k, positions_from(of_key, k)));
    return reference::read(sp::contract<stored::pairs>(turned_q, turned_k));
  };
  for (std::size_t distance : reference::sizes{0, 1, 4})
    for (std::size_t shift : reference::sizes{1, 6, 50})
      CHECK(reference::error(score(distance + shift, shift), score(distance, 0)) < 1e-4);
  CHECK(reference::error(score(4, 0), score(0, 0)) > 1e-2);
  CHECK(reference::error(score(4, 0), score(0, 4)) > 1e-2);
}

TEST_CASE("pairs side by side on permuted weights are pairs half an axis apart on the weights as they were") {
  using D = sp::axis<"D", 7>;
  using w_half = sp::tensor<float, D, sp::fused<small::rope_H, half_apart::head>>;
  using w_side = sp::tensor<float, D, sp::fused<small::rope_H, side_by_side::head>>;
  auto const original = reference::filled<w_half>(1);
  w_side permuted;
  for (std::size_t d = 0; d < 7; ++d)
    for (std::size_t h = 0; h < 3; ++h)
      for (std::size_t r = 0; r < 4; ++r)
        for (std::size_t c = 0; c < 2; ++c) permuted(d, h * 8 + r * 2 + c) = original(d, h * 8 + c * 4 + r);
  auto const x = reference::filled<sp::tensor<float, small::L, D>>(2, sp::bind<"L">(5));
  auto const one = sp::split<"(H (C R))">(sp::matmul(x, original));
  auto const other = sp::split<"(H (R C))">(sp::matmul(x, permuted));
  auto const y = rotated<half_apart>(one, positions_from(3, x));
  auto const z = rotated<side_by_side>(other, positions_from(3, x));
  for (std::size_t l = 0; l < 5; ++l)
    for (std::size_t h = 0; h < 3; ++h)
      for (std::size_t r = 0; r < 4; ++r)
        for (std::size_t c = 0; c < 2; ++c) CHECK(y(l, h, c * 4 + r) == z(l, h, r * 2 + c));
}

TEST_CASE("C56: rows that are padded on the left have positions of their own") {
  using x_type = x_of<side_by_side>;
  auto const x = reference::filled<x_type>(1, sp::bind<"L">(4));
  auto const cache = small::padded_cache<small::rope_B>({2, 0, 4, 1, 3});
  auto const at = sp::nn::positions_of(cache, x);
  std::size_t const positions[5][4] = {{0, 0, 0, 1}, {0, 1, 2, 3}, {0, 0, 0, 0}, {0, 0, 1, 2}, {0, 0, 0, 0}};
  auto const found = rotated<side_by_side>(x, at);
  CHECK(reference::error(
            found, expected<side_by_side>(x, [&](std::size_t b, std::size_t l) { return positions[b][l]; })) < 1e-5);
  // One vector of positions for all rows is right for the longest one only.
  auto const wrong = rotated<side_by_side>(x, positions_from(0, x));
  CHECK(reference::elements(sp::select<"B">(wrong, 1)) == reference::elements(sp::select<"B">(found, 1)));
  CHECK(reference::elements(sp::select<"B">(wrong, 0)) != reference::elements(sp::select<"B">(found, 0)));
}

TEST_CASE("the padding of another batch is an error") {
  using rows = sp::axis<"B">;
  using x_type = sp::tensor<float, rows, small::L, side_by_side::head>;
  auto const message = [&](std::size_t b) {
    x_type const x(sp::bind<"B">(b), sp::bind<"L">(4));
    auto const cache = small::padded_cache<rows>({2, 0});
    return reference::thrown([&] { (void)rotated<side_by_side>(x, sp::nn::positions_of(cache, x)); });
  };
  CHECK(message(3) == "rope: [B=3, L=4, (R C)=8]: the padding is that of 2 rows");
  CHECK(message(2).empty());
}
