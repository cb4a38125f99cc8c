// SPDX-License-Identifier: BSL-1.0
/// A view has a tensor's shape over memory of somebody else.
#include <shapeproof/tensor/view.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::memory;
using sp::shape;
using sp::strided;
using sp::view;

using L = axis<"L", 7>;
using D = axis<"D", 4>;
using x = view<float, L, D>;
using read_only = view<float const, L, D>;

static_assert(std::is_same_v<x::shape, shape<L, D>> && x::rank == 2);
static_assert(std::is_same_v<read_only::element, float>);
static_assert(!x::owns && !read_only::owns);

// What it gives depends on its elements, not on whether the view is const.
static_assert(std::is_same_v<decltype(std::declval<x const&>().data()), float*>);
static_assert(std::is_same_v<decltype(std::declval<x const&>()(0, 0)), float&>);
static_assert(std::is_same_v<decltype(std::declval<read_only&>().data()), float const*>);
static_assert(std::is_same_v<decltype(std::declval<read_only&>()(0, 0)), float const&>);

static_assert(std::is_constructible_v<x, float*>);
static_assert(std::is_constructible_v<read_only, float*>);
static_assert(std::is_constructible_v<view<float, axis<"L">, D>, float*, sp::binding<"L">>);
static_assert(!std::is_constructible_v<x, float const*>);  // would lose const
static_assert(!std::is_constructible_v<x, double*>);       // other elements
static_assert(!std::is_convertible_v<float*, x>);          // a pointer says nothing of its shape
static_assert(!std::is_constructible_v<x>);                // nothing to view

// A view is copied like a pointer.
static_assert(std::is_trivially_copyable_v<x>);
static_assert(sizeof(x) <= 3 * sizeof(void*));

using turned = sp::strided_view<float, strided<shape<D, L>, memory<L, D>>>;
static_assert(std::is_same_v<turned::shape, shape<D, L>> && !turned::owns);
