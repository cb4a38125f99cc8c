// SPDX-License-Identifier: BSL-1.0
/// A shape is its axes in order; axes are found by name.
#include <shapeproof/shape/shape.hpp>

#include <type_traits>

namespace sp = shapeproof;
using sp::axis;
using sp::fused;
using sp::shape;

using B = axis<"B", 2>;
using H = axis<"H", 8>;
using S = axis<"S", 8>;
using Dk = axis<"Dk", 5>;
using q = shape<B, H, Dk>;

static_assert(q::rank == 3 && shape<>::rank == 0);

// Equality is type identity: order, names and extents.
static_assert(q{} == q{});
static_assert(!(q{} == shape<H, B, Dk>{}));        // another order
static_assert(!(shape<B, H>{} == shape<B, S>{}));  // equal extents, other roles
static_assert(!(q{} == shape<B, H>{}));            // an axis less
static_assert(shape<axis<"S", "past+1">>{} == shape<axis<"S", "1+past">>{});
static_assert(!(shape<H, Dk>{} == shape<fused<H, Dk>>{}));

// Positions by name.
static_assert(sp::position_of<q>("B") == 0);
static_assert(sp::position_of<q>("Dk") == 2);
static_assert(sp::position_of<q>("S") == sp::not_found);
static_assert(sp::position_of<q>("") == sp::not_found);
static_assert(sp::position_of<shape<B, fused<H, Dk>>>("(H Dk)") == 1);
static_assert(sp::position_of<shape<B, fused<H, Dk>>>("H") == sp::not_found);

// Names in one shape are distinct, whatever the extents.
static_assert(sp::names_are_distinct<q>());
static_assert(sp::names_are_distinct<shape<>>());
static_assert(sp::names_are_distinct<shape<H, fused<H, Dk>>>());
static_assert(!sp::names_are_distinct<shape<B, H, B>>());
static_assert(!sp::names_are_distinct<shape<H, axis<"H", 3>>>());
static_assert(sp::repeated_name<shape<B, H, B>>() == "B");
static_assert(sp::repeated_name<q>().empty());

// Text, as messages show it.
static_assert(to_text(q{}).view() == "[B=2, H=8, Dk=5]");
static_assert(to_text(shape<>{}).view() == "[]");
static_assert(to_text(shape<axis<"L">, fused<H, Dk>>{}).view() == "[L, (H Dk)=40]");
