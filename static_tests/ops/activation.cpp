// SPDX-License-Identifier: BSL-1.0
/// Activations keep the shape and give it in the order of its axes.
#include <shapeproof/ops/activation.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::memory;
using sp::shape;
using sp::strided;

using L = axis<"L", 8>;
using D = axis<"D", 4>;
using x = sp::tensor<float, L, D>;
using meta_x = sp::meta_tensor<float, L, D>;
using turned = sp::strided_view<float, strided<shape<L, D>, memory<D, L>>>;

static_assert(std::is_same_v<decltype(sp::gelu(std::declval<turned const&>())), x>);
static_assert(std::is_same_v<decltype(sp::gelu(std::declval<meta_x>())), meta_x>);
static_assert(std::is_same_v<decltype(sp::gelu_tanh(std::declval<turned const&>())), x>);
static_assert(std::is_same_v<decltype(sp::silu(std::declval<turned const&>())), x>);
static_assert(std::is_same_v<decltype(sp::silu(std::declval<meta_x>())), meta_x>);
static_assert(std::is_same_v<decltype(sp::silu(std::declval<sp::poisoned>())), sp::poisoned>);
