// SPDX-License-Identifier: BSL-1.0
/// Positions are made by caches only, and their type says which axes they count.
#include <shapeproof/nn/positions.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
using sp::axis;
using sp::shape;

using B = axis<"B", 2>;
using H = axis<"H", 8>;
using L = axis<"L">;
using Dk = axis<"Dk", 5>;
using storage = sp::tensor<float, B, H, axis<"S", "capacity">, Dk>;
using cache = nn::kv_cache<storage, axis<"S", "past">>;

template <class Cache, class X>
using positions = decltype(nn::positions_of(std::declval<Cache const&>(), std::declval<X const&>()));

// The positions of a step count the queries' axis L, wherever it stands.
static_assert(std::is_same_v<positions<cache, sp::tensor<float, B, L, Dk>>, nn::positions<L>>);
static_assert(std::is_same_v<positions<cache, sp::tensor<float, B, H, L, Dk>>, nn::positions<L>>);
static_assert(std::is_same_v<positions<cache, sp::tensor<float, axis<"L", 3>, Dk>>, nn::positions<axis<"L", 3>>>);
static_assert(std::is_same_v<positions<cache, sp::meta_tensor<float, B, L, Dk>>, nn::positions<L>>);
static_assert(std::is_same_v<nn::positions<L>::shape, shape<L>>);
// Those of a padded batch count its rows too.
using padded = nn::kv_cache<storage, axis<"S", "past">, nn::between_steps, sp::left_padded<B>>;
static_assert(std::is_same_v<positions<padded, sp::tensor<float, B, H, L, Dk>>, nn::positions<B, L>>);
static_assert(std::is_same_v<positions<padded, sp::tensor<float, L, B, Dk>>, nn::positions<B, L>>);
static_assert(std::is_same_v<nn::positions<B, L>::shape, shape<B, L>>);
// Nothing of a refused operand.
static_assert(std::is_same_v<positions<cache, sp::poisoned>, sp::poisoned>);

// Numbers of one's own are no positions; those of a step can be kept.
static_assert(!std::is_constructible_v<nn::positions<L>, std::size_t>);
static_assert(!std::is_constructible_v<nn::positions<L>, int>);
static_assert(!std::is_default_constructible_v<nn::positions<L>>);
static_assert(!std::is_constructible_v<nn::positions<B, L>, std::size_t, sp::left_padded<B>>);
static_assert(!std::is_constructible_v<nn::positions<B, L>, nn::positions<L>>);
static_assert(std::is_copy_constructible_v<nn::positions<L>> && std::is_copy_constructible_v<nn::positions<B, L>>);

// Something else than a cache has no positions, whatever length it says it has.
struct pretender {
  using state = nn::between_steps;
  std::size_t length() const { return 7; }
};
template <class Cache>
concept has_positions =
    requires(Cache const& from, sp::tensor<float, B, L, Dk> const& x) { nn::positions_of(from, x); };
static_assert(has_positions<cache> && !has_positions<pretender> && !has_positions<std::size_t>);
