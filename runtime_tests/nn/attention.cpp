// SPDX-License-Identifier: BSL-1.0
/// Attention against plain loops in doubles, with and without a past, and against attention by einsum.
#include <shapeproof/nn/attention.hpp>
#include <shapeproof/nn/weights.hpp>
#include <shapeproof/ops/einsum.hpp>

#include "small_attention.hpp"
#include "small_layers.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <type_traits>
#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

namespace {

/// Attention of a prompt without a transpose: `[B, L, D] -> [B, L, D]`.
auto attention_by_einsum(small::x_type const& x, small::attention_weights const& w) {
  auto const q = sp::split<"(H Dk)">(sp::matmul(x, w.query));                        // [B, L, H, Dk]
  auto const k = sp::rename<"L", "S">(sp::split<"(H Dk)">(sp::matmul(x, w.key)));    // [B, S, H, Dk]
  auto const v = sp::rename<"L", "S">(sp::split<"(H Dk)">(sp::matmul(x, w.value)));  // [B, S, H, Dk]
  auto const scores = sp::einsum<"B L H Dk, B S H Dk -> B H L S">(q, k) / std::sqrt(5.0F);
  auto const weights = sp::causal_softmax<"L", "S">(scores);  // [B, H, L, S]
  auto const mixed = sp::einsum<"B H L S, B S H Dk -> B L H Dk">(weights, v);
  return sp::matmul(sp::merge<"H", "Dk">(mixed), w.output);
}

}  // namespace

TEST_CASE("attention of a prompt") {
  small::attention_weights const w;
  for (std::size_t length : reference::sizes{1, 2, 3, 5, 6}) {
    auto const x = small::numbers(length);
    auto const found = nn::attention(x, w, small::cache(sp::bind<"capacity">(length + 1))).output;
    for (std::size_t b = 0; b < 2; ++b)
      CHECK(small::error(found, b, reference::attended(small::entry(x, b), w, 3)) < 1e-5);
  }
}

TEST_CASE("attention behind a past sees all earlier positions, and itself") {
  small::attention_weights const w;
  auto const x = small::numbers(7);
  for (std::size_t past = 1; past < 7; ++past) {
    auto first = nn::attention(small::part(x, 0, past), w, small::cache(sp::bind<"capacity">(7)));
    auto cache = nn::rebound<"past">(nn::commit(std::move(first.cache)));
    auto const found = nn::attention(small::part(x, past, 7), w, std::move(cache)).output;
    for (std::size_t b = 0; b < 2; ++b)
      CHECK(small::error(found, b, reference::attended(small::entry(x, b), w, 3), past) < 1e-5);
  }
}

TEST_CASE("attention with biases, of a prompt and behind a past") {
  using small::D, small::heads;
  using into = small::layer<D, heads>;
  using out_of = small::layer<heads, D>;
  nn::attention_weights<into, into, out_of> const w = {
      small::filled_layer<D, heads>(51), small::filled_layer<D, heads>(52), small::filled_layer<D, heads>(53),
      small::filled_layer<heads, D>(54)};
  auto const x = small::numbers(5);
  for (std::size_t past = 0; past < 5; ++past) {
    auto cache = nn::rebound<"past">(small::cache(sp::bind<"capacity">(5)));
    if (past > 0) {
      auto first = nn::attention(small::part(x, 0, past), w, std::move(cache));
      cache = nn::rebound<"past">(nn::commit(std::move(first.cache)));
    }
    auto const found = nn::attention(small::part(x, past, 5), w, std::move(cache)).output;
    for (std::size_t b = 0; b < 2; ++b)
      CHECK(small::error(found, b, reference::attended(small::entry(x, b), w, 3), past) < 1e-5);
  }
}

TEST_CASE("attention by contract is attention by einsum") {
  small::attention_weights const w;
  for (std::size_t length : reference::sizes{1, 3, 4}) {
    auto const x = small::numbers(length);
    auto const found = nn::attention(x, w, small::cache(sp::bind<"capacity">(length))).output;
    CHECK(reference::error(found, reference::read(attention_by_einsum(x, w))) < 1e-5);
  }
}

TEST_CASE("attention gives the cache back within the step: it counts after commit") {
  small::attention_weights const w;
  auto [y, next] = nn::attention(small::numbers(4), w, small::cache(sp::bind<"capacity">(6)));
  static_assert(std::is_same_v<decltype(next)::state, nn::within_step>);
  CHECK(sp::to_string(y) == "[B=2, L=4, D=15]");
  auto const cache = nn::commit(std::move(next));
  CHECK(cache.length() == 4);
  CHECK(cache.capacity() == 6);
}

TEST_CASE("a copy of a cache is continued on its own") {
  small::attention_weights const w;
  auto const x = small::numbers(5);
  auto first = nn::attention(small::part(x, 0, 3), w, small::cache(sp::bind<"capacity">(5)));
  auto const cache = nn::rebound<"past">(nn::commit(std::move(first.cache)));
  auto other = small::part(x, 3, 5);
  for (std::size_t b = 0; b < 2; ++b) other(b, 0, 0) += 1;
  (void)nn::attention(other, w, small::copied(cache));
  auto const found = nn::attention(small::part(x, 3, 5), w, small::copied(cache)).output;
  for (std::size_t b = 0; b < 2; ++b)
    CHECK(small::error(found, b, reference::attended(small::entry(x, b), w, 3), 3) < 1e-5);
}

TEST_CASE("a later position changes no bit of the earlier ones") {
  small::attention_weights const w;
  auto const x = small::numbers(6);
  small::cache const cache(sp::bind<"capacity">(6));
  auto const before = nn::attention(x, w, small::copied(cache)).output;
  for (std::size_t j = 0; j < 6; ++j) {
    auto changed = x;
    for (std::size_t b = 0; b < 2; ++b) changed(b, j, 4) += 1;
    auto const after = nn::attention(changed, w, small::copied(cache)).output;
    for (std::size_t b = 0; b < 2; ++b) {
      CHECK(std::memcmp(&before(b, 0, 0), &after(b, 0, 0), j * 15 * sizeof(float)) == 0);
      CHECK(before(b, j, 0) != after(b, j, 0));
    }
  }
}

TEST_CASE("heads are the columns (H Dk) of the projection") {
  small::attention_weights const w;
  auto const x = small::numbers(4);
  auto const q = nn::project_to_heads(x, w.query);
  auto const expected = reference::product(reference::read(x), reference::read(w.query), {"B", "L", "(H Dk)"});
  CHECK(sp::to_string(q) == "[B=2, H=3, L=4, Dk=5]");
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t l = 0; l < 4; ++l)
      for (std::size_t m = 0; m < 5; ++m)
        CHECK(q(1, k, l, m) == doctest::Approx(expected.at[(4 + l) * 15 + k * 5 + m]).epsilon(1e-4));
}
