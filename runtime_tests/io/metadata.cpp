// SPDX-License-Identifier: BSL-1.0
/// Values of every kind, and whole numbers in any container's form.
#include <shapeproof/io/gguf.hpp>
#include <shapeproof/io/metadata.hpp>

#include "small_files.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace io = shapeproof::io;
using small_files::number;

namespace {

/// The value of a GGUF file's only key.
io::metadata_value value_of(std::uint32_t type, std::string const& bytes) {
  small_files::gguf file;
  file.keys = {small_files::gguf_key("key", type, bytes)};
  return io::parse_gguf(small_files::view(file.bytes()), "file").metadata.at("key");
}

}  // namespace

TEST_CASE("GGUF's values keep their kinds and become the widest") {
  CHECK(std::get<std::uint64_t>(value_of(0, number<std::uint8_t>(200))) == 200);
  CHECK(std::get<std::int64_t>(value_of(1, number<std::int8_t>(-100))) == -100);
  CHECK(std::get<std::uint64_t>(value_of(2, number<std::uint16_t>(60000))) == 60000);
  CHECK(std::get<std::int64_t>(value_of(3, number<std::int16_t>(-30000))) == -30000);
  CHECK(std::get<std::uint64_t>(value_of(4, number<std::uint32_t>(4000000000))) == 4000000000);
  CHECK(std::get<std::int64_t>(value_of(5, number<std::int32_t>(-2000000000))) == -2000000000);
  CHECK(std::get<double>(value_of(6, number(0.5F))) == 0.5);
  CHECK(std::get<bool>(value_of(7, "\1")));
  CHECK(std::get<std::string>(value_of(8, small_files::gguf_text("llama"))) == "llama");
  CHECK(std::get<std::uint64_t>(value_of(10, number(UINT64_MAX))) == UINT64_MAX);
  CHECK(std::get<std::int64_t>(value_of(11, number(INT64_MIN))) == INT64_MIN);
  CHECK(std::get<double>(value_of(12, number(0.1))) == 0.1);
}

TEST_CASE("the elements of arrays are values, arrays among them") {
  std::string const texts = small_files::gguf_text("a") + small_files::gguf_text("") + small_files::gguf_text("bc");
  small_files::gguf file;
  file.keys = {small_files::gguf_key("texts", 9, small_files::gguf_array(8, 3, texts)),
               small_files::gguf_key("bools", 9, small_files::gguf_array(7, 2, std::string("\0\1", 2))),
               small_files::gguf_key("nested", 9,
                                     small_files::gguf_array(9, 2,
                                                             small_files::gguf_array(4, 2, number(7U) + number(8U)) +
                                                                 small_files::gguf_array(8, 3, texts)))};
  std::string const bytes = file.bytes();
  auto const metadata = io::parse_gguf(small_files::view(bytes), "file").metadata;
  auto const elements = [&](char const* key) { return elements_of(std::get<io::metadata_array>(metadata.at(key))); };
  REQUIRE(elements("texts").size() == 3);
  CHECK(std::get<std::string>(elements("texts")[2]) == "bc");
  CHECK_FALSE(std::get<bool>(elements("bools").at(0)));
  CHECK(std::get<bool>(elements("bools").at(1)));
  auto const nested = elements("nested");
  REQUIRE(nested.size() == 2);
  CHECK(std::get<std::uint64_t>(elements_of(std::get<io::metadata_array>(nested[0])).at(1)) == 8);
  CHECK(std::get<std::string>(elements_of(std::get<io::metadata_array>(nested[1])).at(0)) == "a");
  CHECK_THROWS_AS((void)io::elements_of({8, 4, std::get<io::metadata_array>(metadata.at("texts")).bytes}),
                  std::runtime_error);
}

TEST_CASE("a whole number is one in any form") {
  CHECK(io::whole_number(std::int64_t{-5}) == -5);
  CHECK(io::whole_number(std::uint64_t{5}) == 5);
  CHECK(io::whole_number(std::string("64")) == 64);
  CHECK(io::whole_number(std::string("-64")) == -64);
  CHECK_FALSE(io::whole_number(UINT64_MAX));
  CHECK_FALSE(io::whole_number(true));
  CHECK_FALSE(io::whole_number(5.0));
  CHECK_FALSE(io::whole_number(io::metadata_array{}));
  for (char const* text : {"", "x", "5x", " 5", "5 ", "+5", "1e3", "9223372036854775808"})
    CHECK_FALSE(io::whole_number(std::string(text)));
}
