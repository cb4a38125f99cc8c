// SPDX-License-Identifier: BSL-1.0
/// append takes a cache between steps, once, and gives what may be read; what is wrong is refused.
#include <shapeproof/nn/append.hpp>
#include <shapeproof/tensor/meta.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
using nn::kv_cache;
using nn::within_step;
using sp::axis;
using sp::shape;

using B = axis<"B", 2>;
using H = axis<"H", 8>;
using Dk = axis<"Dk", 5>;
using one = axis<"L", 1>;
template <class L>
using floats = sp::tensor<float, B, H, L, Dk>;

using storage = sp::tensor<float, B, H, axis<"S", "capacity">, Dk>;
using cache = kv_cache<storage, axis<"S", "past">>;
using queries = floats<one>;

template <class Cache, class K, class V = K>
using appended = decltype(nn::append(std::declval<Cache&&>(), std::declval<K const&>(), std::declval<V const&>()));
template <class Cache, class K>
using next = decltype(appended<Cache, K>::cache);
template <class Cache>
using committed = decltype(nn::commit(std::declval<Cache&&>()));

// With numbers: 7 positions, then 1, then 1.
using nine = sp::tensor<float, B, H, axis<"S", 9>, Dk>;
using seven = committed<next<kv_cache<nine>, floats<axis<"L", 7>>>>;
using eight = committed<next<seven, queries>>;
using full = committed<next<eight, queries>>;

// What comes back is for reading.
using keys = decltype(appended<cache, queries>::keys);
static_assert(std::is_same_v<decltype(std::declval<keys>().data()), float const*>);
static_assert(std::is_same_v<keys::shape, shape<B, H, axis<"S", "past+1">, Dk>>);
static_assert(std::is_same_v<keys, decltype(appended<cache, queries>::values)>);

// A layer appends once in a step.
static_assert(nn::can_append<cache, queries, queries>);
static_assert(!nn::can_append<next<cache, queries>, queries, queries>);
static_assert(nn::can_append<committed<next<cache, queries>>, queries, queries>);
// A static cache has no more room than it has.
static_assert(nn::can_append<eight, queries, queries>);
static_assert(!nn::can_append<eight, floats<axis<"L", 2>>, floats<axis<"L", 2>>>);
static_assert(!nn::can_append<full, queries, queries>);
static_assert(nn::can_append<kv_cache<nine>, floats<axis<"L", 9>>, floats<axis<"L", 9>>>);
static_assert(!nn::can_append<kv_cache<nine>, floats<axis<"L", 10>>, floats<axis<"L", 10>>>);
// New elements are of the cache's type and shape.
static_assert(!nn::can_append<cache, sp::tensor<double, B, H, one, Dk>, queries>);
static_assert(!nn::can_append<cache, queries, sp::tensor<double, B, H, one, Dk>>);
static_assert(!nn::can_append<cache, sp::tensor<float, B, one, H, Dk>, sp::tensor<float, B, one, H, Dk>>);
static_assert(!nn::can_append<float, queries, queries>);  // no cache

// A cache is consumed: only what nobody else holds can be passed.
template <class Cache>
concept takes_append = requires(queries const& k) { nn::append(std::declval<Cache>(), k, k); };
static_assert(takes_append<cache> && !takes_append<cache&> && !takes_append<cache const&>);

// Nothing of a refused operand, and the cache goes on in its state.
static_assert(std::is_same_v<decltype(appended<cache, sp::poisoned>::keys), sp::poisoned>);
static_assert(std::is_same_v<decltype(appended<cache, queries, sp::poisoned>::values), sp::poisoned>);
static_assert(std::is_same_v<next<cache, sp::poisoned>::state, within_step>);
