// SPDX-License-Identifier: BSL-1.0
/// A tensor owns its elements; its symbols' values are bound when it is made.
#include <shapeproof/tensor/tensor.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::binding;
using sp::memory;
using sp::shape;
using sp::strided;
using sp::tensor;

using L = axis<"L", 7>;
using D = axis<"D", 4>;
using x = tensor<float, L, D>;

static_assert(std::is_same_v<x::shape, shape<L, D>>);
static_assert(std::is_same_v<x::layout, shape<L, D>>);
static_assert(std::is_same_v<x::element, float>);
static_assert(x::rank == 2 && tensor<float>::rank == 0);
static_assert(x::owns);
static_assert(!std::is_same_v<x, tensor<float, D, L>>);

// A const tensor gives const elements.
static_assert(std::is_same_v<decltype(std::declval<x&>().data()), float*>);
static_assert(std::is_same_v<decltype(std::declval<x const&>().data()), float const*>);
static_assert(std::is_same_v<decltype(std::declval<x&>()(0, 1)), float&>);
static_assert(std::is_same_v<decltype(std::declval<x const&>()(0, 1)), float const&>);
// Positions are integers, or indices of the axes.
static_assert(std::is_same_v<decltype(std::declval<x&>()(sp::index<L>(3), sp::index<D>(1))), float&>);
static_assert(std::is_same_v<decltype(std::declval<x&>().extent<"L">()), std::size_t>);

// Symbols are bound by name.
static_assert(std::is_constructible_v<tensor<float, axis<"L">, D>, binding<"L">>);
static_assert(!std::is_convertible_v<binding<"L">, tensor<float, axis<"L">, D>>);  // only where one says so
static_assert(!std::is_constructible_v<tensor<float, axis<"L">, D>, int>);         // a number that names no symbol

// It is a value: copied and moved, but not made of another shape. (The refusal is a message, not a missing constructor,
// so std::is_constructible cannot ask; the rule can.)
template <class From>
using made_from = decltype(sp::rules::convert_rule<"tensor", x::shape>{}(sp::layout_of<From>{}));
static_assert(std::is_copy_constructible_v<x> && std::is_nothrow_move_constructible_v<x>);
static_assert(!sp::is_refused<made_from<x>>);
static_assert(sp::is_refused<made_from<tensor<float, D, L>>>);             // another order
static_assert(sp::is_refused<made_from<tensor<float, L, axis<"D", 5>>>>);  // another extent

// In another memory order it is another type, which knows the order.
using turned = sp::strided_tensor<float, strided<shape<D, L>, memory<L, D>>>;
static_assert(std::is_same_v<turned::shape, shape<D, L>>);
static_assert(turned::owns && turned::rank == 2);
static_assert(sp::is_refused<made_from<turned>>);  // another shape, and memory order
