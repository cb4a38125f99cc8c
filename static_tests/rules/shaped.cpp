// SPDX-License-Identifier: BSL-1.0
/// Which shapes fit a pattern, and in what words the others differ.
#include <shapeproof/rules/shaped.hpp>

namespace sp = shapeproof;
namespace rules = sp::rules;
using rules::fits;
using rules::shape_pattern;
using sp::any_axes;
using sp::any_extent;
using sp::axis;
using sp::fused;
using sp::shape;

using B = axis<"B", 2>;
using L = axis<"L">;
using H = axis<"H", 8>;
using Dk = axis<"Dk", 65>;
using D = axis<"D", 520>;
using pattern = shape_pattern<B, L, D>;

static_assert(fits<shape<B, L, D>, pattern>);
static_assert(!fits<shape<B, D, L>, pattern> && !fits<shape<L, D>, pattern> && !fits<shape<B, L, D, H>, pattern>);
static_assert(!fits<shape<B, axis<"L", 7>, D>, pattern> && !fits<shape<B, axis<"S", "L">, D>, pattern>);
static_assert(fits<shape<>, shape_pattern<>> && !fits<shape<B>, shape_pattern<>>);

// An open extent takes any, but no other name.
static_assert(fits<shape<B, L>, shape_pattern<B, any_extent<"L">>>);
static_assert(fits<shape<B, axis<"L", 7>>, shape_pattern<B, any_extent<"L">>>);
static_assert(!fits<shape<B, axis<"S", 7>>, shape_pattern<B, any_extent<"L">>>);
static_assert(fits<shape<fused<H, Dk>>, shape_pattern<any_extent<"(H Dk)">>>);
static_assert(!fits<shape<fused<Dk, H>>, shape_pattern<any_extent<"(H Dk)">>>);

// Open leading axes: also none.
static_assert(fits<shape<B, L, D>, shape_pattern<any_axes, D>> && fits<shape<D>, shape_pattern<any_axes, D>>);
static_assert(fits<shape<>, shape_pattern<any_axes>> && fits<shape<B, L>, shape_pattern<any_axes>>);
static_assert(!fits<shape<B, D, L>, shape_pattern<any_axes, D>> && !fits<shape<>, shape_pattern<any_axes, D>>);

static_assert(to_text(shape_pattern<any_axes, any_extent<"L">, fused<H, Dk>>{}).view() == "[..., L=any, (H Dk)=520]");
static_assert(to_text(shape_pattern<>{}).view() == "[]");

template <class Shape, class Pattern>
constexpr auto reason = rules::other_shape<Shape, Pattern>::reason();
static_assert(reason<shape<B, D>, pattern>.view() == "the axis L is missing");
static_assert(reason<shape<B, H, L, D>, pattern>.view() == "the axis H=8 is one too many");
static_assert(reason<shape<B, D, L>, pattern>.view() ==
              "the axes are in another order; call permute<\"B\", \"L\", \"D\">");
static_assert(reason<shape<B, D, L>, shape_pattern<any_axes, L, D>>.view() == "the axes are in another order");
static_assert(reason<shape<B, L, axis<"D", 512>>, pattern>.view() == "D=512 is not D=520; they differ by -8");
static_assert(reason<shape<axis<"S", "past">>, shape_pattern<axis<"S", "past+1">>>.view() ==
              "S=past is not S=past+1; they differ by -1");
static_assert(reason<shape<B, L, axis<"De", 520>>, pattern>.view() ==
              "the axis D is missing; De=520 has its extent, but another role");
static_assert(reason<shape<B, L, fused<H, Dk>>, shape_pattern<B, L, H, Dk>>.view() ==
              "the axis H is missing; it is a factor of (H Dk), call split first");
static_assert(reason<shape<B, L, H, Dk>, shape_pattern<B, L, fused<H, Dk>>>.view() ==
              "the axis (H Dk) is missing; H is a factor of it, call merge first");
static_assert(reason<shape<B, D>, shape_pattern<any_axes, any_extent<"L">, D>>.view() == "the axis L is missing");
// Factors of another size have the same name, but are another axis.
static_assert(reason<shape<fused<axis<"H", 4>, Dk>>, shape_pattern<fused<H, Dk>>>.view() ==
              "(H Dk)=260 is not (H Dk)=520; they differ by -260");
