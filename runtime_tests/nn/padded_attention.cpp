// SPDX-License-Identifier: BSL-1.0
/// A batch whose rows are padded on the left gives each row what it gives on its own.
#include <shapeproof/nn/attention.hpp>

#include "small_groups.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

namespace {

using head = nn::interleaved<sp::axis<"R", 4>>;
using model = small::groups<2, 3, head>;
using rotary = nn::rotary<"(R C)">;
constexpr reference::rotation rotation = {.stored = reference::pairing::side_by_side};

using rows = sp::left_padded<model::B>;
using storage = sp::tensor<float, model::B, model::Hkv, sp::axis<"S", "capacity">, head>;
using padded_cache = nn::kv_cache<storage, sp::axis<"S", 0>, nn::between_steps, rows>;

std::vector<std::size_t> const padding = {2, 0, 3, 1, 3};

/// A batch of 6 slots, where what is padding holds numbers that would be seen.
model::x_type batch() {
  auto x = model::numbers(6);
  for (std::size_t b = 0; b < 5; ++b)
    for (std::size_t l = 0; l < padding[b]; ++l)
      for (std::size_t d = 0; d < 7; ++d) x(b, l, d) = 1000;
  return x;
}

/// The largest difference of the tokens' outputs from those of each row alone.
double error(std::vector<std::size_t> const& lengths) {
  model::weights const w;
  auto const x = batch();
  auto cache = nn::rebound<"past">(padded_cache(rows(padding), sp::bind<"capacity">(6)));
  std::vector<reference::matrix> found(5);
  std::size_t done = 0;
  for (std::size_t length : lengths) {
    auto [y, next] = nn::attention(small::positions_in(x, done, done + length), w, std::move(cache), rotary());
    cache = nn::rebound<"past">(nn::commit(std::move(next)));
    for (std::size_t b = 0; b < 5; ++b)
      for (std::size_t l = 0; l < length; ++l)
        if (done + l >= padding[b]) found[b].push_back(small::rows_in(y, b)[l]);
    done += length;
  }
  std::vector<reference::matrix> expected;
  for (std::size_t b = 0; b < 5; ++b) {
    auto row = small::rows_in(x, b);
    row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(padding[b]));
    expected.push_back(reference::attended_in_groups(row, w, model::query_heads, model::key_heads, rotation));
  }
  return small::error(found, expected);
}

}  // namespace

TEST_CASE("C56: every row of a padded batch is attended as if it were alone, for every split into steps") {
  CHECK(error({6}) < 1e-5);
  CHECK(error({4, 1, 1}) < 1e-5);
  CHECK(error({3, 3}) < 1e-5);
  CHECK(error({1, 1, 1, 1, 1, 1}) < 1e-5);
  CHECK(error({2, 4}) < 1e-5);
}

TEST_CASE("padding of another number of rows is an error before anything is done") {
  using batch_axis = sp::axis<"B">;
  using symbolic = sp::tensor<float, batch_axis, model::Hkv, sp::axis<"S", "capacity">, head>;
  using cache = nn::kv_cache<symbolic, sp::axis<"S", 0>, nn::between_steps, sp::left_padded<batch_axis>>;
  CHECK(reference::thrown([] {
          cache(sp::left_padded<batch_axis>({0, 1}), sp::bind<"B">(3), sp::bind<"capacity">(4));
        }) == "kv_cache: [B=3, Hkv=2, S=4, (R C)=8]: the padding is that of 2 rows");
  CHECK(reference::thrown([] { rows({0, 1}); }) == "left_padded: B=5: 2 paddings were given");
}
