// SPDX-License-Identifier: BSL-1.0
/// reshape is what splits and merges of neighbours can do; equal element counts are not enough.
#include <shapeproof/rules/index.hpp>
#include <shapeproof/rules/reorder.hpp>
#include <shapeproof/rules/reshape.hpp>

#include <type_traits>

namespace sp = shapeproof;
using sp::axis;
using sp::fused;
using sp::is_refused;
using sp::memory;
using sp::shape;
using sp::strided;

using B = axis<"B", 2>;
using L = axis<"L", 8>;
using H = axis<"H", 8>;
using Dk = axis<"Dk", 8>;
using HDk = fused<H, Dk>;
using merged = shape<B, L, HDk>;
using heads = shape<B, L, H, Dk>;

template <class X, class... Axes>
using reshaped = decltype(sp::rules::reshape<Axes...>(X{}));

static_assert(std::is_same_v<reshaped<merged, B, L, H, Dk>, heads>);
static_assert(std::is_same_v<reshaped<heads, B, L, HDk>, merged>);
static_assert(std::is_same_v<reshaped<heads, fused<B, L>, HDk>, shape<fused<B, L>, HDk>>);
static_assert(std::is_same_v<reshaped<merged, fused<B, L, H>, Dk>, shape<fused<B, L, H>, Dk>>);
static_assert(std::is_same_v<reshaped<merged, fused<fused<B, L>, HDk>>, shape<fused<fused<B, L>, HDk>>>);
using length = axis<"L", "past+L">;
static_assert(std::is_same_v<reshaped<shape<length, HDk>, length, H, Dk>, shape<length, H, Dk>>);

// The identity; a round trip; only the last target counts.
static_assert(std::is_same_v<reshaped<heads, B, L, H, Dk>, heads>);
static_assert(std::is_same_v<reshaped<reshaped<merged, B, L, H, Dk>, B, L, HDk>, merged>);
static_assert(std::is_same_v<reshaped<reshaped<heads, fused<B, L>, HDk>, B, L, HDk>, reshaped<heads, B, L, HDk>>);
// It is split and merge.
static_assert(std::is_same_v<reshaped<merged, B, L, H, Dk>, decltype(sp::rules::split<"(H Dk)">(merged{}))>);
static_assert(std::is_same_v<reshaped<heads, B, L, HDk>, decltype(sp::rules::merge<"H", "Dk">(heads{}))>);

// On a view: where the memory has the factors one inside the other.
using swapped = decltype(sp::rules::transpose<"B", "L">(heads{}));
static_assert(std::is_same_v<reshaped<swapped, L, B, HDk>, strided<shape<L, B, HDk>, memory<B, L, HDk>>>);
static_assert(std::is_same_v<reshaped<reshaped<swapped, L, B, HDk>, L, B, H, Dk>, swapped>);

// A first factor may be a part of what memory has: it is what merge gives.
using some = strided<shape<B, L, axis<"H", 3>, Dk>, memory<B, L, H, Dk>>;
static_assert(
    std::is_same_v<reshaped<some, B, L, fused<axis<"H", 3>, Dk>>, decltype(sp::rules::merge<"H", "Dk">(some{}))>);
using cut = sp::shard<H, sp::mesh<"tp", 2>>;
using own = strided<shape<B, L, cut, Dk>, memory<B, L, H, Dk>>;
static_assert(std::is_same_v<reshaped<own, B, L, fused<cut, Dk>>, decltype(sp::rules::merge<"H", "Dk">(own{}))>);
static_assert(std::is_same_v<reshaped<reshaped<own, B, L, fused<cut, Dk>>, B, L, cut, Dk>, own>);
static_assert(is_refused<reshaped<own, B, fused<L, cut, Dk>>> && is_refused<reshaped<own, B, L, H, Dk>>);
static_assert(is_refused<reshaped<strided<shape<B, L, H, axis<"Dk", 4>>, memory<B, L, H, Dk>>, B, L,
                                  fused<H, axis<"Dk", 4>>>>);  // the last one is wider in memory

static_assert(is_refused<reshaped<heads, B, H, L, Dk>>);                          // reorders: L and H are both 8
static_assert(is_refused<reshaped<merged, B, L, Dk, H>>);                         // factors in another order
static_assert(is_refused<reshaped<merged, B, L, fused<Dk, H>>>);                  // likewise, merged
static_assert(is_refused<reshaped<merged, B, HDk, L>>);                           // reorders
static_assert(is_refused<reshaped<merged, B, L, axis<"H", 16>, axis<"Dk", 4>>>);  // equal counts, other factors
static_assert(is_refused<reshaped<merged, B, L, axis<"D", 64>>>);                 // forgets the factors
static_assert(is_refused<reshaped<shape<B, L, axis<"D", 64>>, B, L, H, Dk>>);     // nobody declared the factors
static_assert(is_refused<reshaped<heads, B, axis<"S", 8>, H, Dk>>);               // renames
static_assert(is_refused<reshaped<heads, B, L, H>>);                              // an axis less
static_assert(is_refused<reshaped<heads, B, L, H, Dk, axis<"E", 1>>>);            // an axis more
static_assert(is_refused<reshaped<shape<H, HDk>, H, H, Dk>>);                     // H would occur twice
static_assert(is_refused<reshaped<decltype(sp::rules::transpose<"L", "H">(heads{})), B, H, fused<L, Dk>>>);  // memory
static_assert(is_refused<reshaped<swapped, fused<L, B>, H, Dk>>);  // in memory B is outside L
using part = decltype(sp::rules::slice<"Dk", 0, 4>(heads{}));
static_assert(is_refused<reshaped<part, B, L, fused<H, axis<"Dk", 4>>>>);  // the memory is wider
