// SPDX-License-Identifier: BSL-1.0
/// Tensors with their values as text, as NumPy prints them.
#pragma once

#include <shapeproof/tensor/array.hpp>
#include <shapeproof/tensor/brackets.hpp>
#include <shapeproof/tensor/element_text.hpp>
#include <shapeproof/tensor/meta.hpp>
#include <shapeproof/tensor/moved_from.hpp>
#include <shapeproof/tensor/number_text.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace shapeproof {

namespace detail {

template <class T>
std::vector<std::string> element_texts(std::vector<T> const& elements, int precision) {
  if constexpr (std::is_floating_point_v<T>) {
    return aligned_numbers(elements, precision);
  } else {
    std::vector<std::string> result;
    for (auto const& element : elements) {
      if constexpr (is_index<T>)
        result.push_back(std::to_string(element.value()));
      else if constexpr (std::is_same_v<T, bool>)
        result.push_back(element ? "True" : "False");
      else
        result.push_back(std::to_string(element));
    }
    return right_aligned(std::move(result));
  }
}

/// The elements that are shown, in order.
template <class T, std::size_t Rank>
void collect(std::vector<T>& shown, T const* from, walk<Rank> const& walk, bracket_writer const& writer,
             std::size_t axis = 0) {
  if (axis == Rank) {
    shown.push_back(*from);
    return;
  }
  writer.for_each_shown(axis, [&](std::size_t i) {
    if (i != not_found) collect(shown, from + static_cast<std::ptrdiff_t>(i) * walk.step[axis], walk, writer, axis + 1);
  });
}

template <class T>
inline constexpr bool has_text = std::is_arithmetic_v<T> || is_index<T>;

}  // namespace detail

/// `[L=2, D=3] float` and below it the values in brackets, one bracket for each axis, as NumPy's `array2string` lays
/// them out. Of a tensor or view of any kind whose elements are numbers or indices; other elements are refused. What
/// has no elements, a `meta` or a tensor that was moved from, is the first line alone.
template <any_tensor X>
std::string format(X const& x, format_options const& options = {}) {
  using element = element_of<X>;
  if constexpr (is_poisoned<X>) {
    return {};
  } else if constexpr (!detail::has_text<element>) {
    using reason = rules::plainly<"elements are numbers or indices; these have no text">;
    return (void)accepted<rules::refuse<"format", reason, shape_of<X>>>{}, std::string();
  } else {
    std::string result = to_string(x) + " " + std::string(element_text<element>().view());
    if constexpr (!is_meta<X>) {
      auto const walk = x.walk();
      if (is_moved_from(x)) return result + " (moved from)";
      detail::bracket_writer writer(walk.extent, X::rank, options);
      std::vector<element> shown;
      if (walk.size() > 0) detail::collect<element>(shown, x.data(), walk, writer);
      result.append("\n").append(writer.written(detail::element_texts(shown, options.precision)));
    }
    return result;
  }
}

}  // namespace shapeproof
