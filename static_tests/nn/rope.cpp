// SPDX-License-Identifier: BSL-1.0
/// Rotated queries and keys are dense tensors of the same shape.
#include <shapeproof/nn/rope.hpp>
#include <shapeproof/ops/reorder.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
using sp::axis;
using sp::fused;

using B = axis<"B", 3>;
using H = axis<"H", 5>;
using L = axis<"L">;
using R = axis<"R", 4>;
using C = axis<"C", 2>;
using at = nn::positions<L>;
template <class... Axes>
using floats = sp::tensor<float, Axes...>;

// The two ways to store a head's pairs; the extent of the head is 2 R.
static_assert(std::is_same_v<nn::interleaved<R>, fused<R, C>> && std::is_same_v<nn::half_split<R>, fused<C, R>>);
static_assert(sp::static_extent<nn::interleaved<R>> == 8 && sp::static_extent<nn::half_split<R>> == 8);

template <sp::fixed_string Pairs, class X, class Positions = at>
using roped = decltype(nn::rope<"L", Pairs>(std::declval<X>(), std::declval<Positions const&>()));

// The same shape, dense: of tensors and of views in any memory order.
using x = floats<B, H, L, fused<R, C>>;
using half = floats<B, H, L, fused<C, R>>;
static_assert(std::is_same_v<roped<"(R C)", x>, x> && std::is_same_v<roped<"(C R)", half const&>, half>);
using behind = decltype(sp::transpose<"L", "H">(std::declval<floats<B, L, H, fused<R, C>> const&>()));
static_assert(std::is_same_v<roped<"(R C)", behind>, x>);
static_assert(std::is_same_v<roped<"(R C)", x, nn::positions<B, L>>, x>);
static_assert(std::is_same_v<roped<"(R C)", sp::meta_tensor<float, B, H, L, fused<R, C>>>,
                             sp::meta_tensor<float, B, H, L, fused<R, C>>>);
// Nothing of a refused operand.
static_assert(std::is_same_v<roped<"(R C)", sp::poisoned>, sp::poisoned>);
static_assert(std::is_same_v<roped<"(R C)", x, sp::poisoned>, sp::poisoned>);

static_assert(nn::can_rope<x, at, "L", "(R C)"> && nn::can_rope<half, at, "L", "(C R)">);
static_assert(!nn::can_rope<x, at, "L", "(C R)"> && !nn::can_rope<half, at, "L", "(R C)">);  // the other pairing
static_assert(!nn::can_rope<x, at, "H", "(R C)">);                                           // heads
static_assert(!nn::can_rope<x, nn::positions<axis<"L", 7>>, "L", "(R C)">);                  // other tokens
static_assert(!nn::can_rope<floats<B, H, L, axis<"Dk", 8>>, at, "L", "(R C)">);              // a head without pairs
static_assert(!nn::can_rope<floats<H, L, fused<R, C>>, nn::positions<B, L>, "L", "(R C)">);  // rows without a batch
