// SPDX-License-Identifier: BSL-1.0
/// Elementwise operations broadcast by name, never by position, never because an extent is 1.
#include <shapeproof/rules/broadcast.hpp>

#include <type_traits>

namespace sp = shapeproof;
using sp::axis;
using sp::fused;
using sp::is_refused;
using sp::shape;

using B = axis<"B", 2>;
using L = axis<"L", 8>;
using S = axis<"S", 8>;  // a square of scores
using D = axis<"D", 40>;
using x = shape<B, L, D>;

template <class A, class Other>
using added = decltype(sp::rules::broadcast<"+">(A{}, Other{}));

static_assert(std::is_same_v<added<x, x>, x>);
static_assert(std::is_same_v<added<x, shape<D>>, x>);
static_assert(std::is_same_v<added<shape<D>, x>, x>);
static_assert(std::is_same_v<added<x, shape<L>>, x>);
static_assert(std::is_same_v<added<x, shape<B, D>>, x>);
static_assert(std::is_same_v<added<x, shape<>>, x>);
static_assert(std::is_same_v<added<shape<>, shape<>>, shape<>>);
// On a square the name alone says which side is meant.
static_assert(std::is_same_v<added<shape<L, S>, shape<L>>, shape<L, S>>);
static_assert(std::is_same_v<added<shape<L, S>, shape<S>>, shape<L, S>>);
// Symbols through the same rule.
static_assert(std::is_same_v<added<shape<axis<"L">, D>, shape<axis<"L">>>, shape<axis<"L">, D>>);
static_assert(
    std::is_same_v<added<shape<axis<"S", "past+1">>, shape<axis<"S", "1+past">>>, shape<axis<"S", "past+1">>>);

// It commutes, and it is idempotent.
static_assert(std::is_same_v<added<x, shape<B, D>>, added<shape<B, D>, x>>);
static_assert(std::is_same_v<added<added<x, shape<D>>, shape<D>>, added<x, shape<D>>>);
// It is associative where all are parts of one.
static_assert(std::is_same_v<added<added<x, shape<L>>, shape<D>>, added<x, added<shape<L>, shape<>>>>);
// The three operations have one rule.
static_assert(std::is_same_v<decltype(sp::rules::broadcast<"-">(x{}, shape<D>{})), x>);
static_assert(std::is_same_v<decltype(sp::rules::broadcast<"*">(x{}, shape<D>{})), x>);

static_assert(is_refused<added<x, shape<B, D, L>>>);             // another order
static_assert(is_refused<added<x, shape<D, L>>>);                // a part in another order
static_assert(is_refused<added<shape<L>, shape<S>>>);            // equal extents, other roles
static_assert(is_refused<added<x, shape<S>>>);                   // an axis that the other lacks
static_assert(is_refused<added<shape<L, D>, shape<B, L>>>);      // each has an axis that the other lacks
static_assert(is_refused<added<x, shape<axis<"D", 1>>>>);        // an extent of 1 does not stretch
static_assert(is_refused<added<x, shape<B, axis<"L", 1>, D>>>);  // neither inside
static_assert(is_refused<added<x, shape<axis<"D", 41>>>>);       // another extent
static_assert(is_refused<added<x, shape<axis<"D">>>>);           // 40 is not proved to be D
static_assert(is_refused<added<shape<axis<"L">, D>, shape<axis<"L", "past+1">, D>>>);  // two lengths
static_assert(is_refused<added<shape<fused<L, D>>, shape<L, D>>>);                     // merged and not merged
static_assert(is_refused<added<shape<fused<L, D>>, shape<fused<D, L>>>>);              // factors in another order
static_assert(is_refused<added<shape<fused<L, D>>, shape<D>>>);                        // a factor is not a part
static_assert(is_refused<decltype(sp::rules::broadcast<"-">(x{}, shape<S>{}))>);       // also for the other operations
static_assert(is_refused<decltype(sp::rules::broadcast<"*">(x{}, shape<S>{}))>);
