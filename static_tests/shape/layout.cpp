// SPDX-License-Identifier: BSL-1.0
/// A layout is a shape and the memory that it lies in; where the two agree it is the shape alone.
#include <shapeproof/shape/layout.hpp>

#include <type_traits>

namespace sp = shapeproof;
using sp::axis;
using sp::gap;
using sp::layout_from;
using sp::memory;
using sp::shape;
using sp::strided;

using B = axis<"B", 2>;
using L = axis<"L", 8>;
using H = axis<"H", 8>;
using Dk = axis<"Dk", 5>;
using half = axis<"L", 4>;

// Dense: the memory is the axes, in order.
static_assert(std::is_same_v<layout_from<shape<B, L>, memory<B, L>>, shape<B, L>>);
static_assert(sp::is_dense<shape<B, L>> && sp::is_dense<shape<>>);
static_assert(std::is_same_v<sp::shape_in<shape<B, L>>, shape<B, L>>);
static_assert(std::is_same_v<sp::memory_in<shape<B, L>>, memory<B, L>>);

// Another order, also where the extents are equal.
using transposed = layout_from<shape<H, L>, memory<L, H>>;
static_assert(std::is_same_v<transposed, strided<shape<H, L>, memory<L, H>>>);
static_assert(!sp::is_dense<transposed>);
static_assert(std::is_same_v<sp::shape_in<transposed>, shape<H, L>>);
static_assert(std::is_same_v<sp::memory_in<transposed>, memory<L, H>>);
static_assert(to_text(transposed{}).view() == "[H=8, L=8]");

// Wider memory matters inside, not outermost.
static_assert(std::is_same_v<layout_from<shape<B, half>, memory<B, L>>, strided<shape<B, half>, memory<B, L>>>);
static_assert(std::is_same_v<layout_from<shape<half, B>, memory<L, B>>, shape<half, B>>);
static_assert(std::is_same_v<layout_from<shape<B, half>, memory<L, B>>, strided<shape<B, half>, memory<half, B>>>);

// A gap matters inside, not outermost; what follows it is outermost then.
static_assert(std::is_same_v<layout_from<shape<B>, memory<gap<L>, B>>, shape<B>>);
static_assert(std::is_same_v<layout_from<shape<half>, memory<gap<B>, gap<H>, L>>, shape<half>>);
static_assert(std::is_same_v<layout_from<shape<B>, memory<B, gap<L>>>, strided<shape<B>, memory<B, gap<L>>>>);
static_assert(!std::is_same_v<layout_from<shape<B>, memory<B, gap<L>>>, layout_from<shape<B>, memory<B, gap<Dk>>>>);

// Symbolic extents likewise.
using past = axis<"S", "past">;
using capacity = axis<"S", "capacity">;
static_assert(std::is_same_v<layout_from<shape<past, Dk>, memory<capacity, Dk>>, shape<past, Dk>>);
static_assert(!sp::is_dense<layout_from<shape<H, past>, memory<H, capacity>>>);

static_assert(to_text(memory<B, gap<L>, H>{}).view() == "B, (gap), H");
