// SPDX-License-Identifier: BSL-1.0
/// From logits to the next token.
#pragma once

#include <shapeproof/nn/step.hpp>
#include <shapeproof/ops/operation.hpp>
#include <shapeproof/tensor/index.hpp>

#include <cstddef>
#include <cstdint>

namespace shapeproof::llm {

/// How a token is picked. Temperature 0 is greedy; top_k 0 keeps all; top_p 1 keeps all.
struct sampling {
  float temperature = 1;  ///< logits are divided by it; 0 is greedy
  std::size_t top_k = 0;  ///< tokens that are kept; 0 keeps all
  float top_p = 1;        ///< probability that is kept; 1 keeps all
};

/// Throws `std::invalid_argument` that names the option where temperature < 0 or not a number, or top_p not in (0, 1].
void require_valid(sampling const& options);

/// Random numbers that depend on a seed and a count only: number `drawn` of stream `seed`, from `cpu::philox`.
struct random_stream {
  std::uint64_t seed = 0;   ///< which stream
  std::uint64_t drawn = 0;  ///< how many numbers were drawn from it
  /// The next number, uniform in [0, 1).
  double next();
};

namespace detail {
/// A position in [0, count), picked from `count` logits that lie `step` elements apart. Throws `std::invalid_argument`
/// for options out of range and `std::domain_error` for logits that are not numbers.
std::size_t pick(float const* logits, std::size_t count, std::ptrdiff_t step, sampling const& options,
                 random_stream& random);
}  // namespace detail

/// `[B, V] -> [B]` of `index<V>`, `[V] -> []`, where `IsLast` says that these are the last position's logits. Refused:
/// a last axis that is not V, or is a shard of it, an axis L, more than two axes, and logits of which nothing says that
/// they are the last's.
template <bool IsLast>
struct sample_rule {
  static constexpr fixed_string name = "sample";  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    using rules::plainly;
    if constexpr (position_of<Shape>("Vp") != not_found)
      return rules::refuse<"sample", plainly<"Vp is the padded vocabulary; call unpad<V> first">, Shape>{};
    else if constexpr (Shape::rank == 0 || position_of<Shape>("V") != Shape::rank - 1)
      return rules::refuse<"sample", plainly<"the last axis of logits is the vocabulary V">, Shape>{};
    else if constexpr (is_sharded<type_at<Shape, Shape::rank - 1>>)
      return rules::refuse<"sample", rules::spread_over_ranks<type_at<Shape, Shape::rank - 1>>, Shape>{};
    else if constexpr (position_of<Shape>("L") != not_found)
      return rules::refuse<"sample", plainly<"only the last position can be sampled; call last<L> first">, Shape>{};
    else if constexpr (Shape::rank > 2)
      return rules::refuse<"sample", plainly<"logits are [B, V] or [V]">, Shape>{};
    else if constexpr (!IsLast)
      return rules::refuse<"sample",
                           plainly<"only the last position can be sampled, and it comes from last<L> or last_of_each">,
                           Shape>{};
    else
      return range_of<Shape, 0, Shape::rank - 1>{};
  }
};

namespace detail {
template <class Logits>
using sampling_of = sample_rule<is_at_last<Logits, "L">>;
template <class Shape>
struct last_axis {
  using type = type_at<Shape, Shape::rank - 1>;
};
template <>
struct last_axis<shape<>> {
  using type = void;
};
template <class Logits>
using vocabulary_of = typename last_axis<shape_of<Logits>>::type;
template <class Logits>
struct sampled {
  using type = shapeproof::detail::placed_whole<
      typename shapeproof::detail::tensor_from<
          is_meta<Logits> ? shapeproof::detail::kind::meta : shapeproof::detail::kind::owner,
          index<vocabulary_of<Logits>>, shapeproof::detail::outcome_of<sampling_of<Logits>, shape_of<Logits>>>::type,
      sampling_of<Logits>, Logits>;
};
template <>
struct sampled<poisoned> {
  using type = poisoned;
};
}  // namespace detail

/// Whether `sample(logits, options, random)` is accepted.
template <class Logits>
concept can_sample = accepts<detail::sampling_of<Logits>, Logits>;

/// logits `[B, V] -> [B]` token ids of `index<V>`. Softmax after temperature, then top-k (Fan et al., 2018,
/// arXiv:1805.04833), then top-p (the smallest set of most likely tokens whose probability reaches top_p; Holtzman et
/// al., 2019, arXiv:1904.09751). Temperature 0 takes the largest logit, the first of equals. Refused: all that is not
/// the last position's. Throws `std::invalid_argument` for options that `require_valid` does not take,
/// `std::domain_error` for logits that are not numbers.
template <any_tensor Logits>
constexpr auto sample(Logits const& logits, sampling const& options, random_stream& random) ->
    typename detail::sampled<Logits>::type {
  using result_type = typename detail::sampled<Logits>::type;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else if constexpr (is_meta<result_type>) {
    return shapeproof::detail::traced<"sample", result_type, cost_of<5, shape_of<Logits>, result_type, Logits>>(logits);
  } else {
    using vocabulary = detail::vocabulary_of<Logits>;
    constexpr std::size_t rank = shape_of<Logits>::rank;
    auto const walk = logits.walk();
    result_type result(uninitialized, narrowed<symbols_in<shape_of<result_type>>>(logits.symbols()));
    for (std::size_t row = 0; row < result.size(); ++row) {
      auto const begin = rank == 1 ? 0 : static_cast<std::ptrdiff_t>(row) * walk.step[0];
      std::size_t const picked =
          detail::pick(logits.data() + begin, walk.extent[rank - 1], walk.step[rank - 1], options, random);
      result.data()[row] = index<vocabulary>(picked, walk.extent[rank - 1]);
    }
    return result;
  }
}

}  // namespace shapeproof::llm
