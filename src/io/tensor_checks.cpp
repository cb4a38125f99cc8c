// SPDX-License-Identifier: BSL-1.0
/// Names, places and values of a container's tensors.
#include "tensor_checks.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <tuple>

namespace shapeproof::io::detail {

namespace {

/// Elements whose bits of exponent are all set.
template <class Bits>
std::size_t count_not_finite(std::span<std::byte const> bytes, Bits exponent) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(Bits)) {
    Bits element = 0;
    std::memcpy(&element, bytes.data() + at, sizeof(Bits));
    count += (element & exponent) == exponent;
  }
  return count;
}

std::size_t count_not_finite(stored_tensor const& tensor) {
  if (tensor.elements == element_type::u8) return 0;
  if (tensor.elements == element_type::f32) return count_not_finite<std::uint32_t>(tensor.bytes, 0x7F800000U);
  return count_not_finite<std::uint16_t>(tensor.bytes, tensor.elements == element_type::f16 ? 0x7C00 : 0x7F80);
}

}  // namespace

std::optional<std::size_t> byte_count(std::span<std::size_t const> extents, element_type elements) {
  // A zero makes the product 0 whatever the other factors are.
  if (std::find(extents.begin(), extents.end(), 0U) != extents.end()) return 0;
  std::size_t count = size_of(elements);
  for (std::size_t const extent : extents) {
    if (extent > std::numeric_limits<std::size_t>::max() / count) return std::nullopt;
    count *= extent;
  }
  return count;
}

std::string shape_text(std::span<std::size_t const> extents, element_type elements) {
  std::string text = "[";
  for (std::size_t const extent : extents) text += (text.size() > 1 ? ", " : "") + std::to_string(extent);
  return text + "] of " + std::string(name_of(elements));
}

void check_names(std::vector<std::string_view> names, problem_list& problems) {
  std::sort(names.begin(), names.end());
  for (auto at = names.begin(); (at = std::adjacent_find(at, names.end())) != names.end();) {
    auto const next = std::find_if(at, names.end(), [&](std::string_view name) { return name != *at; });
    problems.add(tensor_named(*at) + ": expected once, found " + std::to_string(next - at) + " times");
    at = next;
  }
}

void check_places(std::vector<placement> places, std::size_t size, std::size_t alignment, bool all,
                  problem_list& problems) {
  std::sort(places.begin(), places.end(), [](placement const& a, placement const& b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  placement last;
  for (auto const& place : places) {
    std::size_t const expected = aligned(last.end, alignment);
    auto const found =
        ": expected to begin at byte " + std::to_string(expected) + ", found " + std::to_string(place.begin);
    if (place.begin < last.end)
      problems.add(tensor_named(place.name) + " overlaps " + tensor_named(last.name) + found);
    else if (all && place.begin != expected)
      problems.add(tensor_named(place.name) + " leaves unused bytes before it" + found);
    if (place.end >= last.end) last = place;
  }
  if (all && size > aligned(last.end, alignment))
    problems.add("data: expected to end at byte " + std::to_string(aligned(last.end, alignment)) +
                 ", found unused bytes up to " + std::to_string(size));
}

void warn_of_not_finite(tensor_file& file) {
  for (auto const& tensor : file.tensors)
    if (std::size_t const count = count_not_finite(tensor); count > 0)
      file.warnings.push_back(tensor_named(tensor.name) + ": " + std::to_string(count) + " of " +
                              std::to_string(element_count(tensor)) + " elements are NaN or infinite");
}

}  // namespace shapeproof::io::detail
