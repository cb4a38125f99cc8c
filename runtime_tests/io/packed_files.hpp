// SPDX-License-Identifier: BSL-1.0
/// Packed files of small models, whole and with one thing changed.
#pragma once

#include <shapeproof/io/packed_file.hpp>

#include "../llm/families.hpp"
#include "../llm/models.hpp"
#include "model_files.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace packed_files {

namespace sp = shapeproof;
namespace io = shapeproof::io;
namespace llm = shapeproof::llm;

/// A file of these weights, gone at the end of the test.
struct saved {
  shared_models::temporary file{""};
  template <class Weights>
  explicit saved(Weights const& weights, std::size_t positions = 0) {
    io::save_packed(file.name, weights, positions);
  }

  template <class Weights>
  auto load() const {
    return io::load_packed<Weights>(io::open_weights(file.name));
  }
  std::string bytes() const {
    std::ifstream in(file.name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

/// Where the elements begin.
inline std::size_t data_begin(std::string const& file) {
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), sizeof(length));
  return sizeof(length) + length;
}

/// The file with the first `from` of its header replaced; the elements stay where they are.
inline std::string changed(std::string const& file, std::string const& from, std::string const& to) {
  std::size_t const begin = data_begin(file);
  std::string header = file.substr(0, begin);
  header.replace(header.find(from), from.size(), to);
  header.resize(begin, ' ');  // there are spaces behind the JSON
  return header + file.substr(begin);
}

}  // namespace packed_files
