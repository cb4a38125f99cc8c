// SPDX-License-Identifier: BSL-1.0
/// assume_equal gives an axis another expression; what can never be equal is refused.
#include <shapeproof/rules/assume_equal.hpp>

namespace sp = shapeproof;
using sp::axis;
using sp::is_refused;
using sp::memory;
using sp::shape;
using sp::strided;

using B = axis<"B", 2>;
using N = axis<"S", "n">;

static_assert(sp::rules::assume_equal<"S", "past+1">(shape<B, N>{}) == shape<B, axis<"S", "past+1">>{});
static_assert(sp::rules::assume_equal<"S", 8>(shape<B, N>{}) == shape<B, axis<"S", 8>>{});
static_assert(sp::rules::assume_equal<"S", "n">(shape<B, N>{}) == shape<B, N>{});  // law: what is known stays
static_assert(sp::rules::assume_equal<"S", "n">(sp::rules::assume_equal<"S", 8>(shape<B, N>{})) == shape<B, N>{});

static_assert(is_refused<decltype(sp::rules::assume_equal<"L", 8>(shape<B, N>{}))>);      // no such axis
static_assert(is_refused<decltype(sp::rules::assume_equal<"B", 3>(shape<B, N>{}))>);      // 2 is not 3
static_assert(is_refused<decltype(sp::rules::assume_equal<"S", "n+1">(shape<B, N>{}))>);  // never equal
using fused = sp::fused<B, N>;
static_assert(is_refused<decltype(sp::rules::assume_equal<"(B S)", 8>(shape<fused>{}))>);  // fused
using transposed = strided<shape<N, B>, memory<B, N>>;
static_assert(is_refused<decltype(sp::rules::assume_equal<"S", 8>(transposed{}))>);  // not dense
