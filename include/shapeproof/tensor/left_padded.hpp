// SPDX-License-Identifier: BSL-1.0
/// Batches whose rows have different lengths.
#pragma once

#include <shapeproof/shape/axis.hpp>
#include <shapeproof/tensor/shape_error.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace shapeproof {

/// Every slot of every row holds a token.
struct no_padding {};

/// Rows along `B` that are filled up on the left, so that all of them end at one slot: row b begins with `of(b)` slots
/// that hold no token. Then the last slot is every row's last position, in prefill and in decode.
template <class B>
class left_padded {
 public:
  using axis = B;  ///< of the rows

  /// No rows: for traced tensors, whose padding is not known.
  constexpr left_padded() = default;
  /// One number for each row. A static `B` with another number of rows is a `shape_error`.
  explicit left_padded(std::vector<std::size_t> padding) : padding_(std::move(padding)) {
    if constexpr (is_static<B>)
      if (padding_.size() != static_extent<B>)
        throw shape_error("left_padded", std::string(axis_text<B>().view()),
                          std::to_string(padding_.size()) + " paddings were given");
  }

  /// How many rows there are.
  constexpr std::size_t rows() const { return padding_.size(); }
  /// How many slots of a row hold no token, unchecked.
  std::size_t of(std::size_t row) const { return padding_[row]; }
  /// These numbers, one for each row.
  constexpr std::size_t const* data() const { return padding_.data(); }

  /// Throws `shape_error` in the name of `operation` where the tensor x has another number of rows.
  template <class X>
  void require_rows(char const* operation, X const& x, std::size_t found) const {
    require_equal_rows(operation, x, found, rows());
  }
  /// The same for a number of rows that is at hand.
  template <class X>
  static void require_equal_rows(char const* operation, X const& x, std::size_t found, std::size_t padded) {
    if (found != padded)
      throw shape_error(operation, to_string(x), "the padding is that of " + std::to_string(padded) + " rows");
  }

 private:
  std::vector<std::size_t> padding_;
};

/// Whether rows are padded.
template <class Padding>
inline constexpr bool is_left_padded = false;
template <class B>
inline constexpr bool is_left_padded<left_padded<B>> = true;

}  // namespace shapeproof
