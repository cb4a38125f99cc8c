// SPDX-License-Identifier: BSL-1.0
/// concat puts one tensor behind the other along each axis, whatever their memory order.
#include <shapeproof/ops/concat.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <type_traits>

namespace sp = shapeproof;

namespace {

/// Compares concat along `Name` with the definition: the first positions are a's, those behind them b's.
template <sp::fixed_string Name, class X, class Y>
void check(X const& a, Y const& b) {
  std::string const name(Name.view());
  auto const left = reference::read(a);
  auto const right = reference::read(b);
  auto const found = reference::read(sp::concat<Name>(a, b));
  std::size_t const first = reference::extent_in(left, left, name);
  CHECK(reference::extent_in(found, found, name) == first + reference::extent_in(right, right, name));
  reference::each(found.names, found.extents, [&](reference::turn where) {
    double const element = found.at[reference::place(found, where)];
    if (where[name] < first) {
      CHECK(element == left.at[reference::place(left, where)]);
    } else {
      where[name] -= first;
      CHECK(element == right.at[reference::place(right, where)]);
    }
  });
}

template <std::size_t b, std::size_t h, std::size_t s, std::size_t d>
using keys = sp::tensor<float, sp::axis<"B", sp::extent(b)>, sp::axis<"H", sp::extent(h)>, sp::axis<"S", sp::extent(s)>,
                        sp::axis<"Dk", sp::extent(d)>>;

}  // namespace

TEST_CASE("concat along each axis") {
  auto const x = reference::filled<keys<2, 3, 4, 5>>(1);
  check<"B">(x, reference::filled<keys<4, 3, 4, 5>>(2));
  check<"H">(x, reference::filled<keys<2, 2, 4, 5>>(2));
  check<"S">(x, reference::filled<keys<2, 3, 1, 5>>(2));
  check<"Dk">(x, reference::filled<keys<2, 3, 4, 2>>(2));
}

TEST_CASE("concat of equal extents") {
  auto const x = reference::filled<keys<3, 3, 3, 3>>(1);
  auto const y = reference::filled<keys<3, 3, 3, 3>>(2);
  check<"B">(x, y);
  check<"H">(x, y);
  check<"S">(x, y);
  check<"Dk">(x, y);
}

TEST_CASE("concat of strided operands") {
  auto const x = reference::filled<sp::tensor<float, sp::axis<"S", 4>, sp::axis<"Dk", 5>, sp::axis<"B", 2>>>(1);
  auto const y = reference::filled<sp::tensor<float, sp::axis<"B", 2>, sp::axis<"S", 6>, sp::axis<"Dk", 7>>>(2);
  auto const left = sp::permute<"B", "S", "Dk">(x);
  auto const right = sp::slice<"S", 2, 5>(sp::slice<"Dk", 1, 6>(y));
  check<"S">(left, right);
  check<"S">(right, left);
  check<"Dk">(left, sp::slice<"S", 1, 5>(y));
}

TEST_CASE("the cache of a decode loop: past positions and one more") {
  using past = sp::axis<"S", "past">;
  using one = sp::axis<"S", 1>;
  using D = sp::axis<"Dk", 3>;
  using H = sp::axis<"H", 2>;
  for (std::size_t length : reference::sizes{0, 1, 4}) {
    auto const cached = reference::filled<sp::tensor<float, H, past, D>>(1, sp::bind<"past">(length));
    auto const fresh = reference::filled<sp::tensor<float, H, one, D>>(2);
    check<"S">(cached, fresh);
    check<"S">(fresh, cached);
    auto const grown = sp::concat<"S">(cached, fresh);
    static_assert(std::is_same_v<decltype(grown)::shape, sp::shape<H, sp::axis<"S", "past+1">, D>>);
    CHECK(grown.extent<"S">() == length + 1);
  }
}

TEST_CASE("concat where other axes are empty") {
  using N = sp::axis<"N">;
  sp::tensor<float, N, sp::axis<"S", 2>> const a(sp::bind<"N">(0));
  sp::tensor<float, N, sp::axis<"S", 3>> const b(sp::bind<"N">(0));
  CHECK(sp::concat<"S">(a, b).size() == 0);
}
