// SPDX-License-Identifier: BSL-1.0
/// Where results are sums over ranks: contractions of shards are, what is linear stays one, everything else is refused.
#include <shapeproof/rules/broadcast.hpp>
#include <shapeproof/rules/concat.hpp>
#include <shapeproof/rules/contract.hpp>
#include <shapeproof/rules/einsum.hpp>
#include <shapeproof/rules/index.hpp>
#include <shapeproof/rules/linear.hpp>
#include <shapeproof/rules/placement.hpp>
#include <shapeproof/rules/reduce.hpp>
#include <shapeproof/rules/reorder.hpp>

#include <type_traits>

namespace sp = shapeproof;
namespace rules = shapeproof::rules;
using rules::mesh_list;
using rules::partial_sum;
using sp::axis;
using sp::is_refused;
using sp::shape;

using tp = sp::mesh<"tp", 2>;
using dp = sp::mesh<"dp", 3>;
using L = axis<"L", 7>;
using D = axis<"D", 12>;
using F = sp::shard<axis<"F", 20>, tp>;
using H = sp::shard<axis<"H", 4>, tp>;
using Dk = axis<"Dk", 5>;
using B = sp::shard<axis<"B", 6>, dp>;
using x = shape<L, D>;
using sum = partial_sum<x, tp>;

template <class Rule, class Result, class... Operands>
using meshes = decltype(rules::meshes_of_result<Rule, Result, Operands...>());
template <class Found, class... Meshes>
inline constexpr bool over = std::is_same_v<Found, mesh_list<Meshes...>>;
using matmul = rules::matmul_rule;

// Column-parallel: nothing is summed over ranks. Row-parallel: the shard is contracted.
static_assert(over<meshes<matmul, shape<L, F>, x, shape<D, F>>>);
static_assert(over<meshes<matmul, x, shape<L, F>, shape<F, D>>, tp>);
static_assert(over<meshes<rules::linear_rule, x, shape<L, F>, shape<F, D>>, tp>);
static_assert(over<meshes<rules::contract_rule<"F">, x, shape<L, F>, shape<D, F>>, tp>);
static_assert(over<meshes<rules::einsum_rule<"L F, F D -> L D">, x, shape<L, F>, shape<F, D>>, tp>);
static_assert(over<meshes<matmul, x, shape<L, sp::fused<H, Dk>>, shape<sp::fused<H, Dk>, D>>, tp>);
static_assert(over<meshes<rules::reduce_rule<"sum", "F">, shape<L>, shape<L, F>>, tp>);
static_assert(over<meshes<rules::reduce_rule<"sum", "L">, shape<F>, shape<L, F>>>);
// Heads that both sides have, and the batch, are walked by each rank: no sum.
static_assert(
    over<meshes<rules::contract_rule<"Dk">, shape<H, L, axis<"S", 9>>, shape<H, L, Dk>, shape<H, axis<"S", 9>, Dk>>>);
static_assert(over<meshes<matmul, shape<B, L, D>, shape<B, L, F>, shape<F, D>>, tp>);

// What is linear keeps the sum; two meshes are two sums.
static_assert(over<meshes<rules::transpose_rule<"L", "D">, shape<D, L>, sum>, tp>);
static_assert(over<meshes<rules::broadcast_rule<"+">, x, sum, sum>, tp>);
static_assert(over<meshes<rules::broadcast_rule<"*">, x, sum, x>, tp>);
static_assert(over<meshes<rules::broadcast_rule<"*">, x, shape<D>, sum>, tp>);
static_assert(over<meshes<matmul, shape<L, L>, sum, shape<D, L>>, tp>);
static_assert(over<meshes<matmul, x, partial_sum<shape<L, F>, dp>, shape<F, D>>, dp, tp>);
static_assert(over<meshes<matmul, shape<L, L>, sum, partial_sum<shape<D, L>, dp>>, tp, dp>);
static_assert(over<meshes<rules::concat_rule<"L">, shape<axis<"L", 14>, D>, sum, sum>, tp>);

