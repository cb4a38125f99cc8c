// SPDX-License-Identifier: BSL-1.0
/// What all tokenizers share, and which one a path names.
#include <shapeproof/io/byte_level_bpe.hpp>
#include <shapeproof/io/scored_pieces.hpp>
#include <shapeproof/io/sentencepiece_tokenizer.hpp>
#include <shapeproof/io/tokenizer.hpp>

#include <filesystem>
#include <stdexcept>

namespace shapeproof::io {

std::vector<int> tokenizer::encode_with_begin(std::string const& text) const {
  std::optional<int> const begin = begin_of_text();
  if (!begin) throw std::invalid_argument("tokenizer: there is no id for the beginning of a text");
  std::vector<int> ids = encode(text);
  ids.insert(ids.begin(), *begin);
  return ids;
}

std::string tokenizer::decode(std::vector<int> const& ids) const {
  text_stream stream(*this);
  std::string text;
  for (int id : ids) text += stream.next(id);
  return text + stream.finish();
}

std::size_t tokenizer::checked(int id) const {
  if (id < 0 || static_cast<std::size_t>(id) >= size())
    throw std::out_of_range("tokenizer: the id " + std::to_string(id) + " is not in [0, " + std::to_string(size()) +
                            ")");
  return static_cast<std::size_t>(id);
}

std::unique_ptr<tokenizer> open_tokenizer(std::string const& path) {
  std::filesystem::path const file(path);
  constexpr char const* encoder = "encoder.json";
  constexpr char const* merges = "vocab.bpe";
  auto const byte_level = [&](std::filesystem::path const& folder) {
    return std::make_unique<byte_level_bpe>((folder / encoder).string(), (folder / merges).string());
  };
  if (std::filesystem::is_directory(file)) return byte_level(file);
  if (file.filename() == encoder || file.filename() == merges) return byte_level(file.parent_path());
  if (file.extension() == ".model") return std::make_unique<sentencepiece_tokenizer>(path);
  if (file.extension() == ".bin") return std::make_unique<scored_pieces>(path);
  throw std::runtime_error("tokenizer: " + path + " is of no known kind: expected *.model, *.bin, or a folder with " +
                           encoder + " and " + merges);
}

}  // namespace shapeproof::io
