// SPDX-License-Identifier: BSL-1.0
/// A cache is between steps or within one, and only the cache that a step gave back goes on.
#include <shapeproof/nn/kv_cache.hpp>
#include <shapeproof/nn/positions.hpp>

#include "small_cache.hpp"

#include <doctest/doctest.h>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

using small::fresh;
using small::has_at;
using small::stepped;

namespace {

template <class Cache>
concept has_step_open = std::is_same_v<typename Cache::state, nn::within_step>;

constexpr char const* moved_from = ": the cache was moved from; use the one that the step returned";

}  // namespace

TEST_CASE("within the step the new positions do not count, after commit they do") {
  auto const k = fresh(1, 2), other = fresh(2, 2);
  auto [keys, values, next] = nn::append(small::cache(sp::bind<"capacity">(5)), k, other);
  static_assert(has_step_open<decltype(next)>);  // so that length() is refused, as is a second append
  static_assert(!nn::can_append<decltype(next), small::k_type, small::k_type>);
  auto grown = nn::commit(std::move(next));
  static_assert(!has_step_open<decltype(grown)>);
  CHECK(grown.length() == 2);
  CHECK(nn::to_string(grown) == "[B=2, H=3, S=2, Dk=5]");
  CHECK(has_at(grown.keys(), 0, k));
  CHECK(has_at(grown.values(), 0, other));
  CHECK(has_at(nn::append(std::move(grown), other, k).keys, 2, other));
}

TEST_CASE("layers of one step begin at one length, however many have appended already") {
  auto const k = fresh(1, 2);
  small::cache first(sp::bind<"capacity">(5)), second(sp::bind<"capacity">(5));
  auto one = nn::append(std::move(first), k, k);
  CHECK(second.length() == 0);
  auto two = nn::append(std::move(second), k, k);
  CHECK(nn::commit(std::move(one.cache)).length() == nn::commit(std::move(two.cache)).length());
}

TEST_CASE("no memory is copied through a step") {
  small::cache empty(sp::bind<"capacity">(5));
  auto const* const keys = empty.keys().data();
  auto const* const values = empty.values().data();
  auto all = nn::append(std::move(empty), fresh(1, 2), fresh(2, 2));
  CHECK(all.keys.data() == keys);
  CHECK(all.values.data() == values);
  auto again = nn::rebound<"past">(nn::commit(std::move(all.cache)));
  CHECK(again.keys().data() == keys);
  CHECK(again.values().data() == values);
}

TEST_CASE("a cache that a step has consumed is an error that names it") {
  auto const k = fresh(1, 2);
  small::cache empty(sp::bind<"capacity">(5));
  auto two = stepped(std::move(empty), k);
  CHECK(empty.is_moved_from());
  CHECK(reference::thrown([&] { (void)nn::append(std::move(empty), k, k); }) ==
        std::string("append: [B=2, H=3, S=0, Dk=5]") + moved_from);
  auto four = stepped(std::move(two), k);
  CHECK(reference::thrown([&] { (void)nn::append(std::move(two), k, k); }) ==
        std::string("append: [B=2, H=3, S=2, Dk=5]") + moved_from);
  CHECK_FALSE(four.is_moved_from());
  CHECK(four.length() == 4);
}

TEST_CASE("nothing can be asked of a cache that a step has consumed") {
  auto const k = fresh(1, 2);
  small::cache empty(sp::bind<"capacity">(5));
  auto all = nn::append(std::move(empty), k, k);
  auto const of = [](char const* shape) { return std::string("kv_cache: ") + shape + moved_from; };
  CHECK(reference::thrown([&] { (void)empty.length(); }) == of("[B=2, H=3, S=0, Dk=5]"));
  CHECK(reference::thrown([&] { (void)nn::positions_of(empty, k); }) == of("[B=2, H=3, S=0, Dk=5]"));
  CHECK(reference::thrown([&] { (void)nn::rebound<"past">(std::move(empty)); }) == of("[B=2, H=3, S=0, Dk=5]"));
  auto first = nn::commit(std::move(all.cache));
  CHECK(reference::thrown([&] { (void)nn::commit(std::move(all.cache)); }) == of("[B=2, H=3, S=2, Dk=5]"));
  CHECK(has_at(nn::append(std::move(first), k, k).keys, 2, k));
}

TEST_CASE("a cache without elements is not one that was moved from") {
  using batch = sp::axis<"B">;
  nn::kv_cache<sp::tensor<float, batch, small::H, sp::axis<"S", 5>, small::Dk>> none(sp::bind<"B">(0));
  sp::tensor<float, batch, small::H, small::L, small::Dk> const k(sp::bind<"B">(0), sp::bind<"L">(2));
  CHECK_FALSE(none.is_moved_from());
  CHECK(stepped(std::move(none), k).length() == 2);
  small::cache no_room(sp::bind<"capacity">(0));
  CHECK_FALSE(no_room.is_moved_from());
  CHECK(reference::thrown([&] { (void)nn::append(std::move(no_room), fresh(1, 1), fresh(2, 1)); }) ==
        "append: [B=2, H=3, S=0, Dk=5] and 1 more positions: the capacity is 0 positions");
}

TEST_CASE("a copy of a cache has its own positions") {
  small::cache cache(sp::bind<"capacity">(4));
  auto copy = cache;
  auto const k = fresh(1, 2);
  (void)stepped(std::move(copy), k);
  CHECK_FALSE(cache.is_moved_from());
  CHECK(reference::elements(cache.keys()) == std::vector<double>(cache.keys().size(), 0.0));
}

TEST_CASE("rebound keeps length and elements, and every turn of a loop has one type") {
  auto cache = nn::rebound<"past">(small::cache(sp::bind<"capacity">(6)));
  for (std::size_t turn = 0; turn < 3; ++turn) {
    auto const k = fresh(static_cast<std::uint32_t>(turn), 2);
    cache = stepped(std::move(cache), k);
    CHECK(cache.length() == 2 * turn + 2);
    CHECK(has_at(cache.keys(), 2 * turn, k));
  }
}
