// SPDX-License-Identifier: BSL-1.0
/// Text to token ids and back: what every tokenizer can do. Needs the component `shapeproof::tokenizer`.
#pragma once

#include <shapeproof/llm/token_ids.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shapeproof::io {

/// Pieces of text with ids 0 to size() - 1.
class tokenizer {
 public:
  virtual ~tokenizer() = default;

  /// The number of pieces.
  virtual std::size_t size() const = 0;

  /// text (UTF-8) -> ids, each in [0, size()), without a begin-of-text in front. No text gives an id that means
  /// something else than text. Throws `std::invalid_argument` where the text is not UTF-8.
  virtual std::vector<int> encode(std::string const& text) const = 0;

  /// The same after the id of begin-of-text, for models that were trained with it. Throws `std::invalid_argument` where
  /// the tokenizer has none.
  std::vector<int> encode_with_begin(std::string const& text) const;

  /// ids -> text (UTF-8): what a `text_stream` gives for them. For a continuation use a `text_stream` that knows the id
  /// before it. Throws `std::out_of_range` for an id that is none.
  virtual std::string decode(std::vector<int> const& ids) const;

  /// The bytes that an id adds after the id `previous`, or at the beginning of a text; maybe a part of a character.
  /// They live as long as the tokenizer. Throws `std::out_of_range` for an id that is none.
  virtual std::string_view piece(int id, std::optional<int> previous = {}) const = 0;

  /// The id that begins a text, where there is one. It decodes to nothing.
  virtual std::optional<int> begin_of_text() const = 0;
  /// The id that ends a text, where there is one. It decodes to nothing.
  virtual std::optional<int> end_of_text() const = 0;

 protected:
  tokenizer() = default;
  tokenizer(tokenizer const&) = default;             ///< only as a part of what derives from it
  tokenizer(tokenizer&&) = default;                  ///< only as a part of what derives from it
  tokenizer& operator=(tokenizer const&) = default;  ///< only as a part of what derives from it
  tokenizer& operator=(tokenizer&&) = default;       ///< only as a part of what derives from it

  /// The id as a position in a table of pieces. Throws `std::out_of_range` for an id that is none.
  std::size_t checked(int id) const;
};

/// Text from ids that come one by one. It is UTF-8 at each step: a character in several pieces comes out whole, and
/// bytes that cannot become a character come out as U+FFFD, one for each longest beginning of a character: the practice
/// that the Unicode Standard describes in its section 3.9.
class text_stream {
 public:
  /// Refers to `pieces`. `previous` is the id before the first one, if there is one.
  explicit text_stream(tokenizer const& pieces, std::optional<int> previous = {})
      : pieces_(&pieces), previous_(previous) {}

  /// The text that is certain after one id more. Throws `std::out_of_range` for an id that is none.
  std::string next(int id);
  /// What was held back, when no id follows: U+FFFD for a character that is not complete, else nothing.
  std::string finish();

 private:
  tokenizer const* pieces_;
  std::optional<int> previous_;
  std::string held_;
};

/// The tokenizer of a file or folder, known by its name: `*.model` is SentencePiece, `*.bin` has scored pieces, a
/// folder with `encoder.json` and `vocab.bpe` (or either of these files) is a byte-level BPE. Throws
/// `std::runtime_error` that names the path where it is none of them, missing or corrupted.
std::unique_ptr<tokenizer> open_tokenizer(std::string const& path);

namespace detail {
template <class Vocabulary>
void require_size(tokenizer const& pieces) {
  if (pieces.size() != static_extent<Vocabulary>)
    throw shape_error("encode", "a tokenizer of " + std::to_string(pieces.size()) + " pieces",
                      "the vocabulary is " + std::string(axis_text<Vocabulary>().view()));
}
}  // namespace detail

/// text -> ids `[L]` of `index<Vocabulary>`. Throws `shape_error` where the tokenizer has another size than the
/// vocabulary, `std::invalid_argument` where the text is not UTF-8.
template <class Vocabulary>
auto encode(tokenizer const& pieces, std::string const& text) {
  detail::require_size<Vocabulary>(pieces);
  return llm::token_ids<Vocabulary>(pieces.encode(text));
}

/// The same after begin-of-text: `[L]` is one longer. Throws as that, and `std::invalid_argument` where the tokenizer
/// has no such id.
template <class Vocabulary>
auto encode_with_begin(tokenizer const& pieces, std::string const& text) {
  detail::require_size<Vocabulary>(pieces);
  return llm::token_ids<Vocabulary>(pieces.encode_with_begin(text));
}

}  // namespace shapeproof::io
