// SPDX-License-Identifier: BSL-1.0
/// Whole characters from pieces of bytes.
#include <shapeproof/io/tokenizer.hpp>

#include "utf8.hpp"

namespace shapeproof::io {

namespace {
constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD
}

std::string text_stream::next(int id) {
  held_ += pieces_->piece(id, previous_);
  previous_ = id;
  std::string text;
  std::string_view rest = held_;
  while (!rest.empty()) {
    detail::character const first = detail::first_character(rest);
    if (first.kind == detail::sequence::unfinished) break;
    text += first.kind == detail::sequence::whole ? rest.substr(0, first.length) : replacement;
    rest.remove_prefix(first.length);
  }
  held_.erase(0, held_.size() - rest.size());
  return text;
}

std::string text_stream::finish() {
  std::string const text(held_.empty() ? std::string_view() : replacement);
  held_.clear();
  return text;
}

}  // namespace shapeproof::io
