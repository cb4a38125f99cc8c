// SPDX-License-Identifier: BSL-1.0
/// What is a tensor, and what its shape, layout and elements are.
#include <shapeproof/tensor/meta.hpp>
#include <shapeproof/tensor/tensor.hpp>
#include <shapeproof/tensor/traits.hpp>
#include <shapeproof/tensor/view.hpp>

#include <type_traits>

namespace sp = shapeproof;
using sp::any_tensor;
using sp::axis;
using sp::memory;
using sp::shape;
using sp::strided;

using L = axis<"L", 7>;
using D = axis<"D", 4>;
using turned = strided<shape<D, L>, memory<L, D>>;

static_assert(any_tensor<sp::tensor<float, L>> && any_tensor<sp::tensor<float, L> const&>);
static_assert(any_tensor<sp::view<float const, L>&&> && any_tensor<sp::meta_tensor<float, L>>);
static_assert(any_tensor<sp::strided_view<float, turned>> && any_tensor<sp::strided_tensor<float, turned>>);
static_assert(any_tensor<sp::poisoned>);
static_assert(!any_tensor<float>);
static_assert(!any_tensor<float*>);
static_assert(!any_tensor<shape<L>>);  // a shape has no elements
static_assert(!any_tensor<sp::tensor<float, L>*>);

static_assert(std::is_same_v<sp::shape_of<sp::tensor<float, L, D> const&>, shape<L, D>>);
static_assert(std::is_same_v<sp::shape_of<sp::strided_view<float, turned>>, shape<D, L>>);
static_assert(std::is_same_v<sp::layout_of<sp::strided_view<float, turned>&>, turned>);
static_assert(std::is_same_v<sp::element_of<sp::view<float const, L>>, float>);
static_assert(std::is_same_v<sp::element_of<sp::tensor<int, L>>, int>);
static_assert(sp::is_poisoned<sp::poisoned const&> && !sp::is_poisoned<sp::tensor<float>>);
static_assert(sp::is_meta<sp::meta_tensor<float, L>> && !sp::is_meta<sp::tensor<float, L>>);
