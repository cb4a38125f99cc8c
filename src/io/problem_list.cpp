// SPDX-License-Identifier: BSL-1.0
/// Problems and names in messages.
#include "problem_list.hpp"

#include <utility>

namespace shapeproof::io::detail {

problem_list::problem_list(std::string file) : file_(std::move(file)) {}

void problem_list::add(std::string problem) {
  if (kept_.size() < 1000)
    kept_.push_back(std::move(problem));
  else
    ++others_;
}

void problem_list::stop_if_any() const {
  if (!empty()) raise();
}

void problem_list::stop(std::string problem) {
  kept_.push_back(std::move(problem));
  raise();
}

void problem_list::raise() const {
  auto problems = kept_;
  if (others_ > 0) problems.push_back("and " + std::to_string(others_) + " others");
  throw file_error(file_, std::move(problems));
}

std::string in_quotes(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string result = "\"";
  for (char const character : text.substr(0, 100)) {
    auto const code = static_cast<unsigned char>(character);
    if (code < 0x20 || code > 0x7E || character == '"' || character == '\\')
      ((result += "\\x") += digits[code / 16]) += digits[code % 16];
    else
      result += character;
  }
  return result + (text.size() > 100 ? "...\"" : "\"");
}

std::string tensor_named(std::string_view name) { return "tensor " + in_quotes(name); }

}  // namespace shapeproof::io::detail
