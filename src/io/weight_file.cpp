// SPDX-License-Identifier: BSL-1.0
/// Recognises a container by its first bytes, and parses it.
#include <shapeproof/io/gguf.hpp>
#include <shapeproof/io/llama2c.hpp>
#include <shapeproof/io/packed_reader.hpp>
#include <shapeproof/io/safetensors.hpp>
#include <shapeproof/io/weight_file.hpp>

#include "problem_list.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace shapeproof::io {

namespace {

/// The first bytes as a text, fewer where the file has fewer.
std::string first_bytes(std::span<std::byte const> file, std::size_t from, std::size_t count) {
  auto const part = file.subspan(std::min(from, file.size()));
  return {reinterpret_cast<char const*>(part.data()), std::min(count, part.size())};
}

std::uint64_t first_number(std::span<std::byte const> file) {
  std::uint64_t number = 0;
  std::memcpy(&number, file.data(), std::min(sizeof(number), file.size()));
  return number;
}

bool is_gguf(std::span<std::byte const> file) { return first_bytes(file, 0, 4) == "GGUF"; }

/// A length that the file has, and the header's first byte.
bool is_safetensors(std::span<std::byte const> file) {
  return file.size() > 8 && first_number(file) <= file.size() - 8 && first_bytes(file, 8, 1) == "{";
}

container recognised(std::span<std::byte const> file) {
  return is_gguf(file)          ? container::gguf
         : is_packed(file)      ? container::packed
         : is_safetensors(file) ? container::safetensors
                                : container::llama2c;
}

/// A file that is none of the others has to be llama2.c's, which nothing but its numbers tells.
tensor_file parse_last(std::span<std::byte const> file, std::string const& name) {
  try {
    return parse_llama2c(file, name);
  } catch (file_error const& error) {
    std::vector<std::string> tried = {
        "not GGUF: expected to begin with \"GGUF\", found " + detail::in_quotes(first_bytes(file, 0, 4)),
        "not safetensors: expected a length of the header within the file's " + std::to_string(file.size()) +
            " bytes, then \"{\", found " + std::to_string(first_number(file)) + ", then " +
            detail::in_quotes(first_bytes(file, 8, 1))};
    for (auto const& problem : error.problems()) tried.push_back("not llama2c: " + problem);
    throw file_error(name, tried);
  }
}

tensor_file parse(container kind, mapped_file const& file) {
  if (kind == container::gguf) return parse_gguf(file.bytes(), file.name());
  if (kind == container::packed) return parse_packed(file.bytes(), file.name());
  if (kind == container::safetensors) return parse_safetensors(file.bytes(), file.name());
  return parse_last(file.bytes(), file.name());
}

}  // namespace

weight_file::weight_file(mapped_file file, container kind)
    : file_(std::move(file)), kind_(kind), contents_(parse(kind_, file_)) {}

weight_file open_weights(std::string const& path) {
  mapped_file file(path);
  container const kind = recognised(file.bytes());
  if (kind == container::packed) file.prefer_huge_pages();
  return {std::move(file), kind};
}

}  // namespace shapeproof::io
