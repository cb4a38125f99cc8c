// SPDX-License-Identifier: BSL-1.0
/// SentencePiece behind the library's own interface.
#include <shapeproof/io/sentencepiece_tokenizer.hpp>

#include "open_file.hpp"
#include "utf8.hpp"

#include <sentencepiece_processor.h>

#include <iterator>
#include <stdexcept>

namespace shapeproof::io {

namespace {

using processor_type = sentencepiece::SentencePieceProcessor;

std::string decoded(processor_type const& processor, std::vector<int> const& ids) {
  std::string text;
  auto const status = processor.Decode(ids, &text);
  if (!status.ok()) throw std::runtime_error("tokenizer: " + status.ToString());
  return text;
}

/// A piece as text: SentencePiece writes a space as U+2581.
std::string with_spaces(std::string_view piece) {
  constexpr std::string_view mark = "\xE2\x96\x81";
  std::string text;
  while (!piece.empty()) {
    bool const space = piece.starts_with(mark);
    text += space ? ' ' : piece.front();
    piece.remove_prefix(space ? mark.size() : 1);
  }
  return text;
}

bool is_text(processor_type const& processor, int id) {
  return !processor.IsByte(id) && !processor.IsControl(id) && !processor.IsUnknown(id);
}

/// What an id adds to a text that has begun.
std::string piece_text(processor_type const& processor, int id) {
  if (processor.IsByte(id))  // <0x0A>
    return {static_cast<char>(std::stoi(processor.IdToPiece(id).substr(3, 2), nullptr, 16))};
  return is_text(processor, id) ? with_spaces(processor.IdToPiece(id)) : decoded(processor, {id});
}

}  // namespace

struct sentencepiece_tokenizer::implementation {
  processor_type processor;
  std::vector<std::string> pieces;
  bool drops_first_space = false;  // if the model puts a space in front of a text
};

sentencepiece_tokenizer::sentencepiece_tokenizer(std::string const& file) : model_(std::make_unique<implementation>()) {
  std::ifstream source = detail::open_file(file);
  std::string const bytes((std::istreambuf_iterator<char>(source)), std::istreambuf_iterator<char>());
  auto& [processor, pieces, drops_first_space] = *model_;
  auto const status = processor.LoadFromSerializedProto(bytes);
  if (!status.ok())
    throw std::runtime_error("tokenizer: " + file + " is not a SentencePiece model: " + status.ToString());
  for (int id = 0; id < processor.GetPieceSize(); ++id) {
    pieces.push_back(piece_text(processor, id));
    // Only what it decodes to tells what the model does.
    if (pieces.back().starts_with(' ') && is_text(processor, id) &&
        decoded(processor, {id}).size() < pieces.back().size())
      drops_first_space = true;
  }
}

sentencepiece_tokenizer::~sentencepiece_tokenizer() = default;
sentencepiece_tokenizer::sentencepiece_tokenizer(sentencepiece_tokenizer&&) noexcept = default;
sentencepiece_tokenizer& sentencepiece_tokenizer::operator=(sentencepiece_tokenizer&&) noexcept = default;

std::size_t sentencepiece_tokenizer::size() const { return model_->pieces.size(); }

std::vector<int> sentencepiece_tokenizer::encode(std::string const& text) const {
  detail::require_utf8(text);
  std::vector<int> ids;
  auto const status = model_->processor.Encode(text, &ids);
  if (!status.ok()) throw std::runtime_error("tokenizer: " + status.ToString());
  return ids;
}

std::string sentencepiece_tokenizer::decode(std::vector<int> const& ids) const {
  for (int id : ids) (void)checked(id);
  return decoded(model_->processor, ids);
}

std::string_view sentencepiece_tokenizer::piece(int id, std::optional<int> previous) const {
  std::string_view text = model_->pieces[checked(id)];
  bool const first = !previous || previous == begin_of_text();
  if (first && model_->drops_first_space && text.starts_with(' ') && is_text(model_->processor, id))
    text.remove_prefix(1);
  return text;
}

std::optional<int> sentencepiece_tokenizer::begin_of_text() const {
  int const id = model_->processor.bos_id();
  return id < 0 ? std::nullopt : std::optional(id);
}

std::optional<int> sentencepiece_tokenizer::end_of_text() const {
  int const id = model_->processor.eos_id();
  return id < 0 ? std::nullopt : std::optional(id);
}

}  // namespace shapeproof::io
