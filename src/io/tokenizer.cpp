// SPDX-License-Identifier: BSL-1.0
/// SentencePiece behind the library's own interface.
#include <shapeproof/io/tokenizer.hpp>

#include <sentencepiece_processor.h>

#include <fstream>
#include <stdexcept>

namespace shapeproof::io {

namespace {

/// The length of a well-formed UTF-8 sequence at the front, or 0 (RFC 3629).
std::size_t sequence_length(std::string_view bytes) {
  auto const at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  unsigned char const lead = at(0);
  std::size_t const length = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length == 0 || length > bytes.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((at(i) & 0xC0) != 0x80) return 0;
  bool const overlong = (lead == 0xE0 && at(1) < 0xA0) || (lead == 0xF0 && at(1) < 0x90);
  bool const surrogate = lead == 0xED && at(1) > 0x9F;
  bool const too_large = lead == 0xF4 && at(1) > 0x8F;
  return overlong || surrogate || too_large ? 0 : length;
}

void require_utf8(std::string const& text) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const length = sequence_length(std::string_view(text).substr(at));
    if (length == 0) throw std::invalid_argument("tokenizer: the text is not UTF-8 at byte " + std::to_string(at));
    at += length;
  }
}

}  // namespace

struct tokenizer::implementation {
  sentencepiece::SentencePieceProcessor processor;
};

tokenizer::tokenizer(std::string const& file) : model_(std::make_unique<implementation>()) {
  std::ifstream source(file, std::ios::binary);
  if (!source) throw std::runtime_error("tokenizer: cannot open " + file);
  std::string const bytes((std::istreambuf_iterator<char>(source)), std::istreambuf_iterator<char>());
  auto const status = model_->processor.LoadFromSerializedProto(bytes);
  if (!status.ok())
    throw std::runtime_error("tokenizer: " + file + " is not a SentencePiece model: " + status.ToString());
}

tokenizer::~tokenizer() = default;
tokenizer::tokenizer(tokenizer&&) noexcept = default;
tokenizer& tokenizer::operator=(tokenizer&&) noexcept = default;

std::size_t tokenizer::size() const { return static_cast<std::size_t>(model_->processor.GetPieceSize()); }

std::vector<int> tokenizer::encode(std::string const& text) const {
  require_utf8(text);
  std::vector<int> ids;
  auto const status = model_->processor.Encode(text, &ids);
  if (!status.ok()) throw std::runtime_error("tokenizer: " + status.ToString());
  return ids;
}

std::string tokenizer::decode(std::vector<int> const& ids) const {
  for (int id : ids)
    if (id < 0 || static_cast<std::size_t>(id) >= size())
      throw std::out_of_range("tokenizer: the id " + std::to_string(id) + " is not in [0, " + std::to_string(size()) +
                              ")");
  std::string text;
  auto const status = model_->processor.Decode(ids, &text);
  if (!status.ok()) throw std::runtime_error("tokenizer: " + status.ToString());
  return text;
}

}  // namespace shapeproof::io
