// SPDX-License-Identifier: BSL-1.0
/// An accepted outcome is itself; what stands for a refused one is taken everywhere.
#include <shapeproof/shape/refusal.hpp>

#include <string_view>
#include <type_traits>

namespace sp = shapeproof;

struct shown {
  static constexpr sp::text operation() { return sp::text::of("matmul"); }
  static constexpr sp::text operands() { return sp::text::of("[L=7]"); }
  static constexpr sp::text reason() { return sp::text::of("why"); }
};
struct outcome {};

static_assert(sp::is_refused<sp::refused<shown>>);
static_assert(!sp::is_refused<outcome>);
static_assert(std::is_same_v<sp::accepted<outcome>, outcome>);
static_assert(sp::detail::sentence_of<shown>::value.view() == "matmul: [L=7]: why");

// A poisoned result is what is wanted: a tensor, a number, an element that one may write to.
static_assert(std::is_convertible_v<sp::poisoned, outcome>);
static_assert(std::is_convertible_v<decltype(sp::poisoned{}(1, 2)), float&>);
static_assert(std::is_assignable_v<decltype(sp::poisoned{}(1, 2)), float>);
static_assert(std::is_same_v<decltype(sp::poisoned{}(0).value()), std::size_t>);  // as of a token
static_assert(sp::poisoned{}.extent<"L">() == 0 && sp::poisoned{}.size() == 0);

// A sentence is cut between words into pieces that Clang prints whole; a longer word is broken.
constexpr bool is_cut(std::string_view sentence, std::size_t longest, std::size_t pieces, std::size_t first) {
  sp::detail::cuts const cut = sp::detail::cut_between_words(sentence, longest);
  std::size_t sum = 0;
  for (std::size_t i = 0; i < cut.count; ++i) {
    if (cut.length[i] > longest) return false;
    sum += cut.length[i];
  }
  return sum == sentence.size() && cut.count == pieces && cut.length[0] == first;
}
static_assert(is_cut("one two", 7, 1, 7));
static_assert(is_cut("one two three", 8, 2, 8));
static_assert(is_cut("one two three", 7, 3, 4));
static_assert(is_cut("onetwothree", 4, 3, 4));
