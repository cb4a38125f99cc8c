// SPDX-License-Identifier: BSL-1.0
/// What the ranks of a mesh do together, and the words by which one source runs with and without them.
#pragma once

#include <shapeproof/cpu/copy.hpp>
#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/in_place.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/ops/operation.hpp>
#include <shapeproof/ops/ranks.hpp>
#include <shapeproof/rules/collectives.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace shapeproof {

namespace detail {

template <class Rule, class X>
using collective_outcome = typename outcome<is_poisoned<X>, Rule, placed_layout_of<X>>::type;

/// A tensor (or view) of what a collective's rule says, with the marks of X.
template <kind Kind, class T, class Outcome, class X>
struct placed_tensor {
  using type = marked_as<typename tensor_from<Kind, T, Outcome>::type, X>;
};
template <kind Kind, class T, class Layout, class... Meshes, class X>
struct placed_tensor<Kind, T, rules::partial_sum<Layout, Meshes...>, X> {
  using type = summed_over<marked_as<typename tensor_from<Kind, T, Layout>::type, X>, mesh_list<Meshes...>>;
};
/// A new tensor, dense.
template <class Rule, class X, class T = float>
using collected = typename placed_tensor<is_meta<std::remove_cvref_t<X>> ? kind::meta : kind::owner, T,
                                         typename outcome<is_poisoned<X>, Rule, placed_shape_of<X>>::type, X>::type;
template <class Rule, class X>
using scattered = typename placed_tensor<view_kind<X>, viewed_element<X>, collective_outcome<Rule, X>, X>::type;

/// Says why ranks do not add elements of X.
template <fixed_string Operation, class X>
using only_floats_add = accepted<
    rules::refuse<Operation, rules::plainly<"ranks add float elements; these are others">, placed_shape_of<X>>>;

template <class X, fixed_string Name>
using mesh_of_axis =
    type_at<typename meshes_of_axis<type_at<shape_of<X>, position_of<shape_of<X>>(Name.view())>>::type, 0>;

/// The mesh of this name over whose ranks X is a sum.
template <class Meshes, fixed_string Name>
struct mesh_named;
template <class First, class... Rest, fixed_string Name>
struct mesh_named<mesh_list<First, Rest...>, Name>
    : std::conditional_t<mesh_name<First> == Name.view(), type_is<First>, mesh_named<mesh_list<Rest...>, Name>> {};

/// Values for the symbols of `To`: those that are not in `from` are degrees of the mesh.
template <class To, class From>
symbol_values<To> with_degree(symbol_values<From> const& from, std::size_t ranks) {
  symbol_values<To> result;
  for (std::size_t i = 0; i < To::count; ++i) {
    std::size_t const at = symbol_list<From>::find(symbol_list<To>::names[i]);
    result.at[i] = at == not_found ? ranks : from.at[at];
  }
  return result;
}

/// The elements of all ranks' shards.
template <fixed_string Name, class Result, class X>
Result gathered_values(X const& x) {
  using part = shape_of<X>;
  constexpr std::size_t at = position_of<part>(Name.view());
  auto& ranks = ranks_for<mesh_of_axis<X, Name>>("all_gather", x);
  auto const& mine = [&]() -> decltype(auto) {
    if constexpr (is_dense<layout_of<X>>)
      return (x);
    else
      return contiguous(x);
  }();
  using element = element_of<X>;
  buffer<element> all(mine.size() * ranks.size());
  ranks.all_gather(mine.data(), mine.size() * sizeof(element), all.data());
  Result result(uninitialized, with_degree<symbols_in<shape_of<Result>>>(x.symbols(), ranks.size()));
  auto const behind = static_cast<std::ptrdiff_t>(mine.walk().extent[at]) * result.walk().step[at];
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    cpu::copy(all.data() + rank * mine.size(), result.data() + static_cast<std::ptrdiff_t>(rank) * behind,
              sizeof(element), loops_over<part>(mine, result));
  return result;
}

/// The elements of this rank's shard of the sum.
template <fixed_string Name, class Mesh, class Result, class X>
Result summed_shard(X const& x) {
  using part = shape_of<Result>;
  constexpr std::size_t at = position_of<part>(Name.view());
  auto& ranks = ranks_for<Mesh>("reduce_scatter", x);
  Result result(uninitialized, narrowed<symbols_in<part>>(x.symbols()));
  buffer<float> all(result.size() * ranks.size());
  auto const behind = static_cast<std::ptrdiff_t>(result.walk().extent[at]) * x.walk().step[at];
  // The result says how far the loops go; it is written by what is received.
  auto loops = loops_over<part>(result, x);
  for (std::size_t i = 0; i < loops.rank; ++i) std::swap(loops.at[i].step[0], loops.at[i].step[1]);
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    cpu::copy(x.data() + static_cast<std::ptrdiff_t>(rank) * behind, all.data() + rank * result.size(), sizeof(float),
              loops);
  ranks.reduce_scatter(all.data(), result.data(), result.size());
  return result;
}

}  // namespace detail

