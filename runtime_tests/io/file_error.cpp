// SPDX-License-Identifier: BSL-1.0
/// One problem is said in a line, several are listed.
#include <shapeproof/io/file_error.hpp>

#include <doctest/doctest.h>

namespace io = shapeproof::io;

TEST_CASE("a file error has the file and all problems") {
  io::file_error const one("a.bin", {"is empty"});
  CHECK(std::string(one.what()) == "a.bin: is empty");
  CHECK(one.file() == "a.bin");
  CHECK(one.problems() == std::vector<std::string>{"is empty"});

  io::file_error const several("a.bin", {"too short", "too long", "too loud"});
  CHECK(std::string(several.what()) == "a.bin: 3 problems:\n  too short\n  too long\n  too loud");
  CHECK(several.problems().size() == 3);
}
