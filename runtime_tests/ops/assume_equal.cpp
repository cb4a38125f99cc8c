// SPDX-License-Identifier: BSL-1.0
/// Statements at the border are compared when the program runs.
#include <shapeproof/ops/assume_equal.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <utility>

namespace sp = shapeproof;

using D = sp::axis<"D", 2>;
using N = sp::axis<"S", "n">;

TEST_CASE("an extent takes another expression where the values agree") {
  auto x = reference::filled<sp::tensor<float, N, D>>(1, sp::bind<"n">(8));
  auto const view = sp::assume_equal<"S", "past+1">(x, sp::bind<"past">(7));
  CHECK(view.data() == x.data());
  CHECK(sp::to_string(view) == "[S=8, D=2]");
  auto const* elements = x.data();
  auto const moved = sp::assume_equal<"S", 8>(std::move(x));
  CHECK(moved.data() == elements);
  static_assert(std::is_same_v<decltype(moved), sp::tensor<float, sp::axis<"S", 8>, D> const>);
}

TEST_CASE("values that differ, and symbols without a value, are errors that name them") {
  sp::tensor<float, N, D> const x(sp::bind<"n">(8));
  CHECK(reference::thrown([&] { (void)sp::assume_equal<"S", "past+1">(x, sp::bind<"past">(6)); }) ==
        "assume_equal: [S=8, D=2]: S is 8, not 7");
  CHECK(reference::thrown([&] { (void)sp::assume_equal<"S", 9>(x); }) == "assume_equal: [S=8, D=2]: S is 8, not 9");
  CHECK(reference::thrown([&] { (void)sp::assume_equal<"S", "past+1">(x); }) ==
        "assume_equal: past: the symbol has no value; pass bind<...>(n)");
}
