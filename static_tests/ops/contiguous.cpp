// SPDX-License-Identifier: BSL-1.0
/// contiguous always copies, into the order of the axes, for elements of any type.
#include <shapeproof/ops/contiguous.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::memory;
using sp::shape;
using sp::strided;

using L = axis<"L", 8>;
using H = axis<"H", 8>;
using Dk = axis<"Dk", 8>;
using heads = sp::tensor<float, L, H, Dk>;
using turned = strided<shape<H, L, Dk>, memory<L, H, Dk>>;

static_assert(std::is_same_v<decltype(sp::contiguous(std::declval<sp::strided_view<float const, turned>>())),
                             sp::tensor<float, H, L, Dk>>);
static_assert(std::is_same_v<decltype(sp::contiguous(std::declval<heads&>())), heads>);
static_assert(std::is_same_v<decltype(sp::contiguous(std::declval<sp::view<int const, L>>())), sp::tensor<int, L>>);
static_assert(std::is_same_v<decltype(sp::contiguous(std::declval<sp::meta<float, turned>>())),
                             sp::meta_tensor<float, H, L, Dk>>);
static_assert(sp::can_contiguous<sp::strided_view<float, turned>> && !sp::can_contiguous<float>);  // no tensor
