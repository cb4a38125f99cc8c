// SPDX-License-Identifier: BSL-1.0
/// Packed files with one thing wrong each.
#include "corrupted_files.hpp"
#include "packed_files.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace sp = shapeproof;
namespace io = shapeproof::io;
namespace llm = shapeproof::llm;

namespace {

using corrupted_files::check_refused;
using packed_files::changed;
using weights = llm::gpt2_weights<llm::any_gpt2, llm::packed_views<sp::int8>>;

/// Reads all that `load_packed` reads, from bytes in memory.
void loaded(std::span<std::byte const> bytes, std::string const& name) {
  (void)io::detail::read_packed<weights>(io::parse_packed(bytes, name), name);
}

std::string good() {
  return packed_files::saved(llm::packed_weights<sp::int8>(small::family_weights<small::distinct_gpt2>(1)), 12).bytes();
}

/// A change of the header.
struct mutation {
  char const* name;
  std::string from, to;
  corrupted_files::words expected;
};

/// The file with a float at this place of a tensor, from its end.
std::string with_float(std::string file, char const* tensor, std::size_t before_end, float value) {
  auto const bytes = io::parse_packed(small_files::view(file), "file").find(tensor)->bytes;
  auto const at = static_cast<std::size_t>(bytes.data() - small_files::view(file).data()) + bytes.size() - before_end;
  return file.replace(at, sizeof(float), small_files::number(value));
}

}  // namespace

TEST_CASE("packed files whose header is wrong") {
  auto const file = good();
  REQUIRE(small_files::refusal(loaded, file).empty());
  mutation const mutations[] = {
      {"another format", "shapeproof packed", "shapeproof peeled", {"expected the header of packed weights"}},
      {"a later version", R"("version":"1")", R"("version":"2")", {"version: expected 1", "\"2\""}},
      {"no version", R"("version":"1")", R"("versions":"1")", {"the header has no version"}},
      {"another family", R"("gpt2")", R"("gpt3")", {"family is gpt2", "\"gpt3\""}},
      {"no family", R"("family")", R"("famili")", {"the header has no family"}},
      {"other elements", R"("int8")", R"("f32")", {"elements are int8", "\"f32\""}},
      {"other axes", "V P D H Dk F", "V P D Dk H F", {"axes are V P D H Dk F", "\"V P D Dk H F\""}},
      {"no layers", R"("layers":"1")", R"("layers":"0")", {"layers is 0"}},
      {"layers that are no number", R"("layers":"1")", R"("layers":"x")", {"layers is no whole number"}},
      {"more layers", R"("layers":"1")", R"("layers":"2")", {"\"blocks.1.attention.query.weight\"", "no such tensor"}},
      {"many layers", R"("layers":"1")", R"("layers":"2147483647")", {"2147483647 layers", "tensors in all"}},
      {"a negative extent", R"("extent.V":"37")", R"("extent.V":"-37")", {"extent.V is -37"}},
      {"no extent", R"("extent.V":"37")", R"("extent.W":"37")", {"no extent for the model's symbol V"}},
      {"a larger extent", R"("extent.V":"37")", R"("extent.V":"38")", {"[V=38, D=15]", "[37, 15] of F32"}},
      {"an extent in the same panel", R"("extent.F":"22")", R"("extent.F":"23")", {"[F=23]", "[22] of F32"}},
      {"heads that do not make the width", R"("extent.H":"3")", R"("extent.H":"5")", {"(H Dk)=25", "\"blocks.0"}},
      {"a product that cannot be counted",
       R"("extent.D":"15","extent.Dk":"5","extent.F":"22","extent.H":"3")",
       R"("extent.D":"2147483647","extent.Dk":"2147483647","extent.F":"2147483647","extent.H":"2147483647")",
       {"[D=2147483647, (H Dk)=4611686014132420609]", "more elements than can be counted"}},
      {"no option", "option.epsilon", "option.epsilom", {"option epsilon", "found none"}},
      {"an option of zero", R"("option.epsilon":"1e-05")", R"("option.epsilon":"0")", {"positive number", "\"0\""}},
      {"an option that is infinite", R"("option.epsilon":"1e-05")", R"("option.epsilon":"inf")", {"positive", "inf"}},
      {"an option that is no number", R"("option.epsilon":"1e-05")", R"("option.epsilon":"1e-05x")", {"1e-05x"}},
      {"positions that are no number", R"("positions":"12")", R"("positions":"?")", {"positions is no whole number"}},
      {"a missing parameter",
       R"("norm.gamma")",
       R"("norm.delta")",
       {"\"norm.gamma\"", "[D=15]", "no such tensor", "\"norm.delta\"", "no such parameter"}},
      {"padding that is none", R"("padding.0")", R"("patting.0")", {"\"patting.0\"", "multiple of 64"}},
      {"a parameter twice", R"("norm.beta")", R"("norm.gamma")", {"\"norm.gamma\"", "2 times"}},
      {"floats as bytes",
       R"("norm.beta":{"dtype":"F32","shape":[15])",
       R"("norm.beta":{"dtype":"U8","shape":[60])",
       {"\"norm.beta\"", "[15] of F32", "[60] of U8"}},
      {"halves",
       R"("norm.beta":{"dtype":"F32","shape":[15])",
       R"("norm.beta":{"dtype":"F16","shape":[30])",
       {"\"norm.beta\"", "F32 or U8", "\"F16\""}},
      {"metadata twice", R"("version":"1")", R"("version":"1","version":"1")", {"\"version\"", "again"}},
  };
  for (auto const& [name, from, to, expected] : mutations)
    check_refused(name, loaded, changed(file, from, to), expected);
}

TEST_CASE("packed files whose elements are wrong") {
  auto const file = good();
  for (std::size_t const less : {1U, 100U, 1000U})
    check_refused("a file cut short", loaded, file.substr(0, file.size() - less), {"within the"});
  check_refused("a header cut short", loaded, file.substr(0, 200), {"header", "at most"});
  check_refused("bytes at the end", loaded, file + "abcd", {"unused bytes"});
  auto moved = file;  // by a byte less of header, everything begins a byte earlier
  moved.replace(0, 8, small_files::number<std::uint64_t>(packed_files::data_begin(file) - 9));
  moved.erase(packed_files::data_begin(file) - 1, 1);
  check_refused("tensors that are not aligned", loaded, moved, {"\"head\"", "multiple of 64 bytes", "found"});
  float const infinity = std::numeric_limits<float>::infinity();
  for (float const wrong : {infinity, -infinity, std::numeric_limits<float>::quiet_NaN(), 0.0F, -1.0F})
    check_refused("a scale that is none", loaded, with_float(file, "head", (64 - 36) * 4, wrong),
                  {"\"head\"", "positive numbers", "column 36"});
  CHECK(small_files::refusal(loaded, with_float(file, "head", (64 - 37) * 4, infinity)).empty());  // no column has it
}

TEST_CASE("a packed file is told from others, and they from it") {
  auto const file = good();
  CHECK(model_files::opened(file).kind() == io::container::packed);
  CHECK_FALSE(io::is_packed(small_files::view(small_files::safetensors().bytes())));
  CHECK_FALSE(io::is_packed(small_files::view(file.substr(0, 40))));
  CHECK_FALSE(io::is_packed({}));
}
