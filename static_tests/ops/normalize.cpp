// SPDX-License-Identifier: BSL-1.0
/// Norms keep the shape and give it in the order of its axes.
#include <shapeproof/ops/normalize.hpp>

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
using gain = sp::view<float const, S>;

static_assert(
    std::is_same_v<decltype(sp::layer_norm<"S">(std::declval<scores>(), std::declval<gain>(), std::declval<gain>())),
                   scores>);
static_assert(std::is_same_v<decltype(sp::rms_norm<"S">(std::declval<turned>(), std::declval<gain>(), 1e-6F)), scores>);
static_assert(
    std::is_same_v<decltype(sp::rms_norm<"S">(std::declval<meta_scores>(), std::declval<gain>())), meta_scores>);
static_assert(sp::can_layer_norm<scores, gain, gain, "S">);
static_assert(!sp::can_layer_norm<scores, gain, gain, "L">);  // parameters of another axis, both 8
static_assert(sp::can_rms_norm<scores, gain, "S"> && !sp::can_rms_norm<scores, gain, "H">);
