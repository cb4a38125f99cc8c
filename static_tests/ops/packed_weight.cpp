// SPDX-License-Identifier: BSL-1.0
/// Nobody but `pack` and a checked file makes packed weights; views of them multiply as they do.
#include <shapeproof/nn/project.hpp>
#include <shapeproof/ops/packed.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;

using L = axis<"L">;
using D = axis<"D", 6>;
using F = axis<"F", 8>;
using x = sp::tensor<float, L, D>;
using weight = sp::packed_weight<float, D, F>;
using view = sp::packed_view<float, D, F>;

static_assert(std::is_constructible_v<view, weight const&>);
static_assert(!std::is_constructible_v<view, weight>);  // which would be gone
static_assert(!std::is_constructible_v<view, sp::packed_weight<float, F, D> const&>);
static_assert(!std::is_constructible_v<view, sp::packed_weight<sp::bf16, D, F> const&>);
static_assert(!std::is_constructible_v<view, sp::symbol_values<sp::symbols<>>, std::byte const*>);
static_assert(!std::is_constructible_v<view, std::byte const*>);
static_assert(!std::is_default_constructible_v<view>);

static_assert(sp::any_packed_weight<view> && !sp::any_tensor<view>);
static_assert(std::is_same_v<decltype(sp::matmul(std::declval<x const&>(), std::declval<view const&>())),
                             decltype(sp::matmul(std::declval<x const&>(), std::declval<weight const&>()))>);
static_assert(std::is_same_v<sp::nn::input_axis<view>, D>);
static_assert(sp::can_matmul<x, view> && !sp::can_matmul<x, sp::packed_view<float, F, D>>);
// A weight has one owner.
static_assert(!std::is_copy_constructible_v<weight> && std::is_trivially_copyable_v<view>);
