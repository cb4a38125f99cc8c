// SPDX-License-Identifier: BSL-1.0
/// concat adds the extents of one axis; all other axes are equal, in order.
#include <shapeproof/rules/concat.hpp>
#include <shapeproof/rules/index.hpp>

#include <type_traits>

namespace sp = shapeproof;
using sp::axis;
using sp::fused;
using sp::is_refused;
using sp::shape;

using B = axis<"B", 2>;
using H = axis<"H", 8>;
using G = axis<"G", 8>;
using Dk = axis<"Dk", 5>;

template <class A, class Other, sp::fixed_string Name = "S">
using joined = decltype(sp::rules::concat<Name>(A{}, Other{}));

template <sp::extent Extent>
using keys = shape<B, H, axis<"S", Extent>, Dk>;

static_assert(std::is_same_v<joined<keys<7>, keys<1>>, keys<8>>);
static_assert(std::is_same_v<joined<keys<"past">, keys<1>>, keys<"past+1">>);
static_assert(std::is_same_v<joined<keys<"past">, keys<"L">>, keys<"past+L">>);
static_assert(std::is_same_v<joined<keys<"past-1">, keys<1>>, keys<"past">>);
static_assert(std::is_same_v<joined<keys<"8-L">, keys<"L">>, keys<8>>);
static_assert(std::is_same_v<joined<shape<axis<"S", 3>, Dk>, shape<axis<"S", 4>, Dk>>, shape<axis<"S", 7>, Dk>>);
static_assert(std::is_same_v<joined<shape<B, axis<"S", 3>>, shape<B, axis<"S", 3>>>, shape<B, axis<"S", 6>>>);
static_assert(std::is_same_v<joined<shape<H, Dk>, shape<axis<"H", 3>, Dk>, "H">, shape<axis<"H", 11>, Dk>>);
static_assert(std::is_same_v<joined<shape<fused<H, Dk>, axis<"S", 3>>, shape<fused<H, Dk>, axis<"S", 1>>>,
                             shape<fused<H, Dk>, axis<"S", 4>>>);

// Extents add: associative, commutative, 0 is neutral.
static_assert(
    std::is_same_v<joined<joined<keys<"past">, keys<"L">>, keys<2>>, joined<keys<"past">, joined<keys<"L">, keys<2>>>>);
static_assert(std::is_same_v<joined<keys<"past">, keys<"L">>, joined<keys<"L">, keys<"past">>>);
static_assert(std::is_same_v<joined<keys<"past">, keys<0>>, keys<"past">>);
// The steps of a cache: 7, 8, 9.
static_assert(std::is_same_v<joined<joined<keys<7>, keys<1>>, keys<1>>, keys<9>>);
// Two slices make the whole.
using whole = shape<axis<"S", "past+L">, Dk>;
static_assert(std::is_same_v<joined<sp::shape_in<decltype(sp::rules::slice<"S", 0, "past">(whole{}))>,
                                    sp::shape_in<decltype(sp::rules::slice<"S", "past", "past+L">(whole{}))>>,
                             whole>);

static_assert(is_refused<joined<shape<B, H>, shape<B, H>>>);                // no such axis
static_assert(is_refused<joined<keys<7>, shape<B, H, axis<"L", 1>, Dk>>>);  // the right side has another role
static_assert(is_refused<joined<shape<B, H, axis<"L", 7>, Dk>, keys<1>>>);  // the left side has another role
static_assert(is_refused<joined<keys<7>, shape<B, G, axis<"S", 1>, Dk>>>);  // 8 groups are not 8 heads
static_assert(is_refused<joined<keys<7>, shape<B, axis<"S", 1>, H, Dk>>>);  // another order
static_assert(is_refused<joined<keys<7>, shape<H, axis<"S", 1>, Dk>>>);     // an axis less
static_assert(is_refused<joined<keys<7>, shape<B, axis<"H", 2>, axis<"S", 1>, Dk>>>);   // another extent
static_assert(is_refused<joined<keys<7>, shape<B, axis<"H">, axis<"S", 1>, Dk>>>);      // 8 is not proved to be H
static_assert(is_refused<joined<shape<fused<H, Dk>>, shape<fused<H, Dk>>, "(H Dk)">>);  // a fused axis does not grow
static_assert(is_refused<joined<shape<fused<H, Dk>>, shape<fused<H, Dk>>, "H">>);       // a factor of a fused axis
