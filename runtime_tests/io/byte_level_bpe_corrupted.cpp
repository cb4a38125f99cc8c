// SPDX-License-Identifier: BSL-1.0
/// Every corruption of GPT-2's two files is named, with the file.
#include <shapeproof/io/byte_level_bpe.hpp>

#include "tokenizer_files.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

namespace io = shapeproof::io;

namespace {

/// A JSON object that is still open: the 256 characters that stand for bytes, with the ids 0 to 255.
std::string opened_bytes() {
  std::string entries;
  for (unsigned id = 0; id < 256; ++id) {
    // Those that are printable in Latin-1, then U+0100 and on.
    unsigned const code = id < 94    ? 0x21 + id
                          : id < 106 ? 0xA1 + id - 94
                          : id < 188 ? 0xAE + id - 106
                                     : 0x100 + id - 188;
    entries += id == 0 ? "{\"" : ", \"";
    if (code == '"' || code == '\\') entries += '\\';
    if (code >= 0x80) entries += static_cast<char>(0xC0 | code >> 6);
    entries += static_cast<char>(code < 0x80 ? code : 0x80 | (code & 0x3F));
    entries += "\": " + std::to_string(id);
  }
  return entries;
}

std::string vocabulary(std::string const& more = ", \"ab\": 256, \"abc\": 257") { return opened_bytes() + more + "}"; }
std::string const merges = "#version: 0.2\na b\nab c\n";

/// What two such files are refused for, after the name of the one at fault.
struct refusals {
  std::string encoder, merges;
};
refusals refused(std::string const& encoder_bytes, std::string const& merges_bytes) {
  files::temporary const encoder(encoder_bytes, ".json");
  files::temporary const pairs(merges_bytes, ".bpe");
  std::string const what =
      files::message<std::runtime_error>([&] { io::byte_level_bpe const none(encoder.name, pairs.name); });
  auto const after = [&](std::string const& name) {
    std::string const front = "tokenizer: " + name + ": ";
    return what.starts_with(front) ? what.substr(front.size()) : std::string();
  };
  return {after(encoder.name), after(pairs.name)};
}
std::string encoder_refused(std::string const& bytes) { return refused(bytes, merges).encoder; }
std::string merges_refused(std::string const& bytes) { return refused(vocabulary(), bytes).merges; }

}  // namespace

TEST_CASE("two small files that are right") {
  files::temporary const encoder(vocabulary(), ".json");
  for (std::string const end : {"\n", ""}) {
    files::temporary const pairs(merges.substr(0, merges.size() - 1) + end, ".bpe");
    io::byte_level_bpe const small(encoder.name, pairs.name);
    CHECK(small.size() == 258);
    CHECK(small.end_of_text() == std::nullopt);
    CHECK(small.encode("abcab c") == std::vector<int>{257, 256, 220, 66});
    std::string every_byte = "\x7F\t\n";
    every_byte += "\xC2\xAD é 你 🙂";
    CHECK(small.decode(small.encode(every_byte)) == every_byte);
  }
}

TEST_CASE("a vocabulary that is not JSON, or no object, is refused") {
  for (std::string const bytes : {"", "not JSON", "{", "{\"a\": }", "{\"a\": 0", "\xFF", "{\"\xFF\": 0}"})
    CHECK(encoder_refused(bytes).ends_with(", expected JSON"));
  CHECK(encoder_refused(vocabulary().substr(0, 1000)).ends_with(", expected JSON"));
  CHECK(encoder_refused(vocabulary() + "x").ends_with(", expected JSON"));
  CHECK(encoder_refused(std::string(100000, '[')).ends_with(", expected JSON"));
  for (std::string const bytes : {"[]", "{}", "3", "null", "[0, 1]"})
    CHECK(encoder_refused(bytes) == "no pieces, expected a JSON object of piece and id");
}

TEST_CASE("ids with holes, duplicates or no ids are refused") {
  std::string const range = ", expected 0 to 257, as there are pieces";
  auto const with_last_id = [](std::string const& id) {
    return encoder_refused(vocabulary(", \"ab\": 256, \"abc\": " + id));
  };
  CHECK(with_last_id("258") == "the piece \"abc\" has the id 258" + range);
  CHECK(with_last_id("-1") == "the piece \"abc\" has the id -1" + range);
  CHECK(with_last_id("18446744073709551615") == "the piece \"abc\" has the id 18446744073709551615" + range);
  CHECK(with_last_id("257.0") == "the piece \"abc\" has the id 257.0" + range);
  CHECK(with_last_id("\"257\"") == "the piece \"abc\" has the id \"257\"" + range);
  CHECK(with_last_id("[257]") == "the piece \"abc\" has the id [257]" + range);
  CHECK(with_last_id("256") == "the piece \"abc\" has the id 256 of another piece, expected each id once");
}

TEST_CASE("a piece of other characters and a byte without a piece are refused") {
  CHECK(encoder_refused(vocabulary(", \"a b\": 256")) ==
        "the piece \"a b\", expected only characters that stand for bytes");
  CHECK(encoder_refused(vocabulary(", \"\\u4f60\": 256")) ==
        "the piece \"你\", expected only characters that stand for bytes");
  CHECK(encoder_refused("{\"!\": 0}") == "the byte 0 has no piece, expected one for each byte");
}

TEST_CASE("merges that are no pairs, twice there or not in the vocabulary are refused") {
  std::string const first = "another first line, expected one that begins with #version";
  CHECK(merges_refused("") == first);
  CHECK(merges_refused("a b\n") == first);
  std::string const version = "#version: 0.2\n";
  for (std::string const line : {"ab", "a b c", " a", "a ", "", " "})
    CHECK(merges_refused(version + "a b\n" + line + "\nab c\n") == "merge 1 is \"" + line + "\", expected two pieces");
  CHECK(merges_refused(version + "b c\n").starts_with("merge 0 has the piece \"bc\", expected pieces of "));
  CHECK(merges_refused(version + "a b\nabc d\n").starts_with("merge 1 has the piece \"abcd\", expected pieces of "));
  CHECK(merges_refused(version + "a bc\n").starts_with("merge 0 has the piece \"bc\", expected pieces of "));
  CHECK(merges_refused(version + "a b\na b\n") == "merge 1 is there again, expected each pair once");
  CHECK(merges_refused(version + "a b\r\n").ends_with("expected only characters that stand for bytes"));
  CHECK(merges_refused(version + "a \xFF\n").ends_with("expected only characters that stand for bytes"));
}

TEST_CASE("a missing file and a folder are errors that name them: byte-level") {
  files::temporary const encoder(vocabulary(), ".json");
  auto const opened = [](std::string const& first, std::string const& second) {
    return files::message<std::runtime_error>([&] { io::byte_level_bpe const none(first, second); });
  };
  CHECK(opened("/nowhere/encoder.json", "/nowhere/vocab.bpe") == "tokenizer: cannot open /nowhere/encoder.json");
  CHECK(opened(encoder.name, "/nowhere/vocab.bpe") == "tokenizer: cannot open /nowhere/vocab.bpe");
  CHECK(opened(encoder.name, "/tmp") == "tokenizer: cannot read /tmp");
  CHECK(opened("/tmp", encoder.name) == "tokenizer: cannot read /tmp");
}
