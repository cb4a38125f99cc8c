// SPDX-License-Identifier: BSL-1.0
/// Writes packed files. Needs the component `shapeproof::files`.
#pragma once

#include <shapeproof/io/stored_tensor.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace shapeproof::io {

/// Collects what a packed file says and holds, and writes it.
class packed_writer {
 public:
  /// What the file says: family, elements and axes as in `packed_header`, and the `positions` that the model was
  /// trained with; 0 where that is not known.
  packed_writer(std::string_view family, std::string_view elements, std::string_view axes, std::size_t layers,
                std::size_t positions);

  /// The extent of an axis, in elements.
  void extent(std::string_view axis, std::size_t extent);
  /// A number that is no extent.
  void option(std::string_view key, float value);
  /// A parameter. Its bytes must live until `write`.
  void add(stored_tensor parameter) { tensors_.push_back(std::move(parameter)); }

  /// Writes the file, which is complete or not there. Throws `file_error` where it cannot be written.
  void write(std::string const& path) const;

 private:
  std::map<std::string, std::string> metadata_;
  std::vector<stored_tensor> tensors_;
};

}  // namespace shapeproof::io
