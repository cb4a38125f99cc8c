// SPDX-License-Identifier: BSL-1.0
/// Buffers are aligned, zeroed on demand, and move like a unique pointer.
#include <shapeproof/tensor/buffer.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>

namespace sp = shapeproof;

TEST_CASE("every buffer is aligned, for elements of any size") {
  for (std::size_t count = 1; count < 70; ++count) {
    CHECK(reinterpret_cast<std::uintptr_t>(sp::buffer<char>(count).data()) % 64 == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(sp::buffer<double>(count, sp::contents::zeros).data()) % 64 == 0);
  }
}

TEST_CASE("a zeroed buffer is zero to its last element") {
  for (std::size_t count : reference::sizes{1, 17, 4096, 1000003}) {
    sp::buffer<float> const x(count, sp::contents::zeros);
    CHECK(x.size() == count);
    bool zeros = true;
    for (std::size_t i = 0; i < count; ++i) zeros = zeros && x.data()[i] == 0;
    CHECK(zeros);
  }
}

TEST_CASE("a buffer of no elements has no memory") {
  sp::buffer<float> const x(0);
  CHECK(x.data() == nullptr);
  sp::buffer<float> const copy = x;
  CHECK(copy.size() == 0);
}

TEST_CASE("a moved buffer keeps its address and leaves nothing behind") {
  sp::buffer<int> x(3);
  int const* const memory = x.data();
  sp::buffer<int> y = std::move(x);
  CHECK(y.data() == memory);
  sp::buffer<int> z(5);
  z = std::move(y);
  CHECK(z.data() == memory);
  CHECK(z.size() == 3);
  CHECK(y.data() == nullptr);
}

TEST_CASE("a buffer that cannot be had throws") {
  CHECK_THROWS_AS(sp::buffer<double>(std::numeric_limits<std::size_t>::max() / 4), std::bad_alloc);
  CHECK_THROWS_AS(sp::buffer<double>((std::numeric_limits<std::size_t>::max() - 64) / 8 + 1), std::bad_alloc);
}
