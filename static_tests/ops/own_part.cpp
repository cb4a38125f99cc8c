// SPDX-License-Identifier: BSL-1.0
/// A rank's part of a weight: a view of exactly the shards that the shape names.
#include <shapeproof/nn/stored_weight.hpp>
#include <shapeproof/ops/own_part.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::shape;

using tp = sp::mesh<"tp", 2>;
using D = axis<"D", 6>;
using F = axis<"F", 4>;
using F_part = sp::shard<F, tp>;
template <class Shape, class X>
using part = decltype(sp::own_part<Shape>(std::declval<X const&>()));

static_assert(std::is_same_v<part<shape<F_part, D>, sp::tensor<float, F, D>>, sp::view<float const, F_part, D>>);
static_assert(std::is_same_v<part<shape<D, F_part>, sp::tensor<float, D, F>>,
                             sp::strided_view<float const, sp::strided<shape<D, F_part>, sp::memory<D, F>>>>);
static_assert(std::is_same_v<part<shape<D, F>, sp::tensor<float, D, F>>, sp::view<float const, D, F>>);
// Of a weight that a file stores as [Out, In] too.
using stored = sp::nn::stored_matrix<sp::nn::linear_convention, D, F>;
static_assert(std::is_same_v<part<shape<D, F_part>, stored>,
                             sp::strided_view<float const, sp::strided<shape<D, F_part>, sp::memory<F_part, D>>>>);

// What has the shard already keeps it, and one that expires is the owner of its part.
static_assert(std::is_same_v<part<shape<D, F_part>, sp::tensor<float, D, F_part>>, sp::view<float const, D, F_part>>);
static_assert(
    std::is_same_v<decltype(sp::own_part<shape<F_part, D>>(sp::tensor<float, F, D>())), sp::tensor<float, F_part, D>>);

// Refused: a part of what x has not, and what no view has.
using H = axis<"H", 4>;
using Dk = axis<"Dk", 6>;
template <class Shape, class... Axes>
inline constexpr bool is_part = sp::accepts_layout<sp::rules::own_part_rule<Shape>, sp::tensor<float, Axes...>>;
static_assert(is_part<shape<D, sp::fused<sp::shard<H, tp>, Dk>>, D, sp::fused<H, Dk>>);
static_assert(!is_part<shape<D, sp::fused<H, sp::shard<Dk, tp>>>, D, sp::fused<H, Dk>>);
// What is in pieces is not cut here: x has it already.
static_assert(is_part<shape<D, sp::fused<H, sp::shard<Dk, tp>>>, D, sp::fused<H, sp::shard<Dk, tp>>>);
static_assert(!is_part<shape<sp::fused<sp::shard<H, tp>, sp::shard<Dk, sp::mesh<"dp", 2>>>>, sp::fused<H, Dk>>);
static_assert(!is_part<shape<sp::concatenated<F_part, sp::shard<H, tp>>>, sp::concatenated<F, H>>);
static_assert(!is_part<shape<D, F>, D, F_part> && !is_part<shape<D, F_part>, D, sp::shard<F, sp::mesh<"dp", 2>>>);
static_assert(!is_part<shape<D, F_part>, F, D> && !is_part<shape<D, F_part>, D> && !is_part<shape<D>, D, F>);
