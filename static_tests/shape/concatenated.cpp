// SPDX-License-Identifier: BSL-1.0
/// Axes side by side are a shard where all of them are, over one mesh; operations see it as they see any shard.
#include <shapeproof/ops/collectives.hpp>
#include <shapeproof/ops/matmul.hpp>
#include <shapeproof/ops/reduce.hpp>
#include <shapeproof/ops/softmax.hpp>
#include <shapeproof/shape/concatenated.hpp>
#include <shapeproof/tensor/shaped.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::shard;

using tp = sp::mesh<"tp", 2>;
using Q = axis<"Q", 8>;
using K = axis<"K", 4>;
using both = sp::concatenated<Q, K>;
using part = sp::concatenated<shard<Q, tp>, shard<K, tp>>;

static_assert(sp::axis_name<both> == "(Q|K)" && sp::static_extent<both> == 12 && !sp::is_sharded<both>);
static_assert(sp::is_static<both> && !sp::is_static<sp::concatenated<axis<"Q">, K>>);
static_assert(sp::same_name<both, sp::concatenated<axis<"Q", 2>, axis<"K">>> &&
              !sp::same_name<both, sp::concatenated<K, Q>>);
static_assert(sp::axis_text<sp::concatenated<axis<"Q">, axis<"K", 2>>>().view() == "(Q|K)=Q+2");

// A part says of what, and over which ranks, once.
static_assert(sp::is_sharded<part> && sp::is_sharded_inside<part> && !sp::is_sharded_inside<both>);
static_assert(std::is_same_v<sp::whole<part>, both> && sp::axis_text<part>().view() == "(Q|K)=6 of 12 over tp");
static_assert(std::is_same_v<sp::detail::meshes_of_axis<part>::type, sp::detail::mesh_list<tp>>);

using L = axis<"L", 6>;
using D = axis<"D", 5>;
template <class... Axes>
using tensor = sp::tensor<float, Axes...>;
template <class A, class B>
using product = decltype(sp::matmul(std::declval<A const&>(), std::declval<B const&>()));

// Summed over, it leaves a sum over its ranks; else it is a shard of the result.
static_assert(std::is_same_v<product<tensor<L, part>, tensor<part, D>>, sp::partial<tp, tensor<L, D>>>);
static_assert(std::is_same_v<product<tensor<L, both>, tensor<both, D>>, tensor<L, D>>);
static_assert(std::is_same_v<product<tensor<L, D>, tensor<D, part>>, tensor<L, part>>);
static_assert(sp::is_partial_over<decltype(sp::sum<"(Q|K)">(std::declval<tensor<L, part> const&>())), "tp">);

template <class Rule, class... Operands>
inline constexpr bool is_accepted = sp::accepts<Rule, Operands...>;
using columns = shard<axis<"F", 8>, tp>;
static_assert(!is_accepted<sp::rules::matmul_rule, tensor<L, columns>, tensor<columns, part>>);
static_assert(!is_accepted<sp::rules::matmul_rule, tensor<shard<L, tp>, D>, tensor<D, part>>);
static_assert(!is_accepted<sp::rules::softmax_rule<"(Q|K)">, tensor<L, part>>);
static_assert(is_accepted<sp::rules::softmax_rule<"(Q|K)">, tensor<L, both>>);
static_assert(!is_accepted<sp::rules::reduce_rule<"max", "(Q|K)">, tensor<L, part>>);
static_assert(!sp::can_all_gather<tensor<L, part>, "(Q|K)"> && !sp::can_shard<part, tp> && !sp::can_shard<both, tp>);
static_assert(!sp::shaped<tensor<L, part>, float, L, sp::any_extent<"(Q|K)">>);
static_assert(sp::shaped<tensor<L, both>, float, L, sp::any_extent<"(Q|K)">>);
