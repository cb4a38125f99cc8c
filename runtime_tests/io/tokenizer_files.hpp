// SPDX-License-Identifier: BSL-1.0
/// What the tests of the tokenizers share: files that are there, files for one test, and messages.
#pragma once

#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace files {

inline std::string read(std::string const& file) {
  std::ifstream source(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(source), std::istreambuf_iterator<char>()};
}

/// A folder of models that is beside the project, or is not: a test that wants it then says so and passes.
inline std::string const gpt2 = std::string(SHAPEPROOF_SHARED_MODELS) + "/gpt2-bpe";
inline std::string const stories = std::string(SHAPEPROOF_SHARED_MODELS) + "/stories260K";
inline bool has(std::string const& folder) {
  bool const found = std::filesystem::is_directory(folder);
  if (!found) MESSAGE("left out: there is no " << folder);
  return found;
}

/// What `action` throws of type `Error`.
template <class Error, class Action>
std::string message(Action const& action) {
  try {
    action();
  } catch (Error const& error) {
    return error.what();
  }
  return {};
}

/// A file of these bytes, gone at the end of the test.
struct temporary {
  std::string name;
  explicit temporary(std::string const& bytes, std::string const& end = ".model")
      : name((std::filesystem::temp_directory_path() / ("shapeproof_runtime_test" + end)).string()) {
    std::ofstream(name, std::ios::binary) << bytes;
  }
  temporary(temporary const&) = delete;
  temporary& operator=(temporary const&) = delete;
  ~temporary() { std::remove(name.c_str()); }
};

}  // namespace files
