// SPDX-License-Identifier: BSL-1.0
/// A layer is a matrix, or `affine` with a bias; either gives the same shape, owned or traced.
#include <shapeproof/nn/project.hpp>
#include <shapeproof/nn/stored_weight.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
using sp::axis;

using B = axis<"B", 2>;
using L = axis<"L">;
using D = axis<"D", 4>;
using F = axis<"F", 7>;
template <class... Axes>
using floats = sp::tensor<float, Axes...>;
template <class... Axes>
using meta = sp::meta_tensor<float, Axes...>;

template <class X, class W>
using projected = decltype(nn::project(std::declval<X const&>(), std::declval<W const&>()));

using layer = nn::affine<floats<D, F>, floats<F>>;
using meta_layer = nn::affine<meta<D, F>, meta<F>>;
static_assert(std::is_same_v<projected<floats<B, L, D>, floats<D, F>>, floats<B, L, F>>);
static_assert(std::is_same_v<projected<floats<B, L, D>, layer>, floats<B, L, F>>);
static_assert(std::is_same_v<projected<floats<D>, layer>, floats<F>>);
static_assert(std::is_same_v<projected<meta<B, L, D>, meta<D, F>>, meta<B, L, F>>);
static_assert(std::is_same_v<projected<meta<B, L, D>, meta_layer>, meta<B, L, F>>);
// A file's [Out, In] is a weight [In, Out] like any other.
using stored = nn::stored_matrix<nn::linear_convention, D, F>;
static_assert(std::is_same_v<projected<floats<B, L, D>, stored>, floats<B, L, F>>);
static_assert(std::is_same_v<projected<floats<B, L, D>, nn::affine<stored, sp::view<float const, F>>>,  //
                             floats<B, L, F>>);
// Nothing of a refused operand.
static_assert(std::is_same_v<projected<sp::poisoned, floats<D, F>>, sp::poisoned>);
static_assert(std::is_same_v<projected<sp::poisoned, layer>, sp::poisoned>);

// The axis that a layer takes, with or without a bias, however it is passed or stored.
static_assert(std::is_same_v<nn::input_axis<floats<D, F>>, D>);
static_assert(std::is_same_v<nn::input_axis<layer>, D>);
static_assert(std::is_same_v<nn::input_axis<layer const&>, D>);
static_assert(std::is_same_v<nn::input_axis<meta_layer const>, D>);
static_assert(std::is_same_v<nn::input_axis<stored const&>, D>);
// Equal extents change nothing.
using square = nn::affine<floats<axis<"F", 4>, D>, floats<D>>;
static_assert(std::is_same_v<nn::input_axis<square>, axis<"F", 4>>);

// All of the product on each rank: where its input is a shard, the sum is reduced, and then the bias is added.
template <class X, class W>
using whole = decltype(nn::project_whole(std::declval<X const&>(), std::declval<W const&>()));
using tp = sp::mesh<"tp", 2>;
using In = sp::shard<axis<"In", 6>, tp>;
using rows = nn::affine<floats<In, F>, floats<F>>;
static_assert(std::is_same_v<whole<floats<B, L, In>, floats<In, F>>, floats<B, L, F>>);
static_assert(std::is_same_v<whole<floats<B, L, In>, rows>, floats<B, L, F>>);
static_assert(std::is_same_v<whole<meta<B, L, In>, nn::affine<meta<In, F>, meta<F>>>, meta<B, L, F>>);
static_assert(std::is_same_v<projected<floats<B, L, In>, floats<In, F>>, sp::partial<tp, floats<B, L, F>>>);
// Without ranks it is `project`.
static_assert(std::is_same_v<whole<floats<B, L, D>, floats<D, F>>, projected<floats<B, L, D>, floats<D, F>>>);
static_assert(std::is_same_v<whole<floats<B, L, D>, layer>, projected<floats<B, L, D>, layer>>);
static_assert(std::is_same_v<whole<sp::poisoned, layer>, sp::poisoned>);
static_assert(std::is_same_v<whole<sp::poisoned, floats<D, F>>, sp::poisoned>);
