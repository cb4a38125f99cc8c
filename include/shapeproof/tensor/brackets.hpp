// SPDX-License-Identifier: BSL-1.0
/// Texts in nested brackets, as NumPy lays out arrays.
#pragma once

#include <shapeproof/shape/shape.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace shapeproof {

/// How values are written.
struct format_options {
  int precision = 8;             ///< digits behind the point, at most
  std::size_t threshold = 1000;  ///< a tensor of more elements is summarised
  std::size_t edge_items = 3;    ///< then so many are shown at each end of an axis
  std::size_t line_width = 75;   ///< characters; longer rows are broken
};

namespace detail {

/// Nested brackets around texts, one bracket for each axis.
class bracket_writer {
 public:
  bracket_writer(std::size_t const* extents, std::size_t rank, format_options const& options)
      : extents_(extents), rank_(rank), options_(options) {
    for (std::size_t i = 0; i < rank; ++i) size_ *= extents[i];
  }

  /// Calls `visit(i)` for the positions on an axis that are shown, and `visit(not_found)` for those that are left out.
  template <class Visit>
  void for_each_shown(std::size_t axis, Visit const& visit) const {
    std::size_t const extent = extents_[axis];
    bool const cut =
        size_ > options_.threshold && extent / 2 >= options_.edge_items && extent > 2 * options_.edge_items;
    for (std::size_t i = 0; i < extent; ++i) {
      if (cut && i == options_.edge_items) {
        visit(not_found);
        i = extent - options_.edge_items;
        if (i == extent) break;
      }
      visit(i);
    }
  }

  /// The texts are those of the shown elements, in order.
  std::string written(std::vector<std::string> const& texts) {
    next_ = texts.data();
    out_.clear();
    if (rank_ == 0)
      out_ = *next_;
    else if (size_ == 0)
      out_ = "[]";
    else
      write(0);
    return std::move(out_);
  }

 private:
  void write(std::size_t axis) {
    out_ += '[';
    bool const is_row = axis + 1 == rank_;
    std::size_t column = rank_;
    bool first = true;
    for_each_shown(axis, [&](std::size_t i) {
      if (is_row) {
        std::string const& word = i == not_found ? dots : *next_++;
        if (!first) separate(word.size(), column);
        out_ += word;
        column += word.size();
      } else {
        if (!first) out_.append(rank_ - axis - 1, '\n').append(axis + 1, ' ');
        if (i == not_found)
          out_ += dots;
        else
          write(axis + 1);
      }
      first = false;
    });
    out_ += ']';
  }
  /// A space, or where the next word does not fit, a new line.
  void separate(std::size_t word, std::size_t& column) {
    if (column + 1 + word + rank_ > options_.line_width) {
      out_.erase(out_.find_last_not_of(' ') + 1);  // numbers are padded on the right
      out_.append(1, '\n').append(rank_, ' ');
      column = rank_;
    } else {
      out_ += ' ';
      ++column;
    }
  }

  inline static std::string const dots = "...";
  std::size_t const* extents_;
  std::size_t rank_;
  format_options const& options_;
  std::size_t size_ = 1;
  std::string const* next_ = nullptr;
  std::string out_;
};

}  // namespace detail
}  // namespace shapeproof
