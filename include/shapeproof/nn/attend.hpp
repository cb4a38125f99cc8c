// SPDX-License-Identifier: BSL-1.0
/// What queries see of keys and values: by its steps, and by one kernel without a matrix of scores.
#pragma once

#include <shapeproof/cpu/attend.hpp>
#include <shapeproof/nn/step.hpp>
#include <shapeproof/ops/arithmetic.hpp>
#include <shapeproof/ops/contract.hpp>
#include <shapeproof/ops/ragged_softmax.hpp>
#include <shapeproof/ops/softmax.hpp>
#include <shapeproof/tensor/left_padded.hpp>
#include <shapeproof/tensor/ragged.hpp>

#include <cstddef>
#include <type_traits>

namespace shapeproof::nn {

namespace detail {
/// Of an axis of which each rank has only a part, its extent is not that of the axis.
template <fixed_string Name, class Shape>
constexpr void require_whole_axis() {
  constexpr std::size_t at = position_of<Shape>(Name.view());
  if constexpr (at != not_found)
    if constexpr (is_sharded<type_at<Shape, at>>)
      (void)accepted<rules::refuse<"root", rules::spread_over_ranks<type_at<Shape, at>>, Shape>>{};
}
}  // namespace detail

/// x `[..., Dk]` -> the square root of an axis' extent, by which scores are divided; 1 for a traced tensor, which has
/// no values. Refused where there is no such axis, or it is a shard.
template <fixed_string Name, any_tensor X>
constexpr float root(X const& x) {
  if constexpr (!is_poisoned<X>) detail::require_whole_axis<Name, shape_of<X>>();
  if constexpr (is_meta<X> || is_poisoned<X>)
    return 1;
  else
    return __builtin_sqrtf(static_cast<float>(x.template extent<Name>()));
}

/// q `[B, H, L, Dk]`, keys `[B, H, S, Dk]` -> `[B, H, L, S]`: products over a head's components, divided by the root of
/// their number. Keys without the axis G serve every group. Refused where q and keys have other components or only a
/// rank's part of them, or another name that is not the same axis. Throws `shape_error` where a symbol has two values.
template <any_tensor Q, any_tensor K>
constexpr auto scores_of(Q const& q, K const& keys) {
  if constexpr (is_poisoned<Q>) {
    return q;
  } else {
    using components = type_at<shape_of<Q>, shape_of<Q>::rank - 1>;
    constexpr auto head_size = name_text<components>;
    if constexpr (is_sharded<components>)
      return accepted<rules::refuse<"scores_of", rules::spread_over_ranks<components>, shape_of<Q>>>{};
    else
      return contract<head_size>(q, keys) / root<head_size>(q);
  }
}

namespace detail {
/// Whether these keys or values mean nothing behind their rows' ends, of which the padding does not tell.
template <class K, class V, class Padding>
inline constexpr bool lacks_lengths = (has_ragged_rows<K> || has_ragged_rows<V>) && !is_ragged<Padding>;
using without_lengths =
    rules::plainly<"each row of these keys has a length of its own; pass the padding() of their cache">;
}  // namespace detail

/// q `[B, H, L, Dk]`, keys and values `[B, H, S, Dk]` -> `[B, H, L, Dk]`. Query l sees the keys 0 .. l + (S - L) that
/// are not padding. The definition of `attend`, one step after the other. Refused where S - L may be negative, axes of
/// one name differ, or keys of ragged rows come without their lengths. Throws as `attend`.
template <any_tensor Q, any_tensor K, any_tensor V, class Padding>
constexpr auto attend_by_steps(Q const& q, K const& all_keys, V const& all_values, Padding const& padding) {
  if constexpr (detail::lacks_lengths<K, V, Padding> && !is_poisoned<Q> && !is_poisoned<K>) {
    return accepted<rules::refuse<"attend", detail::without_lengths, shape_of<Q>, shape_of<K>>>{};
  } else {
    auto const& keys = *shapeproof::detail::unmarked(&all_keys);
    auto const& values = *shapeproof::detail::unmarked(&all_values);
    auto const scores = P8(scores_of(q, keys));                              // [B, H, L, S]
    auto const weights = P9_P10(causal_softmax<"L", "S">(scores, padding));  // [B, H, L, S]
    return P11(contract<"S">(weights, values));                              // [B, H, L, Dk]
  }
}

namespace detail {

/// A tensor of the same shape that has no elements: of these, the steps cost no code.
template <class X>
using traced = summed_as<meta<element_of<X>, shape_of<X>>, X>;

/// What `Steps` says, with elements.
template <class Steps, class... Operands>
struct attend_result {
  using whole = typename shapeproof::detail::tensor_from<shapeproof::detail::kind::owner, float, shape_of<Steps>>::type;
  using type = summed_as<marked_as<whole, Operands...>, Steps>;
};
template <class... Operands>
struct attend_result<poisoned, Operands...> {
  using type = poisoned;
};

/// Whether each row sees keys of its own.
template <class Padding>
inline constexpr bool has_rows = is_left_padded<Padding> || is_ragged<Padding>;

/// Throws `shape_error` where the longest row's length is not that of the keys `[B, H, S, Dk]`.
template <class K, class B>
void require_lengths(K const& keys, ragged<B> const& lengths) {
  if (lengths.longest() != keys.template extent<"S">())
    throw shape_error("attend", to_string(keys),
                      "the longest row has " + std::to_string(lengths.longest()) + " positions");
}

/// The parts that the axes play in the kernel.
template <class Q, class K, class V, class Out, class Padding>
struct attend_roles {
  template <class Axis, class Shape>
  static constexpr bool in = position_of<Shape>(axis_name<Axis>) != not_found;
  template <bool Keep, class Axis>
  using kept = std::conditional_t<Keep, shape<Axis>, shape<>>;
  template <class... Axes>
  static constexpr auto shared_in(shape<Axes...>) -> join<shape<>, kept<in<Axes, K> && in<Axes, V>, Axes>...>;
  template <class... Axes>
  static constexpr auto group_in(shape<Axes...>) -> join<shape<>, kept<!in<Axes, K> && !in<Axes, V>, Axes>...>;

