// SPDX-License-Identifier: BSL-1.0
/// Each of the 65536 halves and the 65536 upper halves of a single becomes the float that it stands for.
#include <shapeproof/io/stored_tensor.hpp>

#include "shared_models.hpp"
#include "small_files.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace io = shapeproof::io;

namespace {

/// A tensor of all 16-bit patterns in order, after `skipped` bytes.
std::vector<float> all_patterns(io::element_type type, std::size_t skipped = 0) {
  std::string bytes(skipped, 'x');
  for (unsigned pattern = 0; pattern < 65536; ++pattern)
    bytes += small_files::number(static_cast<std::uint16_t>(pattern));
  return shared_models::floats({"all", type, {65536}, small_files::view(bytes).subspan(skipped)});
}

/// What sign, exponent and fraction of `fraction_bits` bits with this bias stand for.
float meaning(unsigned pattern, int fraction_bits, int bias) {
  int const fraction = static_cast<int>(pattern) & ((1 << fraction_bits) - 1);
  int const exponent = static_cast<int>(pattern & 0x7FFFU) >> fraction_bits;
  float const sign = pattern & 0x8000U ? -1.0F : 1.0F;
  if (exponent == 2 * bias + 1)
    return std::copysign(
        fraction == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN(), sign);
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), 1 - bias - fraction_bits);
  return sign * std::ldexp(static_cast<float>(fraction + (1 << fraction_bits)), exponent - bias - fraction_bits);
}

/// Equal bits, or both NaN of one sign.
bool same(float a, float b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) && std::signbit(a) == std::signbit(b);
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

int differences(std::vector<float> const& found, int fraction_bits, int bias) {
  int count = 0;
  for (unsigned pattern = 0; pattern < 65536; ++pattern)
    count += !same(found[pattern], meaning(pattern, fraction_bits, bias));
  return count;
}

}  // namespace

TEST_CASE("every half is the float that it stands for") {
  CHECK(differences(all_patterns(io::element_type::f16), 10, 15) == 0);
  CHECK(differences(all_patterns(io::element_type::f16, 1), 10, 15) == 0);  // not aligned
  auto const halves = all_patterns(io::element_type::f16);
  CHECK(halves[0x3C00] == 1.0F);
  CHECK(halves[0x0001] == 0x1p-24F);
  CHECK(halves[0x03FF] == 0x3FFp-24F);
  CHECK(halves[0x7BFF] == 65504.0F);
}

TEST_CASE("every bfloat16 is the float that it stands for") {
  CHECK(differences(all_patterns(io::element_type::bf16), 7, 127) == 0);
  CHECK(all_patterns(io::element_type::bf16)[0x3F80] == 1.0F);
}

#ifdef __FLT16_MANT_DIG__
TEST_CASE("the compiler's own half agrees") {
  auto const found = all_patterns(io::element_type::f16);
  int count = 0;
  for (unsigned pattern = 0; pattern < 65536; ++pattern)
    count += !same(found[pattern], static_cast<float>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(pattern))));
  CHECK(count == 0);
}
#endif

TEST_CASE("a single is copied bit by bit, also from where it is not aligned") {
  float const values[] = {0.0F, -0.0F, 1.5F, std::numeric_limits<float>::denorm_min(),
                          -std::numeric_limits<float>::infinity()};
  std::string bytes = "x";
  for (float const value : values) bytes += small_files::number(value);
  auto const found = shared_models::floats({"some", io::element_type::f32, {5}, small_files::view(bytes).subspan(1)});
  for (std::size_t i = 0; i < 5; ++i) CHECK(same(found[i], values[i]));
  io::to_floats({"none", io::element_type::f32, {0}, {}}, nullptr);
}

TEST_CASE("element types have sizes and names; tensors are found by name") {
  CHECK(size_of(io::element_type::f32) == 4);
  CHECK(size_of(io::element_type::bf16) == 2);
  CHECK(name_of(io::element_type::f16) == "F16");
  io::tensor_file file;
  file.tensors = {{"a", io::element_type::f32, {1}, {}}, {"b", io::element_type::f16, {2}, {}}};
  REQUIRE(file.find("b") == &file.tensors[1]);
  CHECK(file.find("c") == nullptr);
}
