// SPDX-License-Identifier: BSL-1.0
/// Where a symbol has two values, every operation of several operands throws, and says so with both.
#include <shapeproof/shapeproof.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;

namespace {

using L = sp::axis<"L">;
using N = sp::axis<"N">;
using D = sp::axis<"D", 4>;
using rows = sp::tensor<float, L, D>;

rows of_length(std::size_t length) { return reference::filled<rows>(1, sp::bind<"L">(length)); }

std::string const five_and_six = ": [L=5, D=4] x [L=6, D=4]: the symbol L is 5 on one side and 6 on the other";

}  // namespace

TEST_CASE("arithmetic on tensors of two lengths") {
  auto const a = of_length(5);
  auto const b = of_length(6);
  CHECK(reference::thrown([&] { (void)(a + b); }) == "+" + five_and_six);
  CHECK(reference::thrown([&] { (void)(a - b); }) == "-" + five_and_six);
  CHECK(reference::thrown([&] { (void)(a * b); }) == "*" + five_and_six);
  CHECK(reference::thrown([&] { (void)(a + sp::select<"D">(b, 1)); }) ==
        "+: [L=5, D=4] x [L=6]: the symbol L is 5 on one side and 6 on the other");
}

TEST_CASE("products of tensors of two lengths") {
  auto const a = of_length(5);
  auto const b = of_length(6);
  CHECK(reference::thrown([&] { (void)sp::matmul(sp::transpose<"L", "D">(a), sp::rename<"D", "E">(b)); }) ==
        "matmul: [D=4, L=5] x [L=6, E=4]: the symbol L is 5 on one side and 6 on the other");
  CHECK(reference::thrown([&] { (void)sp::einsum<"L D, L D -> D">(a, b); }) == "einsum" + five_and_six);
  CHECK(reference::thrown([&] { (void)sp::linear(sp::transpose<"L", "D">(a), sp::rename<"D", "E">(b)); }) ==
        "linear: [D=4, L=5] x [L=6, E=4]: the symbol L is 5 on one side and 6 on the other");
}

TEST_CASE("a bias of another length is an error of linear") {
  auto const x = reference::filled<sp::tensor<float, D>>(1);
  sp::tensor<float, D, N> const w(sp::bind<"N">(3));
  sp::tensor<float, N> const bias(sp::bind<"N">(2));
  CHECK(reference::thrown([&] { (void)sp::linear(x, w, bias); }) ==
        "linear: [D=4] x [D=4, N=3] x [N=2]: the symbol N is 3 on one side and 2 on the other");
}

TEST_CASE("concat of tensors whose other axes have two lengths") {
  auto const a = of_length(5);
  auto const b = of_length(6);
  CHECK(reference::thrown([&] { (void)sp::concat<"D">(a, b); }) == "concat" + five_and_six);
}

TEST_CASE("norms with parameters of another length") {
  sp::tensor<float, sp::axis<"T", 2>, L> const x(sp::bind<"L">(5));
  sp::tensor<float, L> const five(sp::bind<"L">(5));
  sp::tensor<float, L> const six(sp::bind<"L">(6));
  CHECK(reference::thrown([&] { (void)sp::layer_norm<"L">(x, six, five); }) ==
        "layer_norm: [T=2, L=5] x [L=6] x [L=5]: the symbol L is 5 on one side and 6 on the other");
  CHECK(reference::thrown([&] { (void)sp::layer_norm<"L">(x, five, six); }) ==
        "layer_norm: [T=2, L=5] x [L=5] x [L=6]: the symbol L is 5 on one side and 6 on the other");
  CHECK(reference::thrown([&] { (void)sp::rms_norm<"L">(x, six); }) ==
        "rms_norm: [T=2, L=5] x [L=6]: the symbol L is 5 on one side and 6 on the other");
}

TEST_CASE("a table and ids that disagree about a symbol") {
  using V = sp::axis<"V">;
  sp::tensor<float, V, sp::axis<"E", "n">> const table(sp::bind<"V">(7), sp::bind<"n">(3));
  sp::tensor<sp::index<V>, sp::axis<"L", "n">> const ids(sp::bind<"n">(2));
  CHECK(reference::thrown([&] { (void)sp::embed(table, ids); }) ==
        "embed: [V=7, E=3] x [L=2]: the symbol n is 3 on one side and 2 on the other");
}

TEST_CASE("a symbol inside an expression is compared too, even where the extents are equal") {
  sp::tensor<float, sp::axis<"S", "past+L">, D> const a(sp::bind<"past">(3), sp::bind<"L">(2));
  sp::tensor<float, sp::axis<"S", "past+L">, D> const b(sp::bind<"past">(2), sp::bind<"L">(3));
  CHECK(reference::thrown([&] { (void)(a + b); }) ==
        "+: [S=5, D=4] x [S=5, D=4]: the symbol L is 2 on one side and 3 on the other");
}

TEST_CASE("a view remembers the symbols of what it was taken from") {
  auto const a = of_length(5);
  auto const b = of_length(6);
  CHECK(reference::thrown([&] { (void)(sp::transpose<"L", "D">(a) + sp::transpose<"L", "D">(b)); }) ==
        "+: [D=4, L=5] x [D=4, L=6]: the symbol L is 5 on one side and 6 on the other");
  CHECK(reference::thrown([&] { (void)(sp::slice<"L", 0, "L">(a) + sp::slice<"D", 0, 4>(b)); }) == "+" + five_and_six);
}

TEST_CASE("symbols that agree, or that only one side has, are no error") {
  auto const a = of_length(5);
  CHECK(reference::thrown([&] { (void)(a + of_length(5)); }).empty());
  sp::tensor<float, D, N> const w(sp::bind<"N">(3));
  CHECK(sp::to_string(sp::matmul(a, w)) == "[L=5, N=3]");
}
