// SPDX-License-Identifier: BSL-1.0
/// Recognises a container by its first bytes, and parses it.
#include <shapeproof/io/file_error.hpp>
#include <shapeproof/io/gguf.hpp>
#include <shapeproof/io/llama2c.hpp>
#include <shapeproof/io/safetensors.hpp>
#include <shapeproof/io/weight_file.hpp>

#include <cstdint>
#include <cstring>
#include <utility>

namespace shapeproof::io {

namespace {

bool is_gguf(std::span<std::byte const> file) { return file.size() >= 4 && std::memcmp(file.data(), "GGUF", 4) == 0; }

/// A length that the file has, and the header's first byte.
bool is_safetensors(std::span<std::byte const> file) {
  std::uint64_t length = 0;
  if (file.size() <= sizeof(length)) return false;
  std::memcpy(&length, file.data(), sizeof(length));
  return length <= file.size() - sizeof(length) && static_cast<char>(file[sizeof(length)]) == '{';
}

container recognised(std::span<std::byte const> file) {
  return is_gguf(file) ? container::gguf : is_safetensors(file) ? container::safetensors : container::llama2c;
}

/// A file that is none of the others has to be llama2.c's, which nothing but its numbers tells.
tensor_file parse_last(std::span<std::byte const> file, std::string const& name) {
  try {
    return parse_llama2c(file, name);
  } catch (file_error const& error) {
    std::vector<std::string> tried = {"not GGUF: expected to begin with \"GGUF\"",
                                      "not safetensors: expected a header's length and {"};
    for (auto const& problem : error.problems()) tried.push_back("not llama2c: " + problem);
    throw file_error(name, tried);
  }
}

tensor_file parse(container kind, mapped_file const& file) {
  if (kind == container::gguf) return parse_gguf(file.bytes(), file.name());
  if (kind == container::safetensors) return parse_safetensors(file.bytes(), file.name());
  return parse_last(file.bytes(), file.name());
}

}  // namespace

weight_file::weight_file(mapped_file file, container kind)
    : file_(std::move(file)), kind_(kind), contents_(parse(kind_, file_)) {}

weight_file open_weights(std::string const& path) {
  mapped_file file(path);
  container const kind = recognised(file.bytes());
  return {std::move(file), kind};
}

}  // namespace shapeproof::io