// Refused.
template <class Rule, class Result, class... Operands>
inline constexpr bool refused = is_refused<meshes<Rule, Result, Operands...>>;
static_assert(refused<rules::softmax_rule<"D">, x, sum>);
static_assert(refused<rules::normalize_rule<"rms_norm", "D">, x, sum, shape<D>>);
static_assert(refused<rules::reduce_rule<"max", "D">, shape<L>, sum>);
static_assert(refused<rules::broadcast_rule<"+">, x, sum, x> && refused<rules::broadcast_rule<"-">, x, x, sum>);
static_assert(refused<rules::broadcast_rule<"+">, x, sum, shape<D>>);            // a bias on each rank
static_assert(refused<rules::broadcast_rule<"+">, x, sum, partial_sum<x, dp>>);  // sums over others
static_assert(refused<rules::broadcast_rule<"*">, x, sum, sum>);
static_assert(refused<matmul, shape<L, L>, sum, partial_sum<shape<D, L>, tp>>);
static_assert(refused<matmul, shape<L, F>, sum, shape<D, F>>);                 // into columns that are cut
static_assert(refused<matmul, x, partial_sum<shape<L, F>, tp>, shape<F, D>>);  // summed twice over the same ranks
static_assert(refused<rules::concat_rule<"L">, shape<axis<"L", 14>, D>, sum, x>);
static_assert(refused<rules::linear_rule, x, shape<L, F>, shape<F, D>, shape<D>>);  // the bias of a sum
static_assert(!refused<rules::linear_rule, shape<L, F>, x, shape<D, F>, shape<F>>);
static_assert(refused<rules::linear_rule, x, x, shape<D, D>, partial_sum<shape<D>, tp>>);  // a bias that is a sum
using Lt = sp::shard<axis<"L", 8>, tp>;
static_assert(refused<matmul, shape<Lt, F>, shape<Lt, D>, shape<D, F>>);  // a part of the diagonal
static_assert(!refused<matmul, shape<Lt, D>, shape<Lt, D>, shape<D, D>>);
static_assert(refused<matmul, shape<Lt, D>, shape<Lt, F>, shape<F, D>>);
// Every shard of the result counts, inside of fused axes too; and so does every axis that is summed.
using rows = sp::fused<F, axis<"Q", 3>>;
static_assert(refused<matmul, shape<rows, F>, shape<rows, D>, shape<D, F>>);
static_assert(refused<matmul, shape<L, F>, shape<L, rows>, shape<rows, F>>);
static_assert(over<meshes<matmul, x, shape<L, rows>, shape<rows, D>>, tp>);
// Ranks of one name have one degree.
using F4 = sp::shard<axis<"G", 8>, sp::mesh<"tp", 4>>;
using Fs = sp::shard<axis<"G", "tp*g">, sp::mesh<"tp">>;
using sum4 = partial_sum<x, sp::mesh<"tp", 4>>;
static_assert(refused<matmul, shape<L, F4>, shape<L, F>, shape<F, F4>>);
static_assert(refused<matmul, shape<L, Fs>, shape<L, F>, shape<F, Fs>>);
static_assert(refused<rules::broadcast_rule<"*">, shape<L, F>, shape<L, F>, partial_sum<shape<L>, sp::mesh<"tp", 4>>>);
static_assert(refused<rules::broadcast_rule<"+">, x, sum, sum4> && refused<rules::concat_rule<"L">, x, sum, sum4>);

// A rule that says nothing of ranks takes no sums, and of shards those that its result has, each over a mesh of its
// own.
struct own_rule {};
static_assert(over<meshes<own_rule, x, x, x>> && refused<own_rule, x, x, sum>);
static_assert(over<meshes<own_rule, shape<L, F>, shape<L, F>>> && over<meshes<own_rule, shape<F>, shape<L, F>>>);
static_assert(over<meshes<own_rule, shape<B, F>, shape<B, D>, shape<F, D>>>);
static_assert(refused<own_rule, shape<L>, shape<L, F>> && refused<own_rule, shape<L, D>, shape<L, F>, shape<D, F>>);
static_assert(refused<own_rule, shape<L, axis<"F", 20>>, shape<L, F>>);
static_assert(refused<own_rule, shape<L>, shape<L, sp::fused<H, Dk>>>);
static_assert(refused<own_rule, shape<F, H>, shape<F, D>, shape<H, D>>);
static_assert(refused<own_rule, shape<sp::fused<F, H>, L>, shape<sp::fused<F, H>, L>>);
static_assert(rules::looks_at_shards<own_rule> && rules::looks_at_shards<matmul>);
static_assert(!rules::looks_at_shards<rules::transpose_rule<"L", "D">> &&
              !rules::looks_at_shards<rules::concat_rule<"L">>);
// So is an operation that is broadcast and is not one of `+`, `-` and `*`.
static_assert(refused<rules::broadcast_rule<"maximum">, x, sum, sum> &&
              over<meshes<rules::broadcast_rule<"maximum">, shape<L, F>, shape<L, F>, shape<F>>>);

// Rows of a sum may be picked, but not by ids that are one.
using embed = rules::embed_rule<axis<"V", 20>>;
using Vt = sp::shard<axis<"V", 20>, tp>;
static_assert(over<meshes<embed, x, partial_sum<shape<axis<"V", 20>, D>, tp>, shape<L>>, tp>);
static_assert(over<meshes<embed, x, shape<Vt, D>, shape<L>>, tp>);
static_assert(refused<embed, x, shape<axis<"V", 20>, D>, partial_sum<shape<L>, tp>>);
static_assert(refused<embed, x, shape<Vt, D>, partial_sum<shape<L>, dp>>);

// The rules themselves: an axis that must be whole.
static_assert(is_refused<decltype(rules::softmax<"F">(shape<L, F>{}))>);
static_assert(is_refused<decltype(rules::reduce<"max", "F">(shape<L, F>{}))>);
static_assert(is_refused<decltype(rules::normalize<"layer_norm", "F">(shape<L, F>{}, shape<F>{}, shape<F>{}))>);
static_assert(is_refused<decltype(rules::causal_softmax<"L", "S">(shape<L, sp::shard<axis<"S", 8>, tp>>{}))>);
static_assert(std::is_same_v<decltype(rules::softmax<"L">(shape<L, F>{})), shape<L, F>>);  // each rank has all of L
static_assert(is_refused<decltype(rules::concat<"F">(shape<F>{}, shape<F>{}))>);
// Shards and whole axes are different axes to every rule; a shard may have another role.
static_assert(is_refused<decltype(rules::matmul(shape<L, F>{}, shape<axis<"F", 20>, D>{}))>);
static_assert(is_refused<decltype(rules::matmul(shape<L, F>{}, shape<axis<"F", 10>, D>{}))>);
static_assert(is_refused<decltype(rules::broadcast<"+">(shape<L, F>{}, shape<axis<"F", 20>>{}))>);
static_assert(std::is_same_v<decltype(rules::rename<"F", "E">(shape<L, F>{})), shape<L, sp::shard<axis<"E", 20>, tp>>>);
