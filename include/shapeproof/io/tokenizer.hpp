// SPDX-License-Identifier: BSL-1.0
/// Text to token ids and back, by SentencePiece. Needs the component `shapeproof::tokenizer`.
#pragma once

#include <shapeproof/llm/token_ids.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace shapeproof::io {

/// A SentencePiece model.
class tokenizer {
 public:
  /// Throws `std::runtime_error` that names the file where it is missing or not a model.
  explicit tokenizer(std::string const& file);
  ~tokenizer();
  tokenizer(tokenizer&&) noexcept;
  tokenizer& operator=(tokenizer&&) noexcept;

  /// The number of pieces.
  std::size_t size() const;
  /// text (UTF-8) -> ids, each in [0, size()). Throws `std::invalid_argument` where the text is not UTF-8.
  std::vector<int> encode(std::string const& text) const;
  /// ids -> text. Throws `std::out_of_range` for an id that is none.
  std::string decode(std::vector<int> const& ids) const;

 private:
  struct implementation;
  std::unique_ptr<implementation> model_;
};

/// text -> ids `[L]` of `index<Vocabulary>`. A tokenizer of another size than the vocabulary is a `shape_error`.
template <class Vocabulary>
auto encode(tokenizer const& pieces, std::string const& text) {
  if (pieces.size() != static_extent<Vocabulary>)
    throw shape_error("encode", "a tokenizer of " + std::to_string(pieces.size()) + " pieces",
                      "the vocabulary is " + std::string(axis_text<Vocabulary>().view()));
  return llm::token_ids<Vocabulary>(pieces.encode(text));
}

}  // namespace shapeproof::io
