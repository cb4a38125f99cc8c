// SPDX-License-Identifier: BSL-1.0
/// matmul against a naive sum over the contracted axis: the last two axes multiply, the others loop.
#include <shapeproof/ops/matmul.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/ops/split_merge.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;

namespace {

using B = sp::axis<"B", 2>;
using H = sp::axis<"H", 3>;
using L = sp::axis<"L", 4>;
using S = sp::axis<"S", 5>;
using Dk = sp::axis<"Dk", 6>;

template <class X, class Y>
void check(X const& a, Y const& b, std::vector<std::string> const& names) {
  auto const expected = reference::product(reference::read(a), reference::read(b), names);
  CHECK(reference::error(sp::matmul(a, b), expected) < 1e-5);
}

}  // namespace

TEST_CASE("matmul of two matrices") {
  check(reference::filled<sp::tensor<float, L, Dk>>(1), reference::filled<sp::tensor<float, Dk, S>>(2), {"L", "S"});
}

TEST_CASE("the leading axes of both loop") {
  check(reference::filled<sp::tensor<float, B, H, L, Dk>>(1), reference::filled<sp::tensor<float, B, H, Dk, S>>(2),
        {"B", "H", "L", "S"});
}

TEST_CASE("a right operand of two axes applies to every leading axis of the left one") {
  check(reference::filled<sp::tensor<float, B, H, L, Dk>>(1), reference::filled<sp::tensor<float, Dk, S>>(2),
        {"B", "H", "L", "S"});
  check(reference::filled<sp::tensor<float, B, L, Dk>>(1), reference::filled<sp::tensor<float, Dk, S>>(2),
        {"B", "L", "S"});
}

TEST_CASE("scores of queries and transposed keys") {
  auto const x = reference::filled<sp::tensor<float, B, L, H, Dk>>(1);
  auto const y = reference::filled<sp::tensor<float, B, S, H, Dk>>(2);
  auto const q = sp::transpose<"L", "H">(x);
  auto const k = sp::permute<"B", "H", "Dk", "S">(y);
  check(q, k, {"B", "H", "L", "S"});
}

TEST_CASE("operands may be slices and selections") {
  auto const x = reference::filled<sp::tensor<float, B, sp::axis<"L", 7>, sp::axis<"Dk", 9>>>(1);
  auto const w = reference::filled<sp::tensor<float, sp::axis<"Dk", 8>, sp::axis<"S", 7>>>(2);
  auto const left = sp::slice<"Dk", 2, 8>(sp::slice<"L", 1, 5>(x));
  auto const right = sp::slice<"S", 1, 6>(sp::slice<"Dk", 0, 6>(w));
  check(left, right, {"B", "L", "S"});
  check(sp::last<"B">(left), right, {"L", "S"});
  check(sp::transpose<"B", "L">(left), right, {"L", "B", "S"});
}

TEST_CASE("symbolic extents, and none of them large") {
  using n = sp::axis<"L">;
  using m = sp::axis<"S", "past+L">;
  for (std::size_t length : reference::sizes{1, 2, 5}) {
    check(reference::filled<sp::tensor<float, B, H, n, Dk>>(1, sp::bind<"L">(length)),
          reference::filled<sp::tensor<float, B, H, Dk, m>>(2, sp::bind<"L">(length), sp::bind<"past">(3)),
          {"B", "H", "L", "S"});
    check(reference::filled<sp::tensor<float, B, H, n, m>>(1, sp::bind<"L">(length), sp::bind<"past">(3)),
          reference::filled<sp::tensor<float, B, H, m, Dk>>(2, sp::bind<"L">(length), sp::bind<"past">(3)),
          {"B", "H", "L", "Dk"});
  }
}

TEST_CASE("axes of extent 0: nothing is summed, or nothing is written") {
  using n = sp::axis<"n">;
  auto const none = sp::matmul(sp::tensor<float, L, n>(sp::bind<"n">(0)), sp::tensor<float, n, S>(sp::bind<"n">(0)));
  CHECK(reference::elements(none) == std::vector<double>(20, 0.0));
  auto const x = reference::filled<sp::tensor<float, L, Dk>>(1);
  CHECK(sp::matmul(x, sp::tensor<float, Dk, n>(sp::bind<"n">(0))).size() == 0);
}

TEST_CASE("equal extents do not confuse the axes") {
  using M = sp::axis<"M", 3>;
  using K = sp::axis<"K", 3>;
  using N = sp::axis<"N", 3>;
  auto const a = reference::filled<sp::tensor<float, H, M, K>>(1);
  check(a, reference::filled<sp::tensor<float, H, K, N>>(2), {"H", "M", "N"});
  check(sp::transpose<"H", "M">(a), reference::filled<sp::tensor<float, K, N>>(2), {"M", "H", "N"});
  auto const weight = reference::filled<sp::tensor<float, N, K>>(3);
  check(a, sp::transpose<"N", "K">(weight), {"H", "M", "N"});
}

TEST_CASE("a fused axis is contracted and produced like any other") {
  using heads = sp::fused<H, Dk>;
  using D = sp::axis<"D", 7>;
  auto const x = reference::filled<sp::tensor<float, B, L, D>>(1);
  check(x, reference::filled<sp::tensor<float, D, heads>>(2), {"B", "L", "(H Dk)"});
  check(reference::filled<sp::tensor<float, B, L, heads>>(1), reference::filled<sp::tensor<float, heads, D>>(2),
        {"B", "L", "D"});
}

TEST_CASE("C36: A times B, not the product of A and B transposed") {
  sp::tensor<float, sp::axis<"I", 3>, sp::axis<"K", 3>> a;
  sp::tensor<float, sp::axis<"K", 3>, sp::axis<"J", 3>> b;
  reference::assign(a, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  reference::assign(b, {9, 8, 7, 6, 5, 4, 3, 2, 1});
  CHECK(reference::elements(sp::matmul(a, b)) == std::vector<double>{30, 24, 18, 84, 69, 54, 138, 114, 90});
}
