// SPDX-License-Identifier: BSL-1.0
/// SentencePiece models (`*.model`), by the SentencePiece library. Needs the component `shapeproof::tokenizer`.
#pragma once

#include <shapeproof/io/tokenizer.hpp>

namespace shapeproof::io {

/// A SentencePiece model. `decode` is the library's own: of bytes that are no character it may make more U+FFFD than a
/// `text_stream`, and it is the same otherwise. Kudo and Richardson, 2018 (arXiv:1808.06226).
class sentencepiece_tokenizer final : public tokenizer {
 public:
  /// Throws `std::runtime_error` that names the file where it is missing or not a model.
  explicit sentencepiece_tokenizer(std::string const& file);
  ~sentencepiece_tokenizer() override;
  /// Takes the model over.
  sentencepiece_tokenizer(sentencepiece_tokenizer&&) noexcept;
  /// Takes the model over, and ends its own.
  sentencepiece_tokenizer& operator=(sentencepiece_tokenizer&&) noexcept;

  std::size_t size() const override;
  std::vector<int> encode(std::string const& text) const override;
  std::string decode(std::vector<int> const& ids) const override;
  std::string_view piece(int id, std::optional<int> previous = {}) const override;
  std::optional<int> begin_of_text() const override;
  std::optional<int> end_of_text() const override;

 private:
  struct implementation;
  std::unique_ptr<implementation> model_;
};

}  // namespace shapeproof::io
