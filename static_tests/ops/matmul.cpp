// SPDX-License-Identifier: BSL-1.0
/// A product is a tensor of its own, or a meta tensor of meta tensors.
#include <shapeproof/ops/matmul.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::memory;
using sp::shape;
using sp::strided;

using L = axis<"L", 8>;
using D = axis<"D", 4>;
using F = axis<"F", 8>;
using x = sp::tensor<float, L, D>;
using w = sp::tensor<float, D, F>;
using bias = sp::tensor<float, F>;
using meta_x = sp::meta_tensor<float, L, D>;
using view_w = sp::view<float const, D, F>;
using turned_w = sp::strided_view<float, strided<shape<D, F>, memory<F, D>>>;
using result = sp::tensor<float, L, F>;

template <class A, class B>
using product = decltype(sp::matmul(std::declval<A>(), std::declval<B>()));

// Tensors and views, in any memory order, as lvalues and rvalues.
static_assert(std::is_same_v<product<x const&, w const&>, result>);
static_assert(std::is_same_v<product<x&, w>, result>);
static_assert(std::is_same_v<product<x, view_w>, result>);
static_assert(std::is_same_v<product<x, turned_w const&>, result>);
// A meta tensor on either side gives one.
static_assert(std::is_same_v<product<meta_x, w>, sp::meta_tensor<float, L, F>>);
static_assert(std::is_same_v<product<x, sp::meta_tensor<float, D, F>>, sp::meta_tensor<float, L, F>>);
// Nothing of a refused operand.
static_assert(std::is_same_v<product<x, sp::poisoned>, sp::poisoned>);
static_assert(std::is_same_v<product<sp::poisoned, sp::poisoned>, sp::poisoned>);

static_assert(sp::can_matmul<x, w> && sp::can_matmul<x const&, view_w>);
static_assert(sp::can_matmul<meta_x, w>);
static_assert(!sp::can_matmul<x, sp::tensor<float, F, D>>);  // transposed
static_assert(!sp::can_matmul<x, bias>);                     // a vector
static_assert(!sp::can_matmul<x, float>);                    // no tensor
