// SPDX-License-Identifier: BSL-1.0
/// gelu is x/2 * (1 + erf(x / sqrt 2)), the exact form, of each element.
#include <shapeproof/ops/gelu.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;

namespace {

template <class X>
void check(X const& x) {
  auto expected = reference::read(x);
  for (double& each : expected.at) each = each / 2 * (1 + std::erf(each / std::sqrt(2.0)));
  CHECK(reference::error(sp::gelu(x), expected) < 1e-6);
}

}  // namespace

TEST_CASE("gelu from -8 to 8") {
  sp::tensor<float, sp::axis<"F", 1601>> x;
  for (std::size_t i = 0; i < 1601; ++i) x(i) = (static_cast<float>(i) - 800) / 100;
  check(x);
}

TEST_CASE("gelu of strided views and of symbolic extents") {
  auto const x =
      reference::filled<sp::tensor<float, sp::axis<"B", 2>, sp::axis<"L">, sp::axis<"F", 5>>>(1, sp::bind<"L">(3));
  check(x);
  check(sp::permute<"F", "B", "L">(x));
  check(sp::slice<"F", 1, 4>(sp::transpose<"B", "L">(x)));
  check(sp::select<"B">(x, 1));
}
