// SPDX-License-Identifier: BSL-1.0
/// Shapes that are sums over ranks, as rules and messages see them.
#include <shapeproof/rules/partial_sum.hpp>

#include <type_traits>

namespace sp = shapeproof;
namespace rules = shapeproof::rules;
using sp::axis;
using sp::shape;

using tp = sp::mesh<"tp", 2>;
using dp = sp::mesh<"dp", 3>;
using x = shape<axis<"L">, axis<"D", 4>>;
using rules::mesh_list;

static_assert(std::is_same_v<rules::sum_over<x, mesh_list<>>, x>);
static_assert(std::is_same_v<rules::sum_over<x, mesh_list<dp, tp>>, rules::partial_sum<x, dp, tp>>);
static_assert(to_text(rules::partial_sum<x, tp>{}).view() == "[L, D=4] partial over tp");
static_assert(to_text(rules::partial_sum<x, dp, tp>{}).view() == "[L, D=4] partial over dp and tp");

// A mesh is known by its name; where two of one name have other degrees, a reason says so.
using rules::detail::times_in;
using rules::detail::unequal_degrees;
using tp4 = sp::mesh<"tp", 4>;
static_assert(times_in<tp4, mesh_list<dp, tp>> == 1 && times_in<dp, mesh_list<tp, tp4>> == 0);
static_assert(std::is_void_v<unequal_degrees<mesh_list<tp, dp, tp>>::type>);
static_assert(unequal_degrees<mesh_list<tp, dp, tp4>>::type::reason().view() ==
              "tp has 2 ranks here and 4 there; a mesh has one degree");
