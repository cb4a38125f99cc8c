// SPDX-License-Identifier: BSL-1.0
/// The cache: positions land behind the filled ones, and nothing is written where they do not fit.
#include <shapeproof/nn/kv_cache.hpp>
#include <shapeproof/ops/reorder.hpp>

#include "small_cache.hpp"

#include <doctest/doctest.h>

#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

using small::fresh;
using small::has_at;
using small::stepped;

TEST_CASE("a new cache has room and no positions") {
  small::cache const cache(sp::bind<"capacity">(6));
  CHECK(cache.length() == 0);
  CHECK(cache.capacity() == 6);
  CHECK(nn::to_string(cache) == "[B=2, H=3, S=0, Dk=5]");
}

TEST_CASE("positions land behind the filled ones, which stay as they are") {
  auto const k0 = fresh(1, 3), v0 = fresh(2, 3), k1 = fresh(3, 2), v1 = fresh(4, 2), k2 = fresh(5, 1), v2 = fresh(6, 1);
  auto first = nn::append(small::cache(sp::bind<"capacity">(7)), k0, v0);
  CHECK(sp::to_string(first.keys) == "[B=2, H=3, S=3, Dk=5]");
  CHECK(has_at(first.keys, 0, k0));
  CHECK(has_at(first.values, 0, v0));
  auto three = nn::rebound<"past">(nn::commit(std::move(first.cache)));
  CHECK(three.length() == 3);
  auto second = nn::append(std::move(three), k1, v1);
  CHECK(sp::to_string(second.keys) == "[B=2, H=3, S=5, Dk=5]");
  auto five = nn::rebound<"past">(nn::commit(std::move(second.cache)));
  CHECK(five.length() == 5);
  auto const third = nn::append(std::move(five), k2, v2);
  CHECK(sp::to_string(third.values) == "[B=2, H=3, S=6, Dk=5]");
  auto const holds = [&](auto const& all, auto const& a, auto const& b) {
    return has_at(all, 0, a) && has_at(all, 3, b);
  };
  CHECK(holds(second.keys, k0, k1));
  CHECK(holds(second.values, v0, v1));
  CHECK(holds(third.keys, k0, k1));
  CHECK(has_at(third.keys, 5, k2));
  CHECK(holds(third.values, v0, v1));
  CHECK(has_at(third.values, 5, v2));
}

TEST_CASE("what lies behind the appended positions is not touched") {
  small::cache empty(sp::bind<"capacity">(5));
  std::fill_n(empty.keys().data(), empty.keys().size(), 7.0F);
  auto const k = fresh(1, 3);
  auto cache = stepped(std::move(empty), k);
  CHECK(has_at(cache.keys(), 0, k));
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t s = 3; s < 5; ++s) CHECK(cache.keys()(b, 2, s, 4) == 7);
}

TEST_CASE("strided keys and values are appended in the cache's order") {
  auto const stored =
      reference::filled<sp::tensor<float, small::B, small::L, small::H, small::Dk>>(1, sp::bind<"L">(4));
  auto const k = sp::transpose<"L", "H">(stored);
  auto const all = nn::append(small::cache(sp::bind<"capacity">(4)), k, k);
  CHECK(has_at(all.keys, 0, k));
  CHECK(has_at(all.values, 0, k));
}

TEST_CASE("past the capacity is an error, before anything is written; the cache that was passed is as before") {
  auto const k = fresh(1, 3);
  auto three = stepped(small::cache(sp::bind<"capacity">(5)), k);
  auto const before = reference::elements(three.keys());
  CHECK(reference::thrown([&] { (void)nn::append(std::move(three), k, k); }) ==
        "append: [B=2, H=3, S=3, Dk=5] and 3 more positions: the capacity is 5 positions");
  CHECK_FALSE(three.is_moved_from());
  CHECK(reference::elements(three.keys()) == before);
  CHECK(reference::elements(three.values()) == before);
  CHECK(three.length() == 3);
  auto const two = fresh(2, 2);
  auto const full = nn::append(std::move(three), two, two);
  CHECK(has_at(full.keys, 0, k));
  CHECK(has_at(full.keys, 3, two));
}

