// SPDX-License-Identifier: BSL-1.0
/// Where a packed file puts its tensors: on cache lines, large ones on pages; what it says can be read again.
#include <shapeproof/io/packed_reader.hpp>
#include <shapeproof/io/packed_writer.hpp>
#include <shapeproof/io/weight_file.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace io = shapeproof::io;

TEST_CASE("tensors lie on cache lines, large ones on pages, with their bytes") {
  auto const path = (std::filesystem::temp_directory_path() / "shapeproof_packed_writer_test").string();
  std::vector<std::byte> const small(100, std::byte{1}), large(200'000, std::byte{2}), other(7, std::byte{3});
  io::packed_writer writer("family", "f32", "V D", 1, 12);
  writer.extent("V", 37);
  writer.option("epsilon", 0.5F);
  writer.add({"small", io::element_type::u8, {100}, small});
  writer.add({"large", io::element_type::u8, {200'000}, large});
  writer.add({"other", io::element_type::u8, {7}, other});
  writer.write(path);

  auto const file = io::open_weights(path);
  auto const& tensors = file.contents();
  auto const found = [&](char const* name) {
    auto const* const tensor = tensors.find(name);
    REQUIRE(tensor != nullptr);
    return std::vector<std::byte>(tensor->bytes.begin(), tensor->bytes.end());
  };
  CHECK(found("small") == small);
  CHECK(found("large") == large);
  CHECK(found("other") == other);
  // A mapping begins on a page, so an address is as aligned as its place in the file.
  auto const address = [&](char const* name) {
    return reinterpret_cast<std::uintptr_t>(tensors.find(name)->bytes.data());
  };
  CHECK(address("small") % 64 == 0);
  CHECK(address("large") % 4096 == 0);
  CHECK(address("other") % 64 == 0);
  io::packed_reader reader(tensors, path);
  CHECK(reader.option("epsilon") == 0.5F);
  std::filesystem::remove(path);
}
