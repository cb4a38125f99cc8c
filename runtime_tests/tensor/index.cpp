// SPDX-License-Identifier: BSL-1.0
/// An index is in the range of its axis from the moment it is made.
#include <shapeproof/tensor/index.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

namespace sp = shapeproof;

namespace {
using V = sp::axis<"V", 37>;
using N = sp::axis<"N">;
}  // namespace

TEST_CASE("an index holds any position of its axis") {
  for (int i = 0; i < 37; ++i) CHECK(sp::index<V>(i).value() == static_cast<std::size_t>(i));
  CHECK(sp::index<V>(std::uint8_t{36}) == sp::index<V>(36L));
  CHECK(sp::index<V>() == sp::index<V>(0));
  CHECK_FALSE(sp::index<V>(1) == sp::index<V>(2));
}

TEST_CASE("an index out of range is an error that names value and extent") {
  CHECK(reference::thrown([] { sp::index<V> i(37); }) == "index: V=37: 37 is not in [0, 37)");
  CHECK(reference::thrown([] { sp::index<V> i(-1); }) == "index: V=37: -1 is not in [0, 37)");
  CHECK(reference::thrown([] { sp::index<V> i(std::numeric_limits<long long>::min()); }) ==
        "index: V=37: -9223372036854775808 is not in [0, 37)");
  CHECK(reference::thrown([] { sp::index<V> i(std::numeric_limits<std::uint64_t>::max()); }) ==
        "index: V=37: 18446744073709551615 is not in [0, 37)");
  CHECK(reference::thrown([] { sp::index<V> i((std::uint64_t{1} << 32) + 1); }) ==
        "index: V=37: 4294967297 is not in [0, 37)");
}

TEST_CASE("an index of a symbolic axis is checked against the extent that is passed") {
  CHECK(sp::index<N>(4, 5).value() == 4);
  CHECK(reference::thrown([] { sp::index<N> i(5, 5); }) == "index: N=5: 5 is not in [0, 5)");
  CHECK(reference::thrown([] { sp::index<N> i(0, 0); }) == "index: N=0: 0 is not in [0, 0)");
}

TEST_CASE("an extent that is passed does not widen a static axis") {
  CHECK(sp::index<V>(36, 37).value() == 36);
  CHECK(reference::thrown([] { sp::index<V> i(40, 50); }) == "index: V=37: 40 is not in [0, 37)");
}
