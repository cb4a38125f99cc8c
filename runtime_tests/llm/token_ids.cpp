// SPDX-License-Identifier: BSL-1.0
/// Numbers become token ids of the vocabulary, or an error that names the place.
#include <shapeproof/llm/token_ids.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

namespace {
using V = sp::axis<"V", 37>;
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
