// SPDX-License-Identifier: BSL-1.0
/// Batches whose rows are sequences of their own, each as long as it is.
#pragma once

#include <shapeproof/shape/axis.hpp>
#include <shapeproof/tensor/array.hpp>
#include <shapeproof/tensor/ragged_rows.hpp>
#include <shapeproof/tensor/shape_error.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace shapeproof {

/// Rows along `B` that all begin at position 0 and end where each one ends: row b holds the positions [0, length(b)).
/// A step adds as many positions to every row.
template <class B>
class ragged {
 public:
  using axis = B;  ///< of the rows

  /// No rows: for traced tensors, whose lengths are not known.
  constexpr ragged() = default;
  /// One length for each row. A static `B` with another number of rows is a `shape_error`.
  explicit ragged(std::vector<std::size_t> lengths) : lengths_(std::move(lengths)) {
    if constexpr (is_static<B>)
      if (lengths_.size() != static_extent<B>)
        throw shape_error("ragged", std::string(axis_text<B>().view()),
                          std::to_string(lengths_.size()) + " lengths were given");
  }

  /// How many rows there are.
  constexpr std::size_t rows() const { return lengths_.size(); }
  /// How many positions a row has; an integer or an `index` of B. An index of another axis is refused. Throws
  /// `shape_error` where there is no such row.
  template <class Position>
  std::size_t length(Position const& row) const {
    std::size_t const at = detail::position_on<B>(row);
    if (at >= rows()) detail::throw_out_of_range("length", axis_name<B>, std::to_string(at), rows());
    return lengths_[at];
  }
  /// How many positions the longest row has; 0 where there is none.
  std::size_t longest() const { return lengths_.empty() ? 0 : *std::max_element(lengths_.begin(), lengths_.end()); }
  /// The lengths, one for each row.
  constexpr std::size_t const* data() const { return lengths_.data(); }

  /// So many positions more in every row.
  void grow(std::size_t more) {
    for (std::size_t& length : lengths_) length += more;
  }

  /// Throws `shape_error` in the name of `operation` where the tensor x has another number of rows.
  template <class X>
  void require_rows(char const* operation, X const& x, std::size_t found) const {
    if (found != rows())
      throw shape_error(operation, to_string(x), "the lengths are those of " + std::to_string(rows()) + " rows");
  }

 private:
  std::vector<std::size_t> lengths_;
};

/// Whether rows have lengths of their own.
template <class Rows>
inline constexpr bool is_ragged = false;
template <class B>
inline constexpr bool is_ragged<ragged<B>> = true;

}  // namespace shapeproof
