// SPDX-License-Identifier: BSL-1.0
/// A fused axis splits into its own factors in their order; neighbours merge where memory has them one inside the
/// other.
#include <shapeproof/rules/index.hpp>
#include <shapeproof/rules/reorder.hpp>
#include <shapeproof/rules/split_merge.hpp>

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
using G = axis<"G", 8>;
using Dk = axis<"Dk", 8>;  // all three alike
using HDk = fused<H, Dk>;
using merged = shape<B, L, HDk>;
using heads = shape<B, L, H, Dk>;

template <class X, sp::fixed_string Pattern = "(H Dk)">
using split = decltype(sp::rules::split<Pattern>(X{}));
template <class X, sp::fixed_string... Names>
using merge = decltype(sp::rules::merge<Names...>(X{}));
template <class X, sp::fixed_string A, sp::fixed_string Other>
using transposed = decltype(sp::rules::transpose<A, Other>(X{}));

static_assert(std::is_same_v<split<merged>, heads>);
static_assert(std::is_same_v<split<merged, "( H  Dk )">, heads>);  // spaces do not matter
static_assert(std::is_same_v<split<shape<HDk, L>>, shape<H, Dk, L>>);
static_assert(std::is_same_v<merge<heads, "H", "Dk">, merged>);
static_assert(std::is_same_v<merge<heads, "B", "L">, shape<fused<B, L>, H, Dk>>);
static_assert(std::is_same_v<merge<heads, "B", "L", "H", "Dk">, shape<fused<B, L, H, Dk>>>);

// Inverse of each other, also for symbols, three factors and fused factors.
static_assert(std::is_same_v<merge<split<merged>, "H", "Dk">, merged>);
static_assert(std::is_same_v<split<merge<heads, "H", "Dk">>, heads>);
using symbolic = shape<B, axis<"L">, axis<"H">, axis<"Dk", "d">>;
static_assert(std::is_same_v<split<merge<symbolic, "H", "Dk">>, symbolic>);
static_assert(std::is_same_v<split<merge<heads, "L", "H", "Dk">, "(L H Dk)">, heads>);
using nested = merge<merge<heads, "H", "Dk">, "L", "(H Dk)">;
static_assert(std::is_same_v<nested, shape<B, fused<L, HDk>>>);
static_assert(std::is_same_v<split<nested, "(L (H Dk))">, merged>);

// On a view: the slots are split and merged alike.
static_assert(std::is_same_v<transposed<merged, "L", "(H Dk)">, strided<shape<B, HDk, L>, memory<B, L, HDk>>>);
static_assert(
    std::is_same_v<split<transposed<merged, "L", "(H Dk)">>, strided<shape<B, H, Dk, L>, memory<B, L, H, Dk>>>);
static_assert(
    std::is_same_v<merge<split<transposed<merged, "L", "(H Dk)">>, "H", "Dk">, transposed<merged, "L", "(H Dk)">>);
static_assert(
    std::is_same_v<merge<transposed<heads, "B", "L">, "H", "Dk">, strided<shape<L, B, HDk>, memory<B, L, HDk>>>);
// The outer of two merged axes may be a part of its memory, the inner may not.
using some_heads = decltype(sp::rules::slice<"H", 0, 4>(heads{}));
using some_of_each = decltype(sp::rules::slice<"Dk", 0, 4>(heads{}));
using four = axis<"H", 4>;
static_assert(std::is_same_v<merge<some_heads, "H", "Dk">, strided<shape<B, L, fused<four, Dk>>, memory<B, L, HDk>>>);
static_assert(std::is_same_v<split<merge<some_heads, "H", "Dk">>, some_heads>);

static_assert(is_refused<split<merged, "(Dk H)">>);                        // factors in another order
static_assert(is_refused<split<merged, "(G Dk)">>);                        // factors of another axis
static_assert(is_refused<split<merged, "(H)">>);                           // one of the factors
static_assert(is_refused<split<merged, "H Dk">>);                          // no parentheses
static_assert(is_refused<split<heads>>);                                   // split already
static_assert(is_refused<split<shape<L, axis<"D", 64>>>>);                 // a plain axis of the same extent
static_assert(is_refused<split<shape<L, axis<"D", 64>>, "D">>);            // a plain axis
static_assert(is_refused<split<shape<H, HDk>>>);                           // H would occur twice
static_assert(is_refused<split<nested>>);                                  // (H Dk) is inside (L (H Dk))
static_assert(is_refused<merge<heads, "Dk", "H">>);                        // another order
static_assert(is_refused<merge<heads, "L", "Dk">>);                        // not neighbours
static_assert(is_refused<merge<heads, "H", "H">>);                         // one axis
static_assert(is_refused<merge<heads, "G", "Dk">>);                        // no such axis
static_assert(is_refused<merge<heads, "H">>);                              // one name
static_assert(is_refused<merge<heads>>);                                   // no name
static_assert(is_refused<merge<shape<HDk, H, Dk>, "H", "Dk">>);            // (H Dk) would occur twice
static_assert(is_refused<merge<transposed<heads, "L", "H">, "L", "Dk">>);  // neighbours, but not in memory
static_assert(is_refused<merge<transposed<heads, "L", "H">, "H", "L">>);   // in memory L is outside H
using outside_in = decltype(sp::rules::permute<"Dk", "B", "L", "H">(heads{}));
static_assert(is_refused<merge<outside_in, "Dk", "B">>);    // in memory B is outermost, Dk innermost
static_assert(is_refused<merge<some_of_each, "H", "Dk">>);  // the inner axis is wider in memory
static_assert(is_refused<merge<some_heads, "L", "H">>);     // likewise
static_assert(is_refused<merge<decltype(sp::rules::select<"L">(heads{})), "B", "H">>);  // L is between them
