// SPDX-License-Identifier: BSL-1.0
/// Text is built at compile time, and two equal texts are one template argument.
#include <shapeproof/core/text.hpp>

#include <limits>
#include <string_view>
#include <type_traits>

namespace sp = shapeproof;

template <sp::fixed_string Text>
struct holder {};

static_assert(std::is_same_v<holder<"past">, holder<"past">>);
static_assert(!std::is_same_v<holder<"past">, holder<"pass">>);
static_assert(!std::is_same_v<holder<"L">, holder<"LL">>);
static_assert(sp::fixed_string("past").view() == "past");
static_assert(sp::fixed_string("").view().empty());

static_assert(sp::text::of("L=", 7LL).view() == "L=7");
static_assert(sp::text::of(0LL).view() == "0");
static_assert(sp::text::of(-12LL).view() == "-12");
static_assert(sp::text::of(std::numeric_limits<long long>::min()).view() == "-9223372036854775808");
static_assert(sp::text::of(std::numeric_limits<long long>::max()).view() == "9223372036854775807");
static_assert(sp::text::of(sp::text::of("a"), "b").view() == "ab");
static_assert(sp::text::of().view().empty());

// What exceeds the capacity is dropped.
constexpr sp::text filled(std::size_t count) {
  sp::text result;
  for (std::size_t i = 0; i < count; ++i) result.add("x");
  return result;
}
static_assert(filled(sp::text::capacity).size == sp::text::capacity);
static_assert(filled(sp::text::capacity + 5).size == sp::text::capacity);

// A message as a template argument has exactly its characters.
struct greeting {
  static constexpr sp::text message() { return sp::text::of("past", "+", 1LL); }
};
static_assert(std::is_same_v<holder<sp::fixed_message<greeting>>, holder<"past+1">>);
