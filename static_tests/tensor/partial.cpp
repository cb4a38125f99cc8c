// SPDX-License-Identifier: BSL-1.0
/// A sum over ranks is a mark of a tensor's type, beside that of a last position.
#include <shapeproof/tensor/meta.hpp>
#include <shapeproof/tensor/partial.hpp>
#include <shapeproof/tensor/tensor.hpp>
#include <shapeproof/tensor/view.hpp>

#include <type_traits>

namespace sp = shapeproof;
using sp::axis;
using sp::partial;

using tp = sp::mesh<"tp", 2>;
using dp = sp::mesh<"dp", 3>;
using x = sp::tensor<float, axis<"L", 7>, axis<"D", 12>>;
using sum = partial<tp, x>;

static_assert(sp::is_partial<sum> && !sp::is_partial<x>);
static_assert(sp::is_partial_over<sum, "tp"> && !sp::is_partial_over<sum, "dp"> && !sp::is_partial_over<x, "tp">);
static_assert(sp::any_tensor<sum> && std::is_same_v<sp::shape_of<sum>, sp::shape_of<x>> && !sp::is_meta<sum>);
static_assert(sp::is_meta<partial<tp, sp::meta_tensor<float, axis<"L">>>>);
static_assert(std::is_same_v<sp::placed_shape_of<x>, sp::shape_of<x>>);
static_assert(std::is_same_v<sp::placed_shape_of<sum>, sp::rules::partial_sum<sp::shape_of<x>, tp>>);

// Several meshes are in one order; a refused tensor is no sum.
using sp::rules::mesh_list;
static_assert(std::is_same_v<sp::summed_over<x, mesh_list<tp, dp>>, partial<dp, partial<tp, x>>>);
static_assert(std::is_same_v<sp::summed_over<x, mesh_list<dp, tp>>, partial<dp, partial<tp, x>>>);
static_assert(sp::is_partial_over<partial<dp, sum>, "tp"> && sp::is_partial_over<partial<dp, sum>, "dp">);
static_assert(std::is_same_v<sp::summed_as<x, sum&>, sum> && std::is_same_v<sp::summed_as<x, x>, x>);
static_assert(std::is_same_v<sp::summed_over<sp::poisoned, mesh_list<tp>>, sp::poisoned>);

// The mark of a last position lies inside and is passed on.
using last = sp::at_last<"L", sp::tensor<float, axis<"D", 12>>>;
static_assert(sp::is_at_last<partial<tp, last>, "L"> && !sp::is_at_last<sum, "L">);
static_assert(std::is_same_v<sp::marked_as<sp::tensor<float, axis<"V", 5>>, partial<tp, last>>,
                             sp::at_last<"L", sp::tensor<float, axis<"V", 5>>>>);

// It costs nothing, and copies and moves are its own.
static_assert(sizeof(sum) == sizeof(x) && std::is_copy_constructible_v<sum> && std::is_move_constructible_v<sum>);
static_assert(std::is_copy_assignable_v<sum> &&
              std::is_nothrow_move_constructible_v<sum> == std::is_nothrow_move_constructible_v<x>);

// It holds a tensor and is none: no reference or pointer takes the one for the other.
static_assert(!std::is_base_of_v<x, sum> && !std::is_convertible_v<sum*, x*>);
static_assert(!std::is_base_of_v<sum, partial<dp, sum>> && !std::is_convertible_v<partial<dp, sum>*, sum*>);
using traced = sp::meta_tensor<float, axis<"L">>;
static_assert(!std::is_convertible_v<partial<tp, traced>, traced>);

// A sum seen through a view is one over the same ranks.
using seen = sp::view<float const, axis<"L", 7>, axis<"D", 12>>;
static_assert(std::is_constructible_v<partial<tp, seen>, sum const&>);
static_assert(std::is_constructible_v<partial<dp, partial<tp, seen>>, partial<dp, sum> const&>);
