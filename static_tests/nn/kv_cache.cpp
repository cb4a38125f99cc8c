// SPDX-License-Identifier: BSL-1.0
/// A cache is between steps or within one: append and commit change its type, and what is wrong has none.
#include <shapeproof/nn/append.hpp>
#include <shapeproof/nn/kv_cache.hpp>
#include <shapeproof/tensor/meta.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
using nn::between_steps;
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

template <class Cache, class K>
using next = decltype(nn::append(std::declval<Cache&&>(), std::declval<K const&>(), std::declval<K const&>()).cache);
template <class Cache>
using committed = decltype(nn::commit(std::declval<Cache&&>()));
template <class Cache>
using rebound = decltype(nn::rebound<"past">(std::declval<Cache&&>()));

// A new cache is empty and between steps.
static_assert(std::is_same_v<kv_cache<storage>, kv_cache<storage, axis<"S", 0>, between_steps>>);
static_assert(std::is_same_v<cache::shape, shape<B, H, axis<"S", "past">, Dk>>);

// append opens the step, commit ends it: only then its positions count. A loop calls them `past` again.
static_assert(std::is_same_v<next<cache, queries>, kv_cache<storage, axis<"S", "past+1">, within_step>>);
static_assert(std::is_same_v<committed<next<cache, queries>>, kv_cache<storage, axis<"S", "past+1">>>);
static_assert(std::is_same_v<rebound<committed<next<cache, queries>>>, cache>);
static_assert(std::is_same_v<rebound<cache>, cache>);
static_assert(std::is_same_v<rebound<kv_cache<storage>>, cache>);

// With numbers: 7 positions, then 1, then 1.
using nine = sp::tensor<float, B, H, axis<"S", 9>, Dk>;
using seven = committed<next<kv_cache<nine>, floats<axis<"L", 7>>>>;
using eight = committed<next<seven, queries>>;
using full = committed<next<eight, queries>>;
static_assert(std::is_same_v<seven::filled, axis<"S", 7>>);
static_assert(std::is_same_v<eight::filled, axis<"S", 8>>);
static_assert(std::is_same_v<full, kv_cache<nine, axis<"S", 9>>>);

// A cache is consumed: only what nobody else holds can be passed.
template <class Cache>
concept takes_commit = requires { nn::commit(std::declval<Cache>()); };
template <class Cache>
concept takes_rebound = requires { nn::rebound<"past">(std::declval<Cache>()); };
static_assert(takes_commit<next<cache, queries>> && !takes_commit<next<cache, queries>&>);
static_assert(takes_rebound<cache> && !takes_rebound<cache&> && !takes_rebound<cache const&>);

// The same states for tensors without elements.
using meta_cache = kv_cache<sp::meta_tensor<float, B, H, axis<"S", "capacity">, Dk>, axis<"S", "past">>;
using meta_queries = sp::meta_tensor<float, B, H, one, Dk>;
static_assert(std::is_same_v<next<meta_cache, meta_queries>::filled, axis<"S", "past+1">>);
static_assert(std::is_same_v<next<meta_cache, meta_queries>::state, within_step>);
static_assert(std::is_same_v<rebound<committed<next<meta_cache, meta_queries>>>, meta_cache>);

// A padded batch is padded in every state.
using padded = kv_cache<storage, axis<"S", "past">, between_steps, sp::left_padded<B>>;
static_assert(std::is_same_v<next<padded, queries>::padding_type, sp::left_padded<B>>);
static_assert(std::is_same_v<rebound<committed<next<padded, queries>>>, padded>);

// A cache has one state, and only append and commit change it.
template <class Cache>
concept can_be_relabelled = requires(Cache cache) { std::move(cache).template with<axis<"S", 3>, within_step>({}); };
static_assert(!can_be_relabelled<cache>);
