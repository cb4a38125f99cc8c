// SPDX-License-Identifier: BSL-1.0
/// Packed weights have the shapes of weights, and only products take them.
#include <shapeproof/nn/project.hpp>
#include <shapeproof/ops/linear.hpp>
#include <shapeproof/ops/matmul.hpp>
#include <shapeproof/ops/packed.hpp>
#include <shapeproof/ops/reorder.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;

using B = axis<"B", 2>;
using L = axis<"L">;
using D = axis<"D", 6>;
using F = axis<"F", 8>;
using x = sp::tensor<float, B, L, D>;
using w = sp::tensor<float, D, F>;

template <class T, class W>
using packed = decltype(sp::pack<T>(std::declval<W const&>()));
static_assert(std::is_same_v<packed<float, w>, sp::packed_weight<float, D, F>>);
static_assert(
    std::is_same_v<packed<sp::bf16, decltype(sp::transpose<"F", "D">(std::declval<sp::tensor<float, F, D>&>()))>,
                   sp::packed_weight<sp::bf16, D, F>>);
static_assert(sp::can_pack<w> && !sp::can_pack<x> && !sp::can_pack<sp::tensor<float, D>>);

// A product has the shape that the unpacked weight gives.
template <class W>
using product = decltype(sp::matmul(std::declval<x const&>(), std::declval<W const&>()));
static_assert(std::is_same_v<product<packed<sp::int8, w>>, product<w>>);
static_assert(
    std::is_same_v<decltype(sp::nn::project(std::declval<x>(), std::declval<packed<float, w>>())), product<w>>);
static_assert(std::is_same_v<sp::nn::input_axis<packed<float, w>>, D>);
static_assert(sp::can_matmul<x, packed<float, w>> && sp::can_linear<x, packed<float, w>>);
static_assert(!sp::can_matmul<x, sp::packed_weight<float, F, D>>);             // transposed
static_assert(!sp::can_matmul<x, sp::packed_weight<float, axis<"D", 7>, F>>);  // of another width
static_assert(!sp::can_linear<x, sp::packed_weight<float, axis<"E", 6>, F>>);  // of another role

// It is no tensor: its memory is in the kernel's order.
static_assert(!sp::any_tensor<packed<float, w>>);
// Nobody else makes one.
static_assert(!std::is_default_constructible_v<sp::packed_weight<float, D, F>>);
static_assert(!std::is_constructible_v<sp::packed_weight<float, D, F>, w>);
// Nothing of a refused operand.
static_assert(std::is_same_v<packed<float, sp::poisoned>, sp::poisoned>);
static_assert(std::is_same_v<decltype(sp::matmul(sp::poisoned{}, std::declval<packed<float, w>>())), sp::poisoned>);
