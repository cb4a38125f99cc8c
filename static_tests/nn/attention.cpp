// SPDX-License-Identifier: BSL-1.0
/// One attention for plain heads, groups and rotary positions, static and symbolic: proved on tensors without elements.
#include <shapeproof/nn/attention.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
using sp::axis;
using sp::fused;
using sp::shape;

using B = axis<"B", 2>;
using D = axis<"D", 48>;
using Hkv = axis<"Hkv", 4>;
using R = axis<"R", 5>;

template <class Queries, class Keys>
struct weights {
  sp::meta_tensor<float, D, Queries> query;
  sp::meta_tensor<float, D, Keys> key;
  sp::meta_tensor<float, D, Keys> value;
  sp::meta_tensor<float, Queries, D> output;
};

/// Attention over L positions after `Past`, with G query heads for each of 4 heads of keys and values.
template <sp::extent Groups, class Head, sp::extent L, sp::extent Past, class Rotation>
constexpr auto attended() {
  using queries = fused<fused<Hkv, axis<"G", Groups>>, Head>;
  using keys = fused<Hkv, Head>;
  using storage = sp::meta_tensor<float, B, Hkv, axis<"S", "capacity">, Head>;
  nn::kv_cache<storage, axis<"S", Past>> cache;
  sp::meta_tensor<float, B, axis<"L", L>, D> x;
  return nn::attention(x, weights<queries, keys>{}, std::move(cache), Rotation{});
}
template <class Result, class L, class S>
constexpr bool gives = std::is_same_v<typename decltype(Result::output)::shape, shape<B, L, D>> &&
                       std::is_same_v<typename decltype(Result::cache)::filled, S>;

using plain = axis<"Dk", 10>;
using side_by_side = nn::interleaved<R>;  // (R C)
using half_apart = nn::half_split<R>;     // (C R)
using none = nn::unrotated;

// Groups, one group a head (multi-head), static and for every L and past.
static_assert(gives<decltype(attended<3, plain, 7, 0, none>()), axis<"L", 7>, axis<"S", 7>>);
static_assert(gives<decltype(attended<1, plain, 7, 0, none>()), axis<"L", 7>, axis<"S", 7>>);
static_assert(gives<decltype(attended<3, plain, "L", "past", none>()), axis<"L">, axis<"S", "past+L">>);
static_assert(gives<decltype(attended<"G", plain, 1, "past", none>()), axis<"L", 1>, axis<"S", "past+1">>);
// G = Hkv: equal extents change nothing.
static_assert(gives<decltype(attended<4, plain, 4, 4, none>()), axis<"L", 4>, axis<"S", 8>>);

// Rotary positions of either pairing.
static_assert(
    gives<decltype(attended<3, side_by_side, "L", "past", nn::rotary<"(R C)">>()), axis<"L">, axis<"S", "past+L">>);
static_assert(
    gives<decltype(attended<3, half_apart, "L", "past", nn::rotary<"(C R)">>()), axis<"L">, axis<"S", "past+L">>);

// Plain heads are the same code.
using heads = fused<axis<"H", 4>, plain>;
using plain_storage = sp::meta_tensor<float, B, axis<"H", 4>, axis<"S", 9>, plain>;
using plain_result = decltype(nn::attention(std::declval<sp::meta_tensor<float, B, axis<"L", 2>, D>>(),
                                            std::declval<weights<heads, heads>>(),
                                            std::declval<nn::kv_cache<plain_storage, axis<"S", 3>>>()));
static_assert(gives<plain_result, axis<"L", 2>, axis<"S", 5>>);

// Keys have no groups: what repeats heads in other libraries cannot be written, or be written wrongly.
using q = shape<B, Hkv, axis<"G", 3>, axis<"L">, plain>;
using k = shape<B, Hkv, axis<"S", "past+L">, plain>;
static_assert(sp::rules::contract<"Dk">(q{}, k{}) == shape<B, Hkv, axis<"G", 3>, axis<"L">, axis<"S", "past+L">>{});
using tiled = shape<B, axis<"G", 3>, Hkv, axis<"L">, plain>;
static_assert(sp::rules::contract<"Dk">(tiled{}, k{}) != sp::rules::contract<"Dk">(q{}, k{}));
