// SPDX-License-Identifier: BSL-1.0
/// A map has the file's bytes, moves, and refuses what has none.
#include <shapeproof/io/file_error.hpp>
#include <shapeproof/io/mapped_file.hpp>

#include "shared_models.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <utility>

namespace io = shapeproof::io;

namespace {

std::string refusal(std::string const& name) {
  try {
    io::mapped_file const none(name);
  } catch (io::file_error const& error) {
    CHECK(error.file() == name);
    return error.problems().at(0);
  }
  return {};
}

std::string text_of(io::mapped_file const& file) {
  return {reinterpret_cast<char const*>(file.bytes().data()), file.bytes().size()};
}

}  // namespace

TEST_CASE("a mapped file has the file's bytes, wherever it moves") {
  shared_models::temporary const written("some bytes");
  io::mapped_file first(written.name);
  CHECK(first.name() == written.name);
  CHECK(text_of(first) == "some bytes");
  auto const* const place = first.bytes().data();
  io::mapped_file second(std::move(first));
  CHECK(second.bytes().data() == place);
  io::mapped_file third(written.name);
  third = std::move(second);
  CHECK(third.bytes().data() == place);
  CHECK(text_of(third) == "some bytes");
}

TEST_CASE("what is no file with bytes is an error that names it") {
  CHECK(refusal("/nowhere/x.bin") == "cannot be opened: No such file or directory");
  CHECK(refusal("") == "cannot be opened: No such file or directory");
  CHECK(refusal(std::filesystem::temp_directory_path().string()) == "is a directory, not a file");
  CHECK(refusal("/dev/null") == "is not a regular file");
  shared_models::temporary const empty("");
  CHECK(refusal(empty.name) == "is empty");
  std::filesystem::permissions(empty.name, std::filesystem::perms::none);
  CHECK((refusal(empty.name) == "cannot be opened: Permission denied" || ::geteuid() == 0));
}

TEST_CASE("a pipe without a writer is refused rather than waited for") {
  auto const name = std::filesystem::temp_directory_path() / ("shapeproof_pipe_" + std::to_string(::getpid()));
  REQUIRE(::mkfifo(name.c_str(), 0600) == 0);
  CHECK(refusal(name.string()) == "is not a regular file");
  std::filesystem::remove(name);
}
