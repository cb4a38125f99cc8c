// SPDX-License-Identifier: BSL-1.0
/// Rows of different lengths in one pool: each is attended as if it were alone, wherever it lies.
#include <shapeproof/nn/attention.hpp>
#include <shapeproof/nn/cache_pool.hpp>

#include "small_attend.hpp"
#include "small_groups.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

namespace {

using head = nn::interleaved<sp::axis<"R", 4>>;
using model = small::groups<2, 3, head>;
using pool = nn::cache_pool<model::Hkv, head>;
using rotary = nn::rotary<"(R C)">;
constexpr reference::rotation rotation = {.stored = reference::pairing::side_by_side};
using one = sp::axis<"B", 1>;
using rows = sp::axis<"B">;

pool pool_of(std::size_t slots, std::size_t capacity) {
  sp::symbol_values<sp::symbols_in<sp::shape_of<pool::storage>>> sizes;
  sizes.at[0] = capacity;
  sizes.at[1] = slots;
  return pool(sizes);
}

/// Positions [from, to) of sequence n of x `[B=5, L, D]`, as a batch of one.
auto prompt(model::x_type const& x, std::size_t n, std::size_t to) {
  sp::tensor<float, one, sp::axis<"L">, model::D> result(sp::bind<"L">(to));
  for (std::size_t l = 0; l < to; ++l)
    for (std::size_t d = 0; d < 7; ++d) result(0, l, d) = x(n, l, d);
  return result;
}
/// The next `count` positions of each sequence.
auto next(model::x_type const& x, std::vector<std::size_t> const& sequences, std::vector<std::size_t> const& lengths,
          std::size_t count) {
  sp::tensor<float, rows, sp::axis<"L">, model::D> result(sp::bind<"B">(sequences.size()), sp::bind<"L">(count));
  for (std::size_t b = 0; b < sequences.size(); ++b)
    for (std::size_t l = 0; l < count; ++l)
      for (std::size_t d = 0; d < 7; ++d) result(b, l, d) = x(sequences[b], lengths[b] + l, d);
  return result;
}

}  // namespace

TEST_CASE("sequences that begin, go on together, move and leave are each attended as if they were alone") {
  model::weights const w;
  auto const x = model::numbers(12);
  auto const expected = small::expected<model>(x, w, rotation);
  auto keys = pool_of(5, 12);
  double worst = 0;
  auto const begin = [&](std::size_t slot, std::size_t n, std::size_t length) {
    auto const [y, cache] = nn::attention(prompt(x, n, length), w, keys.slot(slot), rotary());
    auto const found = small::rows_in(y, 0);
    for (std::size_t l = 0; l < length; ++l) worst = std::max(worst, reference::error(found[l], expected[n][l]));
  };
  std::vector<std::size_t> sequences, lengths;
  auto const step = [&](std::size_t count) {
    auto const [y, after] =
        nn::attention(next(x, sequences, lengths, count), w, keys.rows(sp::ragged<rows>(lengths)), rotary());
    for (std::size_t b = 0; b < sequences.size(); ++b) {
      for (std::size_t l = 0; l < count; ++l)
        worst = std::max(worst, reference::error(small::rows_in(y, b)[l], expected[sequences[b]][lengths[b] + l]));
      lengths[b] += count;
      CHECK(after.padding().length(b) == lengths[b]);
    }
  };
  for (std::size_t n = 0; n < 4; ++n) {
    begin(n, n, 2 * n % 5 + 1);
    sequences.push_back(n);
    lengths.push_back(2 * n % 5 + 1);
  }
  step(1);
  step(3);
  begin(1, 4, 6);  // a new one in the second slot
  sequences[1] = 4;
  lengths[1] = 6;
  step(1);
  keys.copy(3, 0, lengths[3]);  // the last one takes the first slot
  sequences = {3, 4, 2};
  lengths = {lengths[3], lengths[1], lengths[2]};
  step(1);
  CHECK(worst < 1e-5);
}

TEST_CASE("attend of ragged rows: by steps and by the kernel, both against plain loops") {
  using namespace small_attend;
  for (std::size_t length : reference::sizes{1, 2, 3})
    for (std::size_t end = length; end <= 6; ++end) {
      auto const bindings = sp::bind<"past">(6 - length);
      auto const q = reference::filled<sp::tensor<float, B, H, G, L, Dk>>(1, sp::bind<"L">(length));
      auto const k = reference::filled<sp::tensor<float, B, H, S, Dk>>(2, bindings, sp::bind<"L">(length));
      auto const v = reference::filled<sp::tensor<float, B, H, S, Dk>>(3, bindings, sp::bind<"L">(length));
      sp::ragged<B> const lengths({6, end});
      auto const steps = nn::attend_by_steps(q, k, v, lengths);
      auto const at_once = nn::attend(q, k, v, lengths);
      // The shorter row alone, with as many keys as it has.
      using alone = sp::axis<"B", 1>;
      sp::tensor<float, alone, H, G, L, Dk> q1(sp::bind<"L">(length));
      sp::tensor<float, alone, H, S, Dk> k1(sp::bind<"past">(end - length), sp::bind<"L">(length)), v1 = k1;
      for (std::size_t h = 0; h < 3; ++h)
        for (std::size_t m = 0; m < 5; ++m) {
          for (std::size_t g = 0; g < 4; ++g)
            for (std::size_t l = 0; l < length; ++l) q1(0, h, g, l, m) = q(1, h, g, l, m);
          for (std::size_t s = 0; s < end; ++s) {
            k1(0, h, s, m) = k(1, h, s, m);
            v1(0, h, s, m) = v(1, h, s, m);
          }
        }
      auto const expected = small_attend::expected(reference::read(q1), reference::read(k1), reference::read(v1),
                                                   {"B", "H", "G", "L", "S"}, {"B", "H", "G", "L", "Dk"}, {0});
      for (auto const* const found : {&steps, &at_once}) {
        auto const all = reference::elements(*found);
        std::size_t const half = all.size() / 2;
        for (std::size_t i = 0; i < half; ++i) CHECK(std::abs(all[half + i] - expected.at[i]) < rounding);
      }
      // The kernel gives the row alone the very same numbers.
      auto const whole = reference::elements(nn::attend(q1, k1, v1, sp::no_padding{}));
      auto const in_batch = reference::elements(at_once);
      CHECK(std::vector<double>(in_batch.begin() + static_cast<std::ptrdiff_t>(whole.size()), in_batch.end()) == whole);
    }
}

TEST_CASE("lengths of another step, or of another number of rows, are an error") {
  using namespace small_attend;
  auto const q = reference::filled<sp::tensor<float, B, H, L, Dk>>(1, sp::bind<"L">(1));
  auto const k = reference::filled<sp::tensor<float, B, H, S, Dk>>(2, sp::bind<"past">(3), sp::bind<"L">(1));
  CHECK(reference::thrown([&] { (void)nn::attend(q, k, k, sp::ragged<B>({3, 2})); }) ==
        "attend: [B=2, H=3, S=4, Dk=5]: the longest row has 3 positions");
}
