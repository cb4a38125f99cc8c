// SPDX-License-Identifier: BSL-1.0
/// Slots of one pool: a prefill writes its own, a step writes each row behind its own positions, a copy moves one.
#include <shapeproof/nn/append.hpp>
#include <shapeproof/nn/cache_pool.hpp>
#include <shapeproof/nn/positions.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

namespace {

using H = sp::axis<"H", 3>;
using Dk = sp::axis<"Dk", 5>;
using pool = nn::cache_pool<H, Dk>;
using rows = sp::axis<"B">;
template <class B>
using fresh_type = sp::tensor<float, B, H, sp::axis<"L">, Dk>;
using prompt_type = fresh_type<sp::axis<"B", 1>>;
using step_type = fresh_type<rows>;

pool pool_of(std::size_t slots, std::size_t capacity) {
  sp::symbol_values<sp::symbols<"capacity", "slots">> sizes;
  sizes.at[0] = capacity;
  sizes.at[1] = slots;
  return pool(sizes);
}

prompt_type prompt(std::uint32_t seed, std::size_t length) {
  return reference::filled<prompt_type>(seed, sp::bind<"L">(length));
}
step_type step(std::uint32_t seed, std::size_t b, std::size_t length) {
  return reference::filled<step_type>(seed, sp::bind<"B">(b), sp::bind<"L">(length));
}

/// Whether positions [from, from + L) of row b of `all` are row `of` of `part`.
template <class All, class Part>
bool has(All const& all, std::size_t b, std::size_t from, Part const& part, std::size_t of = 0) {
  bool same = true;
  for (std::size_t h = 0; h < 3; ++h)
    for (std::size_t l = 0; l < part.template extent<"L">(); ++l)
      for (std::size_t m = 0; m < 5; ++m) same = same && all(b, h, from + l, m) == part(of, h, l, m);
  return same;
}

}  // namespace

TEST_CASE("each slot keeps its sequence, and a step writes each row behind it") {
  auto all = pool_of(3, 8);
  CHECK(all.slots() == 3);
  CHECK(all.capacity() == 8);
  auto const first = prompt(1, 4), second = prompt(2, 1), third = prompt(3, 6);
  (void)nn::append(all.slot(0), first, first);
  (void)nn::append(all.slot(1), second, second);
  (void)nn::append(all.slot(sp::index<pool::Slot>(2, 3)), third, third);
  auto const keys = step(4, 3, 2), values = step(5, 3, 2);
  auto cache = all.rows(sp::ragged<rows>({4, 1, 6}));
  CHECK(cache.length() == 6);
  auto const at = nn::positions_of(cache, keys);
  CHECK((at.of(0, 0) == 4 && at.of(0, 1) == 5 && at.of(1, 0) == 1 && at.of(2, 1) == 7));
  auto const after = nn::append(std::move(cache), keys, values);
  CHECK((at.of(0, 0) == 4 && at.of(2, 1) == 7));  // still those of the step
  CHECK(to_string(after.keys) == "[B=3, H=3, S=8, Dk=5]");
  CHECK(has(after.keys, 0, 0, first));
  CHECK(has(after.keys, 0, 4, keys, 0));
  CHECK(has(after.keys, 1, 0, second));
  CHECK(has(after.keys, 1, 1, keys, 1));
  CHECK(has(after.keys, 2, 0, third));
  CHECK(has(after.keys, 2, 6, keys, 2));
  CHECK(has(after.values, 0, 4, values, 0));
  CHECK(has(after.values, 1, 1, values, 1));
  CHECK(has(after.values, 2, 6, values, 2));
  CHECK(after.cache.padding().length(1) == 3);
}

TEST_CASE("memory of a pool is one cache's at a time, however it is given on") {
  auto all = pool_of(2, 5);
  auto const k = prompt(1, 2), other = prompt(2, 2);
  auto const moved_from = std::string(": the cache was moved from; use the one that the step returned");
  auto first = all.slot(0);
  auto next = nn::append(std::move(first), k, k);
  CHECK((first.is_moved_from() && !next.cache.is_moved_from()));
  CHECK(reference::thrown([&] { (void)nn::append(std::move(first), other, other); }) ==
        "append: [B=1, H=3, S=0, Dk=5]" + moved_from);
  CHECK(reference::thrown([&] { (void)first.length(); }) == "kv_cache: [B=1, H=3, S=0, Dk=5]" + moved_from);
  CHECK(has(next.keys, 0, 0, k));

  auto two = nn::rebound<"past">(nn::commit(std::move(next.cache)));
  auto held = std::move(two);
  CHECK((next.cache.is_moved_from() && two.is_moved_from() && held.length() == 2));
  two = std::move(held);
  CHECK((held.is_moved_from() && two.length() == 2));
  CHECK(has(nn::append(std::move(two), other, other).keys, 0, 2, other));

  auto rows_of_both = all.rows(sp::ragged<rows>({4, 0}));
  auto const fresh = step(3, 2, 1);
  CHECK(nn::append(std::move(rows_of_both), fresh, fresh).cache.padding().length(0) == 5);
  CHECK(rows_of_both.is_moved_from());
  CHECK(reference::thrown([&] { (void)nn::append(std::move(rows_of_both), fresh, fresh); }) ==
        "append: [B=2, H=3, S=4, Dk=5]" + moved_from);
}

