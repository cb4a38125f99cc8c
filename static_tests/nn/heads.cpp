// SPDX-License-Identifier: BSL-1.0
/// One code splits plain heads and groups of heads, and merges them again.
#include <shapeproof/nn/heads.hpp>
#include <shapeproof/ops/reorder.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
using sp::axis;
using sp::fused;
using sp::memory;
using sp::shape;
using sp::strided;

using B = axis<"B", 5>;
using L = axis<"L">;
using H = axis<"H", 6>;
using Hkv = axis<"Hkv", 2>;
using G = axis<"G", 3>;
using Dk = axis<"Dk", 4>;
using pairs = fused<axis<"R", 2>, axis<"C", 2>>;
template <class... Axes>
using floats = sp::tensor<float, Axes...>;

template <class X>
using parts = decltype(nn::split_heads(std::declval<X>()));
template <class X, class Fused>
using merged = decltype(nn::merge_heads<Fused>(std::declval<X>()));

// [B, L, (H Dk)] -> [B, L, H, Dk]; [B, L, ((Hkv G) Dk)] -> [B, L, Hkv, G, Dk]
static_assert(std::is_same_v<parts<floats<B, L, fused<H, Dk>>>, floats<B, L, H, Dk>>);
static_assert(std::is_same_v<parts<floats<B, L, fused<fused<Hkv, G>, Dk>>>, floats<B, L, Hkv, G, Dk>>);
// The components of a head stay one axis.
static_assert(std::is_same_v<parts<floats<B, L, fused<H, pairs>>>, floats<B, L, H, pairs>>);
static_assert(std::is_same_v<parts<floats<B, L, fused<fused<Hkv, G>, pairs>>>, floats<B, L, Hkv, G, pairs>>);
// A view of what somebody holds.
static_assert(
    std::is_same_v<parts<floats<B, L, fused<fused<Hkv, G>, Dk>> const&>, sp::view<float const, B, L, Hkv, G, Dk>>);
static_assert(std::is_same_v<parts<sp::meta_tensor<float, B, L, fused<fused<Hkv, G>, Dk>>>,
                             sp::meta_tensor<float, B, L, Hkv, G, Dk>>);

// There and back, for each kind of heads; also where all extents are equal.
template <class Fused>
constexpr bool is_inverse = std::is_same_v<merged<parts<floats<B, L, Fused>>, Fused>, floats<B, L, Fused>>;
static_assert(is_inverse<fused<H, Dk>>);
static_assert(is_inverse<fused<fused<Hkv, G>, Dk>>);
static_assert(is_inverse<fused<fused<Hkv, G>, pairs>>);
static_assert(is_inverse<fused<fused<axis<"Hkv", 4>, axis<"G", 4>>, Dk>>);
static_assert(is_inverse<fused<fused<axis<"Hkv", 4>, axis<"G", "G">>, Dk>>);

// One group a head is not plain heads: the roles differ.
static_assert(!std::is_same_v<parts<floats<B, L, fused<fused<H, axis<"G", 1>>, Dk>>>, floats<B, L, H, Dk>>);

// Heads before positions: neither groups nor pairs are mixed up.
using grouped = floats<B, L, fused<fused<Hkv, G>, Dk>>;
static_assert(std::is_same_v<sp::shape_of<decltype(sp::move_axis<"L", -2>(std::declval<parts<grouped>>()))>,
                             shape<B, Hkv, G, L, Dk>>);

// Nothing of a refused operand.
static_assert(std::is_same_v<parts<sp::poisoned>, sp::poisoned>);
static_assert(std::is_same_v<merged<sp::poisoned, fused<H, Dk>>, sp::poisoned>);
