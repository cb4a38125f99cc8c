// SPDX-License-Identifier: BSL-1.0
/// Keys to append, and where they are in a cache.
#pragma once

#include <shapeproof/nn/append.hpp>

#include "small_attention.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace small {

inline k_type fresh(std::uint32_t seed, std::size_t length) {
  return reference::filled<k_type>(seed, sp::bind<"L">(length));
}

/// Whether positions [from, from + L) of `all` are those of `part`.
template <class All, class Part>
bool has_at(All const& all, std::size_t from, Part const& part) {
  bool same = true;
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t h = 0; h < 3; ++h)
      for (std::size_t l = 0; l < part.template extent<"L">(); ++l)
        for (std::size_t m = 0; m < 5; ++m) same = same && all(b, h, from + l, m) == part(b, h, l, m);
  return same;
}

/// The cache after a whole step that appends `added` as keys and as values.
template <class Cache, class K>
auto stepped(Cache&& before, K const& added) {
  return sp::nn::rebound<"past">(sp::nn::commit(sp::nn::append(std::forward<Cache>(before), added, added).cache));
}

}  // namespace small
