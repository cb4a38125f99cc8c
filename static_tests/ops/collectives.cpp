// SPDX-License-Identifier: BSL-1.0
/// Operations over ranks give the types of operations without them.
#include <shapeproof/nn/rope.hpp>
#include <shapeproof/ops/activation.hpp>
#include <shapeproof/ops/arithmetic.hpp>
#include <shapeproof/ops/collectives.hpp>
#include <shapeproof/ops/concat.hpp>
#include <shapeproof/ops/contract.hpp>
#include <shapeproof/ops/einsum.hpp>
#include <shapeproof/ops/embed.hpp>
#include <shapeproof/ops/linear.hpp>
#include <shapeproof/ops/matmul.hpp>
#include <shapeproof/ops/normalize.hpp>
#include <shapeproof/ops/packed.hpp>
#include <shapeproof/ops/rearrange.hpp>
#include <shapeproof/ops/reduce.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/ops/softmax.hpp>
#include <shapeproof/ops/split_merge.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::partial;

using L = axis<"L", 7>;
using D = axis<"D", 12>;
template <class... Axes>
using floats = sp::tensor<float, Axes...>;
template <class X>
X any();
template <class A, class B>
inline constexpr bool same = std::is_same_v<A, B>;

/// Each law for two ranks, and for as many as a symbol says.
template <class tp, class Whole>
struct laws {
  using F = sp::shard<Whole, tp>;
  using x = floats<L, D>;
  using wide = floats<L, F>;
  using up = floats<D, F>;
  using down = floats<F, D>;
  using sum = partial<tp, x>;

  static_assert(same<decltype(sp::matmul(any<x&>(), any<up&>())), wide>);
  static_assert(same<decltype(sp::matmul(any<wide&>(), any<down&>())), sum>);
  static_assert(same<decltype(sp::linear(any<wide&>(), any<down&>())), sum>);
  static_assert(same<decltype(sp::contract<"F">(any<wide&>(), any<down&>())), sum>);
  static_assert(same<decltype(sp::einsum<"L F, F D -> L D">(any<wide&>(), any<down&>())), sum>);
  static_assert(same<decltype(sp::matmul(any<wide&>(), any<sp::packed_weight<float, F, D>&>())), sum>);
  static_assert(same<decltype(sp::sum<"F">(any<wide&>())), partial<tp, floats<L>>>);
  // all_reduce of a contraction over shards is the contraction of what they are shards of.
  static_assert(same<decltype(sp::all_reduce<"tp">(any<sum>())),
                     decltype(sp::matmul(any<floats<L, Whole>&>(), any<floats<Whole, D>&>()))>);
  static_assert(same<decltype(sp::all_gather<"F">(any<wide&>())), floats<L, Whole>>);
  static_assert(same<decltype(sp::all_gather<"F">(sp::scatter<"F", tp>(any<floats<L, Whole>&>()))), floats<L, Whole>>);
  static_assert(same<decltype(sp::reduce_scatter<"F", tp>(any<partial<tp, floats<L, Whole>>&>())), wide>);
  static_assert(same<decltype(sp::all_gather<"F">(sp::reduce_scatter<"F", tp>(any<partial<tp, floats<L, Whole>>&>()))),
                     decltype(sp::all_reduce<"tp">(any<partial<tp, floats<L, Whole>>>()))>);
  // The words of a source that runs with and without ranks.
  static_assert(same<decltype(sp::replicated(any<sum>())), x> && same<decltype(sp::replicated(any<sum&>())), x>);
  static_assert(same<decltype(sp::replicated(any<x>())), x> && same<decltype(sp::replicated(any<x&>())), x&>);
  static_assert(same<decltype(sp::gathered<"F">(any<wide&>())), floats<L, Whole>>);
  static_assert(same<decltype(sp::gathered<"D">(any<x&>())), x&> && same<decltype(sp::gathered<"D">(any<x>())), x>);
  static_assert(same<decltype(sp::scatter<"F", tp>(any<floats<Whole, D>&>())), sp::view<float, F, D>>);

  // Linear operations and views.
  static_assert(same<decltype(any<sum&>() + any<sum&>()), sum> && same<decltype(any<sum&>() - any<sum>()), sum>);
  static_assert(same<decltype(any<sum&>() * 2.0F), sum> && same<decltype(any<sum>() / 2.0F), sum>);
  static_assert(same<decltype(any<sum&>() * any<floats<D>&>()), sum>);
  static_assert(same<decltype(sp::contiguous(sp::transpose<"L", "D">(any<sum&>()))), partial<tp, floats<D, L>>>);
  static_assert(sp::is_partial_over<decltype(sp::slice<"L", 0, 2>(any<sum&>())), "tp">);
  static_assert(sp::is_partial_over<decltype(sp::rearrange<"L D -> D L">(any<sum&>())), "tp">);
  static_assert(sp::is_partial_over<decltype(sp::rearrange<"L D -> (D L)">(any<sum&>())), "tp">);  // a copy
  static_assert(same<decltype(sp::rename<"L", "S">(any<sum>())), partial<tp, floats<axis<"S", 7>, D>>>);
  using last = decltype(sp::last<"L">(any<sum&>()));
  static_assert(sp::is_partial_over<last, "tp"> && sp::is_at_last<last, "L">);
  static_assert(sp::is_at_last<decltype(sp::all_reduce<"tp">(any<last>())), "L">);

