// SPDX-License-Identifier: BSL-1.0
/// Weights made up reproducibly from a seed.
#pragma once

#include <shapeproof/cpu/copy.hpp>
#include <shapeproof/cpu/random.hpp>
#include <shapeproof/llm/parameters.hpp>
#include <shapeproof/ops/packed_weight.hpp>
#include <shapeproof/tensor/buffer.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace shapeproof::llm {

namespace detail {

/// The columns of a matrix, `columns_at_a_time` from a stream of random numbers: what they are does not depend on how
/// they are stored.
struct random_columns {
  std::uint64_t seed, parameter;
  std::size_t rows;

  void operator()(std::size_t first, std::size_t count, float* to) const {
    // A uniform distribution over [-a, a) has standard deviation a / sqrt 3.
    float const bound = __builtin_sqrtf(3.0F / static_cast<float>(rows));
    cpu::fill_uniform(to, rows * count, seed, parameter << 32 | first / columns_at_a_time, -bound, bound);
  }
};

/// Numbers depend on places in whole parameters: a rank's part is cut from one, it is not filled like one.
template <class Parameter>
using refused_shards =
    rules::refuse<"fill_from_seed",
                  rules::plainly<"a shard is no place of its own; fill whole weights and cut them: sharded_weights">,
                  shape_of<Parameter>>;
template <class Parameter>
inline constexpr bool is_cut = shapeproof::detail::has_shards<shape_of<Parameter>>;

/// A dense tensor of one axis or two.
template <class Tensor>
void fill(Tensor& tensor, std::string const& name, std::uint64_t seed, std::uint64_t parameter) {
  auto const walk = tensor.walk();
  if constexpr (shape_of<Tensor>::rank == 1) {
    std::fill_n(tensor.data(), walk.extent[0], name.ends_with("gamma") || name.ends_with("norm") ? 1.0F : 0.0F);
  } else {
    auto const& [rows, columns, unused] = walk.extent;
    random_columns const make = {seed, parameter, rows};
    buffer<float> some(rows * std::min(columns, columns_at_a_time));
    for (std::size_t first = 0; first < columns; first += columns_at_a_time) {
      std::size_t const count = std::min(columns_at_a_time, columns - first);
      make(first, count, some.data());
      cpu::loop_nest<2> const loops = {
          2, {{rows, {static_cast<std::ptrdiff_t>(count), static_cast<std::ptrdiff_t>(columns)}}, {count, {1, 1}}}};
      cpu::copy(some.data(), tensor.data() + first, sizeof(float), loops);
    }
  }
}

}  // namespace detail

/// Fills every parameter from `seed`: matrices `[In, Out]` uniformly with standard deviation 1/sqrt(In), the scales
/// `[D]` of norms with 1, beta and biases with 0. The values depend on the seed, the parameter's place and the element
/// only, not on threads. Refused: shards. Calls `progress(name, elements)` after each parameter. Throws std::bad_alloc.
template <class Weights, class Progress>
void fill_from_seed(Weights& weights, std::uint64_t seed, Progress const& progress) {
  std::uint64_t place = 0;
  for_each_parameter(weights, [&](std::string const& name, auto& parameter) {
    using part = std::remove_cvref_t<decltype(parameter)>;
    if constexpr (detail::is_cut<part>) (void)accepted<detail::refused_shards<part>>{};
    detail::fill(parameter, name, seed, place++);
    progress(name, parameter.size());
  });
}

/// The weights that `fill_from_seed` gives, made with so many layers, packed ones too: a packed matrix is the rounded
/// one `[In, Out]` that tensors have, and is never whole before it is packed. Refused: weights with symbols, and
/// shards. Throws std::bad_alloc.
template <class Weights, class Progress>
Weights weights_from_seed(std::size_t layers, std::uint64_t seed, Progress const& progress) {
  std::uint64_t place = 0;
  return make_parameters<Weights>(layers, [&]<class Part>(std::type_identity<Part>, std::string const& name) {
    static_assert(symbols_in<shape_of<Part>>::count == 0, "weights_from_seed: every extent is a number");
    if constexpr (detail::is_cut<Part>) (void)accepted<detail::refused_shards<Part>>{};
    auto part = [&] {
      if constexpr (any_packed_weight<Part>) {
        constexpr std::size_t rows = static_extent<type_at<shape_of<Part>, 0>>;
        return pack_columns<Part>({}, detail::random_columns{seed, place, rows});
      } else {
        Part tensor;
        detail::fill(tensor, name, seed, place);
        return tensor;
      }
    }();
    ++place;
    progress(name, part.size());
    return part;
  });
}

}  // namespace shapeproof::llm
