// SPDX-License-Identifier: BSL-1.0
/// Parameters and tensors are matched by name and extents.
#include <shapeproof/io/file_error.hpp>
#include <shapeproof/io/parameter_reader.hpp>

#include <algorithm>
#include <cctype>
#include <cstdint>

namespace shapeproof::io {

namespace {

/// The first run of digits of `name`: a layer's number.
std::string_view number_in(std::string_view name) {
  auto const is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  auto const begin = std::find_if(name.begin(), name.end(), is_digit);
  auto const end = std::find_if_not(begin, name.end(), is_digit);
  return name.substr(static_cast<std::size_t>(begin - name.begin()), static_cast<std::size_t>(end - begin));
}

std::string with_number(std::string_view pattern, std::string_view number) {
  std::string result;
  for (char c : pattern)
    if (c == '#')
      result += number;
    else
      result += c;
  return result;
}

std::string text_of(std::span<std::size_t const> extents) {
  std::string result = "[";
  for (std::size_t extent : extents) result += (result.size() > 1 ? ", " : "") + std::to_string(extent);
  return result + "]";
}

}  // namespace

float const* parameter_reader::floats_of(stored_tensor const& tensor) {
  auto& known = found_[tensor.name];
  if (known != nullptr || tensor.bytes.empty()) return known;
  auto const* const bytes = tensor.bytes.data();
  if (tensor.elements == element_type::f32 && reinterpret_cast<std::uintptr_t>(bytes) % alignof(float) == 0)
    return known = reinterpret_cast<float const*>(bytes);
  converted_.emplace_back(element_count(tensor));
  to_floats(tensor, converted_.back().data());
  return known = converted_.back().data();
}

float const* parameter_reader::elements(std::string const& parameter, std::string const& expected,
                                        std::span<std::size_t const> extents) {
  auto const number = number_in(parameter);
  parameter_source const* source = nullptr;
  stored_tensor const* tensor = nullptr;
  std::string names;
  for (auto const& each : sources_) {
    if (with_number(each.parameter, number) != parameter) continue;
    auto const name = with_number(each.tensor, number);
    names += (names.empty() ? "" : " or ") + name;
    tensor = file_->contents().find(name);
    source = &each;
    if (tensor != nullptr) break;
  }
  if (tensor == nullptr) {
    add_problem((names.empty() ? parameter : names) + ": the model expects " + expected + " for " + parameter +
                ", the file has no such tensor");
    return nullptr;
  }
  std::vector<std::size_t> whole(extents.begin(), extents.end());
  if (!whole.empty()) whole[0] *= source->parts;
  if (tensor->extents != whole) {
    std::vector<std::size_t> const turned(whole.rbegin(), whole.rend());
    add_problem(tensor->name + ": the model expects " + text_of(whole) +
                (source->parts > 1 ? ", " + std::to_string(source->parts) + " times " : ", ") + expected + " for " +
                parameter + ", the file holds " + text_of(tensor->extents) + " " +
                std::string(name_of(tensor->elements)) +
                (tensor->extents == turned ? ", which is transposed: [in, out], as a Conv1D stores it" : ""));
    return nullptr;
  }
  auto const* const first = floats_of(*tensor);
  return first == nullptr ? nullptr : first + source->part * (element_count(*tensor) / source->parts);
}

void parameter_reader::require_complete() const {
  if (!problems_.empty()) throw file_error(file_->name(), problems_);
}

std::vector<std::string> parameter_reader::unused() const {
  std::vector<std::string> result;
  for (auto const& tensor : file_->contents().tensors)
    if (found_.count(tensor.name) == 0) result.push_back(tensor.name);
  return result;
}

}  // namespace shapeproof::io
