// SPDX-License-Identifier: BSL-1.0
/// transpose, permute and rename move no element: lvalues are viewed, rvalues give their memory away.
#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;

namespace {

using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using H = sp::axis<"H", 3>;
using Dk = sp::axis<"Dk", 4>;
using x_type = sp::tensor<float, B, L, H, Dk>;

x_type numbers() { return reference::filled<x_type>(1, sp::bind<"L">(5)); }

}  // namespace

TEST_CASE("transpose swaps two axes") {
  auto const x = numbers();
  auto const y = sp::transpose<"L", "H">(x);
  CHECK(sp::to_string(y) == "[B=2, H=3, L=5, Dk=4]");
  CHECK(reference::error(y, reference::ordered(reference::read(x), {"B", "H", "L", "Dk"})) == 0);
  auto const z = sp::transpose<"B", "Dk">(x);
  CHECK(reference::error(z, reference::ordered(reference::read(x), {"Dk", "L", "H", "B"})) == 0);
}

TEST_CASE("transpose is its own inverse, and the type is that of the dense tensor again") {
  auto const x = numbers();
  auto const back = sp::transpose<"L", "H">(sp::transpose<"L", "H">(x));
  static_assert(std::is_same_v<decltype(back), sp::view<float const, B, L, H, Dk> const>);
  CHECK(back.data() == x.data());
  CHECK(reference::elements(back) == reference::elements(x));
}

TEST_CASE("permute puts the axes in any order") {
  auto const x = numbers();
  auto const read = reference::read(x);
  CHECK(reference::error(sp::permute<"Dk", "H", "L", "B">(x), reference::ordered(read, {"Dk", "H", "L", "B"})) == 0);
  CHECK(reference::error(sp::permute<"H", "B", "Dk", "L">(x), reference::ordered(read, {"H", "B", "Dk", "L"})) == 0);
  CHECK(reference::error(sp::permute<"B", "L", "H", "Dk">(x), read) == 0);
}

TEST_CASE("a view of a view of a slice still finds its elements") {
  auto const x = numbers();
  auto const part = sp::slice<"H", 1, 3>(sp::permute<"Dk", "L", "B", "H">(x));
  auto const turned = sp::transpose<"Dk", "H">(part);
  for (std::size_t h = 0; h < 2; ++h)
    for (std::size_t l = 0; l < 5; ++l)
      for (std::size_t b = 0; b < 2; ++b)
        for (std::size_t d = 0; d < 4; ++d) CHECK(&turned(h, l, b, d) == &x(b, l, h + 1, d));
}

TEST_CASE("rename keeps elements and extents under another role") {
  auto const x = numbers();
  auto const y = sp::rename<"L", "S">(x);
  CHECK(sp::to_string(y) == "[B=2, S=5, H=3, Dk=4]");
  CHECK(y.data() == x.data());
  CHECK(reference::elements(y) == reference::elements(x));
  auto const z = sp::rename<"H", "G">(sp::transpose<"L", "H">(x));
  CHECK(&z(1, 2, 4, 3) == &x(1, 4, 2, 3));
}

TEST_CASE("an lvalue is viewed, and its elements can be written through the view") {
  auto x = numbers();
  auto y = sp::transpose<"L", "H">(x);
  CHECK(y.data() == x.data());
  y(1, 2, 3, 0) = 77;
  CHECK(x(1, 3, 2, 0) == 77);
  static_assert(!decltype(y)::owns);
  static_assert(std::is_same_v<decltype(sp::transpose<"L", "H">(std::as_const(x)).data()), float const*>);
}

TEST_CASE("an rvalue gives its memory away") {
  auto x = numbers();
  auto const expected = reference::ordered(reference::read(x), {"H", "L", "B", "Dk"});
  float const* const memory = x.data();
  auto const y = sp::permute<"H", "L", "B", "Dk">(std::move(x));
  static_assert(decltype(y)::owns);
  CHECK(y.data() == memory);
  CHECK(reference::error(y, expected) == 0);
  auto const z = sp::rename<"Dk", "E">(sp::transpose<"B", "H">(numbers()));
  static_assert(decltype(z)::owns);
  CHECK(sp::to_string(z) == "[H=3, L=5, B=2, E=4]");
}

TEST_CASE("a view of a view lives as long as the tensor, not as the first view") {
  auto x = numbers();
  auto const y = sp::transpose<"H", "Dk">(sp::transpose<"L", "H">(x));
  CHECK(&y(1, 3, 4, 2) == &x(1, 4, 2, 3));
}

TEST_CASE("contiguous copies into the order of the axes") {
  auto const x = numbers();
  auto const turned = sp::permute<"H", "Dk", "B", "L">(x);
  auto const y = sp::contiguous(turned);
  static_assert(std::is_same_v<decltype(y), sp::tensor<float, H, Dk, B, L> const>);
  CHECK(reference::elements(y) == reference::elements(turned));
  CHECK(&y(2, 3, 1, 4) == y.data() + y.size() - 1);
  CHECK(sp::contiguous(x).data() != x.data());
}

TEST_CASE("contiguous copies elements of any type") {
  sp::tensor<sp::index<sp::axis<"V", 100>>, B, H> ids;
  for (std::size_t i = 0; i < 6; ++i) ids.data()[i] = sp::index<sp::axis<"V", 100>>(i * 11);
  auto const turned = sp::contiguous(sp::transpose<"B", "H">(ids));
  CHECK(reference::elements(turned) == std::vector<double>{0, 33, 11, 44, 22, 55});
}
