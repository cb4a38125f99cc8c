// SPDX-License-Identifier: BSL-1.0
/// Files made to exhaust memory: what is wrong is found in little of it.
#include <shapeproof/io/gguf.hpp>
#include <shapeproof/io/safetensors.hpp>

#include "corrupted_files.hpp"

#include <doctest/doctest.h>

namespace io = shapeproof::io;

namespace {

using corrupted_files::check_refused;
using corrupted_files::repeated;
using corrupted_files::replace;
using small_files::number;

}  // namespace

TEST_CASE("files of megabytes that ask for more memory than they are") {
  small_files::safetensors many;
  many.header = repeated(R"("a":{},)", 300'000).insert(0, "{").append(R"("a":{}})");
  check_refused("300,000 tensors", io::parse_safetensors, many.bytes(), {"100000 tensors", "others"});
  many.header = repeated(R"("a":"",)", 300'000).insert(0, R"({"__metadata__":{)").append(R"("a":""}})");
  check_refused("a key 300,000 times", io::parse_safetensors, many.bytes(), {"\"a\"", "again", "others"});
  many.header = R"({"__metadata__":{"a":"")";
  for (int i = 0; i < 100'000; ++i) many.header->append(",\"").append(std::to_string(i)).append("\":\"\"");
  *many.header += "}}";
  check_refused("100,001 keys", io::parse_safetensors, many.bytes(), {"100000 metadata keys"});
  small_files::safetensors wide;
  replace(wide.first, "2,3", repeated("1,", 5'000'000) + "1");
  check_refused("5,000,000 axes", io::parse_safetensors, wide.bytes(), {"\"first\"", "at most 16"});
  small_files::safetensors wordy;
  replace(wordy.first, "first", std::string(20'000'000, 'x'));
  check_refused("a name of 20 MB", io::parse_safetensors, wordy.bytes(), {"at most 4 MiB", "longer"});
  small_files::safetensors escaped;
  replace(escaped.first, "first", repeated(std::string(1000, 'x') + "\\\"", 10'000));
  check_refused("a name of 10 MB with quotes", io::parse_safetensors, escaped.bytes(), {"at most 4 MiB", "longer"});
  small_files::safetensors nearly;
  replace(nearly.first, "first", std::string(4'000'000, 'x') + "\x01");
  check_refused("4 MB of text with a control character", io::parse_safetensors, nearly.bytes(), {"expected JSON"});
  small_files::safetensors digits;
  replace(digits.first, "2,3", std::string(20'000'000, '9'));
  check_refused("a number of 20,000,000 digits", io::parse_safetensors, digits.bytes(), {"at most 4 MiB"});

  small_files::gguf bytes;
  bytes.keys = {small_files::gguf_key("k", 9, small_files::gguf_array(0, 20'000'000, std::string(20'000'000, 'x')))};
  bytes.second.extents = {0};
  check_refused("an array of 20 MB", io::parse_gguf, bytes.bytes(), {"\"second\"", "above 0"});
  bytes.keys = {small_files::gguf_key("k", 9, small_files::gguf_array(8, 2'000'000, std::string(16'000'000, '\0')))};
  check_refused("2,000,000 empty texts", io::parse_gguf, bytes.bytes(), {"\"second\"", "above 0"});
  bytes.keys = {small_files::gguf_key(
      "k", 9, small_files::gguf_array(9, 1'000'000, repeated(small_files::gguf_array(0, 0, ""), 1'000'000)))};
  check_refused("1,000,000 empty arrays", io::parse_gguf, bytes.bytes(), {"\"second\"", "above 0"});
  small_files::gguf counted;
  counted.tensor_count = 300'000;
  counted.data = std::string(12'000'000, '\0');
  check_refused("300,000 tensors", io::parse_gguf, counted.bytes(), {"at most 100000 tensors"});
  counted.tensor_count = 2;
  counted.key_count = 300'000;
  check_refused("300,000 keys", io::parse_gguf, counted.bytes(), {"at most 100000 metadata keys"});

  counted.key_count = {};
  counted.keys.clear();
  for (int i = 0; i < 90'000; ++i)
    counted.keys.push_back(small_files::gguf_key(std::to_string(i) + std::string(40, 'x'), 4, number(0U)));
  counted.second.extents = {0};
  check_refused("90,000 long keys", io::parse_gguf, counted.bytes(), {"\"second\"", "above 0"});
  small_files::gguf listed;
  std::string tensors;
  for (int i = 0; i < 90'000; ++i)
    tensors += small_files::gguf_tensor{std::to_string(i) + std::string(40, 'x'), {1, 1, 1, 1}, 2, 0}.bytes();
  listed.keys = {listed.keys[0] + tensors};
  listed.key_count = 1;
  listed.tensor_count = 90'002;
  check_refused("90,000 quantised tensors", io::parse_gguf, listed.bytes(), {"type 2", "others"});
}

TEST_CASE("the meter of allocations sees them") {
  allocation_meter::start();
  {
    std::vector<char> const first(3'000'000), second(2'000'000);
    CHECK(first.data() != second.data());
  }
  std::vector<char> const third(2'500'000);
  auto const memory = allocation_meter::stop();
  CHECK(memory.largest == 3'000'000);
  CHECK(memory.most_alive >= 5'000'000);
  CHECK(memory.most_alive < 5'100'000);
  CHECK(third.size() == 2'500'000);
}
