// SPDX-License-Identifier: BSL-1.0
/// GPT-2's two files, and its BPE.
#include <shapeproof/io/byte_level_bpe.hpp>

#include "gpt2_words.hpp"
#include "merge_neighbours.hpp"
#include "open_file.hpp"
#include "utf8.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>

namespace shapeproof::io {

namespace {

constexpr char const* end_of_text_name = "<|endoftext|>";

[[noreturn]] void refuse(std::string const& file, std::string const& found, std::string const& expected) {
  throw std::runtime_error("tokenizer: " + file + ": " + found + ", expected " + expected);
}

/// The printable character that stands for each byte: itself if printable in Latin-1, else the next one from U+0100.
std::array<char32_t, 256> byte_characters() {
  std::array<char32_t, 256> characters = {};
  char32_t next = 0x100;
  for (char32_t byte = 0; byte < 256; ++byte) {
    bool const printable = (byte > 0x20 && byte < 0x7F) || (byte > 0xA0 && byte != 0xAD);
    characters[byte] = printable ? byte : next++;
  }
  return characters;
}

/// The bytes of a piece that is written in printable characters.
std::string bytes_of(std::string_view written, std::string const& file) {
  static std::array<char32_t, 256> const characters = byte_characters();
  std::string bytes;
  for (std::string_view rest = written; !rest.empty();) {
    detail::character const next = detail::first_character(rest);
    auto const* const found = std::find(characters.begin(), characters.end(), next.code);
    if (found == characters.end())
      refuse(file, "the piece \"" + std::string(written) + "\"", "only characters that stand for bytes");
    bytes += static_cast<char>(found - characters.begin());
    rest.remove_prefix(next.length);
  }
  return bytes;
}

std::unordered_map<std::string, int> read_ids(std::string const& file) {
  std::ifstream source = detail::open_file(file);
  nlohmann::json json;
  try {
    json = nlohmann::json::parse(source);
  } catch (nlohmann::json::parse_error const& error) {
    refuse(file, error.what(), "JSON");
  }
  if (!json.is_object() || json.empty()) refuse(file, "no pieces", "a JSON object of piece and id");
  std::unordered_map<std::string, int> ids;
  std::vector<bool> seen(json.size());
  for (auto const& [written, value] : json.items()) {
    std::string const found = "the piece \"" + written + "\" has the id " + value.dump().substr(0, 40);
    bool const in_range = value.is_number_unsigned() && value.get<std::uint64_t>() < seen.size();
    if (!in_range) refuse(file, found, "0 to " + std::to_string(seen.size() - 1) + ", as there are pieces");
    auto const id = value.get<std::size_t>();
    if (seen[id]) refuse(file, found + " of another piece", "each id once");
    seen[id] = true;
    ids.emplace(bytes_of(written, file), static_cast<int>(id));
  }
  return ids;
}

/// The pairs of pieces in bytes, in their order.
std::vector<std::pair<std::string, std::string>> read_pairs(std::string const& file) {
  std::ifstream source = detail::open_file(file);
  std::string line;
  if (!std::getline(source, line) || !line.starts_with("#version"))
    refuse(file, "another first line", "one that begins with #version");
  std::vector<std::pair<std::string, std::string>> pairs;
  while (std::getline(source, line)) {
    std::size_t const space = line.find(' ');
    bool const pair = space != 0 && space < line.size() - 1 && line.find(' ', space + 1) == std::string::npos;
    if (!pair) refuse(file, "merge " + std::to_string(pairs.size()) + " is \"" + line + "\"", "two pieces");
    pairs.emplace_back(bytes_of(line.substr(0, space), file), bytes_of(line.substr(space + 1), file));
  }
  return pairs;
}

std::uint64_t key(int left, int right) {
  return static_cast<std::uint64_t>(left) << 32 | static_cast<std::uint64_t>(right);
}

}  // namespace

byte_level_bpe::byte_level_bpe(std::string const& encoder, std::string const& merges) {
  auto const ids = read_ids(encoder);
  pieces_.resize(ids.size());
  for (auto const& [piece, id] : ids) pieces_[static_cast<std::size_t>(id)] = piece;
  for (std::size_t byte = 0; byte < byte_ids_.size(); ++byte) {
    auto const found = ids.find(std::string{static_cast<char>(byte)});
    if (found == ids.end()) refuse(encoder, "the byte " + std::to_string(byte) + " has no piece", "one for each byte");
    byte_ids_[byte] = found->second;
  }
  if (auto const found = ids.find(end_of_text_name); found != ids.end()) {
    end_of_text_ = found->second;
    pieces_[static_cast<std::size_t>(found->second)].clear();
  }
  auto const id_of = [&](std::string const& piece, int rank) {
    auto const found = ids.find(piece);
    if (found == ids.end())
      refuse(merges, "merge " + std::to_string(rank) + " has the piece \"" + piece + "\"", "pieces of " + encoder);
    return found->second;
  };
  int rank = 0;
  for (auto const& [left, right] : read_pairs(merges)) {
    merge const becomes = {rank, id_of(left + right, rank)};
    if (!merges_.emplace(key(id_of(left, rank), id_of(right, rank)), becomes).second)
      refuse(merges, "merge " + std::to_string(rank) + " is there again", "each pair once");
    ++rank;
  }
}

std::vector<int> byte_level_bpe::encode(std::string const& text) const {
  detail::require_utf8(text);
  auto const merge_of = [this](int left, int right) -> std::optional<detail::merge> {
    auto const found = merges_.find(key(left, right));
    if (found == merges_.end()) return {};
    return detail::merge{static_cast<double>(found->second.rank), found->second.id};
  };
  std::vector<int> ids;
  for (std::string_view word : detail::gpt2_words(text)) {
    std::vector<int> bytes;
    for (char byte : word) bytes.push_back(byte_ids_[static_cast<unsigned char>(byte)]);
    std::vector<int> const joined = detail::merge_neighbours(std::move(bytes), merge_of);
    ids.insert(ids.end(), joined.begin(), joined.end());
  }
  return ids;
}

std::string_view byte_level_bpe::piece(int id, std::optional<int> /*previous*/) const { return pieces_[checked(id)]; }

}  // namespace shapeproof::io
