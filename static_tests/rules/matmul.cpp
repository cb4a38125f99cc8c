// SPDX-License-Identifier: BSL-1.0
/// matmul contracts equal axes, loops over equal ones, and names nothing twice.
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
using L = axis<"L", 7>;
using D = axis<"D", 40>;
using F = axis<"F", 160>;
using H = axis<"H", 8>;
using G = axis<"G", 8>;  // as many groups as heads
using S = axis<"S", 8>;  // as many keys as heads
using Dk = axis<"Dk", 5>;
using HDk = fused<H, Dk>;
using q = shape<B, H, L, Dk>;
using k = shape<B, H, S, Dk>;
using k_t = shape<B, H, Dk, S>;

template <class A, class Other>
using product = decltype(sp::rules::matmul(A{}, Other{}));

// [..., M, K] x [..., K, N] -> [..., M, N]
static_assert(std::is_same_v<product<shape<L, D>, shape<D, F>>, shape<L, F>>);
static_assert(std::is_same_v<product<shape<B, L, D>, shape<B, D, F>>, shape<B, L, F>>);
static_assert(std::is_same_v<product<q, k_t>, shape<B, H, L, S>>);
static_assert(std::is_same_v<product<shape<B, H, L, S>, k>, q>);

// [..., M, K] x [K, N] -> [..., M, N]
static_assert(std::is_same_v<product<shape<B, L, D>, shape<D, F>>, shape<B, L, F>>);
static_assert(std::is_same_v<product<q, shape<Dk, F>>, shape<B, H, L, F>>);
static_assert(std::is_same_v<product<shape<B, L, D>, shape<D, HDk>>, shape<B, L, HDk>>);
static_assert(std::is_same_v<product<shape<B, L, HDk>, shape<HDk, D>>, shape<B, L, D>>);
// A factor and its fused axis are two axes.
static_assert(std::is_same_v<product<shape<H, L, D>, shape<D, HDk>>, shape<H, L, HDk>>);

// Symbolic extents through the same rule.
using any_L = axis<"L">;
using keys = axis<"S", "past+L">;
static_assert(std::is_same_v<product<shape<B, any_L, D>, shape<D, F>>, shape<B, any_L, F>>);
static_assert(std::is_same_v<product<shape<H, any_L, Dk>, shape<H, Dk, keys>>, shape<H, any_L, keys>>);
static_assert(std::is_same_v<product<shape<any_L, axis<"S", "L+past">>, shape<keys, D>>, shape<any_L, D>>);

// With a right side [K, N] it is linear.
static_assert(
    std::is_same_v<product<shape<B, L, D>, shape<D, F>>, decltype(sp::rules::linear(shape<B, L, D>{}, shape<D, F>{}))>);
// It is associative: (q kT) v and q (kT v).
static_assert(std::is_same_v<product<product<shape<L, D>, shape<D, S>>, shape<S, F>>,
                             product<shape<L, D>, product<shape<D, S>, shape<S, F>>>>);
// The transpose of a product is the product of the transposes, in the other order.
using sp::rules::transpose;
static_assert(std::is_same_v<sp::shape_in<decltype(transpose<"L", "F">(product<shape<L, D>, shape<D, F>>{}))>,
                             product<sp::shape_in<decltype(transpose<"D", "F">(shape<D, F>{}))>,
                                     sp::shape_in<decltype(transpose<"L", "D">(shape<L, D>{}))>>>);

static_assert(is_refused<product<shape<L, D>, shape<axis<"De", 40>, F>>>);  // equal extents, other roles
static_assert(is_refused<product<shape<L, D>, shape<axis<"D", 41>, F>>>);   // one role, other extents
static_assert(is_refused<product<shape<L, D>, shape<axis<"D">, F>>>);       // 40 is not proved to be D
static_assert(is_refused<product<shape<any_L, axis<"S", "past">>, shape<axis<"S", "past+1">, D>>>);  // keys of before
static_assert(is_refused<product<q, k>>);                                   // forgot the transpose
static_assert(is_refused<product<shape<L, H>, shape<S, D>>>);               // 8 heads are not 8 keys
static_assert(is_refused<product<shape<L, HDk>, shape<D, F>>>);             // (H Dk) is not D, both 40
static_assert(is_refused<product<shape<L, HDk>, shape<fused<Dk, H>, F>>>);  // factors in another order
static_assert(is_refused<product<q, shape<B, G, Dk, S>>>);                  // 8 heads are not 8 groups
static_assert(is_refused<product<q, shape<H, B, Dk, S>>>);                  // loops in another order
static_assert(is_refused<product<q, shape<H, Dk, S>>>);                     // a loop less
static_assert(is_refused<product<shape<H, L, Dk>, shape<B, H, Dk, S>>>);    // a loop more
static_assert(is_refused<product<q, shape<axis<"B", 1>, H, Dk, S>>>);       // an extent of 1 does not stretch
static_assert(is_refused<product<shape<L, D>, shape<B, D, F>>>);            // a matrix is not repeated
static_assert(is_refused<product<q, shape<B, H, Dk, L>>>);                  // the result would have L twice
static_assert(is_refused<product<q, shape<Dk, axis<"H", 3>>>>);             // the result would have H twice
static_assert(is_refused<product<shape<D>, shape<D, F>>>);                  // a vector on the left
static_assert(is_refused<product<shape<L, D>, shape<D>>>);                  // a vector on the right
static_assert(is_refused<product<shape<>, shape<>>>);                       // numbers
