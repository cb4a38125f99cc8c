// SPDX-License-Identifier: BSL-1.0
/// What queries see of values that have other axes than the keys.
#include <shapeproof/nn/attend.hpp>

#include "small_attend.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;
using namespace small_attend;
using Dv = sp::axis<"Dv", 6>;

TEST_CASE("attend: heads of values have a size of their own") {
  for (std::size_t length : reference::sizes{1, 3})
    check(reference::filled<sp::tensor<float, B, H, G, L, Dk>>(1, sp::bind<"L">(length)),
          reference::filled<sp::tensor<float, B, H, S, Dk>>(2, sp::bind<"past">(6), sp::bind<"L">(length)),
          reference::filled<sp::tensor<float, B, H, S, Dv>>(3, sp::bind<"past">(6), sp::bind<"L">(length)),
          {"B", "H", "G", "L", "S"}, {"B", "H", "G", "L", "Dv"});
}

TEST_CASE("attend: values with an axis of their own take the steps") {
  using E = sp::axis<"E", 3>;
  check(reference::filled<sp::tensor<float, B, H, L, Dk>>(1, sp::bind<"L">(2)),
        reference::filled<sp::tensor<float, B, H, S, Dk>>(2, sp::bind<"past">(3), sp::bind<"L">(2)),
        reference::filled<sp::tensor<float, B, H, S, E, Dk>>(3, sp::bind<"past">(3), sp::bind<"L">(2)), plain_weights,
        {"B", "H", "L", "E", "Dk"});
}
