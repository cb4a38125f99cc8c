// SPDX-License-Identifier: BSL-1.0
/// A model's weights packed for its products, from any other storage.
#pragma once

#include <shapeproof/llm/storage.hpp>
#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/own_part.hpp>
#include <shapeproof/ops/packed.hpp>

#include <boost/hana/accessors.hpp>
#include <boost/hana/at.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/pair.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace shapeproof::llm {

/// Packed matrices with elements `T`: float, `bf16` or `int8`; everything else in tensors of floats.
template <class T>
struct packed : owned {
  using element = T;  ///< of the matrices
  /// `[In, Out]`
  template <class In, class Out>
  using matrix = packed_weight<T, In, Out>;
};

/// Views of packed matrices and of tensors, which lie in a file or in other weights.
template <class T>
struct packed_views : viewed {
  using element = T;  ///< of the matrices
  /// `[In, Out]`
  template <class In, class Out>
  using matrix = packed_view<T, In, Out>;
};

namespace detail {

template <class Target, class Source>
Target repacked(Source const& source);

template <class Target, class Source, std::size_t... I>
Target each_member(Source const& source, std::index_sequence<I...>) {
  namespace hana = boost::hana;
  return Target{repacked<
      std::remove_cvref_t<decltype(hana::second(hana::at_c<I>(hana::accessors<Target>()))(std::declval<Target&>()))>>(
      hana::second(hana::at_c<I>(hana::accessors<Source>()))(source))...};
}

template <class Target, class Source>
Target repacked(Source const& source) {
  if constexpr (any_packed_weight<Source>) {
    return Target(source);
  } else if constexpr (any_packed_weight<Target>) {
    return pack<typename Target::element>(own_part<shape_of<Target>>(source));
  } else if constexpr (any_tensor<Source>) {
    if constexpr (Target::owns)
      return contiguous(own_part<shape_of<Target>>(source));
    else
      return Target(source);
  } else if constexpr (requires { source[0]; }) {
    Target stack;
    stack.reserve(source.size());
    for (std::size_t i = 0; i < source.size(); ++i) stack.push_back(repacked<typename Target::value_type>(source[i]));
    return stack;
  } else {
    constexpr std::size_t members = decltype(boost::hana::length(boost::hana::accessors<Target>()))::value;
    return each_member<Target>(source, std::make_index_sequence<members>{});
  }
}

}  // namespace detail

/// The same weights with packed matrices: `packed_weights<bf16>(model.weights)`, or those of a rank's own part. A head
/// that was the embedding's memory becomes a second copy of it: rows are looked up in one, the other is multiplied.
/// Each `[In, Out]` stays `[In, Out]`. Throws std::bad_alloc.
template <class T, template <class, class> class Weights, class Model, class Storage>
auto packed_weights(Weights<Model, Storage> const& weights) {
  auto result = detail::repacked<Weights<Model, packed<T>>>(weights);
  if constexpr (requires { weights.options; }) result.options = weights.options;
  return result;
}

namespace detail {
template <class Storage>
inline constexpr bool is_packed = false;
template <class T>
inline constexpr bool is_packed<packed<T>> = true;
template <class T>
inline constexpr bool is_packed<packed_views<T>> = true;
}  // namespace detail

/// This rank's part of weights that each rank has whole, for a model whose axes are shards of theirs:
/// `sharded_weights<sharded_model>(weights)`, or `sharded_weights<sharded_model, packed<bf16>>(weights)`. Each
/// `[In, Out]` stays `[In, Out]`. Packed as int8, a matrix that is cut along In has scales of each rank's rows, so that
/// it is rounded otherwise than in one piece. Refused: weights that are packed already. Throws as `scatter`, and
/// std::bad_alloc.
template <class Sharded, class To = owned, template <class, class> class Weights, class Model, class Storage>
auto sharded_weights(Weights<Model, Storage> const& weights) {
  if constexpr (detail::is_packed<Storage>) {
    using reason = rules::plainly<
        "packed matrices are not cut; each rank packs its part: sharded_weights<Model, packed<T>>(weights) "
        "of weights that are not packed">;
    return accepted<rules::refuse<"sharded_weights", reason, shape_of<decltype(weights.embedding)>>>{};
  } else {
    auto result = detail::repacked<Weights<Sharded, To>>(weights);
    if constexpr (requires { weights.options; }) result.options = weights.options;
    return result;
  }
}

/// Views of packed weights, which must live longer: the same type as weights of a packed file. Each `[In, Out]` stays
/// `[In, Out]`; nothing is refused.
template <class T, template <class, class> class Weights, class Model>
auto views_of(Weights<Model, packed<T>> const& weights) {
  auto result = detail::repacked<Weights<Model, packed_views<T>>>(weights);
  if constexpr (requires { weights.options; }) result.options = weights.options;
  return result;
}

}  // namespace shapeproof::llm
