// SPDX-License-Identifier: BSL-1.0
/// Memory from the system: aligned, zeros where they are wanted, one owner.
#include <shapeproof/tensor/system_memory.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <utility>

namespace sp = shapeproof;

using sp::detail::system_memory;

TEST_CASE("it is aligned for any vector unit, and begins as zeros on demand") {
  for (std::size_t const bytes : {1U, 63U, 64U, 4097U, 5'000'000U}) {
    system_memory const memory(bytes, sp::contents::zeros);
    CHECK(reinterpret_cast<std::uintptr_t>(memory.data()) % 64 == 0);
    CHECK(std::all_of(memory.data(), memory.data() + bytes, [](std::byte each) { return each == std::byte{}; }));
    std::fill_n(memory.data(), bytes, std::byte{1});  // all of it is there
  }
}

TEST_CASE("it has one owner") {
  system_memory one(8, sp::contents::unspecified);
  auto* const place = one.data();
  system_memory two = std::move(one);
  CHECK(one.data() == nullptr);  // NOLINT(bugprone-use-after-move)
  CHECK(two.data() == place);
  system_memory three(16, sp::contents::unspecified);
  three = std::move(two);
  CHECK(three.data() == place);
}

TEST_CASE("none for no bytes; too many are an error") {
  CHECK(system_memory(0, sp::contents::zeros).data() == nullptr);
  CHECK_THROWS_AS(system_memory(static_cast<std::size_t>(-1), sp::contents::unspecified), std::bad_alloc);
}
