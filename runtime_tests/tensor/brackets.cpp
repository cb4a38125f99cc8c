// SPDX-License-Identifier: BSL-1.0
/// One bracket for each axis; long rows are broken, large arrays cut. The layout is that of NumPy 1.24.
#include <shapeproof/tensor/brackets.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace sp = shapeproof;

namespace {

/// The numbers 0, 1, ... in this shape, but only those that are shown.
std::string counted(std::vector<std::size_t> const& extents, sp::format_options const& options = {},
                    std::size_t factor = 1) {
  sp::detail::bracket_writer writer(extents.data(), extents.size(), options);
  std::vector<std::string> texts;
  std::size_t width = 0;
  auto visit = [&](auto const& self, std::size_t axis, std::size_t number) -> void {
    if (axis == extents.size()) {
      texts.push_back(std::to_string(number * factor));
      width = std::max(width, texts.back().size());
    } else {
      writer.for_each_shown(axis, [&](std::size_t i) {
        if (i != sp::not_found) self(self, axis + 1, number * extents[axis] + i);
      });
    }
  };
  visit(visit, 0, 0);
  for (auto& text : texts) text.insert(0, width - text.size(), ' ');
  return writer.written(texts);
}

}  // namespace

TEST_CASE("nested brackets") {
  CHECK(counted({}) == "0");
  CHECK(counted({3}) == "[0 1 2]");
  CHECK(counted({2, 3, 4}) ==
        "[[[ 0  1  2  3]\n  [ 4  5  6  7]\n  [ 8  9 10 11]]\n\n [[12 13 14 15]\n  [16 17 18 19]\n  [20 21 22 23]]]");
}

TEST_CASE("nothing in it") {
  CHECK(counted({0}) == "[]");
  CHECK(counted({2, 0}) == "[]");
  CHECK(counted({0, 3}) == "[]");
}

TEST_CASE("long rows are broken") {
  CHECK(counted({30}, {.line_width = 40}, 1000) ==
        "[    0  1000  2000  3000  4000  5000\n  6000  7000  8000  9000 10000 11000\n"
        " 12000 13000 14000 15000 16000 17000\n 18000 19000 20000 21000 22000 23000\n"
        " 24000 25000 26000 27000 28000 29000]");
  CHECK(counted({3}, {.line_width = 0}) == "[0\n 1\n 2]");
}

TEST_CASE("large arrays are cut") {
  CHECK(counted({2, 6, 10}, {.threshold = 50, .edge_items = 1}) ==
        "[[[  0 ...   9]\n  ...\n  [ 50 ...  59]]\n\n [[ 60 ...  69]\n  ...\n  [110 ... 119]]]");
  CHECK(counted({7}, {.threshold = 6}) == "[0 1 2 ... 4 5 6]");
  CHECK(counted({7}, {.threshold = 7}) == "[0 1 2 3 4 5 6]");
  CHECK(counted({6}, {.threshold = 1}) == "[0 1 2 3 4 5]");  // there is nothing to leave out
  CHECK(counted({7}, {.threshold = 1, .edge_items = 0}) == "[...]");
}
