// SPDX-License-Identifier: BSL-1.0
/// The tokenizer gives the note's 7 ids, the text comes back, and bad input is an error that names it.
#include <shapeproof/io/tokenizer.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace sp = shapeproof;
namespace io = shapeproof::io;

namespace {

using V = sp::axis<"V", 6000>;
std::string const file = std::string(SHAPEPROOF_MODELS) + "/bpe6000/ci6000.model";
std::string const prompt = "你好，请问一下";

io::tokenizer const& pieces() {
  static io::tokenizer const result(file);
  return result;
}

/// What `action` throws of type `Error`.
template <class Error, class Action>
std::string message(Action const& action) {
  try {
    action();
  } catch (Error const& error) {
    return error.what();
  }
  return {};
}

/// A file of these bytes, gone at the end of the test.
struct temporary {
  std::string name = (std::filesystem::temp_directory_path() / "shapeproof_runtime_test.model").string();
  explicit temporary(std::string const& bytes) { std::ofstream(name, std::ios::binary) << bytes; }
  ~temporary() { std::remove(name.c_str()); }
};

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
  io::tokenizer first(file);
  io::tokenizer second(std::move(first));
  io::tokenizer third(file);
  third = std::move(second);
  CHECK(third.encode(prompt).size() == 7);
}

TEST_CASE("text that is not UTF-8 is an error that names the byte") {
  auto const at = [](std::string const& text) {
    return message<std::invalid_argument>([&] { (void)pieces().encode(text); });
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
  auto const of = [](int id) { return message<std::out_of_range>([&] { (void)pieces().decode({7, id}); }); };
  CHECK(of(6000) == "tokenizer: the id 6000 is not in [0, 6000)");
  CHECK(of(-1) == "tokenizer: the id -1 is not in [0, 6000)");
}

TEST_CASE("a file that is missing or not a model is an error that names it") {
  auto const opened = [](std::string const& name) {
    return message<std::runtime_error>([&] { io::tokenizer const none(name); });
  };
  CHECK(opened("/nowhere/x.model") == "tokenizer: cannot open /nowhere/x.model");
  for (std::string const& bytes :
       {std::string(), std::string("not a model"), std::string(5000, '\xFF'), std::string(5000, '\0')}) {
    temporary const garbage(bytes);
    CHECK(opened(garbage.name).starts_with("tokenizer: " + garbage.name + " is not a SentencePiece model"));
  }
  std::ifstream whole(file, std::ios::binary);
  std::string const model((std::istreambuf_iterator<char>(whole)), std::istreambuf_iterator<char>());
  temporary const cut(model.substr(0, model.size() / 2));
  CHECK(opened(cut.name).starts_with("tokenizer: " + cut.name + " is not a SentencePiece model"));
  CHECK_FALSE(opened(SHAPEPROOF_MODELS).empty());  // a directory
}

TEST_CASE("a vocabulary of another size is an error that names both") {
  CHECK(reference::thrown([] { (void)io::encode<sp::axis<"V", 6001>>(pieces(), prompt); }) ==
        "encode: a tokenizer of 6000 pieces: the vocabulary is V=6001");
}
