// SPDX-License-Identifier: BSL-1.0
/// Pieces with scores in one file (`tok512.bin`, as llama2.c reads it). Needs the component `shapeproof::tokenizer`.
#pragma once

#include <shapeproof/io/tokenizer.hpp>

#include <unordered_map>

namespace shapeproof::io {

/// BPE by score, in the convention of SentencePiece and llama2.c. Ids: 0 unknown, 1 begin of text, 2 end of text, 3 to
/// 258 the raw bytes, then pieces of text.
///
/// A text that is not empty gets one space in front. Each character is a piece or, if there is none, its bytes; then
/// the neighbours whose joined piece has the highest score are joined (of equal scores the first), until none can be. A
/// piece at the beginning of a text loses one leading space, so that `decode` undoes `encode`. Sennrich, Haddow and
/// Birch, 2016 (arXiv:1508.07909); https://github.com/karpathy/llama2.c.
class scored_pieces final : public tokenizer {
 public:
  /// Reads little-endian: int32 longest piece in bytes, then {float32 score, int32 length, bytes} until the end of the
  /// file. Throws `std::runtime_error` that names the file, what was found and what was expected: missing or truncated,
  /// a length outside [1, longest], a score that is not finite, fewer than 259 pieces, a raw byte that is not spelled
  /// `<0x0A>`, a piece of text that is there twice.
  explicit scored_pieces(std::string const& file);

  std::size_t size() const override { return pieces_.size(); }
  std::vector<int> encode(std::string const& text) const override;
  std::string_view piece(int id, std::optional<int> previous = {}) const override;
  std::optional<int> begin_of_text() const override { return 1; }
  std::optional<int> end_of_text() const override { return 2; }

 private:
  std::vector<std::string> pieces_;  // as they decode
  std::vector<float> scores_;
  std::size_t longest_ = 0;
  std::unordered_map<std::string, int> ids_;  // of pieces of text
};

}  // namespace shapeproof::io
