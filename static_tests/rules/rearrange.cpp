// SPDX-License-Identifier: BSL-1.0
/// rearrange is split, permute and merge in one pattern.
#include <shapeproof/rules/index.hpp>
#include <shapeproof/rules/rearrange.hpp>
#include <shapeproof/rules/reorder.hpp>

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
using heads = shape<B, H, L, Dk>;

template <class X, sp::fixed_string Pattern>
using rearranged = decltype(sp::rules::rearrange<Pattern>(X{}));

// A view where the memory allows it.
using split_heads = strided<heads, memory<B, L, H, Dk>>;
static_assert(std::is_same_v<rearranged<merged, "B L (H Dk) -> B H L Dk">, split_heads>);
static_assert(std::is_same_v<rearranged<merged, "B L (H Dk)->B H L Dk">, split_heads>);
static_assert(std::is_same_v<rearranged<merged, "B L (H Dk) -> B L H Dk">, shape<B, L, H, Dk>>);
static_assert(std::is_same_v<rearranged<merged, "B L (H Dk) -> (B L) H Dk">, shape<fused<B, L>, H, Dk>>);
static_assert(std::is_same_v<rearranged<merged, "B L (H Dk) -> B (L H) Dk">, shape<B, fused<L, H>, Dk>>);
// A dense copy where it does not: [B, L, (H Dk)] after [B, H, L, Dk].
static_assert(std::is_same_v<rearranged<heads, "B H L Dk -> B L (H Dk)">, merged>);
static_assert(std::is_same_v<rearranged<merged, "B L (H Dk) -> B L (Dk H)">, shape<B, L, fused<Dk, H>>>);
// Symbols through the same rule.
using length = axis<"L", "past+L">;
static_assert(std::is_same_v<rearranged<shape<length, HDk>, "L (H Dk) -> H L Dk">,
                             strided<shape<H, length, Dk>, memory<length, H, Dk>>>);

// It is split and transpose.
static_assert(std::is_same_v<rearranged<merged, "B L (H Dk) -> B H L Dk">,
                             decltype(sp::rules::transpose<"L", "H">(sp::rules::split<"(H Dk)">(merged{})))>);
// Without groups it is permute.
static_assert(std::is_same_v<rearranged<heads, "B H L Dk -> Dk L H B">,
                             decltype(sp::rules::permute<"Dk", "L", "H", "B">(heads{}))>);
// There and back.
static_assert(std::is_same_v<rearranged<split_heads, "B H L Dk -> B L (H Dk)">, merged>);
static_assert(std::is_same_v<rearranged<heads, "B H L Dk -> B H L Dk">, heads>);
static_assert(std::is_same_v<rearranged<merged, "B L (H Dk) -> B L (H Dk)">, merged>);
// Groups are opened one level: a fused axis inside one stays inside one.
using nested = shape<B, fused<HDk, L>>;
static_assert(std::is_same_v<rearranged<nested, "B ((H Dk) L) -> B (L (H Dk))">, shape<B, fused<L, HDk>>>);
// So does one whose first factor is wider in memory.
using part = decltype(sp::rules::slice<"H", 0, 4>(shape<B, H, Dk, L>{}));
using nested_part = decltype(sp::rules::merge<"(H Dk)", "L">(sp::rules::merge<"H", "Dk">(part{})));
static_assert(std::is_same_v<rearranged<nested_part, "B ((H Dk) L) -> B (L (H Dk))">,
                             shape<B, fused<L, fused<axis<"H", 4>, Dk>>>>);

static_assert(is_refused<rearranged<merged, "B L (H Dk)">>);                 // no arrow
static_assert(is_refused<rearranged<merged, "B L (H Dk), B -> B">>);         // two operands
static_assert(is_refused<rearranged<merged, "B L (H Dk -> B H L Dk">>);      // not closed
static_assert(is_refused<rearranged<merged, "B L (H Dk) -> B H L Dk ()">>);  // an empty group
static_assert(is_refused<rearranged<merged, "B L (H Dk) -> B H L (Dk)">>);   // a group of one
static_assert(is_refused<rearranged<merged, "B L (Dk H) -> B H L Dk">>);     // factors in another order, both 8
static_assert(is_refused<rearranged<merged, "L B (H Dk) -> B H L Dk">>);     // axes in another order
static_assert(is_refused<rearranged<merged, "B L H Dk -> B H L Dk">>);       // not split by a group
static_assert(is_refused<rearranged<nested, "B ((H Dk) L) -> B H Dk L">>);   // two levels
static_assert(is_refused<rearranged<heads, "B (H L) Dk -> B H L Dk">>);      // not fused
static_assert(is_refused<rearranged<merged, "B L (H Dk) -> B H L">>);        // leaves out Dk
static_assert(is_refused<rearranged<merged, "B L (H Dk) -> B H L Dk S">>);   // an axis from nowhere
static_assert(is_refused<rearranged<merged, "B L (H Dk) -> B H L Dk H">>);   // H twice
static_assert(is_refused<rearranged<shape<H, HDk>, "H (H Dk) -> H H Dk">>);  // H twice on the left
