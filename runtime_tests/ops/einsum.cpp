// SPDX-License-Identifier: BSL-1.0
/// einsum against a naive sum over the axes that the result leaves out.
#include <shapeproof/ops/einsum.hpp>
#include <shapeproof/ops/matmul.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;

namespace {

using B = sp::axis<"B", 2>;
using L = sp::axis<"L", 3>;
using H = sp::axis<"H", 4>;
using S = sp::axis<"S", 5>;
using Dk = sp::axis<"Dk", 6>;

template <sp::fixed_string Pattern, class X, class Y>
void check(X const& a, Y const& b, std::vector<std::string> const& names) {
  auto const expected = reference::product(reference::read(a), reference::read(b), names);
  CHECK(reference::error(sp::einsum<Pattern>(a, b), expected) < 1e-5);
}

}  // namespace

TEST_CASE("einsum: scores without a transpose, in every order of the result") {
  auto const q = reference::filled<sp::tensor<float, B, L, H, Dk>>(1);
  auto const k = reference::filled<sp::tensor<float, B, S, H, Dk>>(2);
  check<"B L H Dk, B S H Dk -> B H L S">(q, k, {"B", "H", "L", "S"});
  check<"B L H Dk, B S H Dk -> B L H S">(q, k, {"B", "L", "H", "S"});
  check<"B L H Dk, B S H Dk -> S L H B">(q, k, {"S", "L", "H", "B"});
  check<"B L H Dk, B S H Dk -> H B S L">(q, k, {"H", "B", "S", "L"});
  check<"B L H Dk, B S H Dk -> L S B H">(q, k, {"L", "S", "B", "H"});
}

TEST_CASE("einsum agrees with transpose and matmul") {
  auto const q = reference::filled<sp::tensor<float, B, L, H, Dk>>(1);
  auto const k = reference::filled<sp::tensor<float, B, S, H, Dk>>(2);
  auto const by_matmul = sp::matmul(sp::transpose<"L", "H">(q), sp::permute<"B", "H", "Dk", "S">(k));
  CHECK(reference::error(sp::einsum<"B L H Dk, B S H Dk -> B H L S">(q, k), reference::read(by_matmul)) < 1e-6);
}

TEST_CASE("einsum: several axes are contracted") {
  auto const a = reference::filled<sp::tensor<float, B, L, H, Dk>>(1);
  auto const w = reference::filled<sp::tensor<float, H, Dk, S>>(2);
  check<"B L H Dk, H Dk S -> B L S">(a, w, {"B", "L", "S"});
  check<"B L H Dk, H Dk S -> S L B">(a, w, {"S", "L", "B"});
  auto const v = reference::filled<sp::tensor<float, Dk, L, S, H>>(3);
  check<"B L H Dk, Dk L S H -> B S">(a, v, {"B", "S"});
  check<"B L H Dk, Dk L S H -> S">(a, v, {"S"});
}

TEST_CASE("einsum: an axis of one operand only is summed or kept") {
  auto const a = reference::filled<sp::tensor<float, B, L, Dk>>(1);
  auto const b = reference::filled<sp::tensor<float, Dk, S, H>>(2);
  check<"B L Dk, Dk S H -> B S">(a, b, {"B", "S"});
  check<"B L Dk, Dk S H -> L H">(a, b, {"L", "H"});
  check<"B L Dk, Dk S H -> H L Dk">(a, b, {"H", "L", "Dk"});
  check<"B L Dk, Dk S H -> B L S H Dk">(a, b, {"B", "L", "S", "H", "Dk"});
  check<"B L Dk, Dk S H -> Dk">(a, b, {"Dk"});
}

TEST_CASE("einsum: everything is summed, and nothing is") {
  auto const a = reference::filled<sp::tensor<float, L, Dk>>(1);
  auto const b = reference::filled<sp::tensor<float, Dk, L>>(2);
  check<"L Dk, Dk L -> ">(a, b, {});
  check<"L Dk, Dk L -> L Dk">(a, b, {"L", "Dk"});
  check<"L Dk, Dk L -> Dk L">(a, b, {"Dk", "L"});
  check<"L Dk, S -> Dk S L">(a, reference::filled<sp::tensor<float, S>>(3), {"Dk", "S", "L"});
  check<"L Dk, S -> Dk">(a, reference::filled<sp::tensor<float, S>>(3), {"Dk"});
}

TEST_CASE("einsum: one operand has all the result's axes") {
  auto const a = reference::filled<sp::tensor<float, B, L, Dk>>(1);
  check<"B L Dk, Dk -> B L">(a, reference::filled<sp::tensor<float, Dk>>(2), {"B", "L"});
  check<"Dk, B L Dk -> L B">(reference::filled<sp::tensor<float, Dk>>(2), a, {"L", "B"});
  check<"B L Dk, B L -> B Dk">(a, reference::filled<sp::tensor<float, B, L>>(2), {"B", "Dk"});
}

TEST_CASE("einsum: operands may be strided and symbolic") {
  using n = sp::axis<"L">;
  using m = sp::axis<"S", "past+L">;
  auto const x = reference::filled<sp::tensor<float, n, H, B, Dk>>(1, sp::bind<"L">(3));
  auto const y =
      reference::filled<sp::tensor<float, H, m, sp::axis<"Dk", 8>, B>>(2, sp::bind<"past">(2), sp::bind<"L">(3));
  auto const q = sp::permute<"B", "L", "H", "Dk">(x);
  auto const k = sp::permute<"B", "S", "H", "Dk">(sp::slice<"Dk", 1, 7>(y));
  check<"B L H Dk, B S H Dk -> B H L S">(q, k, {"B", "H", "L", "S"});
  check<"B L H Dk, B S H Dk -> S B L">(q, k, {"S", "B", "L"});
}

TEST_CASE("einsum: equal extents do not confuse the axes") {
  using P = sp::axis<"P", 3>;
  using Q = sp::axis<"Q", 3>;
  using R = sp::axis<"R", 3>;
  auto const a = reference::filled<sp::tensor<float, P, Q, R>>(1);
  auto const b = reference::filled<sp::tensor<float, R, Q, L>>(2);
  check<"P Q R, R Q L -> P L">(a, b, {"P", "L"});
  check<"P Q R, R Q L -> L Q P">(a, b, {"L", "Q", "P"});
  check<"P Q R, R Q L -> R L P">(a, b, {"R", "L", "P"});
}

TEST_CASE("C46: a product with a square matrix, not with its diagonal") {
  sp::tensor<float, sp::axis<"D", 2>, sp::axis<"E", 2>> a;
  sp::tensor<float, sp::axis<"E", 2>> x;
  reference::assign(a, {1, 2, 3, 4});
  reference::assign(x, {1, 1});
  CHECK(reference::elements(sp::einsum<"D E, E -> D">(a, x)) == std::vector<double>{3, 7});
}
