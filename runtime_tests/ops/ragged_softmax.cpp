// SPDX-License-Identifier: BSL-1.0
/// The causal softmax of rows that end at lengths of their own, against loops.
#include <shapeproof/ops/ragged_softmax.hpp>
#include <shapeproof/ops/reorder.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;

namespace {

using B = sp::axis<"B", 2>;
using H = sp::axis<"H", 3>;
using L = sp::axis<"L">;
using S = sp::axis<"S", "past+L">;

}  // namespace

TEST_CASE("each row's queries are its last positions, and what is behind its end gets exactly 0") {
  for (std::size_t queries : reference::sizes{1, 2, 3}) {
    auto const x =
        reference::filled<sp::tensor<float, H, B, L, S>>(1, sp::bind<"past">(6 - queries), sp::bind<"L">(queries));
    auto const all = sp::permute<"B", "H", "L", "S">(x);
    for (std::size_t length = queries; length <= 6; ++length) {
      std::size_t const lengths[] = {6, length};
      auto const found = sp::causal_softmax<"L", "S">(all, sp::ragged<B>({6, length}));
      for (std::size_t b = 0; b < 2; ++b)
        for (std::size_t h = 0; h < 3; ++h)
          for (std::size_t l = 0; l < queries; ++l) {
            std::size_t const seen = lengths[b] - queries + l + 1;
            std::vector<double> scores;
            for (std::size_t s = 0; s < seen; ++s) scores.push_back(static_cast<double>(all(b, h, l, s)));
            reference::softmax(scores);
            for (std::size_t s = 0; s < 6; ++s)
              if (s < seen)
                CHECK(std::abs(static_cast<double>(found(b, h, l, s)) - scores[s]) < 1e-6);
              else
                CHECK(found(b, h, l, s) == 0);
          }
    }
  }
}

TEST_CASE("what is behind a row's end is not read") {
  sp::tensor<float, B, sp::axis<"L", 1>, sp::axis<"S", 2>> x;
  reference::assign(x, {1, 1, 2, std::nanf("")});
  CHECK(reference::elements(sp::causal_softmax<"L", "S">(x, sp::ragged<B>({2, 1}))) ==
        std::vector<double>{0.5, 0.5, 1, 0});
}

TEST_CASE("lengths that do not fit the scores are an error that names the row") {
  using rows = sp::axis<"B">;
  sp::tensor<float, rows, sp::axis<"L", 2>, sp::axis<"S", 4>> const x(sp::bind<"B">(2));
  auto const error = [&](std::vector<std::size_t> const& lengths) {
    return reference::thrown([&] { (void)sp::causal_softmax<"L", "S">(x, sp::ragged<rows>(lengths)); });
  };
  CHECK(error({4, 1}) == "causal_softmax: [B=2, L=2, S=4]: row 1 has the length 1");
  CHECK(error({5, 4}) == "causal_softmax: [B=2, L=2, S=4]: row 0 has the length 5");
  CHECK(error({4}) == "causal_softmax: [B=2, L=2, S=4]: the lengths are those of 1 rows");
}
