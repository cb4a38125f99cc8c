// SPDX-License-Identifier: BSL-1.0
/// Attention where G heads of queries share a head of keys and values, against plain loops in doubles.
#include <shapeproof/nn/attention.hpp>

#include "small_groups.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

namespace {

using Dk = sp::axis<"Dk", 4>;

constexpr double rounding = 1e-5;

/// Plain heads with the elements of one group a head.
template <class Groups>
struct plain_weights {
  using H = sp::axis<"H", sp::extent(Groups::key_heads)>;
  using heads = sp::fused<H, Dk>;
  using D = typename Groups::D;
  sp::tensor<float, D, heads> query, key, value;
  sp::tensor<float, heads, D> output;

  explicit plain_weights(typename Groups::weights const& w) {
    auto const copy = [](auto const& from, auto& to) { std::copy_n(from.data(), to.size(), to.data()); };
    copy(w.query, query);
    copy(w.key, key);
    copy(w.value, value);
    copy(w.output, output);
  }
};

}  // namespace

TEST_CASE_TEMPLATE("query head h reads key head h / G", model, small::groups<2, 3, Dk>, small::groups<3, 2, Dk>,
                   small::groups<3, 3, Dk>, small::groups<4, 4, Dk>, small::groups<5, 1, Dk>, small::groups<1, 6, Dk>,
                   small::groups<1, 1, Dk>) {
  typename model::weights const w;
  for (std::size_t length : reference::sizes{1, 2, 4, 6}) {
    auto const x = model::numbers(length);
    CHECK(small::error(small::in_chunks<model>(x, w, {length}), small::expected<model>(x, w)) < rounding);
  }
}

TEST_CASE_TEMPLATE("groups behind a past give what one prompt gives, for every split", model, small::groups<2, 3, Dk>,
                   small::groups<3, 3, Dk>, small::groups<1, 6, Dk>) {
  typename model::weights const w;
  auto const x = model::numbers(6);
  auto const expected = small::expected<model>(x, w);
  for (std::size_t past = 1; past < 6; ++past)
    CHECK(small::error(small::in_chunks<model>(x, w, {past, 6 - past}), expected) < rounding);
  CHECK(small::error(small::in_chunks<model>(x, w, {1, 1, 1, 1, 1, 1}), expected) < rounding);
  CHECK(small::error(small::in_chunks<model>(x, w, {2, 3, 1}), expected) < rounding);
}

TEST_CASE("one query head a group is attention with plain heads, bit for bit") {
  using model = small::groups<3, 1, Dk>;
  model::weights const w;
  plain_weights<model> const plain(w);
  using storage = sp::tensor<float, model::B, plain_weights<model>::H, sp::axis<"S", "capacity">, Dk>;
  for (std::size_t length : reference::sizes{1, 3, 5}) {
    auto const x = model::numbers(length);
    auto const grouped = nn::attention(x, w, model::cache(sp::bind<"capacity">(length)));
    auto const heads = nn::attention(x, plain, nn::kv_cache<storage>(sp::bind<"capacity">(length)));
    CHECK(reference::elements(grouped.output) == reference::elements(heads.output));
  }
}

TEST_CASE("a group whose queries are equal gives equal heads, groups with other keys do not") {
  using model = small::groups<2, 3, Dk>;
  model::weights w;
  for (std::size_t d = 0; d < 7; ++d)
    for (std::size_t head = 0; head < 6; ++head)
      for (std::size_t m = 0; m < 4; ++m) w.query(d, head * 4 + m) = w.query(d, m);
  // Each head goes to an output of its own: output d is the sum of the components of head d.
  for (std::size_t i = 0; i < 24; ++i)
    for (std::size_t d = 0; d < 7; ++d) w.output(i, d) = i / 4 == d ? 1.0F : 0.0F;
  auto const y = nn::attention(model::numbers(3), w, model::cache(sp::bind<"capacity">(3))).output;
  for (std::size_t b = 0; b < 5; ++b)
    for (std::size_t l = 0; l < 3; ++l) {
      CHECK(y(b, l, 0) == y(b, l, 1));
      CHECK(y(b, l, 0) == y(b, l, 2));
      CHECK(y(b, l, 3) == y(b, l, 4));
      CHECK(y(b, l, 3) == y(b, l, 5));
      CHECK(y(b, l, 0) != y(b, l, 3));
      CHECK(y(b, l, 6) == 0);
    }
}

TEST_CASE("the cache has the heads of the keys, not those of the queries") {
  using model = small::groups<2, 3, Dk>;
  auto [y, next] = nn::attention(model::numbers(4), model::weights(), model::cache(sp::bind<"capacity">(6)));
  auto const cache = nn::commit(std::move(next));
  CHECK(sp::to_string(y) == "[B=5, L=4, D=7]");
  CHECK(nn::to_string(cache) == "[B=5, Hkv=2, S=4, Dk=4]");
}

TEST_CASE("changing a position of a group changes no bit of the earlier outputs") {
  using model = small::groups<2, 3, Dk>;
  model::weights const w;
  auto const x = model::numbers(5);
  auto const before = small::in_chunks<model>(x, w, {5});
  for (std::size_t j = 0; j < 5; ++j) {
    auto changed = x;
    for (std::size_t b = 0; b < 5; ++b) changed(b, j, 3) += 1;
    auto const after = small::in_chunks<model>(changed, w, {5});
    for (std::size_t b = 0; b < 5; ++b)
      for (std::size_t l = 0; l < 5; ++l) CHECK((before[b][l] == after[b][l]) == (l < j));
  }
}
