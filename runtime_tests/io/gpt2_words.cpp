// SPDX-License-Identifier: BSL-1.0
/// Words as GPT-2's regular expression splits them: its matches on ASCII, and each Unicode category by hand.
#include "../../src/io/gpt2_words.hpp"

#include <doctest/doctest.h>

#include <random>
#include <regex>
#include <string>

namespace {

using words = std::vector<std::string>;

words split(std::string const& text) {
  auto const views = shapeproof::io::detail::gpt2_words(text);
  return {views.begin(), views.end()};
}

}  // namespace

TEST_CASE("GPT-2's words of a few texts") {
  CHECK(split("").empty());
  CHECK(split("Hello world") == words{"Hello", " world"});
  CHECK(split("we've 'RE it's") == words{"we", "'ve", " '", "RE", " it", "'s"});
  CHECK(split("a  b") == words{"a", " ", " b"});
  CHECK(split("a \n b") == words{"a", " \n", " b"});
  CHECK(split("a\nb\n\n") == words{"a", "\n", "b", "\n\n"});
  CHECK(split("a1. 2!?") == words{"a", "1", ".", " 2", "!?"});
  CHECK(split(std::string("a\0b", 3)) == words{"a", std::string(1, '\0'), "b"});
}

TEST_CASE("ASCII text is split as by the regular expression itself") {
  std::regex const expression(R"('s|'t|'re|'ve|'m|'ll|'d| ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+|\s+(?!\S)|\s+)");
  words const parts = {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d", "'",  " ", " ",   "  ", "\t", "\n", "\r",   "\v",
                       "\f", "a",  "the", "S",   "'S", "l",   "1",  "23", "!", "...", "-",  "(",  "#",  "\x1C", "\x7F"};
  std::mt19937 random(3);
  for (int turn = 0; turn < 5000; ++turn) {
    std::string text;
    for (std::size_t i = 0, count = random() % 12; i < count; ++i) text += parts[random() % parts.size()];
    words const expected(std::sregex_token_iterator(text.begin(), text.end(), expression), {});
    CAPTURE(text);
    CHECK(split(text) == expected);
  }
}

TEST_CASE("letters, numbers and the rest are Unicode's categories") {
  for (std::string const letter : {"É", "ß", "ǅ", "ʰ", "你", "ª", "Ω", "𝒜"})  // Lu, Ll, Lt, Lm, Lo
    CHECK(split("a" + letter + "1") == words{"a" + letter, "1"});
  for (std::string const number : {"٣", "Ⅷ", "½", "²", "𝟙"})  // Nd, Nl, No
    CHECK(split("a" + number + "1") == words{"a", number + "1"});
  for (std::string const other :
       {"🙂", "\u0301", "\u200D", "「", "€", "_", "\u200B", "\uFEFF", "\u180E", "\uE000", "\u0378"})
    CHECK(split("a" + other + "!") == words{"a", other + "!"});  // S, M, P, C and not assigned
}

TEST_CASE("a space is what Unicode calls White_Space") {
  for (std::string const space : {"\t", "\v", "\f", "\r", "\u0085", "\u00A0", "\u1680", "\u2000", "\u200A", "\u2028",
                                  "\u2029", "\u202F", "\u205F", "\u3000"}) {
    CHECK(split("a" + space + "z") == words{"a", space, "z"});  // not " ", which begins a word
    CHECK(split("a\n" + space) == words{"a", "\n" + space});
    CHECK(split(" " + space + space + "z") == words{" " + space, space, "z"});
  }
  for (std::string const other : {"\x08", "\x1C", "\x1D", "\x1E", "\x1F", "\u0084", "\u200B"})
    CHECK(split("a\n" + other).size() == 3);
}