  // What can be.
  static_assert(sp::can_matmul<wide, down> && !sp::can_matmul<sum, up> && !sp::can_matmul<wide, floats<Whole, D>>);
  static_assert(!sp::can_matmul<floats<F, D>, floats<D, Whole>> && !sp::can_matmul<floats<Whole, D>, up>);
  static_assert(sp::can_add<sum, sum> && !sp::can_add<sum, x> && !sp::can_add<x, sum> && !sp::can_subtract<sum, x>);
  static_assert(sp::can_multiply<sum, x> && !sp::can_multiply<sum, sum>);
  static_assert(!sp::can_linear<wide, down, floats<D>> && sp::can_linear<x, up, floats<F>>);
  static_assert(!sp::can_softmax<sum, "D"> && !sp::can_softmax<wide, "F"> && sp::can_softmax<wide, "L">);
  static_assert(!sp::can_layer_norm<sum, floats<D>, floats<D>, "D"> && !sp::can_rms_norm<sum, floats<D>, "D">);
  static_assert(!sp::can_max<sum, "D"> && !sp::can_max<wide, "F"> && sp::can_sum<wide, "F"> && sp::can_sum<sum, "L">);
  static_assert(!sp::can_activate<sum> && sp::can_activate<wide> && !sp::can_pack<sum> && sp::can_pack<up>);
  static_assert(sp::can_all_reduce<sum, "tp"> && !sp::can_all_reduce<x, "tp"> && !sp::can_all_reduce<wide, "tp">);
  static_assert(sp::can_all_gather<wide, "F"> && !sp::can_all_gather<x, "D"> && !sp::can_all_gather<x, "F">);
  static_assert(sp::can_reduce_scatter<partial<tp, floats<L, Whole>>, "F", tp>);
  static_assert(!sp::can_reduce_scatter<floats<L, Whole>, "F", tp> && !sp::can_reduce_scatter<sum, "L", tp>);
  static_assert(sp::can_scatter<floats<L, Whole>, "F", tp> && !sp::can_scatter<wide, "F", tp>);
  static_assert(!sp::can_scatter<partial<tp, floats<L, Whole>>, "F", tp> && !sp::can_slice<wide, "F", 0, 1>);
  static_assert(sp::can_transpose<sum, "L", "D"> && sp::can_concat<sum, sum, "L"> && !sp::can_concat<sum, x, "L">);
  using poisoned = sp::poisoned;
  static_assert(same<decltype(sp::all_reduce<"tp">(any<poisoned>())), poisoned>);
  static_assert(same<decltype(sp::all_gather<"F">(any<poisoned>())), poisoned>);
  static_assert(same<decltype(sp::gathered<"F">(any<poisoned>())), poisoned>);
  static_assert(same<decltype(sp::replicated(any<poisoned>())), poisoned>);
  static_assert(same<decltype(any<sum&>() + any<poisoned>()), poisoned>);

  // A vocabulary that is cut: ids count all of it, and each rank has some of the rows.
  using table = floats<F, D>;
  using ids = sp::tensor<sp::index<Whole>, L>;
  static_assert(same<decltype(sp::embed(any<table&>(), any<ids&>())), sum>);
  static_assert(sp::can_embed<table, ids> && !sp::can_embed<table, sp::tensor<sp::index<F>, L>>);
};
template struct laws<sp::mesh<"tp", 2>, axis<"F", 20>>;
template struct laws<sp::mesh<"tp">, axis<"F", "tp*Fl">>;
template struct laws<sp::mesh<"tp", 4>, axis<"F", "4*Fl">>;

// Over one rank every type is the one without ranks.
using one = sp::mesh<"tp", 1>;
using E = axis<"E", 5>;
static_assert(same<decltype(sp::matmul(any<floats<L, sp::shard<D, one>>&>(), any<floats<sp::shard<D, one>, E>&>())),
                   floats<L, E>>);
static_assert(same<decltype(sp::scatter<"D", one>(any<floats<L, D>&>())), sp::view<float, L, D>>);
static_assert(same<decltype(sp::reduce_scatter<"D", one>(any<floats<L, D>&>())), floats<L, D>>);
static_assert(
    same<decltype(sp::reduce_scatter<"D", one>(any<sp::meta_tensor<float, L, D>>())), sp::meta_tensor<float, L, D>>);

// Ids are gathered as numbers are.
using D_part = sp::shard<D, sp::mesh<"tp", 2>>;
using id = sp::index<axis<"V", 9>>;
static_assert(same<decltype(sp::all_gather<"D">(any<sp::tensor<id, L, D_part>&>())), sp::tensor<id, L, D>>);
static_assert(same<decltype(sp::gathered<"D">(any<sp::meta_tensor<id, L, D_part>>())), sp::meta_tensor<id, L, D>>);
