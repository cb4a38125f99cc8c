// SPDX-License-Identifier: BSL-1.0
/// The values of the museum's mistakes with shards.
#include <shapeproof/nn/project.hpp>
#include <shapeproof/ops/arithmetic.hpp>
#include <shapeproof/ops/collectives.hpp>
#include <shapeproof/ops/matmul.hpp>

#include "../simulated_ranks.hpp"

#include <doctest/doctest.h>

#include <array>
#include <mutex>
#include <vector>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
using sp::axis;

namespace {

using tp = sp::mesh<"tp", 2>;

/// The first column of a rank's part of the rows that count from 100 * `part`.
template <class A>
std::vector<int> own_rows(int part) {
  sp::tensor<float, A> rows;
  for (std::size_t i = 0; i < rows.size(); ++i) rows(i) = static_cast<float>(100 * part + static_cast<int>(i));
  auto const own = sp::scatter<sp::name_text<A>, tp>(rows);
  std::vector<int> result;
  for (std::size_t i = 0; i < own.size(); ++i) result.push_back(static_cast<int>(own(i)));
  return result;
}

}  // namespace

TEST_CASE("C38: the first of two ranks has half of the queries, of the keys and of the values") {
  std::array<std::vector<std::vector<int>>, 2> own;
  simulated::on_ranks(2, [&](auto& rank) {
    own[rank.rank()] = {own_rows<axis<"Q", 8>>(0), own_rows<axis<"K", 2>>(1), own_rows<axis<"V", 2>>(2)};
  });
  CHECK(own[0] == std::vector<std::vector<int>>{{0, 1, 2, 3}, {100}, {200}});
  CHECK(own[1] == std::vector<std::vector<int>>{{4, 5, 6, 7}, {101}, {201}});
}

TEST_CASE("C53: four ranks have a key head each, whole") {
  using four = sp::mesh<"tp", 4>;
  using heads = sp::fused<axis<"Hkv", 4>, axis<"Dk", 3>>;
  sp::tensor<float, heads> w;
  for (std::size_t i = 0; i < w.size(); ++i) w(i) = static_cast<float>(i);
  std::array<std::vector<float>, 4> own;
  simulated::on_ranks(4, [&](auto& rank) {
    auto const part = sp::scatter<"(Hkv Dk)", four>(w);
    for (std::size_t i = 0; i < part.size(); ++i) own[rank.rank()].push_back(part(i));
  });
  CHECK(own[0] == std::vector<float>{0, 1, 2});
  CHECK(own[3] == std::vector<float>{9, 10, 11});
}

TEST_CASE("C54: what is complete stays as it is, and a sum is reduced once") {
  using F = axis<"F", 4>;
  using one = axis<"L", 1>;
  sp::tensor<float, one, F> x;
  sp::tensor<float, F, axis<"D", 1>> w;
  for (std::size_t i = 0; i < 4; ++i) {
    x(0, i) = static_cast<float>(i + 1);
    w(i, 0) = 10;
  }
  std::array<float, 2> complete = {};
  std::array<float, 2> reduced = {};
  std::array<float, 2> summand = {};
  simulated::on_ranks(2, [&](auto& rank) {
    auto const at = rank.rank();
    complete[at] = sp::replicated(sp::matmul(x, w))(0, 0);
    auto const sum = sp::matmul(sp::scatter<"F", tp>(x), sp::scatter<"F", tp>(w));
    summand[at] = sum(0, 0);
    reduced[at] = sp::replicated(sum)(0, 0);
  });
  CHECK(complete == std::array<float, 2>{100, 100});
  CHECK(summand == std::array<float, 2>{30, 70});
  CHECK(reduced == std::array<float, 2>{100, 100});
}

TEST_CASE("C55: a bias is added once, behind the sum") {
  using F = axis<"F", 4>;
  using D = axis<"D", 1>;
  sp::tensor<float, axis<"L", 1>, F> x;
  sp::tensor<float, F, D> w;
  sp::tensor<float, D> bias;
  bias(0) = 5;
  for (std::size_t i = 0; i < 4; ++i) {
    x(0, i) = static_cast<float>(i + 1);
    w(i, 0) = 10;
  }
  CHECK(nn::project_whole(x, nn::affine{w, bias})(0, 0) == 105);
  std::array<float, 2> found = {};
  simulated::on_ranks(2, [&](auto& rank) {
    auto const own = nn::affine{sp::scatter<"F", tp>(w), bias};
    found[rank.rank()] = nn::project_whole(sp::scatter<"F", tp>(x), own)(0, 0);
  });
  CHECK(found == std::array<float, 2>{105, 105});
}
