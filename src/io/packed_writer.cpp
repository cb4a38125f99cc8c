// SPDX-License-Identifier: BSL-1.0
/// The header as JSON, then the tensors, with tensors of zeros between them that keep them aligned.
#include <shapeproof/io/new_file.hpp>
#include <shapeproof/io/packed_reader.hpp>
#include <shapeproof/io/packed_writer.hpp>

#include "packed_format.hpp"
#include "tensor_checks.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <numeric>

namespace shapeproof::io {

namespace {

/// A page: tensors of some pages begin at one, so that reading one of them touches no page of another.
constexpr std::size_t page = 4096;
constexpr std::array<std::byte, page> zeros = {};

std::size_t alignment_of(stored_tensor const& tensor) {
  return tensor.bytes.size() >= 16 * page ? page : detail::packed_alignment;
}

/// The tensors with padding between them; the first one begins at a page.
std::vector<stored_tensor> padded(std::vector<stored_tensor> const& tensors) {
  std::vector<stored_tensor> result;
  std::size_t end = 0, paddings = 0;
  for (auto const& tensor : tensors) {
    std::size_t const gap = detail::aligned(end, alignment_of(tensor)) - end;
    if (gap > 0)
      result.push_back({detail::with_prefix(detail::padding_prefix, std::to_string(paddings++)),
                        element_type::u8,
                        {gap},
                        {zeros.data(), gap}});
    result.push_back(tensor);
    end += gap + tensor.bytes.size();
  }
  return result;
}

/// `"name":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}`.
std::string described(stored_tensor const& tensor, std::size_t begin) {
  std::string shape;
  for (std::size_t extent : tensor.extents) shape.append(shape.empty() ? "" : ",").append(std::to_string(extent));
  return "\"" + tensor.name + R"(":{"dtype":")" + std::string(name_of(tensor.elements)) + R"(","shape":[)" + shape +
         R"(],"data_offsets":[)" + std::to_string(begin) + "," + std::to_string(begin + tensor.bytes.size()) + "]}";
}

}  // namespace

packed_writer::packed_writer(std::string_view family, std::string_view elements, std::string_view axes,
                             std::size_t layers, std::size_t positions)
    : metadata_{{"version", std::to_string(packed_version)},
                {"family", std::string(family)},
                {"elements", std::string(elements)},
                {"axes", std::string(axes)},
                {"layers", std::to_string(layers)}} {
  if (positions > 0) metadata_["positions"] = std::to_string(positions);
}

void packed_writer::extent(std::string_view axis, std::size_t extent) {
  metadata_[detail::with_prefix(detail::extent_prefix, axis)] = std::to_string(extent);
}

void packed_writer::option(std::string_view key, float value) {
  std::array<char, 32> digits = {};  // the fewest that read back as this value
  auto const [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  metadata_[detail::with_prefix(detail::option_prefix, key)].assign(digits.data(), end);
}

void packed_writer::write(std::string const& path) const {
  static_assert(std::endian::native == std::endian::little, "the file is little-endian");
  auto const all = padded(tensors_);
  std::string header(detail::packed_magic);
  for (auto const& [key, value] : metadata_)
    header.append(",\"").append(key).append("\":\"").append(value).append("\"");
  header += "}";
  std::size_t end = 0;
  for (auto const& tensor : all) {
    header.append(",").append(described(tensor, end));
    end += tensor.bytes.size();
  }
  header += "}";
  std::uint64_t const length = detail::aligned(sizeof(length) + header.size(), page) - sizeof(length);
  header.resize(length, ' ');

  new_file file(path);
  file.write(std::as_bytes(std::span(&length, 1)));
  file.write(std::as_bytes(std::span(header)));
  for (auto const& tensor : all) file.write(tensor.bytes);
  file.finish();
}

}  // namespace shapeproof::io
