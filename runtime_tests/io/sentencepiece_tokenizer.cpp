// SPDX-License-Identifier: BSL-1.0
/// The tokenizer gives the note's 7 ids, the text comes back, and bad input is an error that names it.
#include <shapeproof/io/sentencepiece_tokenizer.hpp>

#include "../naive.hpp"
#include "tokenizer_files.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <stdexcept>
#include <utility>

namespace sp = shapeproof;
namespace io = shapeproof::io;

namespace {

using V = sp::axis<"V", 6000>;
std::string const file = std::string(SHAPEPROOF_MODELS) + "/bpe6000/ci6000.model";
std::string const prompt = "你好，请问一下";

io::sentencepiece_tokenizer const& pieces() {
  static io::sentencepiece_tokenizer const result(file);
  return result;
}

/// A field of a serialised protocol buffer: a text or message, or a number or flag.
std::string field(int number, std::string const& value) {
  return std::string{static_cast<char>(number << 3 | 2), static_cast<char>(value.size())} + value;
}
std::string field(int number, int value) { return {static_cast<char>(number << 3), static_cast<char>(value)}; }

/// A piece without a score; the types are 1 normal, 2 unknown, 3 control, 6 byte.
std::string piece(std::string const& text, int type) { return field(1, field(1, text) + field(3, type)); }

/// A BPE model of 3 + 256 raw bytes + 3 pieces that puts a space in front of a text, as most models do, or does not.
std::string small_model(bool space_in_front) {
  std::string const with_raw_bytes = "\x98\x02\x01";  // field 35, on
  std::string const bpe = field(2, field(3, 2) + with_raw_bytes);
  std::string const normalizer =
      field(3, field(1, std::string("identity")) + field(3, space_in_front ? 1 : 0) + field(4, 0) + field(5, 1));
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) {
    std::array<char, 8> spelled = {};
    std::snprintf(spelled.data(), spelled.size(), "<0x%02X>", static_cast<unsigned>(byte));
    bytes += piece(spelled.data(), 6);
  }
  std::string const space = "\xE2\x96\x81";
  return piece("<unk>", 2) + piece("<s>", 3) + piece("</s>", 3) + bytes + piece(space, 1) + piece("a", 1) +
         piece(space + "a", 1) + bpe + normalizer;
}

}  // namespace

TEST_CASE("the note's prompt is 7 tokens of a vocabulary of 6000") {
  CHECK(pieces().size() == 6000);
  CHECK(pieces().encode(prompt) == std::vector<int>{2339, 1001, 907, 2844, 1032, 912, 968});
  auto const ids = io::encode<V>(pieces(), prompt);
  CHECK(sp::to_string(ids) == "[L=7]");
  CHECK(reference::elements(ids) == std::vector<double>{2339, 1001, 907, 2844, 1032, 912, 968});
}

TEST_CASE("decoding gives the text back") {
  for (std::string const text : {prompt.c_str(), "明月几时有，把酒问青天。", "不知天上宫阙", "一"})
    CHECK(pieces().decode(pieces().encode(text)) == text);
  CHECK(pieces().decode({}).empty());
  CHECK(pieces().encode("").empty());
}

TEST_CASE("every id decodes, and every id that encodes is in range") {
  for (int id = 0; id < 6000; ++id) CHECK_NOTHROW((void)pieces().decode({id}));
  for (std::string const text : {"hello, world 123", "\n\t ", "é", "🙂"})
    for (int id : pieces().encode(text)) CHECK((id >= 0 && id < 6000));
}

TEST_CASE("a tokenizer moves") {
  io::sentencepiece_tokenizer first(file);
  io::sentencepiece_tokenizer second(std::move(first));
  io::sentencepiece_tokenizer third(file);
  third = std::move(second);
  CHECK(third.encode(prompt).size() == 7);
}

TEST_CASE("text that is not UTF-8 is an error that names the byte") {
  auto const at = [](std::string const& text) {
    return files::message<std::invalid_argument>([&] { (void)pieces().encode(text); });
  };
  CHECK(at("ab\xFFz") == "tokenizer: the text is not UTF-8 at byte 2");
  CHECK(at("\x80") == "tokenizer: the text is not UTF-8 at byte 0");
  CHECK(at("一\xE4\xB8") == "tokenizer: the text is not UTF-8 at byte 3");        // cut short
  CHECK(at("\xC0\xAF") == "tokenizer: the text is not UTF-8 at byte 0");          // overlong
  CHECK(at("\xE0\x80\xAF") == "tokenizer: the text is not UTF-8 at byte 0");      // overlong
  CHECK(at("\xED\xA0\x80") == "tokenizer: the text is not UTF-8 at byte 0");      // a surrogate
  CHECK(at("\xF4\x90\x80\x80") == "tokenizer: the text is not UTF-8 at byte 0");  // beyond U+10FFFF
  CHECK(at("\xF0\x8F\xBF\xBF") == "tokenizer: the text is not UTF-8 at byte 0");  // overlong
  CHECK(at(std::string("a\0b", 3)).empty());
}