TEST_CASE("a copy moves a sequence to another slot, and leaves all others") {
  auto all = pool_of(3, 6);
  auto const first = prompt(1, 3), second = prompt(2, 6), third = prompt(3, 5);
  (void)nn::append(all.slot(0), first, first);
  (void)nn::append(all.slot(1), second, second);
  (void)nn::append(all.slot(2), third, third);
  all.copy(2, 0, 5);
  all.copy(1, 1, 6);
  auto const next = step(4, 2, 0);
  auto const after = nn::append(all.rows(sp::ragged<rows>({5, 6})), next, next);
  CHECK(has(after.keys, 0, 0, third));
  CHECK(has(after.values, 0, 0, third));
  CHECK(has(after.keys, 1, 0, second));
}

TEST_CASE("a copy from another pool, with other slots and another capacity") {
  auto all = pool_of(2, 8);
  auto other = pool_of(3, 4);
  auto const first = prompt(1, 3), second = prompt(2, 8);
  (void)nn::append(other.slot(2), first, prompt(3, 3));
  (void)nn::append(all.slot(1), second, second);
  all.copy(other, 2, 0, 3);
  auto const next = step(4, 2, 0);
  auto const after = nn::append(all.rows(sp::ragged<rows>({3, 8})), next, next);
  CHECK(has(after.keys, 0, 0, first));
  CHECK(has(after.values, 0, 0, prompt(3, 3)));
  CHECK(has(after.keys, 1, 0, second));
  CHECK(reference::thrown([&] { all.copy(other, 2, 0, 5); }) ==
        "copy: [Slot=3, H=3, S=4, Dk=5]: 5 positions are wanted");
  CHECK(reference::thrown([&] { other.copy(all, 1, 0, 5); }) ==
        "copy: [Slot=3, H=3, S=4, Dk=5]: 5 positions are wanted");
  CHECK(reference::thrown([&] { all.copy(other, 3, 0, 1); }) == "slot: Slot=3: 3 is not in [0, 3)");

  using any_pool = nn::cache_pool<sp::axis<"H">, Dk>;
  auto const heads = [](std::size_t count) {
    sp::symbol_values<sp::symbols<"H", "capacity", "slots">> sizes = {{count, 4, 1}};
    return any_pool(sizes);
  };
  auto two = heads(2);
  CHECK(reference::thrown([&] { two.copy(heads(3), 0, 0, 1); }) ==
        "copy: [Slot=1, H=3, S=4, Dk=5] to [Slot=1, H=2, S=4, Dk=5]: the heads are other ones");
}

TEST_CASE("rows, slots and positions that are not there are errors, and nothing is written") {
  auto all = pool_of(2, 4);
  auto const three = prompt(1, 3);
  (void)nn::append(all.slot(0), three, three);
  CHECK(reference::thrown([&] { (void)all.slot(2); }) == "slot: Slot=2: 2 is not in [0, 2)");
  CHECK(reference::thrown([&] { all.copy(0, 2, 1); }) == "slot: Slot=2: 2 is not in [0, 2)");
  CHECK(reference::thrown([&] { all.copy(0, 1, 5); }) == "copy: [Slot=2, H=3, S=4, Dk=5]: 5 positions are wanted");
  CHECK(reference::thrown([&] { (void)all.rows(sp::ragged<rows>({1, 1, 1})); }) ==
        "rows: [Slot=2, H=3, S=4, Dk=5]: 3 rows are wanted");
  CHECK(reference::thrown([&] { (void)all.rows(sp::ragged<rows>({1, 5})); }) ==
        "kv_cache: [B=2, H=3, S=5, Dk=5]: the capacity is 4 positions");
  auto cache = all.rows(sp::ragged<rows>({3, 1}));
  auto const two = step(2, 2, 2);
  CHECK(reference::thrown([&] { (void)nn::append(std::move(cache), two, two); }) ==
        "append: [B=2, H=3, S=3, Dk=5] and 2 more positions: the capacity is 4 positions");
  auto const other_rows = step(2, 1, 1);
  CHECK(reference::thrown([&] { (void)nn::append(std::move(cache), other_rows, other_rows); }) ==
        "append: [B=2, H=3, S=3, Dk=5] x [B=1, H=3, L=1, Dk=5] x [B=1, H=3, L=1, Dk=5]: the symbol B is 2 on one side "
        "and 1 on the other");
  auto const fits = step(3, 2, 1);
  auto const after = nn::append(std::move(cache), fits, fits);
  CHECK(has(after.keys, 0, 0, three));
  CHECK(has(after.keys, 1, 1, fits, 1));
  CHECK(reference::thrown([&] { (void)nn::append(std::move(cache), fits, fits); }).find("was moved from") !=
        std::string::npos);
}

TEST_CASE("a longest row that is not S is an error") {
  using storage = sp::tensor<float, rows, H, sp::axis<"S", "capacity">, Dk>;
  using cache = nn::kv_cache<storage, sp::axis<"S", "past">, nn::between_steps, sp::ragged<rows>>;
  storage const k(sp::bind<"B">(2), sp::bind<"capacity">(4));
  CHECK(cache(k, k, sp::ragged<rows>({3, 1})).length() == 3);
  CHECK(reference::thrown([&] { cache(k, k, sp::ragged<rows>({3})); }) ==
        "kv_cache: [B=2, H=3, S=4, Dk=5]: the lengths are those of 1 rows");
}
