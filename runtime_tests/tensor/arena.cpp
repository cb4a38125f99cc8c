// SPDX-License-Identifier: BSL-1.0
/// Tensors in an arena: where they lie, what happens when it is full, and who may outlive whom.
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/tensor/arena.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <vector>

namespace sp = shapeproof;

namespace {

using row = sp::tensor<float, sp::axis<"L">>;

row row_of(std::size_t count, float value) {
  row result(sp::bind<"L">(count));
  for (std::size_t i = 0; i < count; ++i) result(i) = value;
  return result;
}

bool holds(row const& x, float value) {
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x(i) != value) return false;
  return true;
}

}  // namespace

TEST_CASE("tensors of a scope lie in its arena, behind each other, and begin as zeros") {
  sp::arena memory(1024);
  {
    sp::arena::scope const within(memory);
    auto const first = row_of(20, 1), second = row_of(16, 2);
    CHECK(second.data() == first.data() + 32);
    CHECK(reinterpret_cast<std::uintptr_t>(first.data()) % 64 == 0);
    CHECK(memory.peak() == 192);
  }
  sp::arena::scope const within(memory);
  row const again(sp::bind<"L">(20));
  CHECK(holds(again, 0));
  CHECK(memory.peak() == 192);
  CHECK(memory.refused() == 0);
}

TEST_CASE("what finds no room comes from the system") {
  sp::arena memory(128, 0);
  sp::arena::scope const within(memory);
  auto const first = row_of(16, 1), large = row_of(17, 2), third = row_of(16, 3);
  CHECK(memory.refused() == 1);
  CHECK(third.data() == first.data() + 16);
  CHECK((holds(first, 1) && holds(large, 2) && holds(third, 3)));
  sp::arena none(0, 0);
  sp::arena::scope const nowhere(none);
  CHECK(holds(row_of(3, 4), 4));
  CHECK(none.refused() == 1);
}

TEST_CASE("an arena has a page more than was asked for") {
  sp::arena memory(64);
  sp::arena::scope const within(memory);
  auto const first = row_of(16, 1), second = row_of(sp::arena::page / sizeof(float), 2), third = row_of(1, 3);
  CHECK(memory.size() == 64);
  CHECK(memory.refused() == 1);
  CHECK(second.data() == first.data() + 16);
}

TEST_CASE("scopes are nested, and outside of all tensors come from the system") {
  sp::arena outer(256), inner(256);
  {
    sp::arena::scope const within(outer);
    auto const one = row_of(1, 1);
    {
      sp::arena::scope const deeper(inner);
      auto const two = row_of(1, 2);
    }
    auto const three = row_of(1, 3);
  }
  auto const four = row_of(1, 4);
  CHECK(outer.peak() == 128);
  CHECK(inner.peak() == 64);
}

TEST_CASE("tensors outlive scopes and arenas; moves keep their place and copies take one of their own") {
  std::optional<row> kept, copied;
  {
    sp::arena memory(256);
    {
      sp::arena::scope const within(memory);
      kept = row_of(8, 5);
      copied = *kept;
      row moved = std::move(*kept);
      kept = std::move(moved);
    }
    *copied = row_of(8, 6);  // made outside of the scope
    CHECK(memory.peak() == 128);
  }
  CHECK(holds(*kept, 5));
  CHECK(holds(*copied, 6));
}

TEST_CASE("tensors that come and go in any order never share memory") {
  std::mt19937 random(1);
  sp::arena memory(20'000, 0);
  sp::arena::scope const within(memory);
  std::vector<std::pair<row, float>> alive;
  for (int turn = 0; turn < 2000; ++turn) {
    if (alive.size() < 5 || (alive.size() < 80 && random() % 2 == 0)) {
      auto const value = static_cast<float>(turn);
      alive.emplace_back(row_of(random() % 200, value), value);
    } else {
      std::swap(alive[random() % alive.size()], alive.back());
      REQUIRE(holds(alive.back().first, alive.back().second));
      alive.pop_back();
    }
  }
  for (auto const& [x, value] : alive) CHECK(holds(x, value));
  CHECK(memory.refused() > 0);  // both kinds of memory took part
  CHECK(memory.peak() <= memory.size());
}
