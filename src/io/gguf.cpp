// SPDX-License-Identifier: BSL-1.0
/// A GGUF file: counts, metadata, the list of tensors, padding, data.
#include <shapeproof/io/gguf.hpp>

#include "byte_reader.hpp"
#include "gguf_values.hpp"
#include "tensor_checks.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace shapeproof::io {

namespace {

using detail::in_quotes;
using detail::problem_list;
using detail::tensor_named;

/// A tensor as the list has it: its bytes are found when the data's place is known.
struct listed_tensor {
  stored_tensor tensor;
  std::uint32_t type = 0;
  std::uint64_t offset = 0;
};

std::optional<element_type> element_type_of(std::uint32_t type) {
  switch (type) {
    case 0:
      return element_type::f32;
    case 1:
      return element_type::f16;
    case 30:
      return element_type::bf16;
    default:
      return std::nullopt;
  }
}

/// A count that the file's size and reason allow.
std::size_t read_count(detail::byte_reader& reader, std::size_t least, char const* what) {
  std::size_t const count = reader.count(least, what);
  if (count > detail::largest_count)
    reader.fail("expected at most " + std::to_string(detail::largest_count) + " " + what + ", found " +
                std::to_string(count));
  return count;
}

void read_version(detail::byte_reader& reader) {
  auto const magic = reader.take(4, "magic");
  std::string const text(reinterpret_cast<char const*>(magic.data()), magic.size());
  if (text != "GGUF") reader.fail("expected the magic \"GGUF\", found " + in_quotes(text));
  auto const version = reader.number<std::uint32_t>("version");
  if (version != 2 && version != 3)
    reader.fail("expected version 2 or 3, found " + std::to_string(version) +
                ((version & 0xFFFFU) == 0 ? ": a big-endian file?" : ""));
}

metadata_map read_metadata(detail::byte_reader& reader, std::size_t count, problem_list& problems) {
  metadata_map metadata;
  for (std::size_t i = 0; i < count; ++i) {
    reader.within("metadata " + std::to_string(i));
    std::string key(reader.text("key"));
    reader.within("metadata " + in_quotes(key));
    auto const type = reader.number<std::uint32_t>("type");
    auto value = detail::read_value(reader, type);
    auto const [place, is_new] = metadata.try_emplace(std::move(key), std::move(value));
    if (!is_new) problems.add("metadata " + in_quotes(place->first) + ": expected once, found again");
  }
  return metadata;
}

listed_tensor read_tensor(detail::byte_reader& reader, std::size_t number) {
  listed_tensor result;
  reader.within("tensor " + std::to_string(number));
  result.tensor.name = reader.text("name");
  reader.within(tensor_named(result.tensor.name));
  auto const rank = reader.number<std::uint32_t>("number of axes");
  if (rank < 1 || rank > 4) reader.fail("expected 1 to 4 axes, found " + std::to_string(rank));
  result.tensor.extents.resize(rank);
  for (auto& extent : result.tensor.extents) extent = reader.number<std::uint64_t>("extents");
  std::reverse(result.tensor.extents.begin(), result.tensor.extents.end());
  result.type = reader.number<std::uint32_t>("type of elements");
  result.offset = reader.number<std::uint64_t>("offset");
  return result;
}

std::size_t alignment_of(metadata_map const& metadata, problem_list& problems) {
  auto const found = metadata.find("general.alignment");
  if (found == metadata.end()) return 32;
  auto const* alignment = std::get_if<std::uint64_t>(&found->second);
  if (alignment != nullptr && *alignment >= 8 && *alignment <= UINT32_MAX && std::has_single_bit(*alignment))
    return *alignment;
  problems.stop("metadata \"general.alignment\": expected a 32-bit power of two from 8, found " +
                (alignment != nullptr ? std::to_string(*alignment) : "another type of value"));
}

/// The tensor's bytes in the data, or nothing and a problem for each thing that is wrong.
std::optional<std::span<std::byte const>> bytes_of(listed_tensor& listed, std::span<std::byte const> data,
                                                   std::size_t alignment, problem_list& problems) {
  auto const& extents = listed.tensor.extents;
  bool usable = true;
  auto const wrong = [&](std::string const& problem) {
    problems.add(tensor_named(listed.tensor.name) + ": " + problem);
    usable = false;
  };
  auto const type = element_type_of(listed.type);
  if (!type)
    wrong("expected elements of type F32 (0), F16 (1) or BF16 (30), found type " + std::to_string(listed.type) +
          ", which is quantised or unknown");
  listed.tensor.elements = type.value_or(element_type::f32);
  auto const shape = detail::shape_text(extents, listed.tensor.elements);
  if (std::find(extents.begin(), extents.end(), 0U) != extents.end()) wrong("expected extents above 0, found " + shape);
  auto const size = detail::byte_count(extents, listed.tensor.elements);
  if (!size) wrong("expected extents whose product fits 64 bits, found " + shape);
  if (listed.offset % alignment != 0)
    wrong("expected an offset that is a multiple of the alignment " + std::to_string(alignment) + ", found " +
          std::to_string(listed.offset));
  if (type && size && (listed.offset > data.size() || *size > data.size() - listed.offset))
    wrong("expected " + std::to_string(*size) + " bytes for " + shape + " at byte " + std::to_string(listed.offset) +
          ", found " + std::to_string(data.size()) + " bytes of data");
  if (!usable || !size) return std::nullopt;
  return data.subspan(listed.offset, *size);
}

}  // namespace

tensor_file parse_gguf(std::span<std::byte const> file, std::string const& name) {
  problem_list problems(name);
  detail::byte_reader reader(file);
  tensor_file result;
  std::vector<listed_tensor> list;
  try {
    read_version(reader);
    // The least of a tensor: its name's length, number of axes, an extent, type, offset; of a key: length, type, a
    // byte.
    auto const tensors = read_count(reader, 8 + 4 + 8 + 4 + 8, "tensors");
    auto const keys = read_count(reader, 8 + 4 + 1, "metadata keys");
    result.metadata = read_metadata(reader, keys, problems);
    list.reserve(tensors);
    for (std::size_t i = 0; i < tensors; ++i) list.push_back(read_tensor(reader, i));
  } catch (detail::malformed const& error) {
    problems.stop(error.what());
  }
  std::size_t const alignment = alignment_of(result.metadata, problems);
  auto const data = file.subspan(std::min(detail::aligned(reader.position(), alignment), file.size()));

  std::vector<std::string_view> names;
  std::vector<detail::placement> places;
  for (auto& listed : list) {
    names.push_back(listed.tensor.name);
    if (auto const bytes = bytes_of(listed, data, alignment, problems)) {
      listed.tensor.bytes = *bytes;
      places.push_back({listed.tensor.name, listed.offset, listed.offset + bytes->size()});
    }
  }
  detail::check_names(std::move(names), problems);
  bool const all = places.size() == list.size();
  detail::check_places(std::move(places), data.size(), alignment, all, problems);
  problems.stop_if_any();
  result.tensors.reserve(list.size());
  for (auto& listed : list) result.tensors.push_back(std::move(listed.tensor));
  detail::warn_of_not_finite(result);
  return result;
}

}  // namespace shapeproof::io
