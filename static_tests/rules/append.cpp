// SPDX-License-Identifier: BSL-1.0
/// append grows the positions of a cache within its capacity.
#include <shapeproof/rules/append.hpp>

#include <type_traits>

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
// It counts: two appends of one position are one of two.
static_assert(sp::shape_in<outcome<any_capacity, axis<"S", "past+1">, shape<B, H, one, Dk>>>{} ==
              sp::shape_in<outcome<any_capacity, axis<"S", "past">, shape<B, H, axis<"L", 2>, Dk>>>{});
// A fused axis of components is one axis.
using pairs = sp::fused<axis<"R", 4>, axis<"C", 2>>;
static_assert(std::is_same_v<outcome<shape<B, H, capacity, pairs>, axis<"S", 7>, shape<B, H, L, pairs>>,
                             shape<B, H, capacity, pairs>>);

// The order in which keys lie in memory does not matter, their axes do.
static_assert(is_refused<outcome<storage, axis<"S", 7>, shape<B, L, H, Dk>>>);               // not transposed
static_assert(is_refused<outcome<storage, axis<"S", 7>, shape<B, H, axis<"S", 1>, Dk>>>);    // no query axis L
static_assert(is_refused<outcome<storage, axis<"S", 7>, shape<B, axis<"H", 4>, one, Dk>>>);  // other heads
static_assert(is_refused<outcome<storage, axis<"S", 7>, shape<B, axis<"G", 8>, one, Dk>>>);  // 8 groups, not 8 heads
static_assert(is_refused<outcome<storage, axis<"S", 7>, shape<B, H, one, axis<"Dk", 6>>>>);  // other head size
static_assert(
    is_refused<outcome<storage, axis<"S", 7>, shape<B, H, one, Dk>, shape<B, H, L, Dk>>>);  // keys, not values
static_assert(is_refused<outcome<storage, axis<"S", 8>, shape<B, H, L, Dk>>>);              // 11 of 10 positions
static_assert(is_refused<outcome<storage, axis<"S", 10>, shape<B, H, one, Dk>>>);           // full
// Keys in groups, as if each query head had its own.
static_assert(is_refused<outcome<storage, axis<"S", 7>, shape<B, H, axis<"G", 3>, one, Dk>>>);
// Pairs stored for the other rotation, with the same number of components.
using halves = sp::fused<axis<"C", 2>, axis<"R", 4>>;
static_assert(is_refused<outcome<shape<B, H, capacity, pairs>, axis<"S", 7>, shape<B, H, L, halves>>>);
