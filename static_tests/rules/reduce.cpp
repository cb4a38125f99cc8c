// SPDX-License-Identifier: BSL-1.0
/// Reductions drop a named axis; softmax and the norms keep it; the causal mask has a provable offset.
#include <shapeproof/rules/reduce.hpp>

#include <type_traits>

namespace sp = shapeproof;
namespace rules = sp::rules;
using sp::axis;
using sp::fused;
using sp::is_refused;
using sp::shape;

using B = axis<"B", 2>;
using H = axis<"H", 8>;
using L = axis<"L", 8>;
using S = axis<"S", 8>;  // a square of scores
using D = axis<"D", 40>;
using scores = shape<B, H, L, S>;
using x = shape<B, L, D>;

// sum, max
template <class X, sp::fixed_string Name>
using sum = decltype(rules::reduce<"sum", Name>(X{}));
static_assert(std::is_same_v<sum<x, "D">, shape<B, L>>);
static_assert(std::is_same_v<sum<x, "B">, shape<L, D>>);
static_assert(std::is_same_v<sum<shape<D>, "D">, shape<>>);
static_assert(std::is_same_v<sum<shape<L, fused<H, D>>, "(H D)">, shape<L>>);
static_assert(std::is_same_v<sum<shape<axis<"L">, D>, "L">, shape<D>>);
static_assert(std::is_same_v<decltype(rules::reduce<"max", "D">(x{})), shape<B, L>>);
// On a square the name says which side goes.
static_assert(std::is_same_v<sum<shape<L, S>, "S">, shape<L>>);
static_assert(std::is_same_v<sum<shape<L, S>, "L">, shape<S>>);
// The order of two sums does not matter.
static_assert(std::is_same_v<sum<sum<x, "D">, "B">, sum<sum<x, "B">, "D">>);
static_assert(is_refused<sum<x, "S">>);                      // no such axis
static_assert(is_refused<sum<shape<L, fused<H, D>>, "D">>);  // a factor of a fused axis
static_assert(is_refused<sum<shape<>, "D">>);                // no axis at all
static_assert(is_refused<decltype(rules::reduce<"max", "S">(x{}))>);

// softmax
static_assert(std::is_same_v<decltype(rules::softmax<"S">(scores{})), scores>);
static_assert(std::is_same_v<decltype(rules::softmax<"B">(scores{})), scores>);
static_assert(is_refused<decltype(rules::softmax<"D">(scores{}))>);  // no such axis

// causal_softmax: extent(S) - extent(L) >= 0 for all values of the symbols
template <class X, sp::fixed_string Queries = "L", sp::fixed_string Keys = "S">
using causal = decltype(rules::causal_softmax<Queries, Keys>(X{}));
template <sp::extent QueryCount, sp::extent KeyCount>
using of = shape<H, axis<"L", QueryCount>, axis<"S", KeyCount>>;
static_assert(std::is_same_v<causal<scores>, scores>);
static_assert(std::is_same_v<causal<of<1, 8>>, of<1, 8>>);
static_assert(std::is_same_v<causal<of<"L", "L">>, of<"L", "L">>);
static_assert(std::is_same_v<causal<of<"L", "past+L">>, of<"L", "past+L">>);
static_assert(std::is_same_v<causal<of<1, "past+1">>, of<1, "past+1">>);
static_assert(std::is_same_v<causal<of<7, "past+7">>, of<7, "past+7">>);
static_assert(std::is_same_v<causal<of<"L", "2*L">>, of<"L", "2*L">>);
// The axes stand where they stand.
static_assert(std::is_same_v<causal<shape<S, H, L>>, shape<S, H, L>>);
static_assert(is_refused<causal<of<9, 8>>>);                                    // more queries than keys
static_assert(is_refused<causal<of<1, 8>, "S", "L">>);                          // exchanged
static_assert(is_refused<causal<of<7, 7>, "S", "L">>);                          // exchanged, and as many
static_assert(is_refused<causal<shape<H, axis<"L", 8>, axis<"S", 8>>, "H">>);   // heads are no queries
static_assert(is_refused<causal<of<"L", "past">>>);                             // the keys of before
static_assert(is_refused<causal<of<"L", "past+1">>>);                           // one new key for L queries
static_assert(is_refused<causal<of<2, "past+1">>>);                             // past may be 0
static_assert(is_refused<causal<of<1, "past">>>);                               // likewise
static_assert(is_refused<causal<of<"a", "b">>>);                                // nothing is known
static_assert(is_refused<causal<of<"L", 8>>>);                                  // L may be larger
static_assert(is_refused<causal<scores, "Q">>);                                 // no such query axis
static_assert(is_refused<causal<scores, "L", "K">>);                            // no such key axis
static_assert(is_refused<causal<scores, "S", "S">>);                            // one axis
static_assert(is_refused<causal<shape<fused<B, L>, axis<"S", 16>>, "(B L)">>);  // positions of two sequences

// layer_norm, rms_norm
template <class X, class... Parameters>
using normal = decltype(rules::normalize<"layer_norm", "D">(X{}, Parameters{}...));
static_assert(std::is_same_v<normal<x, shape<D>, shape<D>>, x>);
static_assert(std::is_same_v<normal<shape<D, L>, shape<D>, shape<D>>, shape<D, L>>);
static_assert(std::is_same_v<decltype(rules::normalize<"rms_norm", "D">(x{}, shape<D>{})), x>);
static_assert(std::is_same_v<normal<shape<axis<"D">>, shape<axis<"D">>>, shape<axis<"D">>>);
static_assert(is_refused<normal<shape<L, S>, shape<S>, shape<S>>>);     // no such axis
static_assert(is_refused<normal<x, shape<axis<"De", 40>>, shape<D>>>);  // gamma has another role
static_assert(is_refused<normal<x, shape<D>, shape<axis<"D", 41>>>>);   // beta has another extent
static_assert(is_refused<normal<x, shape<L>, shape<L>>>);               // parameters of another axis
static_assert(is_refused<normal<x, shape<L, D>, shape<D>>>);            // a gain for each position
static_assert(is_refused<normal<x, shape<>, shape<D>>>);                // a number as a gain
static_assert(is_refused<decltype(rules::normalize<"rms_norm", "D">(x{}, shape<L>{}))>);
