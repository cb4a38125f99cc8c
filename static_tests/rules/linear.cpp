// SPDX-License-Identifier: BSL-1.0
/// linear contracts the last axis of the input with the rows of the weight.
#include <shapeproof/rules/linear.hpp>

#include <type_traits>

namespace sp = shapeproof;
using sp::axis;
using sp::fused;
using sp::is_refused;
using sp::shape;

using B = axis<"B", 2>;
using L = axis<"L", 8>;
using D = axis<"D", 40>;
using F = axis<"F", 8>;  // as wide as the sequence is long
using HDk = fused<axis<"H", 8>, axis<"Dk", 5>>;

template <class X, class W, class... Bias>
using layer = decltype(sp::rules::linear(X{}, W{}, Bias{}...));

// [..., In] x [In, Out] -> [..., Out], and a bias [Out]
static_assert(std::is_same_v<layer<shape<D>, shape<D, F>>, shape<F>>);
static_assert(std::is_same_v<layer<shape<B, L, D>, shape<D, F>>, shape<B, L, F>>);
static_assert(std::is_same_v<layer<shape<B, L, D>, shape<D, F>, shape<F>>, shape<B, L, F>>);
static_assert(std::is_same_v<layer<shape<B, L, D>, shape<D, HDk>, shape<HDk>>, shape<B, L, HDk>>);
static_assert(std::is_same_v<layer<shape<axis<"L">, D>, shape<D, F>>, shape<axis<"L">, F>>);
static_assert(std::is_same_v<layer<shape<B, axis<"D">>, shape<axis<"D">, F>>, shape<B, F>>);
// The output may take the input's name: it replaces it.
static_assert(std::is_same_v<layer<shape<B, axis<"D", "d">>, shape<axis<"D", "d">, F>>, shape<B, F>>);

// Two layers follow each other.
static_assert(std::is_same_v<layer<layer<shape<B, L, D>, shape<D, F>>, shape<F, D>>, shape<B, L, D>>);

static_assert(is_refused<layer<shape<B, L, D>, shape<F, D>>>);               // the weight is transposed
static_assert(is_refused<layer<shape<B, L, D>, shape<axis<"De", 40>, F>>>);  // equal extents, other roles
static_assert(is_refused<layer<shape<B, L, D>, shape<axis<"D", 41>, F>>>);   // one role, other extents
static_assert(is_refused<layer<shape<B, L, HDk>, shape<D, F>>>);             // (H Dk) is not D, both 40
static_assert(is_refused<layer<shape<B, D, L>, shape<D, F>>>);               // D is not the last axis
static_assert(is_refused<layer<shape<B, L, D>, shape<D>>>);                  // a weight of one axis
static_assert(is_refused<layer<shape<B, L, D>, shape<B, D, F>>>);            // a weight of three axes
static_assert(is_refused<layer<shape<>, shape<D, F>>>);                      // an input without axes
static_assert(is_refused<layer<shape<B, L, D>, shape<D, L>>>);               // the result would have L twice
static_assert(is_refused<layer<shape<B, L, D>, shape<D, axis<"B", 3>>>>);    // the result would have B twice
static_assert(is_refused<layer<shape<B, L, D>, shape<D, F>, shape<D>>>);     // the bias of the input
static_assert(is_refused<layer<shape<B, L, D>, shape<D, F>, shape<L>>>);     // equal extents, other roles
static_assert(is_refused<layer<shape<B, L, D>, shape<D, F>, shape<>>>);      // a number as a bias
static_assert(is_refused<layer<shape<B, L, D>, shape<D, F>, shape<L, F>>>);  // a bias for each position
