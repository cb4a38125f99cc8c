// SPDX-License-Identifier: BSL-1.0
/// Trained models that lie beside the project, where they are at hand, and files for a moment.
#pragma once

#include <shapeproof/io/stored_tensor.hpp>

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace shared_models {

/// The path of a model's file.
inline std::string path(std::string const& file) { return std::string(SHAPEPROOF_SHARED_MODELS) + "/" + file; }

/// Whether a test has to do without them; it says so.
inline bool missing() {
  bool const result = !std::filesystem::exists(SHAPEPROOF_SHARED_MODELS);
  if (result) MESSAGE("skipped: there is no folder " SHAPEPROOF_SHARED_MODELS);
  return result;
}

/// All elements of a tensor.
inline std::vector<float> floats(shapeproof::io::stored_tensor const& tensor) {
  std::vector<float> result(element_count(tensor));
  shapeproof::io::to_floats(tensor, result.data());
  return result;
}

/// A file of these bytes, gone at the end of the test; no other process has its name.
struct temporary {
  std::string name =
      (std::filesystem::temp_directory_path() / ("shapeproof_weights_" + std::to_string(::getpid()))).string();
  explicit temporary(std::string const& bytes) { std::ofstream(name, std::ios::binary) << bytes; }
  temporary(temporary&&) = delete;
  ~temporary() { std::remove(name.c_str()); }
};

}  // namespace shared_models
