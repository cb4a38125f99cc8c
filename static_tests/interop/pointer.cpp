// SPDX-License-Identifier: BSL-1.0
/// The type of a view over a pointer: what is stated, dense or not.
#include <shapeproof/interop/pointer.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::memory;
using sp::shape;
using sp::strided;

using L = axis<"L">;
using D = axis<"D", 4>;
using wide = axis<"D", 8>;

template <class... Stated>
using seen = decltype(sp::from_pointer<Stated...>(std::declval<float*>(), sp::extents{3, 4}, sp::strides{4, 1}));

static_assert(std::is_same_v<seen<L, D>, sp::view<float, L, D>>);
// The order of memory that is the axes' own is dense.
static_assert(std::is_same_v<seen<memory<L, D>, L, D>, sp::view<float, L, D>>);
static_assert(std::is_same_v<seen<memory<D, L>, L, D>, sp::strided_view<float, strided<shape<L, D>, memory<D, L>>>>);
static_assert(
    std::is_same_v<seen<memory<L, wide>, L, D>, sp::strided_view<float, strided<shape<L, D>, memory<L, wide>>>>);

// A slot whose width only the strides know.
using padded = seen<memory<L, axis<"D", "width">>, L, D>;
static_assert(std::is_same_v<padded, sp::strided_view<float, strided<shape<L, D>, memory<L, axis<"D", "width">>>>>);

// Without extents, bindings give the values.
using bound = decltype(sp::from_pointer<L, D>(std::declval<float const*>(), sp::strides{4, 1}, sp::bind<"L">(3)));
static_assert(std::is_same_v<bound, sp::view<float const, L, D>>);
