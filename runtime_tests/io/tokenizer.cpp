// SPDX-License-Identifier: BSL-1.0
/// Streamed text is whole characters at each step, paths open the right tokenizer, and ids belong to one vocabulary.
#include <shapeproof/io/byte_level_bpe.hpp>
#include <shapeproof/io/scored_pieces.hpp>
#include <shapeproof/io/sentencepiece_tokenizer.hpp>
#include <shapeproof/io/tokenizer.hpp>

#include "../naive.hpp"
#include "tokenizer_files.hpp"

#include <doctest/doctest.h>

#include <random>
#include <stdexcept>

namespace sp = shapeproof;
namespace io = shapeproof::io;

namespace {

using V512 = sp::axis<"V", 512>;
using V6000 = sp::axis<"V", 6000>;
std::string const bpe6000 = std::string(SHAPEPROOF_MODELS) + "/bpe6000/ci6000.model";
std::string const mark = "\xEF\xBF\xBD";

/// Each byte is a piece: every way to split a character, and nothing else.
class single_bytes final : public io::tokenizer {
 public:
  single_bytes() {
    for (std::size_t i = 0; i < 256; ++i) all_ += static_cast<char>(i);
  }
  std::size_t size() const override { return 256; }
  std::vector<int> encode(std::string const& text) const override {
    std::vector<int> ids;
    for (char byte : text) ids.push_back(static_cast<unsigned char>(byte));
    return ids;
  }
  std::string_view piece(int id, std::optional<int> /*previous*/) const override {
    return std::string_view(all_).substr(checked(id), 1);
  }
  std::optional<int> begin_of_text() const override { return {}; }
  std::optional<int> end_of_text() const override { return {}; }

 private:
  std::string all_;
};

/// What a stream gives at each byte, and at last.
std::vector<std::string> streamed(std::string const& bytes) {
  single_bytes const pieces;
  io::text_stream stream(pieces);
  std::vector<std::string> steps;
  for (int id : pieces.encode(bytes)) steps.push_back(stream.next(id));
  steps.push_back(stream.finish());
  return steps;
}

using steps = std::vector<std::string>;

}  // namespace

TEST_CASE("a character in several pieces comes out whole") {
  CHECK(streamed("a") == steps{"a", ""});
  CHECK(streamed("é") == steps{"", "é", ""});
  CHECK(streamed("一b") == steps{"", "", "一", "b", ""});
  CHECK(streamed("🙂") == steps{"", "", "", "🙂", ""});
  CHECK(streamed("") == steps{""});
  CHECK(streamed(std::string(1, '\0')) == steps{std::string(1, '\0'), ""});
}

TEST_CASE("bytes that cannot become a character are replaced, one mark for each longest beginning") {
  CHECK(streamed("\xE4\xB8"
                 "a") == steps{"", "", mark + "a", ""});
  CHECK(streamed("\xF0\x9F") == steps{"", "", mark});
  CHECK(streamed("\x80") == steps{mark, ""});
  CHECK(streamed("\xFF") == steps{mark, ""});
  CHECK(streamed("\xF5\x80") == steps{mark, mark, ""});                 // beyond U+10FFFF
  CHECK(streamed("\xC0\xAF") == steps{mark, mark, ""});                 // overlong
  CHECK(streamed("\xED\xA0\x80") == steps{"", mark + mark, mark, ""});  // a surrogate
  CHECK(streamed("\xF4\x90\x80") == steps{"", mark + mark, mark, ""});  // beyond U+10FFFF
  CHECK(streamed("\xE2\x82\xE2\x82\xAC") == steps{"", "", mark, "", "€", ""});
  CHECK(streamed("\xF0\x9F\x99\xF0\x9F\x99\x82") == steps{"", "", "", mark, "", "", "🙂", ""});
}

TEST_CASE("each step of any bytes is UTF-8, and all steps are what decode gives") {
  io::sentencepiece_tokenizer const judge(bpe6000);
  single_bytes const pieces;
  std::mt19937 random(1);
  std::string const bytes = "az\x80\x8F\x90\x9F\xA0\xBF\xC2\xE0\xE4\xED\xF0\xF4\xF5";
  for (int turn = 0; turn < 500; ++turn) {
    std::string text;
    for (int i = 0; i < 12; ++i) text += bytes[random() % bytes.size()];
    std::string all;
    for (std::string const& step : streamed(text)) {
      CHECK_NOTHROW((void)judge.encode(step));
      all += step;
    }
    CHECK(all == pieces.decode(pieces.encode(text)));
  }
}

TEST_CASE("a stream goes on after it was finished, and after an id that is none") {
  single_bytes const pieces;
  io::text_stream stream(pieces);
  CHECK(stream.next(0xE4).empty());
  CHECK_THROWS_AS((void)stream.next(256), std::out_of_range);
  CHECK(stream.next(0xB8).empty());
  CHECK(stream.next(0x80) == "一");
  CHECK(stream.next(0xE4).empty());
  CHECK(stream.finish() == mark);
  CHECK(stream.next('a') == "a");
}

TEST_CASE("a path opens the tokenizer that its name tells") {
  CHECK(io::open_tokenizer(bpe6000)->size() == 6000);
  auto const opened = [](std::string const& path) {
    return files::message<std::runtime_error>([&] { (void)io::open_tokenizer(path); });
  };
  CHECK(opened("/nowhere/x.model") == "tokenizer: cannot open /nowhere/x.model");
  CHECK(opened("/nowhere/x.bin") == "tokenizer: cannot open /nowhere/x.bin");
  CHECK(opened("/nowhere/vocab.bpe") == "tokenizer: cannot open /nowhere/encoder.json");
  CHECK(opened("encoder.json") == "tokenizer: cannot open encoder.json");
  CHECK(opened(SHAPEPROOF_MODELS) == "tokenizer: cannot open " SHAPEPROOF_MODELS "/encoder.json");
  CHECK(opened("/nowhere/x") ==
        "tokenizer: /nowhere/x is of no known kind: expected *.model, *.bin, or a folder with encoder.json and "
        "vocab.bpe");
  CHECK_FALSE(opened("").empty());
  if (!files::has(files::gpt2) || !files::has(files::stories)) return;
  for (std::string const end : {"", "/", "/encoder.json", "/vocab.bpe"})
    CHECK(dynamic_cast<io::byte_level_bpe*>(io::open_tokenizer(files::gpt2 + end).get()) != nullptr);
  CHECK(dynamic_cast<io::scored_pieces*>(io::open_tokenizer(files::stories + "/tok512.bin").get()) != nullptr);
}

TEST_CASE("a tokenizer of another vocabulary is an error that names both") {
  auto const pieces = io::open_tokenizer(bpe6000);
  std::string const expected = "encode: a tokenizer of 6000 pieces: the vocabulary is V=512";
  CHECK(reference::thrown([&] { (void)io::encode<V512>(*pieces, "一"); }) == expected);
  CHECK(reference::thrown([&] { (void)io::encode_with_begin<V512>(*pieces, "一"); }) == expected);
  auto const ids = io::encode<V6000>(*pieces, "一");
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(ids(0))>, sp::index<V6000>>);
  static_assert(!std::is_convertible_v<sp::index<V512>, sp::index<V6000>>);
  static_assert(!std::is_constructible_v<sp::index<V6000>, sp::index<V512>>);
}

TEST_CASE("without a begin-of-text there is nothing to begin with") {
  CHECK(files::message<std::invalid_argument>([] { (void)single_bytes().encode_with_begin("a"); }) ==
        "tokenizer: there is no id for the beginning of a text");
}