  using head = type_at<Q, Q::rank - 1>;
  using mixed = type_at<Out, Out::rank - 1>;
  using loops = typename without<Q, "L", name_text<head>>::type;
  using shared = decltype(shared_in(loops{}));
  using group = decltype(group_in(loops{}));
  static constexpr std::size_t padded_rows = [] {
    if constexpr (has_rows<Padding>)
      return position_of<shared>(axis_name<typename Padding::axis>);
    else
      return 0;
  }();
  /// Whether each axis has a part: otherwise keys or values have more axes than heads of attention have.
  static constexpr bool complete = shared::rank + group::rank == loops::rank && K::rank == shared::rank + 2 &&
                                   V::rank == shared::rank + 2 && Out::rank == Q::rank && in<head, K> && in<mixed, V> &&
                                   padded_rows != not_found;
};

/// The kernel's loops over these tensors.
template <class Roles, class Q, class K, class V, class Out>
cpu::attention_loops loops_of_attention(Q const& q, K const& keys, V const& values, Out const& out) {
  cpu::attention_loops result;
  result.shared = loops_over<typename Roles::shared>(q, keys, values, out);
  result.group = loops_over<typename Roles::group>(q, out);
  result.query = loop_over<shape_of<Q>, position_of<shape_of<Q>>("L")>(q, out);
  result.key = loop_over<shape_of<K>, position_of<shape_of<K>>("S")>(keys, values);
  result.component = loop_over<shape_of<Q>, shape_of<Q>::rank - 1>(q, keys);
  result.mixed = loop_over<shape_of<Out>, shape_of<Out>::rank - 1>(values, out);
  return result;
}

/// `attend` of tensors that have elements; the steps give `Out`.
template <class Out, any_tensor Q, any_tensor K, any_tensor V, class Padding>
auto attend_at_once(Q const& q, K const& keys, V const& values, Padding const& padding) {
  using roles = attend_roles<shape_of<Q>, shape_of<K>, shape_of<V>, shape_of<Out>, Padding>;
  if constexpr (roles::complete) {
    auto const symbols = met_symbols<"attend">(q, keys, values);
    Out out(uninitialized, narrowed<symbols_in<shape_of<Out>>>(symbols));
    float const scale = 1 / root<name_text<typename roles::head>>(q);
    auto loops = loops_of_attention<roles>(q, keys, values, out);
    if constexpr (has_rows<Padding>) {
      // Each row sees only what is behind its own padding, or before its own end.
      auto& row = loops.shared.at[roles::padded_rows];
      padding.require_rows("attend", q, row.extent);
      row.extent = 1;
      if constexpr (is_ragged<Padding>) require_lengths(keys, padding);
      for (std::size_t b = 0; b < padding.rows(); ++b) {
        if constexpr (is_ragged<Padding>)
          loops.key.extent = padding.data()[b];
        else
          loops.first = padding.of(b);
        auto const at = [&](std::size_t operand) { return static_cast<std::ptrdiff_t>(b) * row.step[operand]; };
        cpu::attend(q.data() + at(0), keys.data() + at(1), values.data() + at(2), out.data() + at(3), loops, scale);
      }
    } else {
      cpu::attend(q.data(), keys.data(), values.data(), out.data(), loops, scale);
    }
    return out;
  } else {
    return attend_by_steps(q, keys, values, padding);
  }
}

}  // namespace detail

/// q `[B, H, L, Dk]`, keys and values `[B, H, S, Dk]` -> `[B, H, L, Dk]`: what `attend_by_steps` gives, without scores
/// and weights in memory. Its types, refusals and trace are those of the steps, but keys of ragged rows are refused
/// without their lengths. Keys without the axis G serve every group. Throws `shape_error` where symbols differ, or the
/// padding has another number of rows. Milakov and Gimelshein, 2018 (arXiv:1805.02867); Dao et al., 2022
/// (arXiv:2205.14135).
template <any_tensor Q, any_tensor K, any_tensor V, class Padding>
constexpr auto attend(Q const& q, K const& keys, V const& values, Padding const& padding) {
  if constexpr (detail::lacks_lengths<K, V, Padding> && !is_poisoned<Q> && !is_poisoned<K>) {
    return accepted<rules::refuse<"attend", detail::without_lengths, shape_of<Q>, shape_of<K>>>{};
  } else if constexpr (is_meta<Q> && !is_poisoned<K> && !is_poisoned<V>) {
    return shapeproof::detail::traced_at_once(q.log(), [&] { return attend_by_steps(q, keys, values, padding); });
  } else if constexpr (is_poisoned<Q> || is_poisoned<K> || is_poisoned<V>) {
    return attend_by_steps(q, keys, values, padding);
  } else {
    using steps = decltype(attend_by_steps(detail::traced<Q>(), detail::traced<K>(), detail::traced<V>(), padding));
    using result_type = typename detail::attend_result<steps, Q, K, V>::type;
    if constexpr (is_poisoned<result_type>)
      return result_type{};
    else
      return P8_to_P11(detail::attend_at_once<result_type>(q, keys, values, padding));
  }
}

}  // namespace shapeproof::nn
