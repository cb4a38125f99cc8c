// SPDX-License-Identifier: BSL-1.0
/// What is computed from a last position is known to be; nothing else is.
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/nn/last_of_each.hpp>
#include <shapeproof/nn/padded_vocabulary.hpp>
#include <shapeproof/ops/linear.hpp>
#include <shapeproof/ops/normalize.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/tensor/at_last.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;

using B = axis<"B", 2>;
using L = axis<"L", 3>;
using D = axis<"D", 4>;
using V = axis<"V", 5>;
using Vp = axis<"Vp", 8>;
using hidden = sp::tensor<float, B, L, D>;
using head = sp::tensor<float, D, V>;

template <class X>
inline constexpr bool marked = sp::is_at_last<X, "L">;

template <class X>
using last = decltype(sp::last<"L">(std::declval<X const&>()));
template <class X>
using first = decltype(sp::select<"L">(std::declval<X const&>(), 0));
static_assert(marked<last<hidden>> && !marked<first<hidden>>);
static_assert(!sp::is_at_last<decltype(sp::last<"B">(std::declval<hidden const&>())), "L">);
static_assert(marked<decltype(sp::nn::last_of_each(std::declval<hidden const&>(), {}))>);
static_assert(sp::nn::can_last_of_each<hidden> && !sp::nn::can_last_of_each<sp::tensor<float, L, D>>);
static_assert(std::is_base_of_v<first<hidden>, last<hidden>>);  // the same view but for the mark

// The mark goes through a norm, the head, a bias, a scale, the vocabulary's padding.
template <class X>
using logits = decltype(linear(std::declval<X const&>(), std::declval<head const&>()));
static_assert(std::is_same_v<logits<last<hidden>>, sp::at_last<"L", sp::tensor<float, B, V>>>);
static_assert(std::is_same_v<logits<first<hidden>>, sp::tensor<float, B, V>>);
using gamma = sp::tensor<float, D>;
static_assert(marked<logits<decltype(sp::rms_norm<"D">(std::declval<last<hidden>>(), std::declval<gamma>()))>>);
using bias = sp::tensor<float, V>;
static_assert(marked<decltype(std::declval<logits<last<hidden>>>() + std::declval<bias>())>);
static_assert(marked<decltype(2.0F * std::declval<logits<last<hidden>>>())>);
using padded = sp::tensor<float, B, L, Vp>;
static_assert(marked<decltype(sp::nn::unpad<V>(std::declval<last<padded>>()))>);

// What has the axis again is not its last position; a mark within a mark is one.
using mixed = decltype(std::declval<hidden>() + std::declval<last<hidden>>());
static_assert(!marked<mixed> && !marked<first<mixed>> && marked<last<mixed>>);
using last_row = decltype(sp::last<"B">(std::declval<last<hidden>>()));
static_assert(marked<last_row> && sp::is_at_last<last_row, "B">);
static_assert(marked<logits<last_row>> && sp::is_at_last<logits<last_row>, "B">);

// Only what has it can be sampled.
static_assert(sp::llm::can_sample<logits<last<hidden>>>);
static_assert(!sp::llm::can_sample<logits<first<hidden>>>);
static_assert(!sp::llm::can_sample<last<padded>>);  // Vp is no vocabulary
static_assert(!sp::llm::can_sample<decltype(sp::last<"B">(std::declval<sp::tensor<float, B, V>>()))>);  // the last row

// Tensors without elements, and refused ones.
static_assert(sp::is_meta<last<sp::meta_tensor<float, B, L, D>>> && marked<last<sp::meta_tensor<float, B, L, D>>>);
static_assert(std::is_same_v<last<sp::poisoned>, sp::poisoned>);
// It comes from elements, or from a last position of the same axis that an X can be made from.
using seen = sp::at_last<"L", sp::view<float const, B, V>>;
static_assert(std::is_convertible_v<logits<last<hidden>> const&, seen> && std::is_constructible_v<seen, float const*>);
static_assert(!std::is_convertible_v<float const*, seen>);
static_assert(sp::detail::takes_mark<first<hidden>> && sp::detail::takes_mark<last<hidden>>);
using sum = sp::partial<sp::mesh<"tp", 2>, sp::tensor<float, B, V>>;
using sum_seen = sp::at_last<"L", sum>;
static_assert(!sp::detail::takes_mark<sum> && !sp::detail::takes_mark<sp::at_last<"B", sum>>);
static_assert(!sp::detail::takes_mark<sp::ragged_rows<sp::tensor<float, B, V>>>);
static_assert(!std::is_default_constructible_v<sum_seen> &&
              !std::is_default_constructible_v<sp::at_last<"B", sum_seen>>);
static_assert(std::is_default_constructible_v<logits<last<hidden>>>);
// Where a tensor is wanted, the mark is dropped.
static_assert(std::is_convertible_v<logits<last<hidden>>, sp::tensor<float, B, V>>);
