// SPDX-License-Identifier: BSL-1.0
/// concat makes a tensor; its axis has the sum of the extents.
#include <shapeproof/ops/concat.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;

using L = axis<"L", 8>;
using D = axis<"D", 4>;
using part = axis<"L", 3>;
using rows = sp::tensor<float, L, D>;

template <class A, class Other>
using joined = decltype(sp::concat<"L">(std::declval<A>(), std::declval<Other>()));

static_assert(std::is_same_v<joined<rows&, sp::view<float const, part, D>>, sp::tensor<float, axis<"L", 11>, D>>);
static_assert(std::is_same_v<joined<sp::meta_tensor<float, axis<"L", "past">, D>, sp::meta_tensor<float, part, D>>,
                             sp::meta_tensor<float, axis<"L", "past+3">, D>>);
static_assert(sp::can_concat<rows, sp::tensor<float, part, D>, "L">);
static_assert(!sp::can_concat<rows, sp::tensor<float, part, D>, "D">);  // L differs
