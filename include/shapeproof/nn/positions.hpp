// SPDX-License-Identifier: BSL-1.0
/// Which position each token of a step has. Positions come from the cache or from a batch's padding, never from numbers
/// of the user's own.
#pragma once

#include <shapeproof/nn/kv_cache.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace shapeproof::nn {

/// The positions of the tokens on `Axes`: `positions<L>` for sequences that all begin at one length, `positions<B, L>`
/// where every row has its own.
template <class... Axes>
class positions;

template <class Storage, class Filled, class State, any_tensor X>
constexpr auto positions_of(kv_cache<Storage, Filled, State> const& cache, X const& x);

/// Token l has position first + l.
template <class L>
class positions<L> {
 public:
  using shape = shapeproof::shape<L>;
  constexpr std::size_t first() const { return first_; }
  constexpr std::size_t of(std::size_t, std::size_t token) const { return first_ + token; }

 private:
  constexpr explicit positions(std::size_t first) : first_(first) {}
  template <class Storage, class Filled, class State, any_tensor X>
  friend constexpr auto positions_of(kv_cache<Storage, Filled, State> const&, X const&);
  std::size_t first_;
};

/// The positions of a step's queries x `[.., L, ..]`: [past, past + L), where past is the cache's length. A cache
/// within a step is refused: every layer of a step has the same positions.
template <class Storage, class Filled, class State, any_tensor X>
constexpr auto positions_of([[maybe_unused]] kv_cache<Storage, Filled, State> const& cache, X const&) {
  if constexpr (is_poisoned<X>) {
    return poisoned{};
  } else if constexpr (position_of<shape_of<X>>("L") == not_found) {
    return accepted<rules::refuse<"positions_of", rules::no_such_axis<"L", shape_of<X>>, shape_of<X>>>{};
  } else if constexpr (std::is_same_v<State, within_step>) {
    return accepted<detail::refused_within_step<"positions_of", typename kv_cache<Storage, Filled, State>::shape>>{};
  } else {
    using result = positions<type_at<shape_of<X>, position_of<shape_of<X>>("L")>>;
    if constexpr (is_meta<X>)
      return result(0);
    else
      return result(cache.length());
  }
}

template <class B, class L>
class left_padded;

/// Row b's token l has position l - padding(b), and 0 on the padding itself.
template <class B, class L>
class positions<B, L> {
 public:
  using shape = shapeproof::shape<B, L>;
  std::size_t of(std::size_t row, std::size_t token) const { return token < padding_[row] ? 0 : token - padding_[row]; }
  /// Throws `shape_error` in the name of `operation` for a batch of other extents than the padded one.
  void require_batch(std::string const& operation, std::size_t rows, std::size_t tokens) const {
    auto const extents = [](std::size_t b, std::size_t l) {
      return std::string(axis_name<B>) + "=" + std::to_string(b) + ", " + std::string(axis_name<L>) + "=" +
             std::to_string(l);
    };
    if (rows != padding_.size() || tokens != length_)
      throw shape_error(operation, extents(rows, tokens),
                        "the padding is that of " + extents(padding_.size(), length_));
  }

 private:
  positions(std::vector<std::size_t> padding, std::size_t length) : padding_(std::move(padding)), length_(length) {}
  friend class left_padded<B, L>;
  std::vector<std::size_t> padding_;
  std::size_t length_;
};

/// A batch `[B, L]` whose rows are filled up on the left: row b begins with `padding[b]` slots that hold no token. One
/// vector of positions for all rows would shift them, so its positions are `positions<B, L>`.
template <class B, class L>
class left_padded {
 public:
  /// `padding` has one number for each row, at most `length`. Anything else is a `shape_error`, as
  /// are other numbers than the extents of static axes.
  left_padded(std::vector<std::size_t> padding, std::size_t rows, std::size_t length)
      : padding_(std::move(padding)), length_(length) {
    require_extent<B>(rows);
    require_extent<L>(length);
    if (padding_.size() != rows)
      throw shape_error("left_padded", std::to_string(rows) + " rows", std::to_string(padding_.size()) + " paddings");
    for (std::size_t each : padding_)
      if (each > length)
        throw shape_error("left_padded", "L=" + std::to_string(length), "a row is padded by " + std::to_string(each));
  }

  nn::positions<B, L> positions() const { return nn::positions<B, L>(padding_, length_); }

 private:
  template <class Axis>
  static void require_extent(std::size_t found) {
    if constexpr (is_static<Axis>)
      if (found != static_extent<Axis>)
        throw shape_error("left_padded", std::string(axis_name<Axis>) + "=" + std::to_string(static_extent<Axis>),
                          "the batch has " + std::to_string(found));
  }

  std::vector<std::size_t> padding_;
  std::size_t length_;
};

}  // namespace shapeproof::nn
