// SPDX-License-Identifier: BSL-1.0
/// Golden ids and texts of the trained model, and BPE equal to its definition.
#include <shapeproof/io/scored_pieces.hpp>

#include "../naive.hpp"
#include "naive_merge.hpp"
#include "scored_file.hpp"
#include "tokenizer_files.hpp"

#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>

namespace sp = shapeproof;
namespace io = shapeproof::io;

namespace {

using V512 = sp::axis<"V", 512>;
std::string const tok512 = files::stories + "/tok512.bin";

/// The ids that went in and the one that came last out of a golden run.
std::vector<int> golden_ids(std::string const& name) {
  std::istringstream lines(files::read(files::stories + "/" + name + "_ids.txt"));
  std::vector<int> ids;
  int position = 0, in = 0, next = 0;
  while (lines >> position >> in >> next) {
    if (ids.empty()) ids.push_back(in);
    REQUIRE(ids.back() == in);
    ids.push_back(next);
  }
  return ids;
}

}  // namespace

TEST_CASE("the trained model's prompt has its golden ids") {
  if (!files::has(files::stories)) return;
  io::scored_pieces const pieces(tok512);
  CHECK(pieces.size() == 512);
  CHECK(pieces.begin_of_text() == 1);
  CHECK(pieces.end_of_text() == 2);
  CHECK(pieces.encode("Once upon a time") == std::vector<int>{403, 407, 261, 378});
  auto const golden = golden_ids("s260k_once_greedy");
  auto const prompt = io::encode_with_begin<V512>(pieces, "Once upon a time");
  CHECK(sp::to_string(prompt) == "[L=5]");
  for (std::size_t i = 0; i < 5; ++i) CHECK(static_cast<int>(prompt(i).value()) == golden[i]);
  CHECK(sp::to_string(io::encode<V512>(pieces, "Once upon a time")) == "[L=4]");
}

TEST_CASE("the golden texts are the golden ids decoded, whole and streamed") {
  if (!files::has(files::stories)) return;
  io::scored_pieces const pieces(tok512);
  for (std::string const name : {"s260k_once_greedy", "s260k_bos_greedy"}) {
    std::string const text = files::read(files::stories + "/" + name + ".txt");
    auto const ids = golden_ids(name);
    CHECK(ids.size() > 60);
    CHECK(pieces.decode(ids) + "\n" == text);
    io::text_stream stream(pieces, ids.front());
    std::string streamed;
    for (std::size_t i = 1; i < ids.size(); ++i) streamed += stream.next(ids[i]);
    CHECK(streamed + "\n" == text);
  }
}

TEST_CASE("decoding gives every text back") {
  if (!files::has(files::stories)) return;
  io::scored_pieces const pieces(tok512);
  for (std::string const text : {"", " ", "  ", "\n", "a", " a", "Once upon a time, Lily said: \"hello\".", "你好", "é",
                                 "🙂", "<0x0A>", "<s>", "<unk>", "\n</s>\n"})
    CHECK(pieces.decode(pieces.encode(text)) == text);
  std::string const zero("a\0b", 3);
  CHECK(pieces.decode(pieces.encode(zero)) == zero);
  CHECK(pieces.encode("").empty());
  CHECK(pieces.encode_with_begin("") == std::vector<int>{1});
}

TEST_CASE("text never gives begin, end or unknown, however it is spelled") {
  files::temporary const file(files::file_with({{"<"}, {"s"}, {">"}, {"<s", 1}, {"\n"}, {"\n<s", 2}, {"\n<s>", 3}}),
                              ".bin");
  io::scored_pieces const pieces(file.name);
  CHECK(pieces.encode("\n<s>\n") == std::vector<int>{3 + ' ', 265, 263});
}

TEST_CASE("characters without a piece are their bytes, which are never joined") {
  files::temporary const file(files::file_with({{"a"}, {"é"}, {"aé"}, {"你a", 9}}), ".bin");
  io::scored_pieces const pieces(file.name);
  CHECK(pieces.encode("aé你a") == std::vector<int>{3 + ' ', 261, 3 + 0xE4, 3 + 0xBD, 3 + 0xA0, 259});
  CHECK(pieces.decode({261, 3 + 0xE4, 3 + 0xBD, 3 + 0xA0}) == "aé你");
  CHECK(pieces.decode({261, 3 + 0xE4, 259}) ==
        "aé\xEF\xBF\xBD"
        "a");
  files::temporary const other(files::file_with({{"a"}, {"<a", 9}}), ".bin");
  CHECK(io::scored_pieces(other.name).encode("<a") == std::vector<int>{3 + ' ', 3 + '<', 259});
}