/// Whether `all_reduce<Mesh>(x)` is accepted.
template <class X, fixed_string Mesh>
concept can_all_reduce = !is_refused<detail::collective_outcome<rules::all_reduce_rule<Mesh>, X>>;
/// Whether `all_gather<Name>(x)` is accepted.
template <class X, fixed_string Name>
concept can_all_gather = !is_refused<detail::collective_outcome<rules::all_gather_rule<Name>, X>>;
/// Whether `reduce_scatter<Name, Mesh>(x)` is accepted.
template <class X, fixed_string Name, class Mesh>
concept can_reduce_scatter = !is_refused<detail::collective_outcome<rules::reduce_scatter_rule<Name, Mesh>, X>>;
/// Whether `scatter<Name, Mesh>(x)` is accepted.
template <class X, fixed_string Name, class Mesh>
concept can_scatter = !is_refused<detail::collective_outcome<rules::scatter_rule<Name, Mesh>, X>>;

/// `all_reduce<"tp">(x)`: `[B, L, D] partial over tp -> [B, L, D]`: the sum over the ranks, on each; in place where x
/// expires. Refused: what is no such sum. Throws `shape_error` where no communicator of the mesh is in scope, or it has
/// another number of ranks, and what the communicator throws.
template <fixed_string Mesh, any_tensor X>
constexpr auto all_reduce(X&& x) -> detail::collected<rules::all_reduce_rule<Mesh>, X> {
  using result_type = detail::collected<rules::all_reduce_rule<Mesh>, X>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else if constexpr (!std::is_same_v<element_of<X>, float>) {
    return detail::only_floats_add<"all_reduce", X>{};
  } else {
    using plain = std::remove_cvref_t<X>;
    using mesh = typename detail::mesh_named<typename detail::meshes_of<plain>::type, Mesh>::type;
    return compute_in_place<"all_reduce", result_type, cost_of<1, shape_of<X>, result_type, plain>>(
        [](auto& result, auto const& from) {
          auto& ranks = detail::ranks_for<mesh>("all_reduce", from);
          if (static_cast<void const*>(result.data()) != static_cast<void const*>(from.data()))
            cpu::copy(from.data(), result.data(), sizeof(float), elementwise_loops<shape_of<plain>>(from, result));
          ranks.all_reduce(result.data(), result.size());
        },
        std::forward<X>(x));
  }
}

/// `all_gather<"F">(x)`: `[L, F=2 of 4 over tp] -> [L, F=4]`: the shards of all ranks, on each, of elements of any
/// type. Refused where there is no such axis, or it is no shard. Throws as `all_reduce`.
template <fixed_string Name, any_tensor X>
constexpr auto all_gather(X const& x) -> detail::collected<rules::all_gather_rule<Name>, X, element_of<X>> {
  using result_type = detail::collected<rules::all_gather_rule<Name>, X, element_of<X>>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else if constexpr (is_meta<result_type>) {
    // What `gathered_values` has beside its result.
    trace* const log = detail::log_of(x);
    [[maybe_unused]] detail::traced_block const mine(is_dense<layout_of<X>> ? nullptr : log, &byte_count<X>);
    [[maybe_unused]] detail::traced_block const all(log, &byte_count<result_type>);
    return detail::traced<"all_gather", result_type, cost_of<0, shape<>, result_type, X>>(x);
  } else {
    return detail::gathered_values<Name, result_type>(x);
  }
}

