// SPDX-License-Identifier: BSL-1.0
/// GGUF files with one thing wrong each.
#include <shapeproof/io/gguf.hpp>

#include "corrupted_files.hpp"

#include <doctest/doctest.h>

namespace io = shapeproof::io;

namespace {

using corrupted_files::check_all;
using corrupted_files::check_refused;
using corrupted_files::huge;
using corrupted_files::mutation;
using corrupted_files::repeated;
using small_files::number;

}  // namespace

TEST_CASE("corrupted GGUF files") {
  using file = small_files::gguf;
  mutation<file> const mutations[] = {
      {"another magic", [](file& f) { f.magic = "GGML"; }, {"magic \"GGUF\"", "found \"GGML\""}},
      {"version 1", [](file& f) { f.version = 1; }, {"version 2 or 3", "found 1"}},
      {"version 4", [](file& f) { f.version = 4; }, {"version 2 or 3", "found 4"}},
      {"a big-endian file", [](file& f) { f.version = 0x03000000; }, {"version 2 or 3", "big-endian"}},
      {"tensors beyond the file",
       [](file& f) { f.tensor_count = huge; },
       {"at most", "tensors", "18446744073709551615"}},
      {"one tensor more", [](file& f) { f.tensor_count = 3; }, {"tensor \"\"", "1 to 4 axes"}},
      {"one tensor less", [](file& f) { f.tensor_count = 1; }, {"data", "unused bytes"}},
      {"keys beyond the file", [](file& f) { f.key_count = huge; }, {"metadata keys", "18446744073709551615"}},
      {"one key more", [](file& f) { f.key_count = 2; }, {"tensor 0", "for its name", "bytes left"}},
      {"a key that appears twice", [](file& f) { f.keys.push_back(f.keys[0]); }, {"llama.block_count", "once"}},
      {"a key longer than the file", [](file& f) { f.keys = {number(huge)}; }, {"metadata 0", "18446744073709551615"}},
      {"an unknown type of value",
       [](file& f) { f.keys = {small_files::gguf_key("k", 13, "")}; },
       {"\"k\"", "0 to 12", "13"}},
      {"a bool of 2", [](file& f) { f.keys = {small_files::gguf_key("k", 7, "\2")}; }, {"\"k\"", "0 or 1", "found 2"}},
      {"a text longer than the file",
       [](file& f) { f.keys = {small_files::gguf_key("k", 8, number(huge))}; },
       {"\"k\"", "for its text", "18446744073709551615"}},
      {"an array beyond the file",
       [](file& f) { f.keys = {small_files::gguf_key("k", 9, small_files::gguf_array(0, huge, ""))}; },
       {"\"k\"", "elements", "18446744073709551615"}},
      {"an array whose bytes overflow",
       [](file& f) { f.keys = {small_files::gguf_key("k", 9, small_files::gguf_array(10, huge / 8 + 2, ""))}; },
       {"\"k\"", "elements", "2305843009213693953"}},
      {"an array of an unknown type",
       [](file& f) { f.keys = {small_files::gguf_key("k", 9, small_files::gguf_array(99, 1, ""))}; },
       {"\"k\"", "0 to 12", "found 99"}},
      {"an array of a bool of 3",
       [](file& f) { f.keys = {small_files::gguf_key("k", 9, small_files::gguf_array(7, 1, "\3"))}; },
       {"\"k\"", "0 or 1", "found 3"}},
      {"a text beyond the file in an array",
       [](file& f) {
         f.keys = {
             small_files::gguf_key("k", 9, small_files::gguf_array(8, 2, small_files::gguf_text("a") + number(huge)))};
       },
       {"\"k\"", "for its text"}},
      {"deeply nested arrays",
       [](file& f) { f.keys = {small_files::gguf_key("k", 9, repeated(small_files::gguf_array(9, 1, ""), 100'000))}; },
       {"\"k\"", "depth of 4"}},
      {"an alignment of 0",
       [](file& f) { f.keys = {small_files::gguf_key("general.alignment", 4, number(0U))}; },
       {"general.alignment", "power of two", "found 0"}},
      {"an alignment of 4",
       [](file& f) { f.keys = {small_files::gguf_key("general.alignment", 4, number(4U))}; },
       {"general.alignment", "from 8", "found 4"}},
      {"an alignment of 24",
       [](file& f) { f.keys = {small_files::gguf_key("general.alignment", 4, number(24U))}; },
       {"general.alignment", "found 24"}},
      {"an alignment of 2^40",
       [](file& f) { f.keys = {small_files::gguf_key("general.alignment", 10, number(std::uint64_t{1} << 40))}; },
       {"general.alignment", "32-bit", "1099511627776"}},
      {"an alignment that is a text",
       [](file& f) { f.keys = {small_files::gguf_key("general.alignment", 8, small_files::gguf_text("32"))}; },
       {"general.alignment", "another type"}},
      {"an alignment beyond the file",
       [](file& f) { f.keys = {small_files::gguf_key("general.alignment", 4, number(1U << 31))}; },
       {"\"first\"", "found 0 bytes of data"}},
      {"a name that appears twice", [](file& f) { f.second.name = "first"; }, {"\"first\"", "2 times"}},
      {"no axes", [](file& f) { f.first.extents = {}; }, {"\"first\"", "1 to 4 axes", "found 0"}},
      {"5 axes", [](file& f) { f.first.extents = {1, 1, 1, 2, 3}; }, {"\"first\"", "1 to 4 axes", "found 5"}},
      {"an extent of 0", [](file& f) { f.second.extents = {0}; }, {"\"second\"", "above 0", "[0] of F32"}},
      {"extents that overflow", [](file& f) { f.second.extents = {huge, 2}; }, {"\"second\"", "64 bits", "[2, 1844"}},
      {"an extent beyond the data", [](file& f) { f.second.extents = {3}; }, {"\"second\"", "12 bytes", "40 bytes"}},
      {"a quantised tensor", [](file& f) { f.first.type = 8; }, {"\"first\"", "F32 (0)", "type 8"}},
      {"an unknown type of elements", [](file& f) { f.first.type = 4000; }, {"\"first\"", "BF16 (30)", "type 4000"}},
      {"an offset that is not aligned", [](file& f) { f.second.offset = 28; }, {"\"second\"", "alignment 32", "28"}},
      {"an offset beyond the data", [](file& f) { f.second.offset = 64; }, {"\"second\"", "at byte 64", "40 bytes"}},
      {"an offset of nearly 2^64",
       [](file& f) { f.second.offset = huge - 31; },
       {"\"second\"", "18446744073709551584"}},
      {"overlapping tensors", [](file& f) { f.second.offset = 0; }, {"\"first\" overlaps tensor \"second\""}},
      {"a hole",
       [](file& f) { f.second.offset = 64, f.data.resize(72); },
       {"\"second\" leaves", "byte 32", "found 64"}},
      {"a hole at the front",
       [](file& f) { f.first.offset = 32, f.second.offset = 64, f.data.resize(72); },
       {"\"first\" leaves unused", "byte 0", "found 32"}},
      {"bytes at the end", [](file& f) { f.data.resize(72); }, {"data", "end at byte 64", "up to 72"}},
      {"data cut short", [](file& f) { f.data.resize(36); }, {"\"second\"", "8 bytes", "found 36"}},
      {"no data", [](file& f) { f.data.clear(); }, {"\"first\"", "found 0 bytes of data"}},
  };
  check_all(io::parse_gguf, mutations);
  std::string const whole = file().bytes();
  for (std::size_t size = 0; size < whole.size(); ++size)
    check_refused("a file cut short", io::parse_gguf, whole.substr(0, size), {"expected", "found"});
}