TEST_CASE("keys and values of two lengths, or of another batch, are an error before anything is written") {
  small::cache cache(sp::bind<"capacity">(5));
  CHECK(reference::thrown([&] { (void)nn::append(std::move(cache), fresh(1, 3), fresh(2, 2)); }) ==
        "append: [B=2, H=3, S=0, Dk=5] x [B=2, H=3, L=3, Dk=5] x [B=2, H=3, L=2, Dk=5]: the symbol L is 3 on "
        "one "
        "side and 2 on the other");
  using batch = sp::axis<"B">;
  nn::kv_cache<sp::tensor<float, batch, small::H, sp::axis<"S", 5>, small::Dk>> batched(sp::bind<"B">(2));
  auto const k =
      reference::filled<sp::tensor<float, batch, small::H, small::L, small::Dk>>(1, sp::bind<"B">(3), sp::bind<"L">(1));
  CHECK(reference::thrown([&] { (void)nn::append(std::move(batched), k, k); }) ==
        "append: [B=2, H=3, S=0, Dk=5] x [B=3, H=3, L=1, Dk=5] x [B=3, H=3, L=1, Dk=5]: the symbol B is 2 on "
        "one "
        "side and 3 on the other");
  CHECK(reference::elements(cache.keys()) == std::vector<double>(2 * 3 * 5 * 5, 0.0));
  CHECK(reference::elements(batched.keys()) == std::vector<double>(2 * 3 * 5 * 5, 0.0));
}

TEST_CASE("a cache is made of keys and values that agree, and of no more positions than it has room for") {
  using cache = nn::kv_cache<small::storage, sp::axis<"S", "past">>;
  auto const room = [](std::size_t capacity) { return small::storage(sp::bind<"capacity">(capacity)); };
  CHECK(reference::thrown([&] { cache x(room(5), room(4), {{3}}); }) ==
        "kv_cache: [B=2, H=3, S=5, Dk=5] x [B=2, H=3, S=4, Dk=5]: the symbol capacity is 5 on one side and 4 "
        "on the "
        "other");
  CHECK(reference::thrown([&] { cache x(room(5), room(5), {{6}}); }) ==
        "kv_cache: [B=2, H=3, S=6, Dk=5]: the capacity is 5 positions");
  CHECK(reference::thrown([&] {
          nn::kv_cache<small::storage, sp::axis<"S", "capacity">> x(room(5), room(5), {{3}});
        }) == "kv_cache: [B=2, H=3, S=5, Dk=5]: a symbol of the capacity has another value in the filled positions");
  CHECK(cache(room(5), room(5), {{5}}).length() == 5);
}

TEST_CASE("static capacity and static lengths") {
  using storage = sp::tensor<float, small::B, small::H, sp::axis<"S", 4>, small::Dk>;
  auto const k = reference::filled<sp::tensor<float, small::B, small::H, sp::axis<"L", 3>, small::Dk>>(1);
  auto all = nn::append(nn::kv_cache<storage>(), k, k);
  static_assert(std::is_same_v<decltype(all.keys)::shape, sp::shape<small::B, small::H, sp::axis<"S", 3>, small::Dk>>);
  CHECK(has_at(all.keys, 0, k));
  auto three = nn::commit(std::move(all.cache));
  auto const one = reference::filled<sp::tensor<float, small::B, small::H, sp::axis<"L", 1>, small::Dk>>(2);
  auto full = nn::append(std::move(three), one, one);
  static_assert(
      std::is_same_v<decltype(full.keys), sp::view<float const, small::B, small::H, sp::axis<"S", 4>, small::Dk>>);
  CHECK(has_at(full.keys, 0, k));
  CHECK(has_at(full.keys, 3, one));
  auto const cache = nn::commit(std::move(full.cache));
  static_assert(!nn::can_append<decltype(cache), decltype(one), decltype(one)>);  // no room is left, which is proved
  CHECK(cache.length() == cache.capacity());
}
