// SPDX-License-Identifier: BSL-1.0
/// GPT-2's tokenizer: all golden encodings, and BPE equal to its definition.
#include <shapeproof/io/byte_level_bpe.hpp>

#include "../naive.hpp"
#include "naive_merge.hpp"
#include "tokenizer_files.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>

namespace sp = shapeproof;
namespace io = shapeproof::io;

namespace {

io::byte_level_bpe const& gpt2() {
  static io::byte_level_bpe const result(files::gpt2 + "/encoder.json", files::gpt2 + "/vocab.bpe");
  return result;
}

std::vector<std::string> split(std::string const& text, std::string const& separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find(separator, begin)) != std::string::npos; begin = end + separator.size())
    parts.push_back(text.substr(begin, end - begin));
  parts.push_back(text.substr(begin));
  return parts;
}

std::vector<int> numbers(std::string const& line) {
  std::istringstream source(line);
  return {std::istream_iterator<int>(source), std::istream_iterator<int>()};
}

std::vector<std::string> pieces_of(std::vector<int> const& ids) {
  std::vector<std::string> pieces;
  for (int id : ids) pieces.emplace_back(gpt2().piece(id));
  return pieces;
}

using texts = std::vector<std::string>;

}  // namespace

TEST_CASE("all 47 golden strings have their ids, and come back whole and streamed") {
  if (!files::has(files::gpt2)) return;
  auto const strings = split(files::read(files::gpt2 + "/strings.txt"), "\n__ggml_vocab_test__\n");
  auto const lines = split(files::read(files::gpt2 + "/ids.txt"), "\n");
  REQUIRE(strings.size() == 47);
  REQUIRE(lines.size() == 47);
  for (std::size_t i = 0; i < strings.size(); ++i) {
    CAPTURE(strings[i]);
    auto const ids = gpt2().encode(strings[i]);
    CHECK(ids == numbers(lines[i]));
    CHECK(gpt2().decode(ids) == strings[i]);
    io::text_stream stream(gpt2());
    std::string streamed;
    for (int id : ids) streamed += stream.next(id);
    CHECK(streamed == strings[i]);
    CHECK(stream.finish().empty());
  }
}

TEST_CASE("the vocabulary is 50257 pieces, the last of them the end of a text") {
  if (!files::has(files::gpt2)) return;
  CHECK(gpt2().size() == 50257);
  CHECK(gpt2().end_of_text() == 50256);
  CHECK(gpt2().begin_of_text() == std::nullopt);
  CHECK(gpt2().decode({15496, 50256, 995}) == "Hello world");
  CHECK(gpt2().encode("<|endoftext|>").size() > 1);
  CHECK(gpt2().decode(gpt2().encode("<|endoftext|>")) == "<|endoftext|>");
  CHECK(sp::to_string(io::encode<sp::axis<"V", 50257>>(gpt2(), "Hello world")) == "[L=2]");
  CHECK(reference::thrown([] { (void)io::encode<sp::axis<"V", 50304>>(gpt2(), "Hello world"); }) ==
        "encode: a tokenizer of 50257 pieces: the vocabulary is V=50304");
}

TEST_CASE("an emoji in several pieces comes out with its last one") {
  if (!files::has(files::gpt2)) return;
  auto const ids = gpt2().encode("🦙!");
  CHECK(ids == std::vector<int>{8582, 99, 247, 0});
  io::text_stream stream(gpt2());
  CHECK(stream.next(8582).empty());
  CHECK(stream.next(99).empty());
  CHECK(stream.next(247) == "🦙");
  CHECK(stream.next(0) == "!");
  CHECK(gpt2().decode({8582, 99, 0}) == "\xEF\xBF\xBD!");
}

TEST_CASE("a word is joined as BPE is defined, on random words") {
  if (!files::has(files::gpt2)) return;
  std::map<std::pair<std::string, std::string>, double> ranks;
  double rank = 0;
  for (std::string const& line : split(files::read(files::gpt2 + "/vocab.bpe"), "\n"))
    if (auto const pair = split(line, " "); pair.size() == 2) ranks[{pair[0], pair[1]}] = rank++;
  auto const turn_of = [&](std::string const& left, std::string const& right) -> std::optional<double> {
    auto const found = ranks.find({left, right});
    return found == ranks.end() ? std::nullopt : std::optional<double>(found->second);
  };
  std::mt19937 random(5);
  std::string const letters = "eeeettaaooinnssrhhldcumAETOI";
  for (int turn = 0; turn < 2000; ++turn) {
    texts word;
    std::string whole;
    for (std::size_t i = 0, length = 1 + random() % 30; i < length; ++i)
      whole += word.emplace_back(1, letters[random() % letters.size()]);
    CHECK(pieces_of(gpt2().encode(whole)) == reference::merged(word, turn_of));
  }
}

TEST_CASE("each byte has a piece, and each piece decodes") {
  if (!files::has(files::gpt2)) return;
  std::vector<bool> seen(256);
  for (int id = 0; id < 50257; ++id)
    if (std::string_view const piece = gpt2().piece(id); piece.size() == 1)
      seen[static_cast<unsigned char>(piece[0])] = true;
  CHECK(seen == std::vector<bool>(256, true));
  CHECK_NOTHROW((void)gpt2().decode(gpt2().encode("\x7F")));
}

TEST_CASE("a long word takes a time that grows with it, not with its square") {
  if (!files::has(files::gpt2)) return;
  std::string const word(1 << 18, 'a');
  auto const begin = std::chrono::steady_clock::now();
  CHECK(gpt2().decode(gpt2().encode(word)) == word);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));  // the square would take minutes
}

TEST_CASE("text that is not UTF-8 and an id that is none are errors that name them: byte-level") {
  if (!files::has(files::gpt2)) return;
  CHECK(files::message<std::invalid_argument>([] { (void)gpt2().encode("ab\xFFz"); }) ==
        "tokenizer: the text is not UTF-8 at byte 2");
  CHECK(files::message<std::invalid_argument>([] { (void)gpt2().encode("\xE4\xB8"); }) ==
        "tokenizer: the text is not UTF-8 at byte 0");
  CHECK(files::message<std::out_of_range>([] { (void)gpt2().decode({50257}); }) ==
        "tokenizer: the id 50257 is not in [0, 50257)");
}
