// SPDX-License-Identifier: BSL-1.0
/// A file is there when it is finished, and not before.
#include <shapeproof/io/file_error.hpp>
#include <shapeproof/io/new_file.hpp>

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace io = shapeproof::io;
namespace fs = std::filesystem;

namespace {

struct folder {
  fs::path path = fs::temp_directory_path() / ("shapeproof_new_file_" + std::to_string(::getpid()));
  folder() { fs::create_directory(path); }
  folder(folder&&) = delete;
  ~folder() { fs::remove_all(path); }

  std::string operator/(char const* name) const { return (path / name).string(); }
  std::size_t files() const { return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), {})); }
};

std::string content(std::string const& name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::span<std::byte const> bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string refusal(std::string const& name) {
  try {
    io::new_file const file(name);
  } catch (io::file_error const& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("what is written is there when it is finished") {
  folder const in;
  std::ofstream(in / "file") << "old";
  io::new_file file(in / "file");
  file.write(bytes("new "));
  file.write(bytes("text"));
  file.write({});
  CHECK(content(in / "file") == "old");
  file.finish();
  CHECK(content(in / "file") == "new text");
  CHECK(in.files() == 1);
}

TEST_CASE("a file that is not finished leaves the older one, and nothing else") {
  folder const in;
  std::ofstream(in / "file") << "old";
  {
    io::new_file file(in / "file");
    file.write(bytes("new"));
  }
  CHECK(content(in / "file") == "old");
  CHECK(in.files() == 1);
}

TEST_CASE("a symbolic link stays, and what it names is written") {
  folder const in;
  std::ofstream(in / "file") << "old";
  fs::create_symlink("file", in / "link");
  io::new_file file(in / "link");
  file.write(bytes("new"));
  file.finish();
  CHECK(fs::is_symlink(in / "link"));
  CHECK(content(in / "file") == "new");
}

TEST_CASE("what cannot be written is named") {
  folder const in;
  CHECK(refusal(in / "none/file") == (in / "none/file") + ": cannot be written: No such file or directory");
  CHECK(refusal("/dev/null") == "/dev/null: cannot be written: it is there and is not a regular file");
  CHECK(refusal(in.path.string()) == in.path.string() + ": cannot be written: it is there and is not a regular file");
  io::new_file file(in / "file");
  fs::create_directory(in / "file");
  CHECK_THROWS_AS(file.finish(), io::file_error);
}
