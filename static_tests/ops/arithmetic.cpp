// SPDX-License-Identifier: BSL-1.0
/// Elementwise operations give the shape of the side that has all axes.
#include <shapeproof/ops/arithmetic.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::memory;
using sp::shape;
using sp::strided;

using L = axis<"L", 8>;
using S = axis<"S", 8>;
using D = axis<"D", 4>;
using x = sp::tensor<float, L, D>;
using bias = sp::view<float const, D>;
using meta_x = sp::meta_tensor<float, L, D>;
using turned = sp::strided_view<float, strided<shape<L, D>, memory<D, L>>>;

template <class A, class B>
using sum = decltype(std::declval<A>() + std::declval<B>());

template <class A, class B>
using difference = decltype(std::declval<A>() - std::declval<B>());

template <class A, class B>
using product = decltype(std::declval<A>() * std::declval<B>());

template <class A, class B>
using quotient = decltype(std::declval<A>() / std::declval<B>());

static_assert(std::is_same_v<sum<x const&, x&>, x>);
static_assert(std::is_same_v<sum<x, bias>, x>);
static_assert(std::is_same_v<sum<bias, x>, x>);
static_assert(std::is_same_v<sum<turned, x>, x>);  // in the order of its axes
static_assert(std::is_same_v<difference<x, bias>, x>);
static_assert(std::is_same_v<product<bias, x>, x>);
static_assert(std::is_same_v<sum<meta_x, bias>, meta_x>);
static_assert(std::is_same_v<sum<x, sp::poisoned>, sp::poisoned>);

// Numbers.
static_assert(std::is_same_v<product<x, float>, x> && std::is_same_v<product<float, x>, x>);
static_assert(std::is_same_v<quotient<x, float>, x>);
static_assert(std::is_same_v<product<meta_x, float>, meta_x>);
static_assert(std::is_same_v<quotient<sp::poisoned, float>, sp::poisoned>);

static_assert(sp::can_add<x, bias> && sp::can_subtract<bias, x> && sp::can_multiply<x, x>);
static_assert(!sp::can_add<x, sp::tensor<float, D, L>>);                  // another order
static_assert(!sp::can_add<x, sp::tensor<float, S>>);                     // equal extents, other roles
static_assert(!sp::can_subtract<x, sp::tensor<float, S, D>>);             // likewise
static_assert(!sp::can_multiply<x, sp::tensor<float, axis<"L", 1>, D>>);  // an extent of 1 does not stretch
static_assert(!sp::can_add<x, float>);                                    // a number is no tensor
