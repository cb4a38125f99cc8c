// SPDX-License-Identifier: BSL-1.0
/// Products that other libraries compute over the wrong axis of a square matrix, or of sizes that do not fit.
#include <shapeproof/ops/einsum.hpp>
#include <shapeproof/ops/matmul.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;

TEST_CASE("C16: a square weight stored as (out, in) is contracted over its in") {
  sp::tensor<float, sp::axis<"N", 1>, sp::axis<"In", 2>> x;
  sp::tensor<float, sp::axis<"Out", 2>, sp::axis<"In", 2>> w;
  reference::assign(x, {1, 2});
  reference::assign(w, {1, 2, 3, 4});
  CHECK(reference::elements(sp::einsum<"N In, Out In -> N Out">(x, w)) == std::vector<double>{5, 11});
}

TEST_CASE("C49: sizes that only the run knows are compared, and the error has both") {
  using M = sp::axis<"M">;
  using K = sp::axis<"K">;
  using N = sp::axis<"N">;
  sp::tensor<float, M, K> const a(sp::bind<"M">(2), sp::bind<"K">(3));
  sp::tensor<float, K, N> const b(sp::bind<"K">(4), sp::bind<"N">(5));
  CHECK(reference::thrown([&] { (void)sp::matmul(a, b); }) ==
        "matmul: [M=2, K=3] x [K=4, N=5]: the symbol K is 3 on one side and 4 on the other");
}
