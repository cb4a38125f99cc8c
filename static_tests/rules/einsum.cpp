// SPDX-License-Identifier: BSL-1.0
/// einsum is a product by names: what the result leaves out is summed.
#include <shapeproof/rules/einsum.hpp>
#include <shapeproof/rules/linear.hpp>
#include <shapeproof/rules/matmul.hpp>
#include <shapeproof/rules/reorder.hpp>

#include <type_traits>

namespace sp = shapeproof;
using sp::axis;
using sp::fused;
using sp::is_refused;
using sp::shape;

using B = axis<"B", 2>;
using L = axis<"L", 8>;
using S = axis<"S", 8>;
using H = axis<"H", 8>;
using Dk = axis<"Dk", 5>;
using D = axis<"D", 40>;
using q = shape<B, L, H, Dk>;
using k = shape<B, S, H, Dk>;

template <class A, class Other, sp::fixed_string Pattern>
using product = decltype(sp::rules::einsum<Pattern>(A{}, Other{}));

static_assert(std::is_same_v<product<q, k, "B L H Dk, B S H Dk -> B H L S">, shape<B, H, L, S>>);
static_assert(
    std::is_same_v<product<q, k, " B L H Dk ,B S H Dk->B H L S ">, shape<B, H, L, S>>);  // spaces do not matter
static_assert(std::is_same_v<product<q, k, "B L H Dk, B S H Dk -> S L H B">, shape<S, L, H, B>>);
static_assert(std::is_same_v<product<q, k, "B L H Dk, B S H Dk -> L S">, shape<L, S>>);
static_assert(std::is_same_v<product<shape<D>, shape<D>, "D, D ->">, shape<>>);
static_assert(std::is_same_v<product<shape<L>, shape<S>, "L, S -> L S">, shape<L, S>>);
static_assert(std::is_same_v<product<shape<L, D>, shape<L, D>, "L D, L D -> L D">, shape<L, D>>);
using HDk = fused<H, Dk>;
static_assert(std::is_same_v<product<shape<L, HDk>, shape<HDk, D>, "L (H Dk), (H Dk) D -> L D">, shape<L, D>>);
using length = axis<"L", "past+1">;
static_assert(std::is_same_v<product<shape<length, D>, shape<D, S>, "L D, D S -> S L">, shape<S, length>>);

// The pattern of scores is a transpose and a matmul.
template <class X, sp::fixed_string A, sp::fixed_string Other>
using swapped = sp::shape_in<decltype(sp::rules::transpose<A, Other>(X{}))>;
template <class X, sp::fixed_string... Names>
using permuted = sp::shape_in<decltype(sp::rules::permute<Names...>(X{}))>;
static_assert(std::is_same_v<product<q, k, "B L H Dk, B S H Dk -> B H L S">,
                             decltype(sp::rules::matmul(swapped<q, "L", "H">{}, permuted<k, "B", "H", "Dk", "S">{}))>);
// The pattern of a linear layer is linear.
static_assert(std::is_same_v<product<shape<B, L, D>, shape<D, S>, "B L D, D S -> B L S">,
                             decltype(sp::rules::linear(shape<B, L, D>{}, shape<D, S>{}))>);
// Its operands commute.
static_assert(
    std::is_same_v<product<q, k, "B L H Dk, B S H Dk -> B H L S">, product<k, q, "B S H Dk, B L H Dk -> B H L S">>);

static_assert(is_refused<product<q, k, "B L H Dk, B S H Dk">>);                   // no arrow
static_assert(is_refused<product<q, k, "B L H Dk -> B L H Dk">>);                 // no comma
static_assert(is_refused<product<q, k, "B L H Dk, B S H Dk -> B, H, L, S">>);     // commas in the result
static_assert(is_refused<product<q, k, "B L H Dk, B S H Dk -> B H -> L S">>);     // two arrows
static_assert(is_refused<product<q, k, "B L H Dk, B S H Dk, B -> B H L S">>);     // three operands
static_assert(is_refused<product<q, k, "B L H 5, B S H Dk -> B H L S">>);         // a number
static_assert(is_refused<product<q, k, "B H L Dk, B S H Dk -> B H L S">>);        // L and H in another order, both 8
static_assert(is_refused<product<q, k, "B L H Dk, B H S Dk -> B H L S">>);        // S and H in another order, both 8
static_assert(is_refused<product<q, k, "B L H, B S H Dk -> B H L S">>);           // an axis less
static_assert(is_refused<product<q, k, "B L H Dk D, B S H Dk -> B H L S">>);      // an axis more
static_assert(is_refused<product<q, k, "B L H Dk, B S H Dk -> B H L D">>);        // a result axis from nowhere
static_assert(is_refused<product<q, k, "B L H Dk, B S H Dk -> B H L L">>);        // a result axis twice
static_assert(is_refused<product<shape<L, D>, shape<D, S>, "L L, D S -> L S">>);  // a repeated axis
static_assert(is_refused<product<shape<L, D>, shape<axis<"D", 41>, S>, "L D, D S -> L S">>);  // one name, two extents
static_assert(is_refused<product<shape<L, D>, shape<axis<"D">, S>, "L D, D S -> L S">>);  // 40 is not proved to be D
static_assert(is_refused<product<shape<L, D>, shape<axis<"D", 41>, S>, "L D, D S -> L S D">>);  // also where it is kept
static_assert(
    is_refused<product<shape<L, HDk>, shape<HDk, D>, "L (Dk H), (Dk H) D -> L D">>);  // factors in another order