TEST_CASE("an id that is none is an error that names it") {
  auto const of = [](int id) { return files::message<std::out_of_range>([&] { (void)pieces().decode({7, id}); }); };
  CHECK(of(6000) == "tokenizer: the id 6000 is not in [0, 6000)");
  CHECK(of(-1) == "tokenizer: the id -1 is not in [0, 6000)");
}

TEST_CASE("a file that is missing or not a model is an error that names it") {
  auto const opened = [](std::string const& name) {
    return files::message<std::runtime_error>([&] { io::sentencepiece_tokenizer const none(name); });
  };
  CHECK(opened("/nowhere/x.model") == "tokenizer: cannot open /nowhere/x.model");
  for (std::string const& bytes :
       {std::string(), std::string("not a model"), std::string(5000, '\xFF'), std::string(5000, '\0')}) {
    files::temporary const garbage(bytes);
    CHECK(opened(garbage.name).starts_with("tokenizer: " + garbage.name + " is not a SentencePiece model"));
  }
  std::string const model = files::read(file);
  files::temporary const cut(model.substr(0, model.size() / 2));
  CHECK(opened(cut.name).starts_with("tokenizer: " + cut.name + " is not a SentencePiece model"));
  CHECK(opened(SHAPEPROOF_MODELS) == "tokenizer: cannot read " SHAPEPROOF_MODELS);  // a folder
}

TEST_CASE("a vocabulary of another size is an error that names both") {
  CHECK(reference::thrown([] { (void)io::encode<sp::axis<"V", 6001>>(pieces(), prompt); }) ==
        "encode: a tokenizer of 6000 pieces: the vocabulary is V=6001");
}

TEST_CASE("begin and end of text decode to nothing") {
  CHECK(pieces().begin_of_text() == 1);
  CHECK(pieces().end_of_text() == 2);
  CHECK(pieces().decode({1, 2339, 2}) == "你");
  CHECK(pieces().piece(1).empty());
  auto const ids = io::encode_with_begin<V>(pieces(), prompt);
  CHECK(sp::to_string(ids) == "[L=8]");
  CHECK(ids(0).value() == 1);
  CHECK(ids(1).value() == 2339);
}

TEST_CASE("streamed text is the decoded text, for texts of any language and for all ids in a row") {
  for (std::string const text :
       {prompt.c_str(), "hello, world 123", "\n\t  a  b ", "é🙂 ﷽", "", "  明月", "\xEF\xBF\xBD"}) {
    io::text_stream stream(pieces());
    std::string streamed;
    std::vector<int> const ids = pieces().encode(text);
    for (int id : ids) streamed += stream.next(id);
    CHECK(streamed + stream.finish() == pieces().decode(ids));
  }
  io::text_stream stream(pieces());
  std::vector<int> ids;
  std::string streamed;
  for (int id = 0; id < 6000; ++id) {
    if (pieces().piece(id).size() == 1 && static_cast<unsigned char>(pieces().piece(id)[0]) > 0x7F) continue;
    ids.push_back(id);
    streamed += stream.next(id);
  }
  CHECK(ids.size() == 6000 - 128);
  CHECK(streamed == pieces().decode(ids));
}

TEST_CASE("the space in front of a text is dropped at its beginning only") {
  files::temporary const model(small_model(true));
  io::sentencepiece_tokenizer const small(model.name);
  constexpr int raw_space = 3 + ' ', space = 259, a = 260, space_a = 261;
  CHECK(small.size() == 262);
  CHECK(small.encode("a a") == std::vector<int>{space_a, space_a});
  CHECK(small.piece(space_a) == "a");
  CHECK(small.piece(space_a, 1) == "a");
  CHECK(small.piece(space_a, a) == " a");
  CHECK(small.piece(space) == "");
  CHECK(small.piece(raw_space) == " ");
  CHECK(small.piece(0, a) == small.decode({0}));
  for (std::vector<int> const& ids : {std::vector<int>{space_a, space_a},
                                      {1, space_a, a, 2},
                                      {a, space_a, space, a},
                                      {raw_space, space_a},
                                      {space, a},
                                      {1, space},
                                      {}}) {
    io::text_stream stream(small);
    std::string streamed;
    for (int id : ids) streamed += stream.next(id);
    CHECK(streamed + stream.finish() == small.decode(ids));
  }
  io::text_stream continued(small, a);
  CHECK(continued.next(space_a) == " a");
}

TEST_CASE("a model that puts no space in front of a text drops none") {
  files::temporary const model(small_model(false));
  io::sentencepiece_tokenizer const small(model.name);
  CHECK(small.encode("a a") == std::vector<int>{260, 261});
  CHECK(small.piece(261) == " a");
  CHECK(small.decode({261}) == " a");
}

TEST_CASE("piece names an id that is none") {
  CHECK(files::message<std::out_of_range>([] { (void)pieces().piece(6000); }) ==
        "tokenizer: the id 6000 is not in [0, 6000)");
}
