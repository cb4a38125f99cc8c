// SPDX-License-Identifier: BSL-1.0
/// Linear layers with and without a bias.
#pragma once

#include <shapeproof/ops/arithmetic.hpp>
#include <shapeproof/ops/collectives.hpp>
#include <shapeproof/ops/linear.hpp>
#include <shapeproof/ops/matmul.hpp>
#include <shapeproof/ops/packed.hpp>

#include <boost/hana/define_struct.hpp>

#include <utility>

namespace shapeproof::nn {

/// A weight `[In, Out]` and its bias `[Out]`.
template <class Weight, class Bias>
struct affine {
  BOOST_HANA_DEFINE_STRUCT(affine, (Weight, weight),  ///< `[In, Out]`
                           (Bias, bias));             ///< `[Out]`
};

namespace detail {
template <class W>
struct weight_of {
  using type = W;
};
template <class Weight, class Bias>
struct weight_of<affine<Weight, Bias>> {
  using type = Weight;
};
}  // namespace detail

/// The axis that a layer takes.
template <class W>
using input_axis = type_at<shape_of<typename detail::weight_of<std::remove_cvref_t<W>>::type>, 0>;

/// x `[.., In]`, w `[In, Out]` -> `[.., Out]`. Refused and thrown as by `matmul`.
template <any_tensor X, any_tensor W>
constexpr auto project(X const& x, W const& w) {
  return matmul(x, w);
}

/// x `[.., In]`, packed w `[In, Out]` -> `[.., Out]`. Refused and thrown as by `matmul`.
template <any_tensor X, any_packed_weight W>
auto project(X const& x, W const& w) {
  return matmul(x, w);
}

/// x `[.., In]`, w `[In, Out]` and `[Out]` -> `[.., Out]`. Refused and thrown as by `linear`.
template <any_tensor X, class Weight, class Bias>
constexpr auto project(X const& x, affine<Weight, Bias> const& w) {
  return linear(x, w.weight, w.bias);
}

namespace detail {
template <class X, class W>
concept has_partial_product =
    can_linear<X, W> && is_partial<decltype(linear(std::declval<X const&>(), std::declval<W const&>()))>;
}  // namespace detail

/// x `[.., In]`, w `[In, Out]` -> `[.., Out]`, of which no sum is left: where In is a shard, the ranks' sums
/// are reduced. A shard Out stays one. Refused and thrown as by `matmul` and `all_reduce`.
template <any_tensor X, class W>
constexpr auto project_whole(X const& x, W const& w) {
  return replicated(project(x, w));
}

/// x `[.., In]`, w `[In, Out]` and `[Out]` -> `[.., Out]`, of which no sum is left: where In is a shard, the bias is
/// added once, behind the sum. A shard Out stays one. Refused and thrown as by `linear` and `all_reduce`.
template <any_tensor X, class Weight, class Bias>
constexpr auto project_whole(X const& x, affine<Weight, Bias> const& w) {
  if constexpr (detail::has_partial_product<X, Weight>)
    return replicated(linear(x, w.weight)) + w.bias;
  else
    return replicated(linear(x, w.weight, w.bias));  // not by `project`, of which a refusal would tell as well
}

}  // namespace shapeproof::nn
