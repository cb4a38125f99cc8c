// SPDX-License-Identifier: BSL-1.0
/// What every fuzzer does with an input.
#pragma once

#include <shapeproof/io/file_error.hpp>
#include <shapeproof/io/stored_tensor.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace fuzz {

/// Ends the run where a promise is broken.
inline void require(bool holds) {
  if (!holds) std::abort();
}

/// Reads an array and those in it.
inline void read_elements(shapeproof::io::metadata_array const& array) {
  auto const elements = elements_of(array);
  require(elements.size() == array.count);
  for (auto const& element : elements)
    if (auto const* inner = std::get_if<shapeproof::io::metadata_array>(&element)) read_elements(*inner);
}

/// Reads everything of a file that was accepted.
inline void read_all(shapeproof::io::tensor_file const& file) {
  for (auto const& tensor : file.tensors) {
    std::size_t product = 1;
    for (auto const extent : tensor.extents) product *= extent;
    require(product == element_count(tensor));
    require(file.find(tensor.name) == &tensor);
    std::vector<float> values(product);
    to_floats(tensor, values.data());
  }
  for (auto const& [key, value] : file.metadata) {
    (void)whole_number(value);
    if (auto const* array = std::get_if<shapeproof::io::metadata_array>(&value)) read_elements(*array);
  }
}

/// Accepts or refuses the input. Any other exception, and what the sanitizers see, ends the run.
template <class Parse>
int run(Parse const& parse, std::uint8_t const* data, std::size_t size) {
  try {
    read_all(parse(std::as_bytes(std::span(data, size)), "input"));
  } catch (shapeproof::io::file_error const& error) {
    require(!error.problems().empty());
  }
  return 0;
}

}  // namespace fuzz
