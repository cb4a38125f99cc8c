// SPDX-License-Identifier: BSL-1.0
/// Plain integers for extents and strides.
#include <shapeproof/interop/sizes.hpp>
#include <shapeproof/tensor/tensor.hpp>
#include <shapeproof/tensor/view.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace sp = shapeproof;

using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;

// Integers of any type, counted by the compiler; a pointer needs its rank.
static_assert(std::is_same_v<decltype(sp::extents{7, std::size_t{4}}), sp::extents<2>>);
static_assert(std::is_same_v<decltype(sp::strides(std::array<int, 3>{})), sp::strides<3>>);
static_assert(sp::strides{-4, 1}.at[0] == -4);
static_assert(std::is_constructible_v<sp::extents<2>, std::int64_t const*>);
static_assert(!std::is_constructible_v<sp::extents<2>, int>);
static_assert(!std::is_constructible_v<sp::extents<1>, double>);

// Extents are no strides, and the other way round.
static_assert(!std::is_convertible_v<sp::extents<2>, sp::strides<2>>);
static_assert(!std::is_constructible_v<sp::extents<2>, sp::strides<2>>);

using x = sp::tensor<float, L, D>;
static_assert(std::is_same_v<decltype(sp::extents_of(std::declval<x&>())), std::array<std::size_t, 2>>);
static_assert(std::is_same_v<decltype(sp::strides_of<int>(std::declval<x const&>())), std::array<int, 2>>);

// Only what has elements has an address.
static_assert(sp::tensor_in_memory<x> && sp::tensor_in_memory<sp::view<float const, D>&>);
static_assert(!sp::tensor_in_memory<sp::meta<float, sp::shape<D>>> && !sp::tensor_in_memory<float*>);
