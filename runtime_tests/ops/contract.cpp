// SPDX-License-Identifier: BSL-1.0
/// contract against a naive sum over the named axis, wherever it stands and whoever lacks the others.
#include <shapeproof/ops/contract.hpp>
#include <shapeproof/ops/einsum.hpp>
#include <shapeproof/ops/matmul.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <type_traits>

namespace sp = shapeproof;

namespace {

using B = sp::axis<"B", 2>;
using Hkv = sp::axis<"Hkv", 3>;
using G = sp::axis<"G", 4>;
using L = sp::axis<"L">;
using S = sp::axis<"S">;
using Dk = sp::axis<"Dk", 7>;
using q_type = sp::tensor<float, B, Hkv, G, L, Dk>;
using k_type = sp::tensor<float, B, Hkv, S, Dk>;

template <sp::fixed_string Name, class X, class Y>
void check(X const& a, Y const& b, std::vector<std::string> const& names) {
  auto const expected = reference::product(reference::read(a), reference::read(b), names);
  CHECK(reference::error(sp::contract<Name>(a, b), expected) < 1e-5);
}

q_type queries(std::size_t length = 5) { return reference::filled<q_type>(1, sp::bind<"L">(length)); }
k_type keys(std::size_t length = 6) { return reference::filled<k_type>(2, sp::bind<"S">(length)); }

}  // namespace

TEST_CASE("axes of both sides are walked together, the others stay, the left side's first") {
  check<"Dk">(queries(), keys(), {"B", "Hkv", "G", "L", "S"});
  check<"Dk">(keys(), queries(), {"B", "Hkv", "S", "G", "L"});
  check<"Hkv">(queries(), keys(), {"B", "G", "L", "Dk", "S"});
  check<"B">(keys(), queries(), {"Hkv", "S", "Dk", "G", "L"});
  check<"G">(queries(), reference::filled<sp::tensor<float, G>>(3), {"B", "Hkv", "L", "Dk"});
  check<"G">(reference::filled<sp::tensor<float, G>>(3), queries(), {"B", "Hkv", "L", "Dk"});
}

TEST_CASE("keys without the group axis are the keys of every group") {
  auto const q = queries();
  auto const k = keys();
  auto const scores = sp::contract<"Dk">(q, k);
  CHECK(sp::to_string(scores) == "[B=2, Hkv=3, G=4, L=5, S=6]");
  for (std::size_t g = 0; g < 4; ++g) {
    auto const one = sp::contract<"Dk">(sp::select<"G">(q, g), k);
    CHECK(reference::elements(sp::select<"G">(scores, g)) == reference::elements(one));
  }
}

TEST_CASE("an axis of both sides is walked, whatever its extent: no repetition") {
  auto const a = reference::filled<sp::tensor<float, sp::axis<"B", 1>, L, Dk>>(1, sp::bind<"L">(3));
  auto const b = reference::filled<sp::tensor<float, sp::axis<"B", 1>, S, Dk>>(2, sp::bind<"S">(1));
  check<"Dk">(a, b, {"B", "L", "S"});
}

TEST_CASE("operands in any memory order") {
  auto const stored = reference::filled<sp::tensor<float, Dk, L, B, G, Hkv>>(3, sp::bind<"L">(5));
  auto const q = sp::permute<"B", "Hkv", "G", "L", "Dk">(stored);
  auto const other = reference::filled<sp::tensor<float, S, Dk, Hkv, B>>(4, sp::bind<"S">(6));
  auto const k = sp::permute<"B", "Hkv", "S", "Dk">(other);
  check<"Dk">(q, k, {"B", "Hkv", "G", "L", "S"});
  check<"Dk">(stored, other, {"L", "B", "G", "Hkv", "S"});
  check<"Dk">(sp::slice<"Hkv", 1, 3>(queries()), sp::slice<"Hkv", 1, 3>(keys()), {"B", "Hkv", "G", "L", "S"});
  // The order of an operand's axes changes the order of the result, and nothing else.
  auto const one = sp::contract<"Dk">(q, k);
  auto const turned = sp::contract<"Dk">(sp::transpose<"G", "L">(q), sp::transpose<"S", "Dk">(k));
  CHECK(reference::error(turned, reference::ordered(reference::read(one), {"B", "Hkv", "L", "G", "S"})) < 1e-6);
}

TEST_CASE("contract is matmul with a transpose, bit for bit") {
  using H = sp::axis<"H", 4>;
  auto const q = reference::filled<sp::tensor<float, B, H, L, Dk>>(5, sp::bind<"L">(5));
  auto const k = reference::filled<sp::tensor<float, B, H, S, Dk>>(6, sp::bind<"S">(6));
  auto const scores = sp::contract<"Dk">(q, k);
  CHECK(reference::elements(scores) == reference::elements(sp::matmul(q, sp::transpose<"S", "Dk">(k))));
  auto const mixed = sp::contract<"S">(scores, k);
  static_assert(std::is_same_v<decltype(mixed), sp::tensor<float, B, H, L, Dk> const>);
  CHECK(reference::elements(mixed) == reference::elements(sp::matmul(scores, k)));
}

TEST_CASE("contract is einsum, bit for bit") {
  auto const by_einsum = sp::einsum<"B Hkv G L Dk, B Hkv S Dk -> B Hkv G L S">(queries(), keys());
  CHECK(reference::elements(sp::contract<"Dk">(queries(), keys())) == reference::elements(by_einsum));
}

TEST_CASE("a fused axis is contracted as one") {
  using heads = sp::fused<Hkv, Dk>;
  auto const x = reference::filled<sp::tensor<float, L, heads>>(7, sp::bind<"L">(3));
  auto const w = reference::filled<sp::tensor<float, heads, G>>(8);
  check<"(Hkv Dk)">(x, w, {"L", "G"});
}

TEST_CASE("nothing is left of two vectors, and one number of an empty sum") {
  auto const a = reference::filled<sp::tensor<float, Dk>>(1), b = reference::filled<sp::tensor<float, Dk>>(2);
  check<"Dk">(a, b, {});
  auto const q = reference::filled<sp::tensor<float, L, Dk>>(1, sp::bind<"L">(0));
  CHECK(reference::elements(sp::contract<"L">(q, q)) == std::vector<double>(7, 0.0));  // Dk is walked together
  CHECK(sp::contract<"Dk">(q, keys()).size() == 0);
}

TEST_CASE("a symbol with two values is an error") {
  using weights = sp::tensor<float, L, S>;
  weights const w(sp::bind<"L">(5), sp::bind<"S">(4));
  CHECK(reference::thrown([&] { (void)sp::contract<"S">(w, keys(6)); }) ==
        "contract: [L=5, S=4] x [B=2, Hkv=3, S=6, Dk=7]: the symbol S is 4 on one side and 6 on the other");
}
