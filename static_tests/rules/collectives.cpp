// SPDX-License-Identifier: BSL-1.0
/// What ranks do together: each takes one placement and gives one.
#include <shapeproof/rules/collectives.hpp>

#include <type_traits>

namespace sp = shapeproof;
namespace rules = shapeproof::rules;
using rules::partial_sum;
using sp::axis;
using sp::is_refused;
using sp::shape;

using tp = sp::mesh<"tp", 2>;
using dp = sp::mesh<"dp", 3>;
using L = axis<"L", 7>;
using D = axis<"D", 12>;
using Dt = sp::shard<D, tp>;
using x = shape<L, D>;
using sum = partial_sum<x, tp>;
using part = shape<L, Dt>;

template <class Operand>
using reduced = decltype(rules::all_reduce<"tp">(Operand{}));
template <class Operand>
using gathered = decltype(rules::all_gather<"D">(Operand{}));
template <class Operand, class Mesh = tp>
using summed_part = decltype(rules::reduce_scatter<"D", Mesh>(Operand{}));
template <class Operand, class Mesh = tp>
using own_part = decltype(rules::scatter<"D", Mesh>(Operand{}));

static_assert(std::is_same_v<reduced<sum>, x>);
static_assert(std::is_same_v<reduced<partial_sum<x, dp, tp>>, partial_sum<x, dp>>);
static_assert(is_refused<reduced<x>> && is_refused<reduced<part>> && is_refused<reduced<partial_sum<x, dp>>>);

static_assert(std::is_same_v<gathered<part>, x>);
static_assert(std::is_same_v<gathered<partial_sum<part, dp>>, partial_sum<x, dp>>);
static_assert(is_refused<gathered<x>> && is_refused<gathered<shape<L>>> && is_refused<gathered<partial_sum<part, tp>>>);

static_assert(std::is_same_v<summed_part<sum>, part>);
static_assert(std::is_same_v<summed_part<partial_sum<x, dp, tp>>, partial_sum<part, dp>>);
static_assert(is_refused<summed_part<x>> && is_refused<summed_part<partial_sum<x, dp>>>);
static_assert(is_refused<summed_part<partial_sum<shape<L>, tp>>>);                             // no such axis
static_assert(is_refused<summed_part<partial_sum<x, sp::mesh<"tp", 5>>, sp::mesh<"tp", 5>>>);  // 12 over 5
static_assert(is_refused<summed_part<sum, sp::mesh<"tp", 4>>>);                                // not that many ranks
static_assert(is_refused<summed_part<sum, sp::mesh<"tp">>> && is_refused<own_part<sum, sp::mesh<"tp", 4>>>);

static_assert(std::is_same_v<own_part<x>, sp::strided<part, sp::memory<L, D>>>);  // a view: D is the inner axis
static_assert(std::is_same_v<own_part<shape<D, L>>, shape<Dt, L>>);               // dense: it is the outermost one
static_assert(std::is_same_v<own_part<x, sp::mesh<"tp", 1>>, x>);
// One rank has the sum already, of other ranks' sums as well.
static_assert(std::is_same_v<summed_part<x, sp::mesh<"tp", 1>>, x>);
static_assert(std::is_same_v<summed_part<partial_sum<x, dp>, sp::mesh<"tp", 1>>, partial_sum<x, dp>>);
static_assert(is_refused<summed_part<shape<L>, sp::mesh<"tp", 1>>>);  // no such axis
static_assert(is_refused<summed_part<sum, sp::mesh<"tp", 1>>>);       // tp has two
static_assert(is_refused<own_part<part>> && is_refused<own_part<sum>> && is_refused<own_part<shape<L>>>);
static_assert(is_refused<own_part<shape<D, sp::shard<axis<"F", 4>, tp>>>>);  // two shards over one mesh
static_assert(!is_refused<own_part<shape<D, sp::shard<axis<"F", 3>, dp>>>>);
static_assert(!is_refused<own_part<partial_sum<x, dp>>>);

// Laws: gather of scatter is x; all_reduce is gather of reduce_scatter.
static_assert(std::is_same_v<gathered<sp::shape_in<own_part<x>>>, x>);
static_assert(std::is_same_v<gathered<summed_part<sum>>, reduced<sum>>);
// Heads: a fused axis is cut and gathered over its first factor; inside of it, never.
using H = axis<"H", 4>;
using Dk = axis<"Dk", 4>;
using heads = shape<L, sp::fused<H, Dk>>;
using cut = sp::shape_in<decltype(rules::scatter<"(H Dk)", tp>(heads{}))>;
static_assert(std::is_same_v<cut, shape<L, sp::fused<sp::shard<H, tp>, Dk>>>);
static_assert(std::is_same_v<decltype(rules::all_gather<"(H Dk)">(cut{})), heads>);
static_assert(is_refused<decltype(rules::all_gather<"(H Dk)">(shape<sp::fused<H, sp::shard<Dk, tp>>>{}))>);
static_assert(is_refused<decltype(rules::all_gather<"H">(cut{}))>);

// A symbolic degree.
using any = sp::mesh<"tp">;
using F = axis<"F", "tp*Fl">;
using cut_any = sp::shape_in<decltype(rules::scatter<"F", any>(shape<L, F>{}))>;
static_assert(std::is_same_v<cut_any, shape<L, sp::shard<F, any>>>);
static_assert(std::is_same_v<decltype(rules::all_gather<"F">(cut_any{})), shape<L, F>>);