/// `reduce_scatter<"F", mesh<"tp", 2>>(x)`: `[L, F=4] partial over tp -> [L, F=2 of 4 over tp]`: this rank's shard of
/// the sum. Over one rank, what is no sum is copied. Refused: what else is no such sum, an axis that is missing or does
/// not shard. Throws as `all_reduce`.
template <fixed_string Name, class Mesh, any_tensor X>
constexpr auto reduce_scatter(X const& x) -> detail::collected<rules::reduce_scatter_rule<Name, Mesh>, X> {
  using result_type = detail::collected<rules::reduce_scatter_rule<Name, Mesh>, X>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else if constexpr (std::is_same_v<result_type, computed<element_of<X>, rules::contiguous_rule, X>>) {
    return contiguous(x);
  } else if constexpr (!std::is_same_v<element_of<X>, float>) {
    return detail::only_floats_add<"reduce_scatter", X>{};
  } else if constexpr (is_meta<result_type>) {
    auto result = detail::traced<"reduce_scatter", result_type, cost_of<1, shape_of<X>, result_type, X>>(x);
    [[maybe_unused]] detail::traced_block const all(detail::log_of(x), &byte_count<X>);  // as `summed_shard` has
    return result;
  } else {
    return detail::summed_shard<Name, Mesh, result_type>(x);
  }
}

/// `scatter<"F", mesh<"tp", 2>>(x)`: `[L, F=4] -> [L, F=2 of 4 over tp]`: this rank's part of what each rank has; a
/// view, of elements of any type. Refused: an axis that is missing or does not shard, and a sum over that mesh. Throws
/// `shape_error` where no communicator of the mesh is in scope, or it has another number of ranks.
template <fixed_string Name, class Mesh, any_tensor X>
constexpr auto scatter(X&& x) -> detail::scattered<rules::scatter_rule<Name, Mesh>, X> {
  using result_type = detail::scattered<rules::scatter_rule<Name, Mesh>, X>;
  std::size_t offset = 0;
  if constexpr (!is_poisoned<result_type> && !is_meta<result_type> && !is_one_rank<Mesh>) {
    constexpr std::size_t at = position_of<shape_of<X>>(Name.view());
    auto const& ranks = detail::ranks_for<Mesh>("scatter", x);
    auto const walk = x.walk();
    offset = walk.extent[at] / ranks.size() * ranks.rank() * static_cast<std::size_t>(walk.step[at]);
  }
  return relabel<"scatter", result_type>(std::forward<X>(x), offset);
}

/// Says of a value that no sum is left in it: `[B, L, D] partial over tp -> [B, L, D]` by `all_reduce`, over every mesh
/// that it is a sum over; whatever else, x itself. Axes that are shards stay so: `gathered` is the word for them. So
/// one source runs with and without ranks. Throws as `all_reduce`.
template <any_tensor X>
constexpr auto replicated(X&& x) -> decltype(auto) {
  using plain = std::remove_cvref_t<X>;
  if constexpr (is_partial<plain>) {
    using mesh = type_at<typename detail::meshes_of<plain>::type, 0>;
    return replicated(all_reduce<name_text<typename detail::ranks_of<mesh>::type>>(std::forward<X>(x)));
  } else if constexpr (std::is_reference_v<X>) {
    return (x);  // a reference, as it came
  } else {
    return plain(std::forward<X>(x));
  }
}

/// Says of an axis that each rank has all of it: `[B, V=2 of 4 over tp] -> [B, V=4]` by `all_gather`; where it is no
/// shard, x itself. Refused where there is no such axis. Throws as `all_reduce`.
template <fixed_string Name, any_tensor X>
constexpr auto gathered(X&& x) -> decltype(auto) {
  using plain = std::remove_cvref_t<X>;
  constexpr bool is_shard = [] {
    if constexpr (is_poisoned<plain>)
      return false;
    else if constexpr (position_of<shape_of<plain>>(Name.view()) == not_found)
      return true;  // refused, with the reason
    else
      return is_sharded<type_at<shape_of<plain>, position_of<shape_of<plain>>(Name.view())>>;
  }();
  if constexpr (is_shard)
    return all_gather<Name>(x);
  else if constexpr (std::is_reference_v<X>)
    return (x);  // a reference, as it came
  else
    return plain(std::forward<X>(x));
}

}  // namespace shapeproof
