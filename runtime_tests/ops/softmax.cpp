// SPDX-License-Identifier: BSL-1.0
/// softmax and causal_softmax against naive loops; the mask is exact.
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/ops/softmax.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;

namespace {

using B = sp::axis<"B", 2>;
using H = sp::axis<"H", 3>;
using L = sp::axis<"L", 4>;
using n = sp::axis<"L">;
using S = sp::axis<"S", "past+L">;

template <sp::fixed_string Name, class X>
void check(X const& x) {
  auto const expected = reference::along(reference::read(x), std::string(Name.view()), reference::softmax);
  CHECK(reference::error(sp::softmax<Name>(x), expected) < 1e-6);
}

/// Query l may see the keys 0 .. l + (S - L); rows over them sum to 1, all others are exactly 0.
template <class X>
void check_causal(X const& x) {
  auto const read = reference::read(x);
  auto const found = reference::read(sp::causal_softmax<"L", "S">(x));
  std::size_t const offset = reference::extent_in(read, read, "S") - reference::extent_in(read, read, "L");
  auto masked = read;
  reference::each(read.names, read.extents, [&](reference::turn const& where) {
    if (where.at("S") > where.at("L") + offset) {
      masked.at[reference::place(read, where)] = -HUGE_VAL;
      CHECK(found.at[reference::place(found, where)] == 0);
    }
  });
  CHECK(reference::error(found, reference::along(masked, "S", reference::softmax)) < 1e-6);
  (void)reference::along(found, "S", [](std::vector<double> const& row) {
    double sum = 0;
    for (double weight : row) sum += weight;
    CHECK(std::abs(sum - 1) < 1e-6);
  });
}

}  // namespace

TEST_CASE("softmax over each axis") {
  auto const x = reference::filled<sp::tensor<float, B, H, L>>(1);
  check<"B">(x);
  check<"H">(x);
  check<"L">(x);
  check<"L">(reference::filled<sp::tensor<float, L>>(2));
}

TEST_CASE("softmax of strided views and of symbolic extents") {
  auto const x = reference::filled<sp::tensor<float, H, n, B>>(1, sp::bind<"L">(6));
  check<"L">(sp::permute<"B", "H", "L">(x));
  check<"H">(sp::slice<"H", 1, 3>(sp::permute<"L", "B", "H">(x)));
  check<"L">(sp::select<"B">(x, 1));
}

TEST_CASE("softmax of large numbers does not overflow") {
  sp::tensor<float, sp::axis<"S", 3>> x;
  reference::assign(x, {10000, 10001, -10000});
  check<"S">(x);
}

TEST_CASE("causal softmax of a prompt: static, symbolic, and with a past") {
  check_causal(reference::filled<sp::tensor<float, B, H, L, sp::axis<"S", 4>>>(1));
  check_causal(reference::filled<sp::tensor<float, B, H, L, sp::axis<"S", 9>>>(1));
  check_causal(reference::filled<sp::tensor<float, B, H, sp::axis<"L", 1>, sp::axis<"S", 5>>>(1));
  for (std::size_t past : reference::sizes{0, 1, 5})
    for (std::size_t length : reference::sizes{1, 2, 4})
      check_causal(reference::filled<sp::tensor<float, B, H, n, S>>(1, sp::bind<"past">(past), sp::bind<"L">(length)));
}

TEST_CASE("causal softmax of strided scores") {
  auto const x = reference::filled<sp::tensor<float, S, B, n, H>>(1, sp::bind<"past">(2), sp::bind<"L">(3));
  check_causal(sp::permute<"B", "H", "L", "S">(x));
  check_causal(sp::permute<"B", "S", "H", "L">(x));
  check_causal(sp::transpose<"L", "S">(sp::select<"H">(sp::permute<"B", "H", "S", "L">(x), 1)));
}

TEST_CASE("causal softmax does not read what is masked") {
  sp::tensor<float, sp::axis<"L", 2>, sp::axis<"S", 2>> x;
  reference::assign(x, {1, std::nanf(""), 2, 2});
  CHECK(reference::elements(sp::causal_softmax<"L", "S">(x)) == std::vector<double>{1, 0, 0.5, 0.5});
}

TEST_CASE("causal softmax of padded rows is that of the tokens alone, and 0 elsewhere") {
  auto const x = reference::filled<sp::tensor<float, H, B, n, S>>(1, sp::bind<"past">(2), sp::bind<"L">(3));
  auto const all = sp::permute<"B", "H", "L", "S">(x);
  for (std::size_t padding : reference::sizes{0, 1, 2, 3, 4, 5}) {
    auto const found = sp::causal_softmax<"L", "S">(all, sp::left_padded<B>({0, padding}));
    CHECK(reference::elements(sp::select<"B">(found, 0)) ==
          reference::elements(sp::select<"B">(sp::causal_softmax<"L", "S">(all), 0)));
    for (std::size_t h = 0; h < 3; ++h)
      for (std::size_t l = 0; l < 3; ++l) {
        std::vector<double> tokens;
        for (std::size_t s = padding; s <= l + 2; ++s) tokens.push_back(static_cast<double>(all(1, h, l, s)));
        if (!tokens.empty()) reference::softmax(tokens);
        for (std::size_t s = 0; s < 5; ++s) {
          bool const seen = s >= padding && s <= l + 2;
          CHECK(static_cast<double>(found(1, h, l, s)) == doctest::Approx(seen ? tokens[s - padding] : 0));
        }
      }
  }
}

TEST_CASE("C22: the mask of queries behind a past is anchored at the last key") {
  sp::tensor<float, sp::axis<"L", 2>, sp::axis<"S", 5>> const scores;
  auto const weights = sp::causal_softmax<"L", "S">(scores);
  std::vector<bool> seen;
  for (double weight : reference::elements(weights)) seen.push_back(weight > 0);
  CHECK(seen == std::vector<bool>{true, true, true, true, false, true, true, true, true, true});
}

TEST_CASE("C33: softmax over the keys, not the queries") {
  sp::tensor<float, sp::axis<"Query", 2>, sp::axis<"Key", 2>> scores;
  reference::assign(scores, {0, 1, 2, 0});
  auto const weights = reference::elements(sp::softmax<"Key">(scores));
  double const expected[] = {.268941, .731059, .880797, .119203};
  for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs(weights[i] - expected[i]) < 1e-6);
}
