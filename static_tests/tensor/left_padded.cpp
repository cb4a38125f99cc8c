// SPDX-License-Identifier: BSL-1.0
/// The padding of a batch belongs to one axis of rows, and a mask follows it only there.
#include <shapeproof/ops/softmax.hpp>
#include <shapeproof/tensor/left_padded.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;

using B = axis<"B", 2>;
using H = axis<"H", 3>;
using L = axis<"L">;
using S = axis<"S", "past+L">;
using scores = sp::tensor<float, B, H, L, S>;

static_assert(sp::is_left_padded<sp::left_padded<B>> && !sp::is_left_padded<sp::no_padding>);

template <class Rows, class X>
concept can_pad = sp::accepts<sp::rules::padded_causal_softmax_rule<"L", "S", Rows>, X>;
static_assert(can_pad<B, scores>);
static_assert(can_pad<B, sp::tensor<float, H, B, L, S>>);                   // wherever the rows are
static_assert(!can_pad<axis<"B", 4>, scores>);                              // other rows
static_assert(!can_pad<axis<"N", 2>, scores>);                              // of another name
static_assert(!can_pad<B, sp::tensor<float, H, L, S>>);                     // no rows
static_assert(!can_pad<B, sp::tensor<float, B, H, L, axis<"S", "past">>>);  // no causal scores

template <class Padding>
using weights = decltype(sp::causal_softmax<"L", "S">(std::declval<scores const&>(), std::declval<Padding const&>()));
static_assert(std::is_same_v<weights<sp::no_padding>, scores> && std::is_same_v<weights<sp::left_padded<B>>, scores>);
