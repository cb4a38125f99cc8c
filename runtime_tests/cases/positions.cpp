// SPDX-License-Identifier: BSL-1.0
/// Positions that were off by one, counted along heads, or turned in the wrong pairs.
#include <shapeproof/nn/append.hpp>
#include <shapeproof/nn/positions.hpp>
#include <shapeproof/nn/rope.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

namespace {

using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 2>;
using L = sp::axis<"L">;
using storage = sp::tensor<float, B, H, sp::axis<"S", "capacity">, sp::axis<"Dk", 1>>;
using heads = sp::tensor<float, B, H, L, sp::axis<"Dk", 1>>;

/// A cache of `length` positions.
auto filled(std::size_t length) {
  heads const k(sp::bind<"L">(length));
  auto [keys, values, next] = nn::append(nn::kv_cache<storage>(sp::bind<"capacity">(length + 1)), k, k);
  return nn::rebound<"past">(nn::commit(std::move(next)));
}

/// Four components 1 2 3 4 of the token behind `past` others; base 1 turns every pair by the same angle.
template <class Head, sp::fixed_string Pairs>
std::vector<double> turned(std::size_t past) {
  sp::tensor<float, sp::axis<"L", 1>, Head> x;
  reference::assign(x, {1, 2, 3, 4});
  return reference::elements(nn::rope<"L", Pairs>(x, nn::positions_of(filled(past), x), 1.0F));
}

bool near(std::vector<double> const& found, std::vector<double> const& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (std::abs(found[i] - expected[i]) > 1e-4) return false;
  return found.size() == expected.size();
}

using R = sp::axis<"R", 2>;
constexpr std::size_t quarter_turn = 51819;  // radians: 8247 turns and a quarter, but for 0.000004

}  // namespace

TEST_CASE("C19: the token after a prompt of 9 is written at position 9") {
  auto cache = filled(9);
  CHECK(cache.length() == 9);
  heads fresh(sp::bind<"L">(1));
  fresh(0, 0, 0, 0) = 5;
  CHECK(nn::positions_of(cache, fresh).of(0, 0) == 9);
  auto [keys, values, next] = nn::append(std::move(cache), fresh, fresh);
  CHECK(keys(0, 0, 9, 0) == 5);
  CHECK(nn::commit(std::move(next)).length() == 10);
}

TEST_CASE("C51: every head of a token has the token's position") {
  using x_type = sp::tensor<float, B, H, sp::axis<"L", 3>, nn::interleaved<R>>;
  x_type ones;
  for (std::size_t i = 0; i < ones.size(); ++i) ones.data()[i] = i % 2 == 0 ? 1 : 0;
  auto const y = nn::rope<"L", "(R C)">(ones, nn::positions_of(filled(0), ones), 1.0F);
  for (std::size_t h = 0; h < 2; ++h)
    for (std::size_t l = 0; l < 3; ++l) {
      CHECK(static_cast<double>(y(0, h, l, 0)) == doctest::Approx(std::cos(static_cast<double>(l))));
      CHECK(static_cast<double>(y(0, h, l, 1)) == doctest::Approx(std::sin(static_cast<double>(l))));
    }
}

TEST_CASE("C52: a quarter turn of pairs half a head apart, and of neighbours") {
  CHECK(near(turned<nn::half_split<R>, "(C R)">(quarter_turn), {-3, -4, 1, 2}));
  CHECK(near(turned<nn::interleaved<R>, "(R C)">(quarter_turn), {-2, 1, -4, 3}));
}
