// SPDX-License-Identifier: BSL-1.0
/// safetensors files with one thing wrong each.
#include <shapeproof/io/safetensors.hpp>

#include "corrupted_files.hpp"

#include <doctest/doctest.h>

namespace io = shapeproof::io;

namespace {

using corrupted_files::check_all;
using corrupted_files::check_refused;
using corrupted_files::huge;
using corrupted_files::mutation;
using corrupted_files::repeated;
using corrupted_files::replace;

}  // namespace

TEST_CASE("corrupted safetensors files") {
  using file = small_files::safetensors;
  mutation<file> const mutations[] = {
      {"header longer than the file", [](file& f) { f.length = 5000; }, {"header", "at most", "found 5000"}},
      {"header of 2^64-1 bytes", [](file& f) { f.length = huge; }, {"at most 100000000", "18446744073709551615"}},
      {"header of 100 MB and a byte", [](file& f) { f.length = 100'000'001; }, {"found 100000001"}},
      {"header of no bytes", [](file& f) { f.length = 0; }, {"header", "begins with {", "found \"\""}},
      {"header cut short", [](file& f) { f.length = 100; }, {"expected JSON", "byte 101"}},
      {"not JSON", [](file& f) { f.header = "{nonsense}"; }, {"expected JSON", "n"}},
      {"an array", [](file& f) { f.header = "[]"; }, {"begins with {", "found \"[\""}},
      {"text after the object", [](file& f) { f.header = "{} {}"; }, {"expected JSON", "byte 4"}},
      {"not UTF-8", [](file& f) { replace(f.first, "first", "\xFF"); }, {"expected JSON", "\\xFF"}},
      {"a tensor that is a number", [](file& f) { f.second = R"("second":7)"; }, {"\"second\"", "object", "found 7"}},
      {"a tensor that is an array", [](file& f) { f.second = R"("second":[])"; }, {"\"second\"", "found an array"}},
      {"a tensor that is null", [](file& f) { f.second = R"("second":null)"; }, {"\"second\"", "found null"}},
      {"a name that appears twice", [](file& f) { replace(f.second, "second", "first"); }, {"\"first\"", "2 times"}},
      {"a field that appears twice",
       [](file& f) { replace(f.first, R"("shape")", R"("dtype":"F32","shape")"); },
       {"\"first\"", "dtype once", "again"}},
      {"an unknown field",
       [](file& f) { replace(f.first, R"("shape")", R"("scale":1,"shape")"); },
       {"\"first\"", "fields dtype, shape and data_offsets", "\"scale\""}},
      {"no dtype", [](file& f) { replace(f.first, R"("dtype":"F32",)", ""); }, {"\"first\"", "field dtype", "none"}},
      {"no shape", [](file& f) { replace(f.first, R"("shape":[2,3],)", ""); }, {"\"first\"", "field shape", "none"}},
      {"no offsets",
       [](file& f) { replace(f.first, R"(,"data_offsets":[0,24])", ""); },
       {"\"first\"", "field data_offsets", "none"}},
      {"an unknown dtype", [](file& f) { replace(f.first, "F32", "I64"); }, {"\"first\"", "F16", "found \"I64\""}},
      {"a dtype that is a number", [](file& f) { replace(f.first, R"("F32")", "32"); }, {"dtype as a text", "32"}},
      {"a dtype that is an array", [](file& f) { replace(f.first, R"("F32")", "[]"); }, {"dtype", "an array"}},
      {"a shape that is a text", [](file& f) { replace(f.first, "[2,3]", R"("2x3")"); }, {"shape as an array", "2x3"}},
      {"a negative extent", [](file& f) { replace(f.first, "[2,3]", "[-2,3]"); }, {"\"first\"", "in shape", "-2"}},
      {"half an extent", [](file& f) { replace(f.first, "[2,3]", "[2.5,3]"); }, {"\"first\"", "whole", "2.5"}},
      {"an extent in a text", [](file& f) { replace(f.first, "[2,3]", R"(["2",3])"); }, {"whole", "\"2\""}},
      {"an extent of 2^64", [](file& f) { replace(f.first, "2,3", "18446744073709551616"); }, {"2^64-1", "446744"}},
      {"an extent of a nested array", [](file& f) { replace(f.first, "[2,3]", "[[2],3]"); }, {"shape", "an array"}},
      {"a product that overflows",
       [](file& f) { replace(f.first, "2,3", "4294967296,4294967296"); },
       {"\"first\"", "fits 64 bits", "[4294967296, 4294967296] of F32"}},
      {"a product that overflows with its elements",
       [](file& f) { replace(f.first, "2,3", "4611686018427387904"); },
       {"\"first\"", "fits 64 bits"}},
      {"17 axes", [](file& f) { replace(f.first, "2,3", "2,3,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1"); }, {"16", "shape"}},
      {"one offset", [](file& f) { replace(f.first, "0,24", "24"); }, {"\"first\"", "two data_offsets", "found 1"}},
      {"three offsets", [](file& f) { replace(f.first, "0,24", "0,12,24"); }, {"at most 2", "data_offsets"}},
      {"a negative offset", [](file& f) { replace(f.first, "[0,24]", "[-8,16]"); }, {"in data_offsets", "found -8"}},
      {"an end beyond the data",
       [](file& f) { replace(f.second, "24,32", "28,36"); },
       {"\"second\"", "within the 32 bytes", "28, 36"}},
      {"an end far beyond the data",
       [](file& f) { replace(f.second, "24,32", "24,18446744073709551615"); },
       {"\"second\"", "within the 32 bytes", "24, 18446744073709551615"}},
      {"a begin after the end",
       [](file& f) { replace(f.second, "24,32", "32,24"); },
       {"begin before they end", "32, 24"}},
      {"too few bytes", [](file& f) { replace(f.first, "0,24", "0,20"); }, {"24 bytes for [2, 3] of F32", "found 20"}},
      {"bytes for another dtype", [](file& f) { replace(f.first, "F32", "F16"); }, {"12 bytes", "of F16", "found 24"}},
      {"overlapping tensors",
       [](file& f) { replace(f.second, "24,32", "20,28"); },
       {"\"second\" overlaps tensor \"first\"", "begin at byte 24", "found 20"}},
      {"two tensors inside another",
       [](file& f) {
         replace(f.first, "0,24", "0,32"), replace(f.first, "2,3", "2,4"), replace(f.second, "24,32", "4,12");
         f.second += R"(,"third":{"dtype":"F32","shape":[1],"data_offsets":[12,16]})";
       },
       {"\"second\" overlaps tensor \"first\"", "\"third\" overlaps tensor \"first\""}},
      {"a tensor inside another", [](file& f) { replace(f.second, "24,32", "8,16"); }, {"\"second\" overlaps"}},
      {"a hole between tensors",
       [](file& f) { replace(f.second, "24,32", "28,36"), f.data = small_files::floats(9); },
       {"\"second\" leaves unused bytes", "byte 24", "found 28"}},
      {"a hole at the front",
       [](file& f) { replace(f.first, "0,24", "32,56"), f.data = small_files::floats(14); },
       {"\"second\" leaves unused bytes", "byte 0", "found 24"}},
      {"bytes at the end", [](file& f) { f.data += "abcd"; }, {"data", "end at byte 32", "up to 36"}},
      {"data cut short", [](file& f) { f.data.resize(30); }, {"\"second\"", "within the 30 bytes"}},
      {"data that is not aligned",
       [](file& f) {
         replace(f.first, R"("F32","shape":[2,3],"data_offsets":[0,24])", R"("F16","shape":[1],"data_offsets":[0,2])");
         replace(f.second, "24,32", "2,10"), f.data.resize(10);
       },
       {"\"second\"", "multiple of 4 for F32", "2, 10"}},
      {"metadata that is an array", [](file& f) { f.metadata = R"("__metadata__":[])"; }, {"__metadata__", "array"}},
      {"metadata of numbers",
       [](file& f) { replace(f.metadata, R"("64")", "64"); },
       {"__metadata__ \"dim\"", "text", "64"}},
      {"metadata of objects",
       [](file& f) { replace(f.metadata, R"("64")", "{}"); },
       {"__metadata__ \"dim\"", "object"}},
      {"metadata that appears twice", [](file& f) { f.metadata += "," + f.metadata; }, {"__metadata__", "once"}},
      {"metadata again, without a key",
       [](file& f) { f.metadata += R"(,"__metadata__":{})"; },
       {"__metadata__: expected once"}},
      {"a key that appears twice", [](file& f) { replace(f.metadata, "}", R"(,"dim":"65"})"); }, {"\"dim\"", "again"}},
      {"deep nesting", [](file& f) { replace(f.first, "[2,3]", std::string(1'000'000, '[')); }, {"shape", "array"}},
      {"deep nesting of objects", [](file& f) { f.first = repeated(R"("a":{)", 1'000'000); }, {"\"a\"", "fields"}},
  };
  check_all(io::parse_safetensors, mutations);
  for (std::size_t const size : {0U, 1U, 7U})
    check_refused("a file shorter than a length", io::parse_safetensors, file().bytes().substr(0, size),
                  {"expected 8 bytes", "found"});
}
