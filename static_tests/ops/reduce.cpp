// SPDX-License-Identifier: BSL-1.0
/// sum and max drop an axis and give tensors in the order of the others.
#include <shapeproof/ops/reduce.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::memory;
using sp::shape;
using sp::strided;

using H = axis<"H", 8>;
using L = axis<"L", 8>;
using S = axis<"S", 8>;
using scores = sp::tensor<float, H, L, S>;
using turned = sp::strided_view<float const, strided<shape<H, L, S>, memory<L, H, S>>>;
using meta_scores = sp::meta_tensor<float, H, L, S>;

static_assert(std::is_same_v<decltype(sp::sum<"S">(std::declval<scores&>())), sp::tensor<float, H, L>>);
static_assert(std::is_same_v<decltype(sp::sum<"L">(std::declval<turned>())), sp::tensor<float, H, S>>);
static_assert(std::is_same_v<decltype(sp::max<"H">(std::declval<scores>())), sp::tensor<float, L, S>>);
static_assert(std::is_same_v<decltype(sp::max<"S">(std::declval<meta_scores>())), sp::meta_tensor<float, H, L>>);

static_assert(sp::can_sum<scores, "S"> && !sp::can_sum<scores, "D">);  // no such axis
static_assert(sp::can_max<scores, "S"> && !sp::can_max<scores, "D">);
