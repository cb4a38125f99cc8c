// SPDX-License-Identifier: BSL-1.0
/// The header as the JSON parser's events: a document tree would merge duplicates and take many times the memory.
#include "safetensors_header.hpp"

#include "tensor_checks.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace shapeproof::io::detail {

namespace {

using json = nlohmann::json;

constexpr std::size_t largest_rank = 16;
constexpr std::size_t longest_token = std::size_t{4} << 20;

/// The parser copies each text and number several times, so that a header that is one long text would exhaust memory.
void check_tokens(std::string_view text, problem_list& problems) {
  constexpr std::string_view between = "{}[],: \t\r\n\"";
  bool in_text = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_text && text[i] == '\\') {
      ++i;
    } else if (in_text ? text[i] == '"' : between.find(text[i]) != std::string_view::npos) {
      in_text = !in_text && text[i] == '"';
      begin = i;
    }
    if (i - begin > longest_token)
      problems.stop("header: expected texts and numbers of at most 4 MiB, found a longer one at byte " +
                    std::to_string(begin));
  }
}

/// `F32, F16 or BF16`.
std::string names_of(element_types types) {
  std::string names;
  for (std::size_t i = 0; i < types.size(); ++i)
    names.append(i == 0 ? "" : i + 1 < types.size() ? ", " : " or ").append(name_of(types[i]));
  return names;
}

/// Where the parser is: before or after the header's object, in it, in `__metadata__`, in a tensor's object, or in one
/// of its two arrays.
enum class level { outside, header, metadata, tensor, extents, offsets };

/// Builds the header. An event returns false to end the parsing.
class header_builder final : public nlohmann::json_sax<json> {
 public:
  header_builder(safetensors_header& header, element_types allowed, problem_list& problems)
      : header_(header), allowed_(allowed), problems_(problems) {}

  bool null() override { return other("null"); }
  bool boolean(bool) override { return other("a bool"); }
  bool number_integer(std::int64_t number) override { return other(std::to_string(number)); }
  bool number_float(double, std::string const& text) override { return other("the number " + in_quotes(text)); }
  bool binary(json::binary_t&) override { return other("bytes"); }

  bool number_unsigned(std::uint64_t number) override {
    if (level_ == level::offsets) return append(current().offsets, number, 2);
    if (level_ == level::extents) return append(current().tensor.extents, number, largest_rank);
    return other(std::to_string(number));
  }

  bool string(std::string& text) override {
    if (level_ == level::metadata) {
      if (!header_.metadata.try_emplace(key_, text).second)
        problems_.add("__metadata__ " + in_quotes(key_) + ": expected once, found again");
      if (header_.metadata.size() > largest_count) many("metadata keys");
      return true;
    }
    if (level_ != level::tensor || key_ != "dtype") return other(in_quotes(text));
    auto const type = std::find_if(allowed_.begin(), allowed_.end(), [&](auto each) { return name_of(each) == text; });
    if (type != allowed_.end())
      current().tensor.elements = *type;
    else
      wrong("expected the dtype " + names_of(allowed_) + ", found " + in_quotes(text));
    return true;
  }

  bool key(std::string& text) override {
    key_ = std::move(text);
    if (level_ != level::tensor) return true;
    bool const known = key_ == "dtype" || key_ == "shape" || key_ == "data_offsets";
    if (!known) wrong("expected the fields dtype, shape and data_offsets, found " + in_quotes(key_));
    if (known && std::find(fields_.begin(), fields_.end(), key_) != fields_.end())
      wrong("expected the field " + key_ + " once, found it again");
    else
      fields_.push_back(key_);
    return known;
  }

  bool start_object(std::size_t) override {
    if (level_ == level::outside) {
      level_ = level::header;
    } else if (level_ == level::header && key_ == "__metadata__") {
      if (std::exchange(has_metadata_, true)) problems_.add("__metadata__: expected once, found again");
      level_ = level::metadata;
    } else if (level_ == level::header) {
      if (header_.tensors.size() == largest_count) many("tensors");
      header_.tensors.emplace_back().tensor.name = key_;
      fields_.clear();
      level_ = level::tensor;
    } else {
      other("an object");
      return false;
    }
    return true;
  }

  bool end_object() override {
    if (level_ == level::tensor)
      for (std::string const field : {"dtype", "shape", "data_offsets"})
        if (std::find(fields_.begin(), fields_.end(), field) == fields_.end())
          wrong("expected the field " + field + ", found none");
    level_ = level_ == level::header ? level::outside : level::header;
    return true;
  }

  bool start_array(std::size_t) override {
    if (level_ == level::tensor && key_ != "dtype") {
      level_ = key_ == "shape" ? level::extents : level::offsets;
      return true;
    }
    other("an array");
    return false;
  }

  bool end_array() override {
    if (level_ == level::offsets && current().usable && current().offsets.size() != 2)
      wrong("expected two data_offsets, found " + std::to_string(current().offsets.size()));
    level_ = level::tensor;
    return true;
  }

  bool parse_error(std::size_t position, std::string const& last, json::exception const&) override {
    problems_.stop("header: expected JSON, found " + in_quotes(last) + " at byte " + std::to_string(position));
  }

 private:
  described_tensor& current() { return header_.tensors.back(); }

  void wrong(std::string const& problem) {
    problems_.add(tensor_named(current().tensor.name) + ": " + problem);
    current().usable = false;
  }

  [[noreturn]] void many(char const* what) {
    problems_.stop("header: expected at most " + std::to_string(largest_count) + " " + what + ", found more");
  }

  bool append(std::vector<std::size_t>& numbers, std::uint64_t number, std::size_t most) {
    if (numbers.size() == most && current().usable)
      wrong("expected at most " + std::to_string(most) + " numbers in " + key_ + ", found more");
    if (numbers.size() < most) numbers.push_back(number);
    return true;
  }

  /// A value of another kind than belongs here.
  bool other(std::string const& found) {
    switch (level_) {
      case level::outside:
        problems_.add("header: expected an object, found " + found);
        break;
      case level::header:
        problems_.add(tensor_named(key_) + ": expected an object, found " + found);
        break;
      case level::metadata:
        problems_.add("__metadata__ " + in_quotes(key_) + ": expected a text, found " + found);
        break;
      case level::tensor:
        wrong("expected " + key_ + (key_ == "dtype" ? " as a text" : " as an array") + ", found " + found);
        break;
      default:
        wrong("expected whole numbers from 0 to 2^64-1 in " + key_ + ", found " + found);
    }
    return true;
  }

  safetensors_header& header_;
  element_types allowed_;
  problem_list& problems_;
  level level_ = level::outside;
  std::string key_;
  std::vector<std::string> fields_;
  bool has_metadata_ = false;
};

}  // namespace

safetensors_header read_header(std::string_view text, element_types allowed, problem_list& problems) {
  if (!text.starts_with('{'))
    problems.stop("header: expected an object that begins with {, found " + in_quotes(text.substr(0, 1)));
  check_tokens(text, problems);
  safetensors_header header;
  header_builder builder(header, allowed, problems);
  if (!json::sax_parse(text.data(), text.data() + text.size(), &builder)) problems.stop_if_any();
  return header;
}

}  // namespace shapeproof::io::detail
