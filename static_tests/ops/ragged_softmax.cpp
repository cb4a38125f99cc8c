// SPDX-License-Identifier: BSL-1.0
/// The mask of ragged rows: its shapes are those of causal_softmax, where the scores have the rows' axis.
#include <shapeproof/ops/ragged_softmax.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;

using B = axis<"B", 2>;
using H = axis<"H", 3>;
using L = axis<"L">;
using S = axis<"S", "past+L">;
using scores = sp::tensor<float, B, H, L, S>;

template <class Rows, class X>
concept can_end = sp::accepts<sp::ragged_causal_softmax_rule<"L", "S", Rows>, X>;
static_assert(can_end<B, scores>);
static_assert(can_end<B, sp::tensor<float, H, B, L, S>>);                   // wherever the rows are
static_assert(!can_end<axis<"B", 4>, scores>);                              // other rows
static_assert(!can_end<axis<"N", 2>, scores>);                              // of another name
static_assert(!can_end<B, sp::tensor<float, H, L, S>>);                     // no rows
static_assert(!can_end<B, sp::tensor<float, B, H, L, axis<"S", "past">>>);  // no causal scores

template <class X>
using weights = decltype(sp::causal_softmax<"L", "S">(std::declval<X const&>(), std::declval<sp::ragged<B> const&>()));
static_assert(std::is_same_v<weights<scores>, scores>);
using traced = sp::meta_tensor<float, B, H, L, S>;
static_assert(std::is_same_v<weights<traced>, traced>);
static_assert(std::is_same_v<weights<sp::poisoned>, sp::poisoned>);
