// SPDX-License-Identifier: BSL-1.0
/// Whole weight files of any tensors and any metadata, made in memory.
#pragma once

#include <shapeproof/io/weight_file.hpp>
#include <shapeproof/tensor/traits.hpp>

#include "shared_models.hpp"
#include "small_files.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace model_files {

/// A tensor as a file has it.
struct stored {
  std::string name;
  std::vector<std::size_t> extents;  // the outermost first
  std::string bytes;
  std::string type = "F32";
};
using texts = std::map<std::string, std::string>;

/// The bytes of a tensor's elements; a layer's matrix `[In, Out]` is stored by its outputs.
template <class X>
std::string bytes_of(X const& x, bool by_outputs) {
  std::string result;
  auto const walk = x.walk();
  if (!by_outputs)
    for (std::size_t i = 0; i < x.size(); ++i) result += small_files::number(x.data()[i]);
  else
    for (std::size_t out = 0; out < walk.extent[1]; ++out)
      for (std::size_t in = 0; in < walk.extent[0]; ++in)
        result += small_files::number(x.data()[in * walk.extent[1] + out]);
  return result;
}

template <class X>
stored stored_as(std::string const& name, X const& x, bool by_outputs) {
  auto const walk = x.walk();
  std::vector<std::size_t> extents(walk.extent, walk.extent + X::rank);
  if (by_outputs) std::reverse(extents.begin(), extents.end());
  return {name, extents, bytes_of(x, by_outputs)};
}

/// The elements begin `shift` bytes behind a multiple of 8.
inline std::string safetensors(std::vector<stored> const& tensors, texts const& metadata, std::size_t shift = 0) {
  std::string header = R"({"__metadata__":{)";
  for (auto const& [key, value] : metadata) {
    if (header.back() != '{') header += ',';
    header += '"' + key + "\":\"" + value + '"';
  }
  header += '}';
  std::string data;
  for (auto const& tensor : tensors) {
    header += ",\"" + tensor.name + R"(":{"dtype":")" + tensor.type + R"(","shape":[)";
    for (std::size_t extent : tensor.extents) header += std::to_string(extent) + ',';
    if (!tensor.extents.empty()) header.pop_back();
    header += R"(],"data_offsets":[)" + std::to_string(data.size()) + ',';
    data += tensor.bytes;
    header += std::to_string(data.size()) + "]}";
  }
  header += '}';
  header.resize((header.size() + 7) / 8 * 8 + shift, ' ');
  return small_files::number<std::uint64_t>(header.size()) + header + data;
}

/// All elements are F32; `keys` are `small_files::gguf_key`s.
inline std::string gguf(std::vector<stored> const& tensors, std::vector<std::string> const& keys) {
  std::string result = "GGUF" + small_files::number(3U) + small_files::number<std::uint64_t>(tensors.size()) +
                       small_files::number<std::uint64_t>(keys.size());
  for (auto const& key : keys) result += key;
  std::string data;
  for (auto const& tensor : tensors) {
    std::vector<std::uint64_t> const extents(tensor.extents.rbegin(), tensor.extents.rend());
    result += small_files::gguf_tensor{tensor.name, extents, 0, data.size()}.bytes();
    data += tensor.bytes;
    data.resize((data.size() + 31) / 32 * 32);
  }
  result.resize((result.size() + 31) / 32 * 32);
  return result + data;
}

/// The file stays mapped though its name is gone.
inline shapeproof::io::weight_file opened(std::string const& bytes) {
  shared_models::temporary const written(bytes);
  return shapeproof::io::open_weights(written.name);
}

/// What `action` finds wrong with a file, or nothing.
template <class Action>
std::vector<std::string> problems_of(Action const& action) {
  try {
    action();
  } catch (shapeproof::io::file_error const& error) {
    return error.problems();
  }
  return {};
}

}  // namespace model_files
