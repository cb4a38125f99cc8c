// SPDX-License-Identifier: BSL-1.0
/// The feed-forward part ends where it began, whatever the activation, for every width and with or without biases.
#include <shapeproof/nn/feed_forward.hpp>
#include <shapeproof/nn/weights.hpp>
#include <shapeproof/tensor/meta.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
using sp::axis;

using B = axis<"B", 2>;
using L = axis<"L">;

/// What each form gives for a width, with matrices or layers as `Layer` says.
template <class D, class F, template <class, class> class Layer>
struct forms {
  using x = sp::meta_tensor<float, B, L, D>;
  using plain = nn::feed_forward_weights<Layer<D, F>, Layer<F, D>>;
  using gated = nn::gated_feed_forward_weights<Layer<D, F>, Layer<F, D>>;
  template <class X>
  static constexpr bool give =
      std::is_same_v<decltype(nn::feed_forward(std::declval<X>(), std::declval<plain>())), X> &&
      std::is_same_v<decltype(nn::feed_forward_tanh(std::declval<X>(), std::declval<plain>())), X> &&
      std::is_same_v<decltype(nn::gated_feed_forward(std::declval<X>(), std::declval<gated>())), X>;
  static constexpr bool hold = give<x> && give<sp::poisoned>;
};

template <class In, class Out>
using matrix = sp::meta_tensor<float, In, Out>;
template <class In, class Out>
using layer = nn::affine<matrix<In, Out>, sp::meta_tensor<float, Out>>;

static_assert(forms<axis<"D", 5>, axis<"F", 7>, matrix>::hold);
static_assert(forms<axis<"D", 5>, axis<"F", 7>, layer>::hold);
static_assert(forms<axis<"D">, axis<"F">, matrix>::hold);
static_assert(forms<axis<"D">, axis<"F">, layer>::hold);
// D = F: equal extents change nothing.
static_assert(forms<axis<"D", 5>, axis<"F", 5>, matrix>::hold);
static_assert(forms<axis<"D", 5>, axis<"F", 5>, layer>::hold);
