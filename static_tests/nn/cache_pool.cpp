// SPDX-License-Identifier: BSL-1.0
/// What a pool gives is a cache like others: a slot's is plain, that of several rows is ragged in every state, and
/// neither takes what the other takes.
#include <shapeproof/nn/append.hpp>
#include <shapeproof/nn/attend.hpp>
#include <shapeproof/nn/cache_pool.hpp>
#include <shapeproof/nn/positions.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
using sp::axis;
using sp::shape;

using H = axis<"H", 8>;
using Dk = axis<"Dk", 5>;
using pool = nn::cache_pool<H, Dk>;
using one = axis<"B", 1>;
using many = axis<"B">;
using L = axis<"L", 1>;
template <class B>
using queries = sp::tensor<float, B, H, L, Dk>;
template <class Cache, class K>
using next = decltype(nn::append(std::declval<Cache&&>(), std::declval<K const&>(), std::declval<K const&>()).cache);
template <class Cache, class K>
using keys = decltype(nn::append(std::declval<Cache&&>(), std::declval<K const&>(), std::declval<K const&>()).keys);
template <class Cache>
using rebound = decltype(nn::rebound<"past">(nn::commit(std::declval<Cache&&>())));

// Both are kv_caches, over memory of the pool.
static_assert(std::is_same_v<pool::slot_cache::shape, shape<one, H, axis<"S", 0>, Dk>>);
static_assert(std::is_same_v<pool::row_caches::shape, shape<many, H, axis<"S", "past">, Dk>>);
static_assert(std::is_same_v<pool::slot_cache::padding_type, sp::no_padding>);
static_assert(std::is_same_v<pool::row_caches::padding_type, sp::ragged<many>>);

// A step of many rows has the same types as the next one, however many rows there are.
static_assert(std::is_same_v<rebound<next<pool::row_caches, queries<many>>>, pool::row_caches>);
static_assert(std::is_same_v<next<pool::row_caches, queries<many>>::state, nn::within_step>);

// Keys and values of the one do not go into the other.
static_assert(nn::can_append<pool::row_caches, queries<many>, queries<many>>);
static_assert(!nn::can_append<pool::row_caches, queries<one>, queries<one>>);
static_assert(nn::can_append<pool::slot_cache, queries<one>, queries<one>>);
static_assert(!nn::can_append<pool::slot_cache, queries<many>, queries<many>>);

// Keys of ragged rows say so, in a view and in a trace.
static_assert(sp::has_ragged_rows<keys<pool::row_caches, queries<many>>>);
static_assert(!sp::has_ragged_rows<keys<pool::slot_cache, queries<one>>>);
static_assert(
    std::is_same_v<sp::shape_of<keys<pool::row_caches, queries<many>>>, shape<many, H, axis<"S", "past+1">, Dk>>);
using traced_rows = nn::kv_cache<sp::meta_tensor<float, many, H, axis<"S", "capacity">, Dk>, axis<"S", "past">,
                                 nn::between_steps, sp::ragged<many>>;
using traced_queries = sp::meta_tensor<float, many, H, L, Dk>;
static_assert(sp::has_ragged_rows<keys<traced_rows, traced_queries>>);
template <class Cache, class Q>
using attended = decltype(nn::attend(std::declval<Q const&>(), std::declval<keys<Cache, Q> const&>(),
                                     std::declval<keys<Cache, Q> const&>(), std::declval<sp::ragged<many> const&>()));
static_assert(std::is_same_v<attended<pool::row_caches, queries<many>>, queries<many>>);
static_assert(std::is_same_v<attended<traced_rows, traced_queries>, traced_queries>);

// Positions of ragged rows count the rows too, and are none that one vector could be.
template <class Cache, class X>
using positions = decltype(nn::positions_of(std::declval<Cache const&>(), std::declval<X const&>()));
using at = positions<pool::row_caches, queries<many>>;
static_assert(std::is_same_v<at, nn::positions<sp::ragged<many>, L>>);
static_assert(std::is_same_v<at::shape, shape<many, L>>);
static_assert(std::is_same_v<positions<traced_rows, traced_queries>, at>);
static_assert(!std::is_constructible_v<at, nn::positions<L>> && !std::is_constructible_v<at, sp::ragged<many>>);
static_assert(!std::is_constructible_v<at, nn::positions<many, L>>);  // padded rows are other rows
static_assert(!std::is_constructible_v<nn::positions<many, L>, at>);

// Its memory is one cache's at a time: another one would write the same positions.
static_assert(!std::is_copy_constructible_v<pool::slot_cache> && !std::is_copy_assignable_v<pool::slot_cache>);
static_assert(!std::is_copy_constructible_v<pool::row_caches> &&
              !std::is_copy_constructible_v<next<pool::slot_cache, queries<one>>>);
static_assert(std::is_nothrow_move_constructible_v<pool::slot_cache> && std::is_move_assignable_v<pool::row_caches>);
static_assert(std::is_copy_constructible_v<nn::kv_cache<sp::tensor<float, one, H, axis<"S", 9>, Dk>>>);
static_assert(std::is_copy_constructible_v<traced_rows>);

// Lengths are said when the caches are made: there are no ragged caches with a length for all.
static_assert(
    !std::is_constructible_v<pool::row_caches, pool::part<many>, pool::part<many>, pool::row_caches::filled_values>);
static_assert(!std::is_constructible_v<pool::slot_cache, pool::part<one>, pool::part<one>, sp::ragged<one>>);
