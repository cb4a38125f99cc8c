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
