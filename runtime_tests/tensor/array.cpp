// SPDX-License-Identifier: BSL-1.0
/// Element access takes integers and indices, is checked, and follows the memory order.
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/tensor/index.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <cstdint>

namespace sp = shapeproof;

namespace {
using B = sp::axis<"B", 2>;
using L = sp::axis<"L", 5>;
using D = sp::axis<"D", 3>;
using x_type = sp::tensor<float, B, L, D>;
}  // namespace

TEST_CASE("integers of any type and indices of the axes address one element") {
  auto x = reference::filled<x_type>(1);
  float const expected = x.data()[(1 * 5 + 4) * 3 + 2];
  CHECK(x(1, 4, 2) == expected);
  CHECK(x(1U, 4L, std::uint8_t{2}) == expected);
  CHECK(x(sp::index<B>(1), sp::index<L>(4), sp::index<D>(2)) == expected);
  CHECK(x(1, sp::index<L>(4), 2) == expected);
  x(1, 4, 2) = 9;
  CHECK(x.data()[29] == 9);
}

TEST_CASE("a position out of range is an error that names it and the extent") {
  x_type const x;
  CHECK(reference::thrown([&] { (void)x(0, 5, 0); }) == "element of [B=2, L=5, D=3]: L=5: 5 is not in [0, 5)");
  CHECK(reference::thrown([&] { (void)x(0, 0, 99U); }) == "element of [B=2, L=5, D=3]: D=3: 99 is not in [0, 3)");
}

TEST_CASE("a negative position is an error that names it and the extent") {
  x_type const x;
  CHECK(reference::thrown([&] { (void)x(-1, 0, 0); }) == "element of [B=2, L=5, D=3]: B=2: -1 is not in [0, 2)");
  CHECK(reference::thrown([&] { (void)x(0, -7L, 0); }) == "element of [B=2, L=5, D=3]: L=5: -7 is not in [0, 5)");
}

TEST_CASE("the range of a symbolic axis is its extent at run time") {
  sp::tensor<float, sp::axis<"S", "past+1">, D> const x(sp::bind<"past">(6));
  CHECK(reference::thrown([&] { (void)x(6, 2); }).empty());
  CHECK(reference::thrown([&] { (void)x(7, 2); }) == "element of [S=7, D=3]: S=7: 7 is not in [0, 7)");
}

TEST_CASE("an index of a symbolic axis is checked against the tensor that it addresses") {
  using S = sp::axis<"S">;
  sp::tensor<float, S> const x(sp::bind<"S">(3));
  CHECK(reference::thrown([&] { (void)x(sp::index<S>(7, 10)); }) == "element of [S=3]: S=3: 7 is not in [0, 3)");
}

TEST_CASE("access to a strided view follows its memory order") {
  auto x = reference::filled<x_type>(1);
  auto const turned = sp::permute<"D", "B", "L">(x);
  auto const part = sp::slice<"L", 1, 4>(turned);
  CHECK(part.size() == 18);
  for (std::size_t d = 0; d < 3; ++d)
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t l = 0; l < 3; ++l) CHECK(&part(d, b, l) == &x(b, l + 1, d));
  CHECK(reference::thrown([&] { (void)part(0, 0, 3); }) == "element of [D=3, B=2, L=3]: L=3: 3 is not in [0, 3)");
}

TEST_CASE("a fused axis is addressed by one position") {
  using HDk = sp::fused<sp::axis<"H", 2>, sp::axis<"Dk", 3>>;
  auto x = reference::filled<sp::tensor<float, L, HDk>>(1);
  CHECK(&x(3, 5) == x.data() + 3 * 6 + 5);
  CHECK(x.extent<"(H Dk)">() == 6);
  CHECK(reference::thrown([&] { (void)x(0, 6); }) == "element of [L=5, (H Dk)=6]: (H Dk)=6: 6 is not in [0, 6)");
}
