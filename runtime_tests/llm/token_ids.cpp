// SPDX-License-Identifier: BSL-1.0
/// Numbers become token ids of the vocabulary, in one sequence or in padded rows, or an error that names the place.
#include <shapeproof/llm/token_ids.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

namespace {
using V = sp::axis<"V", 37>;
using rows = std::vector<std::vector<int>>;
}  // namespace

TEST_CASE("numbers become ids in their order") {
  auto const ids = llm::token_ids<V>(std::vector<int>{0, 36, 7});
  CHECK(sp::to_string(ids) == "[L=3]");
  CHECK(reference::elements(ids) == std::vector<double>{0, 36, 7});
  CHECK(llm::token_ids<V>(std::vector<std::uint8_t>{5})(0) == sp::index<V>(5));
  CHECK(llm::token_ids<V>(std::vector<int>{}).size() == 0);
}

TEST_CASE("a number outside the vocabulary is an error that names its place") {
  CHECK(reference::thrown([] { (void)llm::token_ids<V>(std::vector<int>{1, 2, 37, 4}); }) ==
        "token_ids: token 2 of 4: index: V=37: 37 is not in [0, 37)");
  CHECK(reference::thrown([] { (void)llm::token_ids<V>(std::vector<int>{-1}); }) ==
        "token_ids: token 0 of 1: index: V=37: -1 is not in [0, 37)");
  CHECK(reference::thrown([] {
          (void)llm::token_ids<V>(std::vector<std::uint64_t>{0, std::numeric_limits<std::uint64_t>::max()});
        }) == "token_ids: token 1 of 2: index: V=37: 18446744073709551615 is not in [0, 37)");
}

TEST_CASE("rows are filled up on the left to the longest") {
  auto const batch = llm::token_rows<V>(rows{{5, 6}, {1, 2, 3, 4}, {36}}, 37);
  CHECK(sp::to_string(batch.ids) == "[B=3, L=4]");
  CHECK(reference::elements(batch.ids) == std::vector<double>{0, 0, 5, 6, 1, 2, 3, 4, 0, 0, 0, 36});
  REQUIRE(batch.padding.rows() == 3);
  CHECK(batch.padding.of(0) == 2);
  CHECK(batch.padding.of(1) == 0);
  CHECK(batch.padding.of(2) == 3);
}

TEST_CASE("rows of one length are not padded, and a row alone is a batch of one") {
  auto const batch = llm::token_rows<V>(rows{{5, 6}, {1, 2}}, 37);
  CHECK(reference::elements(batch.ids) == std::vector<double>{5, 6, 1, 2});
  CHECK((batch.padding.of(0) == 0 && batch.padding.of(1) == 0));
  CHECK(sp::to_string(llm::token_rows<V>(rows{{7}}, 37).ids) == "[B=1, L=1]");
}

TEST_CASE("rows of a vocabulary whose size is known at run time") {
  using any = sp::axis<"V">;
  auto const batch = llm::token_rows<any>(std::vector<std::vector<std::uint8_t>>{{9}, {0, 8}}, 10);
  static_assert(std::is_same_v<decltype(batch.ids), sp::tensor<sp::index<any>, sp::axis<"B">, sp::axis<"L">>>);
  CHECK(reference::elements(batch.ids) == std::vector<double>{0, 9, 0, 8});
  CHECK(reference::thrown([] { (void)llm::token_rows<any>(rows{{9, 10}}, 10); }) ==
        "token_rows: row 0, token 1 of 2: index: V=10: 10 is not in [0, 10)");
}

TEST_CASE("no row, an empty row and a number outside the vocabulary are errors") {
  CHECK(reference::thrown([] { (void)llm::token_rows<V>(rows{}, 37); }) == "token_rows: there is no sequence");
  CHECK(reference::thrown([] { (void)llm::token_rows<V>(rows{{1}, {}}, 37); }) ==
        "token_rows: 2 sequences: one has no token");
  CHECK(reference::thrown([] { (void)llm::token_rows<V>(rows{{1, 2, 3}, {4, -1}}, 37); }) ==
        "token_rows: row 1, token 1 of 2: index: V=37: -1 is not in [0, 37)");
}
