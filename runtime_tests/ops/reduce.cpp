// SPDX-License-Identifier: BSL-1.0
/// sum and max over a named axis against naive loops.
#include <shapeproof/ops/reduce.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace sp = shapeproof;

namespace {

template <sp::fixed_string Name, class X>
void check(X const& x) {
  auto const read = reference::read(x);
  std::vector<std::string> names;
  for (std::string const& name : read.names)
    if (name != Name.view()) names.push_back(name);
  auto sums = reference::empty(read, read, names);
  auto tops = sums;
  for (double& top : tops.at) top = -std::numeric_limits<double>::infinity();
  reference::each(read.names, read.extents, [&](reference::turn const& where) {
    double const element = read.at[reference::place(read, where)];
    std::size_t const to = reference::place(sums, where);
    sums.at[to] += element;
    tops.at[to] = std::max(tops.at[to], element);
  });
  CHECK(reference::error(sp::sum<Name>(x), sums) < 1e-6);
  CHECK(reference::error(sp::max<Name>(x), tops) == 0);
}

using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;

}  // namespace

TEST_CASE("sum and max over each axis") {
  auto const x = reference::filled<sp::tensor<float, B, L, D>>(1, sp::bind<"L">(5));
  check<"B">(x);
  check<"L">(x);
  check<"D">(x);
  check<"D">(reference::filled<sp::tensor<float, D>>(2));
}

TEST_CASE("sum and max of equal extents and of strided views") {
  auto const x = reference::filled<sp::tensor<float, sp::axis<"H", 4>, sp::axis<"S", 4>, D>>(1);
  check<"H">(x);
  check<"S">(x);
  auto const part = sp::permute<"D", "H", "S">(sp::slice<"S", 1, 3>(x));
  check<"D">(part);
  check<"S">(part);
  check<"H">(sp::select<"S">(part, 1));
}

TEST_CASE("the sum of nothing is 0, its maximum is -infinity") {
  sp::tensor<float, B, L> const x(sp::bind<"L">(0));
  CHECK(reference::elements(sp::sum<"L">(x)) == std::vector<double>{0, 0});
  CHECK(reference::elements(sp::max<"L">(x)) == std::vector<double>(2, -std::numeric_limits<double>::infinity()));
  CHECK(sp::sum<"B">(x).size() == 0);
}
