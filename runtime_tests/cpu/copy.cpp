// SPDX-License-Identifier: BSL-1.0
#include "shapeproof/cpu/copy.hpp"

#include "naive.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>

namespace cpu = shapeproof::cpu;

namespace {

template <typename Element>
void check_copy(std::size_t from_size, std::size_t to_size, cpu::loop_nest<2> const& loops) {
  std::vector<Element> from(from_size), expected(to_size), to(to_size);
  auto* bytes = reinterpret_cast<unsigned char*>(from.data());
  for (std::size_t i = 0; i < from_size * sizeof(Element); ++i) bytes[i] = static_cast<unsigned char>(i * 7 + i / 251);
  naive::each(loops, [&](naive::place<2> const& place) {
    expected[static_cast<std::size_t>(place.at[1])] = from[static_cast<std::size_t>(place.at[0])];
  });
  cpu::copy(from.data(), to.data(), sizeof(Element), loops);
  CHECK(to == expected);
}

void check_copies(std::size_t from_size, std::size_t to_size, cpu::loop_nest<2> const& loops) {
  check_copy<std::uint8_t>(from_size, to_size, loops);
  check_copy<std::uint16_t>(from_size, to_size, loops);
  check_copy<std::uint32_t>(from_size, to_size, loops);
  check_copy<std::uint64_t>(from_size, to_size, loops);
  check_copy<std::array<std::uint8_t, 3>>(from_size, to_size, loops);
}

}  // namespace

TEST_CASE("copy of dense memory") {
  check_copies(30, 30, {3, {{2, {15, 15}}, {3, {5, 5}}, {5, {1, 1}}}});
  check_copies(1, 1, {});
}

TEST_CASE("copy with gaps on either side") {
  check_copies(2 * 40, 2 * 21, {3, {{2, {40, 21}}, {3, {11, 7}}, {5, {1, 1}}}});
  check_copies(2 * 40, 2 * 60, {3, {{2, {40, 60}}, {3, {11, 19}}, {5, {2, 3}}}});
}

TEST_CASE("copy of a transpose: small, larger than one square, and with a third axis between") {
  check_copies(15, 15, {2, {{3, {1, 5}}, {5, {3, 1}}}});
  check_copies(70 * 45, 70 * 45, {2, {{45, {1, 70}}, {70, {45, 1}}}});
  check_copies(33 * 3 * 65, 33 * 3 * 65, {3, {{65, {1, 99}}, {3, {65, 33}}, {33, {195, 1}}}});
  check_copies(64 * 3 * 32, 64 * 3 * 32, {3, {{3, {64, 2048}}, {64, {1, 32}}, {32, {192, 1}}}});
}

TEST_CASE("copy repeats a source of step 0 and walks backwards with a negative step") {
  check_copies(5, 15, {2, {{3, {0, 5}}, {5, {1, 1}}}});
  check_copies(3, 15, {2, {{3, {1, 5}}, {5, {0, 1}}}});
  std::vector<int> const from = {1, 2, 3};
  std::vector<int> to(3);
  cpu::copy(from.data() + 2, to.data(), sizeof(int), {1, {{3, {-1, 1}}}});
  CHECK(to == std::vector<int>{3, 2, 1});
}

TEST_CASE("copy of nothing writes nothing") {
  check_copies(6, 6, {2, {{0, {3, 3}}, {3, {1, 1}}}});
  check_copies(6, 6, {2, {{2, {3, 3}}, {0, {1, 1}}}});
}

TEST_CASE("copy of much, in threads, with one loop of extent 1") {
  check_copy<std::uint32_t>(301 * 1009, 301 * 1009, {3, {{301, {1009, 1009}}, {1, {0, 0}}, {1009, {1, 1}}}});
  check_copy<std::uint32_t>(301 * 1009, 301 * 1009, {2, {{301, {1, 1009}}, {1009, {301, 1}}}});
}
