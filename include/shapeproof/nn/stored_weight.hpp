// SPDX-License-Identifier: BSL-1.0
/// Weights as files store them. A file's tensor has no names, so the loader says once which convention it follows; from
/// then on every weight is `[In, Out]`, and whether to transpose is never decided by looking at sizes.
#pragma once

#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/ops/split_merge.hpp>
#include <shapeproof/tensor/view.hpp>

#include <cstddef>

namespace shapeproof::nn {

/// A Linear layer's weight: rows are outputs, `[Out, In]`.
struct linear_convention {};
/// A Conv1D layer's weight, as GPT-2 stores it: rows are inputs, `[In, Out]`.
struct conv1d_convention {};

namespace detail {
template <class Convention, class In, class Out>
struct stored_layout {
  using type = shape<In, Out>;
};
template <class In, class Out>
struct stored_layout<linear_convention, In, Out> {
  using type = strided<shape<In, Out>, memory<Out, In>>;
};
/// A file has no shard: its elements are those of all ranks.
template <fixed_string Operation, class... Axes>
constexpr auto refused_shard() {
  using reason = rules::plainly<
      "a file has whole axes, of which a rank's part is not what comes first; state them whole, "
      "then call own_part or sharded_weights">;
  return accepted<rules::refuse<Operation, reason, shape<Axes...>>>{};
}
}  // namespace detail

/// A view `[In, Out]` of a file's elements; in `linear_convention` its memory order is Out, In.
template <class Convention, class In, class Out>
using stored_matrix =
    typename shapeproof::detail::tensor_from<shapeproof::detail::kind::borrower, float const,
                                             typename detail::stored_layout<Convention, In, Out>::type>::type;

/// Elements of a file -> a view `[In, Out]` of them. Refused: a shard, which no file has; and as by
/// `view`, which says what is thrown.
template <class Convention, class In, class Out, fixed_string... Names>
auto stored_weight(float const* elements, binding<Names>... bindings) {
  if constexpr (is_sharded<In> || is_sharded<Out>)
    return detail::refused_shard<"stored_weight", In, Out>();
  else if constexpr (std::is_same_v<Convention, linear_convention>)
    return move_axis<name_text<In>, 0>(view<float const, Out, In>(elements, bindings...));
  else
    return view<float const, In, Out>(elements, bindings...);
}

/// Query, key and value one after the other: `[Q | K | V]`, each with all heads.
struct block_order {};
/// Head by head, each with its query, key and value.
struct head_major_order {};

/// Query, key and value weights, `[In, (H Dk)]` each.
template <class Weight>
struct query_key_value {
  Weight query;  ///< `[In, (H Dk)]`
  Weight key;    ///< `[In, (H Dk)]`
  Weight value;  ///< `[In, (H Dk)]`
};

/// A fused weight of query, key and value as a file stores it -> the three, copied apart, `[In, (H Dk)]` each. `Order`
/// says how heads and parts alternate along the output; nothing in the file does. Refused: a shard, for no
/// part of all is a part of each; and as by `view`, which says what is thrown.
template <class Convention, class Order, class In, class H, class Dk, fixed_string... Names>
auto stored_query_key_value(float const* elements, binding<Names>... bindings) {
  using P = axis<"P", 3>;
  using part = fused<H, Dk>;
  if constexpr (is_sharded<In> || is_sharded<part>) {
    auto const none = detail::refused_shard<"stored_query_key_value", In, part>();
    return query_key_value<poisoned>{none, none, none};
  } else {
    auto const cut = [](auto const& weight, std::size_t which) {
      if constexpr (std::is_same_v<Order, block_order>)
        return contiguous(select<"P">(split<name_text<fused<P, part>>>(weight), which));
      else
        return merge<name_text<H>, name_text<Dk>>(contiguous(
            select<"P">(split<name_text<fused<P, Dk>>>(split<name_text<fused<H, fused<P, Dk>>>>(weight)), which)));
    };
    using out = std::conditional_t<std::is_same_v<Order, block_order>, fused<P, part>, fused<H, fused<P, Dk>>>;
    auto const weight = stored_weight<Convention, In, out>(elements, bindings...);
    using result = decltype(cut(weight, 0));
    return query_key_value<result>{cut(weight, 0), cut(weight, 1), cut(weight, 2)};
  }
}

}  // namespace shapeproof::nn
