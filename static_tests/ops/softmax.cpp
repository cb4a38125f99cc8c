// SPDX-License-Identifier: BSL-1.0
/// softmax keeps the shape and gives it in the order of its axes.
#include <shapeproof/ops/softmax.hpp>

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

static_assert(std::is_same_v<decltype(sp::softmax<"S">(std::declval<turned>())), scores>);
static_assert(std::is_same_v<decltype(sp::softmax<"S">(std::declval<meta_scores>())), meta_scores>);
static_assert(std::is_same_v<decltype(sp::causal_softmax<"L", "S">(std::declval<scores const&>())), scores>);
static_assert(std::is_same_v<decltype(sp::causal_softmax<"L", "S">(std::declval<meta_scores>())), meta_scores>);
static_assert(std::is_same_v<decltype(sp::causal_softmax<"L", "S">(std::declval<sp::poisoned>())), sp::poisoned>);
static_assert(sp::can_softmax<turned, "S"> && !sp::can_softmax<turned, "D">);
static_assert(sp::can_causal_softmax<scores, "L", "S">);
static_assert(!sp::can_causal_softmax<sp::tensor<float, L, axis<"S", 7>>, "L", "S">);  // fewer keys than queries
