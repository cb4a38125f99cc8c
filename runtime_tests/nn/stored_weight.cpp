// SPDX-License-Identifier: BSL-1.0
/// A file's convention is said once; the weight is [In, Out] from then on, whatever the numbers.
#include <shapeproof/nn/stored_weight.hpp>

#include <shapeproof/ops/matmul.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <vector>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

namespace {

using In = sp::axis<"In", 2>;
using Out = sp::axis<"Out", 2>;
using L = sp::axis<"L", 1>;

std::vector<float> counted(std::size_t count) {
  std::vector<float> result(count);
  for (std::size_t i = 0; i < count; ++i) result[i] = static_cast<float>(i);
  return result;
}

}  // namespace

TEST_CASE("a square weight is multiplied as its convention says, not as its size suggests") {
  std::array<float, 4> const file = {1, 2, 3, 4};
  sp::tensor<float, L, In> x;
  x(0, 0) = 1;
  x(0, 1) = 2;
  auto const linear = sp::matmul(x, nn::stored_weight<nn::linear_convention, In, Out>(file.data()));
  CHECK(linear(0, 0) == 5);
  CHECK(linear(0, 1) == 11);
  auto const conv1d = sp::matmul(x, nn::stored_weight<nn::conv1d_convention, In, Out>(file.data()));
  CHECK(conv1d(0, 0) == 7);
  CHECK(conv1d(0, 1) == 10);
}

TEST_CASE("query, key and value come apart in either order of parts and heads") {
  using In3 = sp::axis<"In", 3>;
  using H = sp::axis<"H", 2>;
  using Dk = sp::axis<"Dk", 2>;
  auto const file = counted(12 * 3);
  auto const row_of = [](bool blocks, std::size_t part, std::size_t h, std::size_t m) {
    return blocks ? (part * 2 + h) * 2 + m : (h * 3 + part) * 2 + m;
  };
  auto const check = [&](auto const& parts, bool blocks, bool rows_are_outputs) {
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t h = 0; h < 2; ++h)
        for (std::size_t m = 0; m < 2; ++m) {
          auto const expected = [&](std::size_t part) {
            std::size_t const out = row_of(blocks, part, h, m);
            return file[rows_are_outputs ? out * 3 + i : i * 12 + out];
          };
          CHECK(parts.query(i, h * 2 + m) == expected(0));
          CHECK(parts.key(i, h * 2 + m) == expected(1));
          CHECK(parts.value(i, h * 2 + m) == expected(2));
        }
  };
  using nn::block_order, nn::head_major_order, nn::linear_convention, nn::conv1d_convention;
  check(nn::stored_query_key_value<linear_convention, block_order, In3, H, Dk>(file.data()), true, true);
  check(nn::stored_query_key_value<linear_convention, head_major_order, In3, H, Dk>(file.data()), false, true);
  check(nn::stored_query_key_value<conv1d_convention, block_order, In3, H, Dk>(file.data()), true, false);
  check(nn::stored_query_key_value<conv1d_convention, head_major_order, In3, H, Dk>(file.data()), false, false);
}