TEST_CASE("one space is lost at the beginning of a text, and nowhere else") {
  files::temporary const file(files::file_with({{" a"}, {"  b"}}), ".bin");
  io::scored_pieces const pieces(file.name);
  CHECK(pieces.piece(259) == "a");
  CHECK(pieces.piece(259, 1) == "a");
  CHECK(pieces.piece(259, 259) == " a");
  CHECK(pieces.piece(259, 2) == " a");
  CHECK(pieces.piece(260) == " b");
  CHECK(pieces.piece(3 + ' ', 1) == " ");
  CHECK(pieces.decode({1, 259, 260, 2}) == "a  b");
  CHECK(pieces.decode({0}) == "<unk>");
  io::text_stream continued(pieces, 260);
  CHECK(continued.next(259) == " a");
}

TEST_CASE("of equal scores the first is joined, and a better one that a join makes possible comes next") {
  files::temporary const file(files::file_with({{"a"}, {"b"}, {"ab", -1}, {"ba", -1}, {"aba", 5}, {"bb", 0}}), ".bin");
  io::scored_pieces const pieces(file.name);
  auto const without_space = [&](std::string const& text) {
    auto ids = pieces.encode(text);
    ids.erase(ids.begin());
    return ids;
  };
  CHECK(without_space("aba") == std::vector<int>{263});
  CHECK(without_space("baba") == std::vector<int>{262, 262});
  CHECK(without_space("ababa") == std::vector<int>{263, 262});
  CHECK(without_space("abba") == std::vector<int>{259, 264, 259});
}

TEST_CASE("encoding is BPE by score as it is defined, on random texts and random scores") {
  std::mt19937 random(7);
  for (int turn = 0; turn < 60; ++turn) {
    std::map<std::string, float> scores;
    for (std::string const letter : {" ", "a", "b", "é"}) scores[letter] = 0;
    while (scores.size() < 40) {  // pieces of pieces, many with equal scores
      auto const any = [&] { return std::next(scores.begin(), static_cast<std::ptrdiff_t>(random() % scores.size())); };
      std::string const joined = any()->first + any()->first;
      if (joined.size() <= 8) scores.emplace(joined, static_cast<float>(random() % 9) - 4);
    }
    std::vector<files::scored> more;
    for (auto const& [text, score] : scores) more.push_back({text, score});
    files::temporary const file(files::file_with(more), ".bin");
    io::scored_pieces const pieces(file.name);
    auto const turn_of = [&](std::string const& left, std::string const& right) -> std::optional<double> {
      auto const found = scores.find(left + right);
      return found == scores.end() ? std::nullopt : std::optional<double>(-found->second);
    };
    for (int text = 0; text < 20; ++text) {
      std::vector<std::string> letters = {" "};
      for (std::size_t i = 0, length = 1 + random() % 40; i < length; ++i)
        letters.push_back(std::array{" ", "a", "b", "é"}[random() % 4]);
      std::string whole;
      for (std::size_t i = 1; i < letters.size(); ++i) whole += letters[i];
      std::vector<std::string> joined;
      for (int id : pieces.encode(whole)) joined.emplace_back(pieces.piece(id, 0));
      CHECK(joined == reference::merged(letters, turn_of));
    }
  }
}

TEST_CASE("a long text takes a time that grows with it, not with its square") {
  files::temporary const file(files::file_with({{"a"}, {"aa", 1}, {"aaaa", 2}, {"aaaaaaaa", 3}}), ".bin");
  io::scored_pieces const pieces(file.name);
  auto const begin = std::chrono::steady_clock::now();
  CHECK(pieces.encode(std::string(1 << 18, 'a')).size() == 1 + (1 << 15));
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));  // the square would take minutes
}

TEST_CASE("text that is not UTF-8 and an id that is none are errors that name them") {
  files::temporary const file(files::file_with({}), ".bin");
  io::scored_pieces const pieces(file.name);
  CHECK(files::message<std::invalid_argument>([&] { (void)pieces.encode("ab\xFFz"); }) ==
        "tokenizer: the text is not UTF-8 at byte 2");
  CHECK(files::message<std::invalid_argument>([&] { (void)pieces.encode("\xED\xA0\x80"); }) ==
        "tokenizer: the text is not UTF-8 at byte 0");
  CHECK(files::message<std::out_of_range>([&] { (void)pieces.decode({259}); }) ==
        "tokenizer: the id 259 is not in [0, 259)");
  CHECK(files::message<std::out_of_range>([&] { (void)pieces.piece(-1); }) ==
        "tokenizer: the id -1 is not in [0, 259)");
}
