// SPDX-License-Identifier: BSL-1.0
/// Attention, feed-forward and heads over ranks, each on its own, equal those of one rank.
#include <shapeproof/llm/packed_weights.hpp>
#include <shapeproof/nn/attention.hpp>
#include <shapeproof/nn/feed_forward.hpp>
#include <shapeproof/nn/kv_cache.hpp>
#include <shapeproof/nn/weights.hpp>
#include <shapeproof/ops/collectives.hpp>

#include "../naive.hpp"
#include "../simulated_ranks.hpp"
#include "small_layers.hpp"

#include <doctest/doctest.h>

#include <mutex>
#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
using sp::axis;

namespace {

constexpr double rounding = 1e-5;
using B = axis<"B", 2>;
using L = axis<"L", 5>;
using D = axis<"D", 6>;
using Dk = nn::interleaved<axis<"R", 2>>;
using G = axis<"G", 3>;
std::mutex one_at_a_time;

/// Shapes of a model over a mesh; weights are made whole and cut.
template <class tp>
struct parts {
  using Hkv = sp::shard<axis<"Hkv", 4>, tp>;
  using F = sp::shard<axis<"F", 8>, tp>;
  using queries = sp::fused<sp::fused<Hkv, G>, Dk>;
  using keys = sp::fused<Hkv, Dk>;
  using attention_type = nn::attention_weights<small::layer<D, queries>, small::layer<D, keys>,  //
                                               small::layer<queries, D>>;
  using feed_forward_type = nn::feed_forward_weights<small::layer<D, F>, small::layer<F, D>>;
  using gated_type = nn::gated_feed_forward_weights<sp::tensor<float, D, F>, sp::tensor<float, F, D>>;
  using cache = nn::kv_cache<sp::tensor<float, B, Hkv, axis<"S", 8>, Dk>>;
};
using one = parts<sp::mesh<"tp", 1>>;

template <class A, class Other>
void check_close(A const& a, Other const& b) {
  std::lock_guard const lock(one_at_a_time);
  CHECK(reference::error(reference::read(a), reference::read(b)) < rounding);
}

template <class Work>
void on_2_and_4(Work const& work) {
  simulated::on_ranks(2, [&](auto&) { work(parts<sp::mesh<"tp", 2>>{}); });
  simulated::on_ranks(4, [&](auto&) { work(parts<sp::mesh<"tp", 4>>{}); });
}

}  // namespace

TEST_CASE("attention over ranks, with groups, rotary positions, biases and a cache") {
  auto const x = reference::filled<sp::tensor<float, B, L, D>>(1);
  auto const next = reference::filled<sp::tensor<float, B, axis<"L", 1>, D>>(2);
  one::attention_type const w = {small::filled_layer<D, one::queries>(10), small::filled_layer<D, one::keys>(20),
                                 small::filled_layer<D, one::keys>(30), small::filled_layer<one::queries, D>(40)};
  auto const both = [&](auto const& weights, auto cache) {
    nn::rotary<"(R C)"> const rotate;
    auto first = nn::attention(x, weights, std::move(cache), rotate);
    auto second = nn::attention(next, weights, nn::commit(std::move(first.cache)), rotate);
    return std::pair(std::move(first.output), std::move(second.output));
  };
  auto const wanted = both(w, one::cache());
  on_2_and_4([&]<class Parts>(Parts) {
    auto const own = sp::llm::detail::repacked<typename Parts::attention_type>(w);
    auto const found = both(own, typename Parts::cache());
    check_close(found.first, wanted.first);
    check_close(found.second, wanted.second);
  });
}

TEST_CASE("feed-forward over ranks: the bias of its sum is added once") {
  auto const x = reference::filled<sp::tensor<float, B, L, D>>(1);
  one::feed_forward_type const w = {small::filled_layer<D, one::F>(10), small::filled_layer<one::F, D>(20)};
  one::gated_type const gated = {reference::filled<sp::tensor<float, D, one::F>>(30),
                                 reference::filled<sp::tensor<float, D, one::F>>(40),
                                 reference::filled<sp::tensor<float, one::F, D>>(50)};
  on_2_and_4([&]<class Parts>(Parts) {
    auto const own = sp::llm::detail::repacked<typename Parts::feed_forward_type>(w);
    check_close(nn::feed_forward(x, own), nn::feed_forward(x, w));
    check_close(nn::feed_forward_tanh(x, own), nn::feed_forward_tanh(x, w));
    auto const own_gated = sp::llm::detail::repacked<typename Parts::gated_type>(gated);
    check_close(nn::gated_feed_forward(x, own_gated), nn::gated_feed_forward(x, gated));
  });
}

TEST_CASE("what is attended of a sum of values is a sum, and the values' when it is reduced") {
  using tp = sp::mesh<"tp", 2>;
  using H = axis<"H", 3>;
  using S = axis<"S", 7>;
  using F = axis<"F", 8>;
  auto const q = reference::filled<sp::tensor<float, B, H, L, Dk>>(1);
  auto const keys = reference::filled<sp::tensor<float, B, H, S, Dk>>(2);
  auto const x = reference::filled<sp::tensor<float, B, H, S, F>>(3);
  auto const w = reference::filled<sp::tensor<float, F, axis<"E", 4>>>(4);
  auto const wanted = nn::attend(q, keys, sp::matmul(x, w), sp::no_padding{});
  simulated::on_ranks(2, [&](auto&) {
    auto const values = sp::matmul(sp::scatter<"F", tp>(x), sp::scatter<"F", tp>(w));
    auto const mixed = nn::attend(q, keys, values, sp::no_padding{});
    static_assert(sp::is_partial_over<std::remove_const_t<decltype(mixed)>, "tp">);
    check_close(sp::all_reduce<"tp">(mixed), wanted);
  });
}
