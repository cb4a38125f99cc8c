// SPDX-License-Identifier: BSL-1.0
/// Files made to exhaust memory: what is wrong is found in little of it.
#include <shapeproof/io/gguf.hpp>
#include <shapeproof/io/safetensors.hpp>

#include "corrupted_files.hpp"

#include <doctest/doctest.h>

namespace io = shapeproof::io;

namespace {

using corrupted::check_refused;
using corrupted::repeated;
using corrupted::replace;

}  // namespace

TEST_CASE("files of megabytes that ask for more memory than they are") {
  small::safetensors many;
  many.header = "{" + repeated(R"("a":{},)", 300'000) + R"("a":{}})";
  check_refused("300,000 tensors", io::parse_safetensors, many.bytes(), {"100000 tensors", "others"});
  many.header = R"({"__metadata__":{)" + repeated(R"("a":"",)", 300'000) + R"("a":""}})";
  check_refused("a key 300,000 times", io::parse_safetensors, many.bytes(), {"\"a\"", "again", "others"});
  small::safetensors wide;
  replace(wide.first, "2,3", repeated("1,", 5'000'000) + "1");
  check_refused("5,000,000 axes", io::parse_safetensors, wide.bytes(), {"\"first\"", "at most 16"});
  small::safetensors wordy;
  replace(wordy.first, "first", std::string(20'000'000, 'x'));
  check_refused("a name of 20 MB", io::parse_safetensors, wordy.bytes(), {"at most 4 MiB", "longer"});
  replace(wordy.first, "xxxx", "\\\"\\\\");
  check_refused("escapes in it", io::parse_safetensors, wordy.bytes(), {"at most 4 MiB", "longer"});
  small::safetensors nearly;
  replace(nearly.first, "first", std::string(4'000'000, 'x') + "\x01");
  check_refused("4 MB of text with a control character", io::parse_safetensors, nearly.bytes(), {"expected JSON"});
  small::safetensors digits;
  replace(digits.first, "2,3", std::string(20'000'000, '9'));
  check_refused("a number of 20,000,000 digits", io::parse_safetensors, digits.bytes(), {"at most 4 MiB"});

  small::gguf bytes;
  bytes.keys = {small::gguf_key("k", 9, small::gguf_array(0, 20'000'000, std::string(20'000'000, 'x')))};
  bytes.second.extents = {0};
  check_refused("an array of 20 MB", io::parse_gguf, bytes.bytes(), {"\"second\"", "above 0"});
  bytes.keys = {small::gguf_key("k", 9, small::gguf_array(8, 2'000'000, std::string(16'000'000, '\0')))};
  check_refused("2,000,000 empty texts", io::parse_gguf, bytes.bytes(), {"\"second\"", "above 0"});
  bytes.keys = {
      small::gguf_key("k", 9, small::gguf_array(9, 1'000'000, repeated(small::gguf_array(0, 0, ""), 1'000'000)))};
  check_refused("1,000,000 empty arrays", io::parse_gguf, bytes.bytes(), {"\"second\"", "above 0"});
  small::gguf counted;
  counted.tensor_count = 300'000;
  counted.data = std::string(12'000'000, '\0');
  check_refused("300,000 tensors", io::parse_gguf, counted.bytes(), {"at most 100000 tensors"});
  counted.tensor_count = 2;
  counted.key_count = 300'000;
  check_refused("300,000 keys", io::parse_gguf, counted.bytes(), {"at most 100000 metadata keys"});
}
