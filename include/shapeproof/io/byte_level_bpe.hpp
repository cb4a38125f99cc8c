// SPDX-License-Identifier: BSL-1.0
/// GPT-2's byte-level BPE (`encoder.json` and `vocab.bpe`). Needs the component `shapeproof::tokenizer`.
#pragma once

#include <shapeproof/io/tokenizer.hpp>

#include <array>
#include <cstdint>
#include <unordered_map>

namespace shapeproof::io {

/// Words are split as GPT-2's regular expression does; in each word, bytes are joined in the order of the merges. Every
/// text encodes and decodes to itself. `<|endoftext|>` in a text is text: only `end_of_text()` is the id of that name.
/// BPE: Sennrich, Haddow and Birch, 2016 (arXiv:1508.07909); of bytes: Radford et al., 2019, "Language Models are
/// Unsupervised Multitask Learners".
class byte_level_bpe final : public tokenizer {
 public:
  /// `encoder` is a JSON object of piece -> id, `merges` has one pair of pieces a line after a line `#version`; both
  /// write a byte as GPT-2's printable character for it. Throws `std::runtime_error` that names the file, what was
  /// found and what was expected: missing, not JSON, ids that are not 0 to n - 1 each once, a byte without a piece, a
  /// merge that is no pair, is there twice, or whose pieces or result are not in the vocabulary.
  byte_level_bpe(std::string const& encoder, std::string const& merges);

  std::size_t size() const override { return pieces_.size(); }
  std::vector<int> encode(std::string const& text) const override;
  std::string_view piece(int id, std::optional<int> previous = {}) const override;
  std::optional<int> begin_of_text() const override { return {}; }
  std::optional<int> end_of_text() const override { return end_of_text_; }

 private:
  struct merge {
    int rank = 0;
    int id = 0;
  };
  std::vector<std::string> pieces_;  // as they decode
  std::array<int, 256> byte_ids_ = {};
  std::unordered_map<std::uint64_t, merge> merges_;  // by both ids
  std::optional<int> end_of_text_;
};

}  // namespace shapeproof::io
