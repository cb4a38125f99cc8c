// SPDX-License-Identifier: BSL-1.0
/// The text of a file's problems.
#include <shapeproof/io/file_error.hpp>

#include <utility>

namespace shapeproof::io {

namespace {

std::string text_of(std::string const& file, std::vector<std::string> const& problems) {
  if (problems.size() == 1) return file + ": " + problems.front();
  std::string text = file + ": " + std::to_string(problems.size()) + " problems:";
  for (auto const& problem : problems) text += "\n  " + problem;
  return text;
}

}  // namespace

file_error::file_error(std::string file, std::vector<std::string> problems)
    : std::runtime_error(text_of(file, problems)), file_(std::move(file)), problems_(std::move(problems)) {}

}  // namespace shapeproof::io
