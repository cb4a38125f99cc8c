// SPDX-License-Identifier: BSL-1.0
/// Every corruption of a file of scored pieces is named.
#include <shapeproof/io/scored_pieces.hpp>

#include "scored_file.hpp"
#include "tokenizer_files.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <stdexcept>

namespace io = shapeproof::io;

namespace {

using files::file_of, files::file_with, files::little_endian;

/// What a file of these bytes is refused for, after its name and the place.
std::string refused(std::string const& bytes) {
  files::temporary const file(bytes, ".bin");
  std::string const what = files::message<std::runtime_error>([&] { io::scored_pieces const none(file.name); });
  std::string const front = "tokenizer: " + file.name + " at byte ";
  return what.starts_with(front) ? what.substr(front.size()) : "unnamed: " + what;
}

}  // namespace

TEST_CASE("a corrupted file is an error that names the place, what was found and what was expected") {
  CHECK(refused("") == "0: only 0 bytes are left, expected 4 bytes");
  CHECK(refused(little_endian(8)) ==
        "4: the file ends after 0 pieces, expected 259 or more: unknown, begin, end and 256 raw bytes");
  CHECK(refused(file_of({{"<unk>"}})).starts_with("17: the file ends after 1 pieces"));
  CHECK(refused(little_endian(0)) == "4: the longest piece has the length 0, expected 1 to 2147483647");
  CHECK(refused(little_endian(-7)) == "4: the longest piece has the length -7, expected 1 to 2147483647");
  std::string const front = little_endian(8) + little_endian(0.0F);
  CHECK(refused(front + little_endian(-1)) == "12: piece 0 has the length -1, expected 1 to 8");
  CHECK(refused(front + little_endian(0)) == "12: piece 0 has the length 0, expected 1 to 8");
  CHECK(refused(front + little_endian(9) + "123456789") == "12: piece 0 has the length 9, expected 1 to 8");
  CHECK(refused(front + little_endian(8) + "1234567") == "12: only 7 bytes are left, expected 8 bytes");
  auto const huge = std::numeric_limits<std::int32_t>::max();
  CHECK(refused(little_endian(huge) + little_endian(0.0F) + little_endian(huge)) ==
        "12: only 0 bytes are left, expected 2147483647 bytes");
  CHECK(refused(file_with({}) + "abc").ends_with(": only 3 bytes are left, expected 4 bytes"));
  CHECK(refused(file_with({{"a", std::numeric_limits<float>::quiet_NaN()}}))
            .ends_with(": piece 259 has the score nan, expected a finite number"));
  CHECK(refused(file_with({{"a", -std::numeric_limits<float>::infinity()}}))
            .ends_with(": piece 259 has the score -inf, expected a finite number"));
  CHECK(
      refused(file_with({{"a"}, {"b"}, {"a"}})).ends_with(": piece 261 is piece 259 again, expected each piece once"));
  std::vector<files::scored> other = files::reserved();
  other[13].text = "<0x0B>";
  CHECK(refused(file_of(other)).ends_with(": piece 13 is another text, expected <0x0A>"));
}

TEST_CASE("no part of a file is taken for the whole") {
  std::string const whole = file_of(files::reserved());
  for (std::size_t length = 0; length < whole.size(); length += 13)
    CHECK_FALSE(refused(whole.substr(0, length)).starts_with("unnamed"));
  files::temporary const file(whole, ".bin");
  CHECK(io::scored_pieces(file.name).size() == 259);
}

TEST_CASE("a missing file and a folder are errors that name them") {
  auto const opened = [](std::string const& name) {
    return files::message<std::runtime_error>([&] { io::scored_pieces const none(name); });
  };
  CHECK(opened("/nowhere/x.bin") == "tokenizer: cannot open /nowhere/x.bin");
  CHECK(opened("/tmp") == "tokenizer: cannot read /tmp");
}
