// SPDX-License-Identifier: BSL-1.0
/// Numbers of a file's header, with everything that is wrong with them.
#pragma once

#include <shapeproof/io/file_error.hpp>
#include <shapeproof/io/parameter_reader.hpp>
#include <shapeproof/io/weight_file.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace shapeproof::io {

/// Whether a value is this text.
inline bool is_text(metadata_value const& value, std::string_view text) {
  auto const* const own = std::get_if<std::string>(&value);
  return own != nullptr && *own == text;
}

class header_numbers {
 public:
  explicit header_numbers(weight_file const& file) : header_numbers(file.contents().metadata, file.name()) {}
  header_numbers(metadata_map const& metadata, std::string file) : metadata_(&metadata), file_(std::move(file)) {}

  metadata_value const* find(std::string const& key) const {
    auto const at = metadata_->find(key);
    return at == metadata_->end() ? nullptr : &at->second;
  }

  /// A text; empty where it is none, of which nothing more is said.
  std::string text(std::string const& key) {
    auto const* const found = find(key);
    auto const* const own = found == nullptr ? nullptr : std::get_if<std::string>(found);
    if (own == nullptr) problems_.push_back("the header has no " + key);
    return own == nullptr ? "" : *own;
  }

  /// A positive number of reasonable size; 0 where it is not, of which nothing more is said.
  std::size_t size(std::string const& key) {
    auto const* const found = find(key);
    auto const number = found == nullptr ? std::nullopt : whole_number(*found);
    if (found == nullptr)
      problems_.push_back("the header has no " + key);
    else if (!number)
      problems_.push_back("the header's " + key + " is no whole number");
    else if (*number <= 0 || *number > largest)
      problems_.push_back("the header's " + key + " is " + std::to_string(*number) + ", it must be in [1, 2^31)");
    else
      return static_cast<std::size_t>(*number);
    return 0;
  }

  /// `whole / part`, or 0 where that is not exact or one of them is wrong already.
  std::size_t quotient(std::string const& of, std::size_t whole, std::string const& by, std::size_t part) {
    if (whole == 0 || part == 0) return 0;
    if (whole % part == 0) return whole / part;
    problems_.push_back("the header's " + of + " is " + std::to_string(whole) + ", not a multiple of " + by + ", " +
                        std::to_string(part));
    return 0;
  }

  void add_problem(std::string problem) { problems_.push_back(std::move(problem)); }

  void require_none_wrong() const {
    if (!problems_.empty()) throw file_error(file_, problems_);
  }

 private:
  static constexpr std::int64_t largest = (std::int64_t{1} << 31) - 1;
  metadata_map const* metadata_;
  std::string file_;
  std::vector<std::string> problems_;
};

/// The sources without the last one, a tied head, where the file states under `key` that its head is not tied.
inline std::span<parameter_source const> without_tied_head(weight_file const& file, std::string const& key,
                                                           std::span<parameter_source const> sources) {
  auto const at = file.contents().metadata.find(key);
  bool const untied = at != file.contents().metadata.end() && is_text(at->second, "false");
  return untied ? sources.first(sources.size() - 1) : sources;
}

}  // namespace shapeproof::io
