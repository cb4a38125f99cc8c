// SPDX-License-Identifier: BSL-1.0
/// What refusals say of ranks: which mesh is at fault, and which axes are cut over it.
#include <shapeproof/rules/placement_reasons.hpp>

namespace sp = shapeproof;
namespace detail = shapeproof::rules::detail;
using sp::axis;
using sp::shape;

using tp = sp::mesh<"tp", 2>;
using dp = sp::mesh<"dp", 3>;
using L = axis<"L", 7>;
using D = sp::shard<axis<"D", 12>, dp>;
using F = sp::shard<axis<"F", 20>, tp>;
using heads = sp::fused<sp::shard<axis<"H", 4>, tp>, axis<"Dk", 5>>;

static_assert(detail::names_cut_over(shape<>{}, "tp").view().empty());
static_assert(detail::names_cut_over(shape<L, D, F, heads>{}, "tp").view() == "F and (H Dk)");
static_assert(detail::names_cut_over(shape<L, D, F, heads>{}, "dp").view() == "D");

static_assert(detail::nothing_to_reduce<"tp", shape<L, F>>::reason().view() ==
              "it is no sum over tp: each rank has its part of F; call all_gather<F>");
static_assert(detail::nothing_to_reduce<"tp", shape<L, D>>::reason().view() ==
              "it is no sum over tp: each rank has all of it, and the sum would count it on each");
static_assert(detail::parts_meet<tp, shape<F, L, heads>>::reason().view() ==
              "each rank of tp would sum only where its parts of F and (H Dk) meet; gather one of them first");
