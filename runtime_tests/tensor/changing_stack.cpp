// SPDX-License-Identifier: BSL-1.0
/// Stacks whose layers change their type: every layer begins and ends once, and memory is used again.
#include <shapeproof/tensor/changing_stack.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace sp = shapeproof;

namespace {

int alive = 0;

template <int Words>
struct layer {
  std::string text;  // too long to lie in the string itself
  long more[Words] = {};

  explicit layer(std::string t) : text(std::move(t)) { ++alive; }
  layer(layer const& other) : text(other.text) { ++alive; }
  layer(layer&& other) noexcept : text(std::move(other.text)) { ++alive; }
  layer& operator=(layer const&) = default;
  ~layer() { --alive; }
};

template <int Words>
auto stack_of(std::size_t count) {
  sp::changing_stack<layer<Words>> result(count);
  for (std::size_t i = 0; i < count; ++i) result.emplace_back("layer number " + std::to_string(i) + " of a stack");
  return result;
}

template <int Words, class Stack>
auto changed_to(Stack&& from) {
  return sp::changing_stack<layer<Words>>(std::forward<Stack>(from), [](auto&& old, std::size_t i) {
    return layer<Words>(std::move(old.text) + " " + std::to_string(i));
  });
}

}  // namespace

TEST_CASE("each layer is changed once, in order, and moves between two places") {
  {
    auto first = stack_of<1>(3);
    auto second = changed_to<5>(std::move(first));
    CHECK(second.size() == 3);
    CHECK(alive == 3);
    CHECK(second[2].text == "layer number 2 of a stack 2");
    auto third = changed_to<4>(std::move(second));
    auto const* const here = static_cast<void const*>(third.begin());
    auto fourth = changed_to<5>(std::move(third));
    auto const* const there = static_cast<void const*>(fourth.begin());
    auto fifth = changed_to<3>(std::move(fourth));
    CHECK(static_cast<void const*>(fifth.begin()) == here);
    auto sixth = changed_to<5>(std::move(fifth));
    CHECK(static_cast<void const*>(sixth.begin()) == there);
    CHECK(sixth[1].text == "layer number 1 of a stack 1 1 1 1 1");
    CHECK(alive == 3);
  }
  CHECK(alive == 0);
}

TEST_CASE("copies and moves") {
  {
    auto const one = stack_of<1>(2);
    auto two = one;
    two[0].text = "other";
    CHECK(one[0].text == "layer number 0 of a stack");
    auto three = std::move(two);
    CHECK(three[0].text == "other");
    two = one;
    CHECK(two[0].text == one[0].text);
    sp::changing_stack<layer<1>> none;
    CHECK(none.size() == 0);
    none = std::move(three);
    CHECK(none.size() == 2);
    CHECK(alive == 6);
  }
  CHECK(alive == 0);
}

TEST_CASE("a change that fails leaves nothing behind") {
  {
    auto first = stack_of<1>(3);
    auto const fail = [](auto&& old, std::size_t i) {
      if (i == 2) throw std::runtime_error("no");
      return layer<9>(std::move(old.text));
    };
    CHECK_THROWS_WITH((void)sp::changing_stack<layer<9>>(std::move(first), fail), "no");
    CHECK(alive == 3);
  }
  CHECK(alive == 0);
}

TEST_CASE("no layers") {
  auto none = changed_to<2>(stack_of<1>(0));
  CHECK(none.size() == 0);
  CHECK(none.begin() == none.end());
}
