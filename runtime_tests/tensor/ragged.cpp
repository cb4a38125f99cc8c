// SPDX-License-Identifier: BSL-1.0
/// Rows with lengths of their own, which grow together.
#include <shapeproof/tensor/ragged.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;

using B = sp::axis<"B">;

TEST_CASE("each row has its length, and a step adds as many positions to all") {
  sp::ragged<B> lengths({3, 0, 7});
  CHECK(lengths.rows() == 3);
  CHECK(lengths.longest() == 7);
  CHECK(lengths.length(sp::index<B>(2, 3)) == 7);
  lengths.grow(2);
  CHECK(lengths.length(0) == 5);
  CHECK(lengths.length(1) == 2);
  CHECK(lengths.data()[2] == 9);
  CHECK(lengths.longest() == 9);
  CHECK(sp::ragged<B>().longest() == 0);
}

TEST_CASE("a row that is not there, or another number of rows, is an error") {
  sp::ragged<B> const lengths({3, 1});
  CHECK(reference::thrown([&] { (void)lengths.length(2); }) == "length: B=2: 2 is not in [0, 2)");
  sp::tensor<float, B> const x(sp::bind<"B">(3));
  CHECK(reference::thrown([&] { lengths.require_rows("here", x, 3); }) ==
        "here: [B=3]: the lengths are those of 2 rows");
  CHECK(reference::thrown([] { sp::ragged<sp::axis<"B", 3>>({1, 2}); }) == "ragged: B=3: 2 lengths were given");
}
