// SPDX-License-Identifier: BSL-1.0
/// What attend gives is what its steps give: the type of tensors with elements, the trace of those without.
#include <shapeproof/nn/attend.hpp>
#include <shapeproof/ops/collectives.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
using sp::axis;

using B = axis<"B", 2>;
using H = axis<"H", 3>;
using G = axis<"G", 4>;
using L = axis<"L">;
using S = axis<"S", "past+L">;
using Dk = axis<"Dk", 5>;
using Dv = axis<"Dv", 6>;

template <class Q, class K, class V, class Padding = sp::no_padding>
using attended = decltype(nn::attend(std::declval<Q const&>(), std::declval<K const&>(), std::declval<V const&>(),
                                     std::declval<Padding const&>()));
template <class... Axes>
using numbers = sp::tensor<float, Axes...>;
template <class... Axes>
using traced = sp::meta_tensor<float, Axes...>;

// Plain heads, groups, values of another size; for every L and past.
static_assert(std::is_same_v<attended<numbers<B, H, L, Dk>, numbers<B, H, S, Dk>, numbers<B, H, S, Dk>>,  //
                             numbers<B, H, L, Dk>>);
static_assert(std::is_same_v<attended<numbers<B, H, G, L, Dk>, numbers<B, H, S, Dk>, numbers<B, H, S, Dv>>,
                             numbers<B, H, G, L, Dv>>);
static_assert(
    std::is_same_v<attended<traced<B, H, G, L, Dk>, traced<B, H, S, Dk>, traced<B, H, S, Dv>>, traced<B, H, G, L, Dv>>);
static_assert(
    std::is_same_v<attended<numbers<B, H, L, Dk>, numbers<B, H, S, Dk>, numbers<B, H, S, Dk>, sp::left_padded<B>>,
                   numbers<B, H, L, Dk>>);
// Views of a cache, whose memory is wider.
using cached =
    sp::strided_view<float const,
                     sp::strided<sp::shape<B, H, S, Dk>, sp::memory<B, H, sp::gap<axis<"S", "capacity">>, Dk>>>;
static_assert(
    std::is_same_v<attended<numbers<B, H, L, Dk>, sp::view<float const, B, H, S, Dk>, cached>, numbers<B, H, L, Dk>>);
// What comes from the last position keeps its mark.
using last = sp::at_last<"N", numbers<B, H, L, Dk>>;
static_assert(std::is_same_v<attended<last, numbers<B, H, S, Dk>, numbers<B, H, S, Dk>>, last>);
// A refused operand gives nothing new.
static_assert(std::is_same_v<attended<sp::poisoned, numbers<B, H, S, Dk>, numbers<B, H, S, Dk>>, sp::poisoned>);
static_assert(std::is_same_v<attended<numbers<B, H, L, Dk>, sp::poisoned, sp::poisoned>, sp::poisoned>);

// The trace has the steps P8 to P11 with their costs.
constexpr bool has_all_steps() {
  sp::trace log;
  traced<B, H, L, Dk> const q(&log);
  traced<B, H, S, Dk> const keys(&log);
  (void)nn::attend(q, keys, keys, sp::no_padding());
  char const* const steps[] = {"P8", "P8", "P9", "P10", "P11"};
  char const* const operations[] = {"contract", "scale", "causal_mask", "softmax", "contract"};
  bool good = log.count == 5;
  for (std::size_t i = 0; i < 5; ++i)
    good = good && log.entries[i].step == steps[i] && log.entries[i].operation == operations[i];
  return good;
}
static_assert(has_all_steps());

// Of values that are a sum over ranks, what is mixed is one; traced tensors say the same.
using tp = sp::mesh<"tp", 2>;
template <class Q, class K, class V>
using reduced = decltype(sp::all_reduce<"tp">(std::declval<attended<Q, K, sp::partial<tp, V>>>()));
static_assert(
    std::is_same_v<reduced<numbers<B, H, L, Dk>, numbers<B, H, S, Dk>, numbers<B, H, S, Dv>>, numbers<B, H, L, Dv>>);
static_assert(
    std::is_same_v<reduced<traced<B, H, L, Dk>, traced<B, H, S, Dk>, traced<B, H, S, Dv>>, traced<B, H, L, Dv>>);
