// SPDX-License-Identifier: BSL-1.0
/// What every container's tensors must hold to.
#pragma once

#include "problem_list.hpp"

#include <shapeproof/io/stored_tensor.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace shapeproof::io::detail {

/// More tensors or keys than this are not believed.
inline constexpr std::size_t largest_count = 100'000;

/// A tensor's place among the data: the bytes in [begin, end).
struct placement {
  std::string_view name;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Bytes of a tensor with these extents; nothing where the number does not fit.
std::optional<std::size_t> byte_count(std::span<std::size_t const> extents, element_type elements);

/// `[2, 3] of F32`.
std::string shape_text(std::span<std::size_t const> extents, element_type elements);

/// `at` rounded up to a multiple of `alignment`.
constexpr std::size_t aligned(std::size_t at, std::size_t alignment) {
  return (at + alignment - 1) / alignment * alignment;
}

/// Adds a problem for each name that appears twice.
void check_names(std::vector<std::string_view> names, problem_list& problems);

/// Adds a problem where tensors overlap. Where `all` are placed, also where bytes belong to none: each tensor begins
/// where the one before ends, rounded up to `alignment`, and the last one ends the `size` bytes of data.
void check_places(std::vector<placement> places, std::size_t size, std::size_t alignment, bool all,
                  problem_list& problems);

/// Adds a warning for each tensor with elements that are NaN or infinite, and how many.
void warn_of_not_finite(tensor_file& file);

}  // namespace shapeproof::io::detail
