// SPDX-License-Identifier: BSL-1.0
/// A safetensors file: the header's length in 8 bytes, the header, the data.
#include <shapeproof/io/safetensors.hpp>

#include "safetensors_header.hpp"
#include "tensor_checks.hpp"

#include <cstdint>
#include <cstring>
#include <utility>

namespace shapeproof::io {

namespace {

using detail::problem_list;

constexpr std::size_t length_bytes = 8;
constexpr std::size_t largest_header = 100'000'000;

std::string_view header_text(std::span<std::byte const> file, problem_list& problems) {
  if (file.size() < length_bytes)
    problems.stop("file: expected 8 bytes for the header's length, found " + std::to_string(file.size()));
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), length_bytes);
  if (length > largest_header)
    problems.stop("header: expected a length of at most 100000000 bytes, found " + std::to_string(length));
  if (length > file.size() - length_bytes)
    problems.stop("header: expected a length of at most " + std::to_string(file.size() - length_bytes) +
                  " bytes, which the file has, found " + std::to_string(length));
  return {reinterpret_cast<char const*>(file.data()) + length_bytes, length};
}

/// The tensor's bytes in the data, or nothing and a problem for each thing that is wrong.
std::optional<std::span<std::byte const>> bytes_of(detail::described_tensor const& described,
                                                   std::span<std::byte const> data, problem_list& problems) {
  if (!described.usable) return std::nullopt;
  auto const& tensor = described.tensor;
  std::size_t const begin = described.offsets[0], end = described.offsets[1];
  bool usable = true;
  auto const wrong = [&](std::string const& problem) {
    problems.add(detail::tensor_named(tensor.name) + ": " + problem);
    usable = false;
  };
  auto const offsets = std::to_string(begin) + ", " + std::to_string(end);
  if (begin > end) wrong("expected data_offsets that begin before they end, found " + offsets);
  if (end > data.size())
    wrong("expected data_offsets within the " + std::to_string(data.size()) + " bytes of data, found " + offsets);
  if (begin % size_of(tensor.elements) != 0)
    wrong("expected data_offsets that are a multiple of " + std::to_string(size_of(tensor.elements)) + " for " +
          std::string(name_of(tensor.elements)) + ", found " + offsets);
  auto const shape = detail::shape_text(tensor.extents, tensor.elements);
  auto const size = detail::byte_count(tensor.extents, tensor.elements);
  if (!size)
    wrong("expected extents whose product fits 64 bits, found " + shape);
  else if (begin <= end && *size != end - begin)
    wrong("expected " + std::to_string(*size) + " bytes for " + shape + ", found " + std::to_string(end - begin));
  if (!usable) return std::nullopt;
  return data.subspan(begin, end - begin);
}

}  // namespace

tensor_file detail::read_tensors(std::span<std::byte const> file, element_types allowed, problem_list& problems) {
  auto const text = header_text(file, problems);
  auto header = read_header(text, allowed, problems);
  auto const data = file.subspan(length_bytes + text.size());

  std::vector<std::string_view> names;
  std::vector<placement> places;
  for (auto& described : header.tensors) {
    names.push_back(described.tensor.name);
    if (auto const bytes = bytes_of(described, data, problems)) {
      described.tensor.bytes = *bytes;
      places.push_back({described.tensor.name, described.offsets[0], described.offsets[1]});
    }
  }
  check_names(std::move(names), problems);
  bool const all = places.size() == header.tensors.size();
  check_places(std::move(places), data.size(), 1, all, problems);
  problems.stop_if_any();

  tensor_file result;
  result.metadata = std::move(header.metadata);
  result.tensors.reserve(header.tensors.size());
  for (auto& described : header.tensors) result.tensors.push_back(std::move(described.tensor));
  return result;
}

tensor_file parse_safetensors(std::span<std::byte const> file, std::string const& name) {
  constexpr element_type allowed[] = {element_type::f32, element_type::f16, element_type::bf16};
  problem_list problems(name);
  auto result = detail::read_tensors(file, allowed, problems);
  detail::warn_of_not_finite(result);
  return result;
}

}  // namespace shapeproof::io
