// SPDX-License-Identifier: BSL-1.0
/// Which position each token of a step has. Positions come from the cache, never from numbers of the user's own.
#pragma once

#include <shapeproof/nn/kv_cache.hpp>
#include <shapeproof/tensor/left_padded.hpp>
#include <shapeproof/tensor/ragged.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace shapeproof::nn {

/// The positions of the tokens on `Axes`: `positions<L>` for sequences that all begin at one length, `positions<B, L>`
/// where every row has its own, `positions<ragged<B>, L>` where every row begins at a length of its own.
template <class... Axes>
class positions;

namespace detail {
struct positions_access;
}

/// Token l has position first + l.
template <class L>
class positions<L> {
 public:
  using shape = shapeproof::shape<L>;  ///< what they count
  /// Rows that are padded one by one have no one vector of positions: refused.
  template <class Row>
  positions(positions<Row, L> const&) : first_(0) {
    using reason = rules::plainly<"each row is padded by a number of its own, so positions need its axis too">;
    (void)accepted<rules::refuse<"positions", reason, shapeproof::shape<Row, L>>>{};
  }
  /// Nor have rows that are as long as each one is.
  template <class Row>
  positions(positions<ragged<Row>, L> const&) : first_(0) {
    using reason = rules::plainly<"each row has a length of its own, so positions need its axis too">;
    (void)accepted<rules::refuse<"positions", reason, shapeproof::shape<Row, L>>>{};
  }
  /// The position of the first token.
  constexpr std::size_t first() const { return first_; }
  /// The position of a token, in any row.
  constexpr std::size_t of(std::size_t, std::size_t token) const { return first_ + token; }

 private:
  constexpr explicit positions(std::size_t first) : first_(first) {}
  friend struct detail::positions_access;
  std::size_t first_;
};

/// Row b's token l has position first + l - padding(b), and 0 on the padding itself. They look at the padding of the
/// cache that they come from, and last as long as its memory, whichever cache has that by now.
template <class B, class L>
class positions<B, L> {
 public:
  using shape = shapeproof::shape<B, L>;  ///< what they count
  /// The position of a row's token.
  std::size_t of(std::size_t row, std::size_t token) const {
    std::size_t const slot = first_ + token;
    return slot < padding_[row] ? 0 : slot - padding_[row];
  }
  /// Throws `shape_error` in the name of `operation` where a tensor has another number of rows.
  template <any_tensor X>
  void require_rows(char const* operation, X const& x, std::size_t rows) const {
    left_padded<B>::require_equal_rows(operation, x, rows, rows_);
  }

 private:
  constexpr positions(std::size_t first, left_padded<B> const& padding)
      : first_(first), padding_(padding.data()), rows_(padding.rows()) {}
  friend struct detail::positions_access;
  std::size_t first_;
  std::size_t const* padding_;
  std::size_t rows_;
};

/// Row b's token l has position length(b) + l. They keep the lengths that the step begins with.
template <class B, class L>
class positions<ragged<B>, L> {
 public:
  using shape = shapeproof::shape<B, L>;  ///< what they count
  /// The position of a row's token.
  std::size_t of(std::size_t row, std::size_t token) const { return rows_.data()[row] + token; }
  /// Throws `shape_error` in the name of `operation` where a tensor has another number of rows.
  template <any_tensor X>
  void require_rows(char const* operation, X const& x, std::size_t rows) const {
    rows_.require_rows(operation, x, rows);
  }

 private:
  explicit constexpr positions(ragged<B> const& rows) : rows_(rows) {}
  friend struct detail::positions_access;
  ragged<B> rows_;
};

namespace detail {

/// Makes positions for `positions_of`. A friend that is a template with constraints is not Clang 16's friend.
struct positions_access {
  template <class... Axes, class... Padding>
  static constexpr positions<Axes...> from(std::size_t first, Padding const&... padding) {
    return positions<Axes...>(first, padding...);
  }
  template <class L, class B>
  static constexpr positions<ragged<B>, L> from_each(ragged<B> const& lengths) {
    return positions<ragged<B>, L>(lengths);
  }
};

template <class Padding>
struct padded_rows {
  using type = void;
};
template <class B>
struct padded_rows<left_padded<B>> {
  using type = B;
};
template <class B>
struct padded_rows<ragged<B>> {
  using type = B;
};
template <class Rows, bool IsRagged = false>
struct other_padded_rows {
  static constexpr text reason() {
    return text::of("the cache's rows are ", IsRagged ? "" : "padded ", "along ", axis_text<Rows>());
  }
};

}  // namespace detail

/// The positions of a step's queries x `[.., L, ..]`: [past, past + L), where past is the cache's length; in a padded
/// batch less each row's padding. Refused: x without L or the padded rows, a shard of L, and a cache within a step, for
/// every layer of a step has the same positions. Throws `shape_error` where the cache was moved from.
template <class Storage, class Filled, class State, class Padding, any_tensor X>
constexpr auto positions_of([[maybe_unused]] kv_cache<Storage, Filled, State, Padding> const& cache, X const&) {
  if constexpr (is_poisoned<X>) {
    return poisoned{};
  } else if constexpr (position_of<shape_of<X>>("L") == not_found) {
    return accepted<rules::refuse<"positions_of", rules::no_such_axis<"L", shape_of<X>>, shape_of<X>>>{};
  } else if constexpr (std::is_same_v<State, within_step>) {
    return accepted<detail::refused_within_step<"positions_of", typename kv_cache<Storage, Filled, State>::shape>>{};
  } else {
    using tokens = type_at<shape_of<X>, position_of<shape_of<X>>("L")>;
    using rows = typename detail::padded_rows<Padding>::type;
    using other_rows = detail::other_padded_rows<rows, is_ragged<Padding>>;
    if constexpr (is_sharded<tokens>)
      return accepted<rules::refuse<"positions_of", rules::spread_over_ranks<tokens>, shape_of<X>>>{};
    else if constexpr (!std::is_same_v<Padding, no_padding> && !has_axis<rows, shape_of<X>>)
      return accepted<rules::refuse<"positions_of", other_rows, shape_of<X>>>{};
    else if constexpr (is_ragged<Padding>)
      return detail::positions_access::from_each<tokens>(cache.padding());
    else if constexpr (is_left_padded<Padding> && is_meta<X>)
      return detail::positions_access::from<rows, tokens>(0, cache.padding());
    else if constexpr (is_left_padded<Padding>)
      return detail::positions_access::from<rows, tokens>(cache.length(), cache.padding());
    else if constexpr (is_meta<X>)
      return detail::positions_access::from<tokens>(0);
    else
      return detail::positions_access::from<tokens>(cache.length());
  }
}

/// Positions of x `[.., L, ..]` look at their cache's padding, so a temporary cache is refused.
template <class Storage, class Filled, class State, class B, any_tensor X>
auto positions_of(kv_cache<Storage, Filled, State, left_padded<B>>&&, X const&) = delete;

}  // namespace shapeproof::nn
