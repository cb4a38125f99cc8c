// SPDX-License-Identifier: BSL-1.0
/// Attention with rotary positions: steps of any length give what one prompt gives, with one vector of positions a
/// step.
#include <shapeproof/nn/attention.hpp>

#include "small_groups.hpp"

#include <doctest/doctest.h>

#include <cstddef>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

namespace {

constexpr double rounding = 1e-5;

/// R pairs, side by side or half an axis apart.
template <std::size_t Pairs>
struct side_by_side {
  using head = nn::interleaved<sp::axis<"R", sp::extent(Pairs)>>;
  using rotary = nn::rotary<"(R C)">;
  static constexpr auto stored = reference::pairing::side_by_side;
};
template <std::size_t Pairs>
struct half_apart {
  using head = nn::half_split<sp::axis<"R", sp::extent(Pairs)>>;
  using rotary = nn::rotary<"(C R)">;
  static constexpr auto stored = reference::pairing::half_apart;
};

/// Attention in groups with such heads.
template <std::size_t KeyHeads, std::size_t Groups, class Stored>
struct rotary_groups : small::groups<KeyHeads, Groups, typename Stored::head> {
  using rotary = typename Stored::rotary;
  static constexpr reference::rotation rotation = {.stored = Stored::stored};
};

template <class Model>
std::vector<reference::matrix> in_chunks(typename Model::x_type const& x, std::vector<std::size_t> const& lengths) {
  return small::in_chunks<Model>(x, typename Model::weights(), lengths, typename Model::rotary());
}

}  // namespace

TEST_CASE_TEMPLATE("rotary attention of a prompt", model, rotary_groups<2, 3, side_by_side<4>>,
                   rotary_groups<2, 3, half_apart<4>>, rotary_groups<3, 1, side_by_side<2>>,
                   rotary_groups<3, 3, half_apart<2>>, rotary_groups<1, 4, half_apart<1>>) {
  typename model::weights const w;
  for (std::size_t length : reference::sizes{1, 2, 4, 6}) {
    auto const x = model::numbers(length);
    CHECK(small::error(in_chunks<model>(x, {length}), small::expected<model>(x, w, model::rotation)) < rounding);
  }
}

TEST_CASE_TEMPLATE("prefill and decode give what one prefill gives, for every split", model,
                   rotary_groups<2, 3, side_by_side<4>>, rotary_groups<2, 3, half_apart<4>>,
                   rotary_groups<2, 2, half_apart<2>>) {
  auto const x = model::numbers(6);
  auto const expected = small::expected<model>(x, typename model::weights(), model::rotation);
  auto const all = in_chunks<model>(x, {6});
  for (std::size_t first = 1; first < 6; ++first) {
    auto const chunks = in_chunks<model>(x, {first, 6 - first});
    CHECK(small::error(chunks, all) < rounding);
    CHECK(small::error(chunks, expected) < rounding);
    std::vector<std::size_t> steps = {first};
    steps.resize(1 + 6 - first, 1);
    CHECK(small::error(in_chunks<model>(x, steps), all) < rounding);
  }
  CHECK(small::error(in_chunks<model>(x, {1, 3, 2}), expected) < rounding);
}

TEST_CASE_TEMPLATE("changing a token changes no bit of the earlier outputs, and every later one", model,
                   rotary_groups<2, 3, side_by_side<4>>, rotary_groups<2, 3, half_apart<4>>) {
  auto const x = model::numbers(5);
  auto const before = in_chunks<model>(x, {5});
  for (std::size_t j = 0; j < 5; ++j) {
    auto changed = x;
    for (std::size_t b = 0; b < 5; ++b) changed(b, j, 3) += 1;
    auto const after = in_chunks<model>(changed, {5});
    for (std::size_t b = 0; b < 5; ++b)
      for (std::size_t l = 0; l < 5; ++l) CHECK((before[b][l] == after[b][l]) == (l < j));
  }
}

TEST_CASE("positions matter: equal tokens in another order give another last output, unless nothing is rotated") {
  using model = rotary_groups<2, 3, half_apart<4>>;
  model::weights const w;
  auto x = model::numbers(4), swapped = model::numbers(4);
  for (std::size_t b = 0; b < 5; ++b)
    for (std::size_t d = 0; d < 7; ++d) std::swap(swapped(b, 0, d), swapped(b, 1, d));
  auto const last = [](std::vector<reference::matrix> const& y) { return y[0].back(); };
  auto const one = last(small::in_chunks<model>(x, w, {4}, model::rotary()));
  auto const other = last(small::in_chunks<model>(swapped, w, {4}, model::rotary()));
  CHECK(reference::error(one, other) > 1e-3);
  CHECK(reference::error(last(small::in_chunks<model>(x, w, {4})), last(small::in_chunks<model>(swapped, w, {4}))) <
        rounding);
}

TEST_CASE("the base of the angles is that of the rotation that attention is given") {
  using model = rotary_groups<2, 3, side_by_side<4>>;
  model::weights const w;
  auto const x = model::numbers(5);
  auto const expected =
      small::expected<model>(x, w, reference::rotation{.stored = reference::pairing::side_by_side, .base = 7});
  CHECK(small::error(small::in_chunks<model>(x, w, {2, 3}, model::rotary{.base = 7}), expected) < rounding);
}
