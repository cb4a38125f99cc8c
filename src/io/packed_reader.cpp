// SPDX-License-Identifier: BSL-1.0
/// Packed files: their header, and the bytes of each parameter.
#include <shapeproof/io/file_error.hpp>
#include <shapeproof/io/packed_reader.hpp>

#include "header_numbers.hpp"
#include "packed_format.hpp"
#include "safetensors_header.hpp"
#include "tensor_checks.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

namespace shapeproof::io {

namespace {

using detail::in_quotes;
using detail::tensor_named;

bool is_padding(stored_tensor const& tensor) {
  return tensor.name.starts_with(detail::padding_prefix) && tensor.elements == element_type::u8;
}

/// The bytes of a packed weight, or nothing where there are too many to be counted: what a file says is not believed.
std::optional<std::size_t> packed_bytes(std::size_t in, std::size_t out, cpu::weight_type type) {
  constexpr std::size_t most = std::size_t{1} << 56;
  std::size_t count = 0;
  bool const many = in > most || out > most || __builtin_mul_overflow(in + 4, out + 32, &count) || count > most;
  if (many) return std::nullopt;
  return cpu::packed_size(in, out, type);
}

/// The scales of `out` columns, whose panels are padded to 32, lie last.
void check_scales(stored_tensor const& tensor, std::size_t out, std::vector<std::string>& problems) {
  auto const* const scales = tensor.bytes.data() + tensor.bytes.size() - detail::aligned(out, 32) * sizeof(float);
  for (std::size_t column = 0; column < out; ++column) {
    float scale = 0;
    std::memcpy(&scale, scales + column * sizeof(float), sizeof(float));
    if (std::isfinite(scale) && scale > 0) continue;
    problems.push_back(tensor_named(tensor.name) + ": expected scales that are positive numbers, found " +
                       std::to_string(scale) + " for column " + std::to_string(column));
    return;
  }
}

}  // namespace

bool is_packed(std::span<std::byte const> file) {
  constexpr auto magic = detail::packed_magic;
  return file.size() >= sizeof(std::uint64_t) + magic.size() &&
         std::memcmp(file.data() + sizeof(std::uint64_t), magic.data(), magic.size()) == 0;
}

tensor_file parse_packed(std::span<std::byte const> file, std::string const& name) {
  constexpr element_type allowed[] = {element_type::f32, element_type::u8};
  detail::problem_list problems(name);
  if (!is_packed(file)) problems.stop("file: expected the header of packed weights, found another");
  auto result = detail::read_tensors(file, allowed, problems);
  header_numbers numbers(result.metadata, name);
  auto const version = numbers.text("version");
  numbers.require_none_wrong();
  if (version != std::to_string(packed_version))
    problems.stop("version: expected " + std::to_string(packed_version) + ", found " + in_quotes(version));
  for (auto const& tensor : result.tensors) {
    auto const begin = static_cast<std::size_t>(tensor.bytes.data() - file.data());
    if (!is_padding(tensor) && begin % detail::packed_alignment != 0)
      problems.add(tensor_named(tensor.name) + ": expected to begin at a multiple of 64 bytes of the file, found " +
                   std::to_string(begin));
  }
  problems.stop_if_any();
  return result;
}

packed_header read_packed_header(tensor_file const& file, std::string const& name) {
  header_numbers numbers(file.metadata, name);
  packed_header header;
  header.family = numbers.text("family");
  header.elements = numbers.text("elements");
  header.axes = numbers.text("axes");
  header.layers = numbers.size("layers");
  if (numbers.find("positions") != nullptr) header.positions = numbers.size("positions");
  for (auto const& [key, value] : file.metadata)
    if (key.starts_with(detail::extent_prefix))
      header.extents.push_back({std::string_view(key).substr(detail::extent_prefix.size()), numbers.size(key)});
  // Room is made for what the file can fill, not for what its header says.
  if (header.layers > file.tensors.size())
    numbers.add_problem("the header says " + std::to_string(header.layers) + " layers, the file has " +
                        std::to_string(file.tensors.size()) + " tensors in all");
  numbers.require_none_wrong();
  return header;
}

packed_reader::packed_reader(tensor_file const& file, std::string name)
    : file_(&file), name_(std::move(name)), header_(read_packed_header(file, name_)) {}

void packed_reader::require_model(std::string_view family, std::string_view elements, std::string_view axes) const {
  detail::problem_list problems(name_);
  auto const compare = [&](char const* what, char const* verb, std::string_view own, std::string const& found) {
    if (found != own)
      problems.add(std::string("the model's ") + what + verb + std::string(own) + ", the file's" + verb +
                   in_quotes(found));
  };
  compare("family", " is ", family, header_.family);
  compare("elements", " are ", elements, header_.elements);
  compare("axes", " are ", axes, header_.axes);
  problems.stop_if_any();
}

stored_tensor const* packed_reader::find(std::string const& parameter, std::string const& expected,
                                         element_type elements, std::vector<std::size_t> const& extents) {
  auto const* const tensor = file_->find(parameter);
  auto const wanted = "the model expects " + expected + ", " + detail::shape_text(extents, elements) + ", the file ";
  if (tensor == nullptr) {
    add_problem(tensor_named(parameter) + ": " + wanted + "has no such tensor");
    return nullptr;
  }
  taken_.insert(tensor->name);
  if (tensor->elements == elements && tensor->extents == extents) return tensor;
  add_problem(tensor_named(parameter) + ": " + wanted + "has " + detail::shape_text(tensor->extents, tensor->elements));
  return nullptr;
}

float const* packed_reader::floats(std::string const& parameter, std::string const& expected,
                                   std::vector<std::size_t> const& extents) {
  auto const* const tensor = find(parameter, expected, element_type::f32, extents);
  return tensor == nullptr ? nullptr : reinterpret_cast<float const*>(tensor->bytes.data());
}

std::byte const* packed_reader::packed(std::string const& parameter, std::string const& expected, std::size_t in,
                                       std::size_t out, cpu::weight_type type) {
  auto const bytes = packed_bytes(in, out, type);
  if (!bytes) {
    if (auto const* const tensor = file_->find(parameter)) taken_.insert(tensor->name);
    add_problem(tensor_named(parameter) + ": the model expects " + expected + ", more elements than can be counted");
    return nullptr;
  }
  auto const* const tensor = find(parameter, expected, element_type::u8, {*bytes});
  if (tensor == nullptr) return nullptr;
  if (type == cpu::weight_type::int8) check_scales(*tensor, out, problems_);
  return tensor->bytes.data();
}

float packed_reader::option(std::string_view key) {
  auto const at = file_->metadata.find(detail::with_prefix(detail::option_prefix, key));
  auto const* const text = at == file_->metadata.end() ? nullptr : std::get_if<std::string>(&at->second);
  float value = 0;
  if (text != nullptr) {
    auto const [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (error != std::errc() || end != text->data() + text->size() || !std::isfinite(value)) value = 0;
  }
  if (!(value > 0))
    add_problem(std::string("option ") + std::string(key) + ": expected a positive number, found " +
                (text == nullptr ? "none" : in_quotes(*text)));
  return value;
}

void packed_reader::require_all_taken() {
  for (auto const& tensor : file_->tensors)
    if (!is_padding(tensor) && !taken_.contains(tensor.name))
      add_problem(tensor_named(tensor.name) + ": the model has no such parameter");
}

void packed_reader::require_complete() const {
  detail::problem_list problems(name_);
  for (auto const& problem : problems_) problems.add(problem);
  problems.stop_if_any();
}

}  // namespace shapeproof::io
