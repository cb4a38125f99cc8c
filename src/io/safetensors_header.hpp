// SPDX-License-Identifier: BSL-1.0
/// The JSON of a safetensors file.
#pragma once

#include "problem_list.hpp"

#include <shapeproof/io/stored_tensor.hpp>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace shapeproof::io::detail {

/// A tensor as the header describes it. What is wrong with it alone is already among the problems.
struct described_tensor {
  stored_tensor tensor;  // without its bytes
  std::vector<std::size_t> offsets;
  bool usable = true;
};

/// The whole header.
struct safetensors_header {
  std::vector<described_tensor> tensors;
  metadata_map metadata;
};

/// The element types that a container may have.
using element_types = std::span<element_type const>;

/// Reads the header's JSON. Problems of one tensor are added; what is not JSON or not built like a header throws.
safetensors_header read_header(std::string_view json, element_types allowed, problem_list& problems);

/// The whole file, as `parse_safetensors`, with these element types. No element is read, so there are no warnings.
tensor_file read_tensors(std::span<std::byte const> file, element_types allowed, problem_list& problems);

}  // namespace shapeproof::io::detail
