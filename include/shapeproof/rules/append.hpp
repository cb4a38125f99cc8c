// SPDX-License-Identifier: BSL-1.0
/// The rule of the key-value cache: positions are appended along S, within the capacity.
#pragma once

#include <shapeproof/rules/concat.hpp>
#include <shapeproof/rules/reorder.hpp>
#include <shapeproof/rules/split_merge.hpp>

#include <cstddef>
#include <type_traits>

namespace shapeproof::rules {

/// The filled part of a cache's storage: `[B, H, S=capacity, Dk]` with `Filled` in the place of S.
template <class Storage, class Filled>
using cached_shape = detail::replaced<Storage, position_of<Storage>("S"), 1, shape<Filled>>;

namespace detail {

template <class Cached>
struct not_the_cached_axes {
  static constexpr text reason() {
    return text::of("new keys and values have the axes of the cache in its order, with L in the place of S");
  }
};

template <class Positions>
struct sharded_positions {
  static constexpr text reason() {
    return text::of("a cache has all positions of its heads; ", axis_text<Positions>(),
                    " is cut over ranks; shard H instead");
  }
};

template <class Needed, class Capacity>
struct capacity_exceeded {
  static constexpr polynomial beyond = extent_polynomial<Needed> - extent_polynomial<Capacity>;
  static constexpr bool value = beyond.is_number() && beyond.number() > 0;
  static constexpr text reason() {
    return text::of("needs ", to_text(extent_polynomial<Needed>), " positions, the capacity is ",
                    to_text(extent_polynomial<Capacity>));
  }
};

/// `[B, H, L, Dk]` in the role of keys: `[B, H, S=L, Dk]`.
template <class New>
using as_keys = decltype(rename<"L", "S">(New{}));

template <class Cached, class Keys, class Values>
constexpr auto grown() {
  if constexpr (is_refused<as_keys<Keys>> || !std::is_same_v<Keys, Values>)
    return poisoned{};
  else
    return concat<"S">(Cached{}, as_keys<Keys>{});
}

}  // namespace detail

/// `append`: cached `[B, H, S, Dk]` in memory of `[B, H, S=capacity, Dk]`, new keys and values `[B, H, L, Dk]` ->
/// `[B, H, S+L, Dk]` in the same memory. Refused where the new ones have other axes than the cache with L in the place
/// of S, S+L is provably more than the capacity, or S is a shard.
struct append_rule {
  static constexpr fixed_string name = "append";  ///< in messages
  template <class Storage, class Filled, class Keys, class Values>
  constexpr auto operator()(Storage, shape<Filled>, Keys, Values) const {
    using cached = cached_shape<Storage, Filled>;
    using positions = type_at<Storage, position_of<Storage>("S")>;
    using grown = decltype(detail::grown<cached, Keys, Values>());
    if constexpr (is_sharded<positions> || is_sharded<Filled>) {
      return refuse<"append", detail::sharded_positions<positions>, Storage, Keys, Values>{};
    } else if constexpr (is_refused<grown> || std::is_same_v<grown, poisoned>) {
      return refuse<"append", detail::not_the_cached_axes<cached>, cached, Keys, Values>{};
    } else {
      using exceeded = detail::capacity_exceeded<type_at<grown, position_of<grown>("S")>, positions>;
      if constexpr (exceeded::value)
        return refuse<"append", exceeded, cached, Keys, Values>{};
      else
        return layout_from<grown, memory_in<Storage>>{};
    }
  }
};
inline constexpr append_rule append = {};

}  // namespace shapeproof::rules
