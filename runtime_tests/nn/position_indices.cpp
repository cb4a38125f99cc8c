// SPDX-License-Identifier: BSL-1.0
/// Positions as indices into a table: they count on from the cache, each padded row from its own first token.
#include <shapeproof/nn/position_indices.hpp>

#include "small_cache.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

namespace {

using V = sp::axis<"V", 9>;
using B = sp::axis<"B">;
using L = sp::axis<"L">;
using P = sp::axis<"P">;
using ids_type = sp::tensor<sp::index<V>, B, L>;
using storage = sp::tensor<float, B, sp::axis<"H", 3>, sp::axis<"S", "capacity">, sp::axis<"Dk", 5>>;
using cache = nn::kv_cache<storage>;
using rows = sp::left_padded<B>;
using padded_cache = nn::kv_cache<storage, sp::axis<"S", 0>, nn::between_steps, rows>;

ids_type ids(std::size_t batch, std::size_t length) { return ids_type(sp::bind<"B">(batch), sp::bind<"L">(length)); }
auto table(std::size_t positions) { return sp::tensor<float, P, sp::axis<"D", 2>>(sp::bind<"P">(positions)); }

/// The cache behind `length` positions.
template <class Cache>
auto behind(Cache&& before, std::size_t batch, std::size_t length) {
  sp::tensor<float, B, sp::axis<"H", 3>, L, sp::axis<"Dk", 5>> const k(sp::bind<"B">(batch), sp::bind<"L">(length));
  return small::stepped(std::forward<Cache>(before), k);
}

using numbers = std::vector<double>;

}  // namespace

TEST_CASE("one vector of indices for all rows, from the cache's length on") {
  auto const first = nn::position_indices(table(8), cache(sp::bind<"B">(2), sp::bind<"capacity">(8)), ids(2, 4));
  CHECK(sp::to_string(first) == "[L=4]");
  CHECK(reference::elements(first) == numbers{0, 1, 2, 3});
  auto const later = behind(cache(sp::bind<"B">(2), sp::bind<"capacity">(8)), 2, 5);
  CHECK(reference::elements(nn::position_indices(table(8), later, ids(2, 3))) == numbers{5, 6, 7});
  CHECK(nn::position_indices(table(8), later, ids(2, 0)).size() == 0);
}

TEST_CASE("each padded row has indices of its own, and the padding is at the first position") {
  padded_cache empty(rows({0, 3, 1}), sp::bind<"B">(3), sp::bind<"capacity">(8));
  auto const first = nn::position_indices(table(8), empty, ids(3, 4));
  CHECK(sp::to_string(first) == "[B=3, L=4]");
  CHECK(reference::elements(first) == numbers{0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 1, 2});
  auto const later = nn::position_indices(table(8), behind(std::move(empty), 3, 4), ids(3, 2));
  CHECK(reference::elements(later) == numbers{4, 5, 1, 2, 3, 4});
}

TEST_CASE("a position behind the table's last one is an error, the last one is not") {
  auto const later = behind(cache(sp::bind<"B">(1), sp::bind<"capacity">(9)), 1, 6);
  CHECK(reference::elements(nn::position_indices(table(8), later, ids(1, 2))) == numbers{6, 7});
  CHECK(reference::thrown([&] { (void)nn::position_indices(table(8), later, ids(1, 3)); }) ==
        "index: P=8: 8 is not in [0, 8)");
  // A padded row reaches the end of the table later than the others.
  padded_cache empty(rows({2, 2}), sp::bind<"B">(2), sp::bind<"capacity">(9));
  CHECK(reference::elements(nn::position_indices(table(2), empty, ids(2, 4))) == numbers{0, 0, 0, 1, 0, 0, 0, 1});
  CHECK(reference::thrown([&] { (void)nn::position_indices(table(2), empty, ids(2, 5)); }) ==
        "index: P=2: 2 is not in [0, 2)");
}

TEST_CASE("ids of more rows than the padding has are an error") {
  padded_cache const empty(rows({0, 1}), sp::bind<"B">(2), sp::bind<"capacity">(8));
  CHECK(reference::thrown([&] { (void)nn::position_indices(table(8), empty, ids(3, 2)); }) ==
        "position_indices: [B=3, L=2]: the padding is that of 2 rows");
}
