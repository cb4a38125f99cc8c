// SPDX-License-Identifier: BSL-1.0
/// Attention in groups of a small size for the tests of nn: Hkv heads of keys, each shared by G heads of queries.
#pragma once

#include <shapeproof/nn/attention.hpp>

#include "naive_attention.hpp"

#include <cstddef>
#include <utility>

namespace small {

namespace sp = shapeproof;

/// `Head` is the axis of a head's components. A batch of 5, a width of 7.
template <std::size_t KeyHeads, std::size_t Groups, class Head>
struct groups {
  static constexpr std::size_t key_heads = KeyHeads;
  static constexpr std::size_t query_heads = KeyHeads * Groups;
  using B = sp::axis<"B", 5>;
  using L = sp::axis<"L">;
  using D = sp::axis<"D", 7>;
  using Hkv = sp::axis<"Hkv", sp::extent(KeyHeads)>;
  using G = sp::axis<"G", sp::extent(Groups)>;
  using query_axis = sp::fused<sp::fused<Hkv, G>, Head>;
  using key_axis = sp::fused<Hkv, Head>;
  using x_type = sp::tensor<float, B, L, D>;
  using cache = sp::nn::kv_cache<sp::tensor<float, B, Hkv, sp::axis<"S", "capacity">, Head>>;

  struct weights {
    sp::tensor<float, D, query_axis> query = reference::filled<sp::tensor<float, D, query_axis>>(21);
    sp::tensor<float, D, key_axis> key = reference::filled<sp::tensor<float, D, key_axis>>(22);
    sp::tensor<float, D, key_axis> value = reference::filled<sp::tensor<float, D, key_axis>>(23);
    sp::tensor<float, query_axis, D> output = reference::filled<sp::tensor<float, query_axis, D>>(24);
  };

  static x_type numbers(std::size_t length) { return reference::filled<x_type>(2, sp::bind<"L">(length)); }
};

/// The positions of one batch entry of `[B, L, D]`.
template <class X>
reference::matrix rows_in(X const& x, std::size_t b) {
  reference::matrix result(x.template extent<"L">(), reference::row(x.template extent<"D">()));
  for (std::size_t l = 0; l < result.size(); ++l)
    for (std::size_t d = 0; d < result[l].size(); ++d) result[l][d] = static_cast<double>(x(b, l, d));
  return result;
}

/// Positions [from, to) of `[B, L, D]`.
template <class X>
X positions_in(X const& x, std::size_t from, std::size_t to) {
  X result(sp::bind<"L">(to - from));
  for (std::size_t b = 0; b < x.template extent<"B">(); ++b)
    for (std::size_t l = from; l < to; ++l)
      for (std::size_t d = 0; d < x.template extent<"D">(); ++d) result(b, l - from, d) = x(b, l, d);
  return result;
}

/// The outputs of attention over consecutive chunks of x, each behind the ones before it.
template <class Model, class Rotation = sp::nn::unrotated>
std::vector<reference::matrix> in_chunks(typename Model::x_type const& x, typename Model::weights const& w,
                                         std::vector<std::size_t> const& lengths, Rotation const& rotate = {}) {
  std::vector<reference::matrix> result(x.template extent<"B">());
  auto cache = sp::nn::rebound<"past">(typename Model::cache(sp::bind<"capacity">(x.template extent<"L">())));
  std::size_t done = 0;
  for (std::size_t length : lengths) {
    auto [y, next] = sp::nn::attention(positions_in(x, done, done + length), w, std::move(cache), rotate);
    cache = sp::nn::rebound<"past">(sp::nn::commit(std::move(next)));
    done += length;
    for (std::size_t b = 0; b < result.size(); ++b)
      for (auto const& each : rows_in(y, b)) result[b].push_back(each);
  }
  return result;
}

/// The largest error over all entries of a batch.
inline double error(std::vector<reference::matrix> const& found, std::vector<reference::matrix> const& expected) {
  if (found.size() != expected.size()) return HUGE_VAL;
  double worst = 0;
  for (std::size_t b = 0; b < found.size(); ++b) {
    if (found[b].size() != expected[b].size()) return HUGE_VAL;
    for (std::size_t l = 0; l < found[b].size(); ++l)
      worst = std::max(worst, reference::error(found[b][l], expected[b][l]));
  }
  return worst;
}

/// What plain loops give for every entry.
template <class Model, class Rotation = reference::no_rotation>
std::vector<reference::matrix> expected(typename Model::x_type const& x, typename Model::weights const& w,
                                        Rotation const& rotate = {}) {
  std::vector<reference::matrix> result;
  for (std::size_t b = 0; b < x.template extent<"B">(); ++b)
    result.push_back(reference::attended_in_groups(rows_in(x, b), w, Model::query_heads, Model::key_heads, rotate));
  return result;
}

}  // namespace small
