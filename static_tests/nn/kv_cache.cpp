// SPDX-License-Identifier: BSL-1.0
/// append grows the positions of a cache within its capacity.
#include <shapeproof/nn/kv_cache.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::is_refused;
using sp::memory;
using sp::shape;
using sp::strided;

using B = axis<"B", 2>;
using H = axis<"H", 8>;
using Dk = axis<"Dk", 5>;
using L = axis<"L", 3>;
using one = axis<"L", 1>;
using capacity = axis<"S", 10>;
using storage = shape<B, H, capacity, Dk>;

template <class Storage, class Filled, class K, class V = K>
using outcome = decltype(sp::rules::append(Storage{}, shape<Filled>{}, K{}, V{}));

// [B, H, S, Dk] and [B, H, L, Dk] give [B, H, S+L, Dk] in the memory of the capacity.
static_assert(std::is_same_v<outcome<storage, axis<"S", 0>, shape<B, H, L, Dk>>,
                             strided<shape<B, H, axis<"S", 3>, Dk>, memory<B, H, capacity, Dk>>>);
static_assert(std::is_same_v<outcome<storage, axis<"S", 7>, shape<B, H, one, Dk>>,
                             strided<shape<B, H, axis<"S", 8>, Dk>, memory<B, H, capacity, Dk>>>);
// Filled to the last position it is dense.
static_assert(std::is_same_v<outcome<storage, axis<"S", 7>, shape<B, H, L, Dk>>, storage>);

// The same rule with symbols.
using any_capacity = shape<B, H, axis<"S", "capacity">, Dk>;
static_assert(std::is_same_v<outcome<any_capacity, axis<"S", "past">, shape<B, H, axis<"L">, Dk>>,
                             strided<shape<B, H, axis<"S", "past+L">, Dk>, memory<B, H, axis<"S", "capacity">, Dk>>>);

// The order in which keys lie in memory does not matter, their axes do.
static_assert(is_refused<outcome<storage, axis<"S", 7>, shape<B, L, H, Dk>>>);               // not transposed
static_assert(is_refused<outcome<storage, axis<"S", 7>, shape<B, H, axis<"S", 1>, Dk>>>);    // no query axis L
static_assert(is_refused<outcome<storage, axis<"S", 7>, shape<B, axis<"H", 4>, one, Dk>>>);  // other heads
static_assert(is_refused<outcome<storage, axis<"S", 7>, shape<B, H, one, axis<"Dk", 6>>>>);  // other head size
static_assert(
    is_refused<outcome<storage, axis<"S", 7>, shape<B, H, one, Dk>, shape<B, H, L, Dk>>>);  // keys, not values
static_assert(is_refused<outcome<storage, axis<"S", 8>, shape<B, H, L, Dk>>>);              // 11 of 10 positions
static_assert(is_refused<outcome<storage, axis<"S", 10>, shape<B, H, one, Dk>>>);           // full

// A step's end makes its positions count; a loop then calls them `past` again.
using cache = sp::nn::kv_cache<sp::tensor<float, B, H, axis<"S", "capacity">, Dk>, axis<"S", "past">>;
using queries = sp::tensor<float, B, H, one, Dk>;
using grown = decltype(sp::nn::advanced(std::declval<cache&&>(), std::declval<queries const&>()));
static_assert(std::is_same_v<grown::filled, axis<"S", "past+1">>);
static_assert(std::is_same_v<decltype(sp::nn::rebound<"past">(std::declval<grown&&>())), cache>);
static_assert(std::is_same_v<cache::shape, shape<B, H, axis<"S", "past">, Dk>>);

// What comes back is for reading.
using keys =
    decltype(sp::nn::append(std::declval<cache&>(), std::declval<queries const&>(), std::declval<queries const&>())
                 .keys);
static_assert(std::is_same_v<std::remove_pointer_t<decltype(std::declval<keys>().data())>, float const>);
static_assert(std::is_same_v<keys::shape, shape<B, H, axis<"S", "past+1">, Dk>>);
