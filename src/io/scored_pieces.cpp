// SPDX-License-Identifier: BSL-1.0
/// The file of scored pieces, and BPE by score.
#include <shapeproof/io/scored_pieces.hpp>

#include "merge_neighbours.hpp"
#include "open_file.hpp"
#include "utf8.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace shapeproof::io {

namespace {

constexpr int first_byte = 3;
constexpr int first_text = first_byte + 256;

bool is_text(int id) { return id >= first_text; }

/// The spelling of a raw byte.
std::string spelled(int byte) {
  constexpr char const* digits = "0123456789ABCDEF";
  return std::string("<0x") + digits[byte / 16] + digits[byte % 16] + ">";
}

/// Reads a file from front to back, and never more than it has.
class piece_file {
 public:
  explicit piece_file(std::string const& name) : name_(name), source_(detail::open_file(name)) {
    auto const size = source_.seekg(0, std::ios::end).tellg();
    source_.seekg(0);
    left_ = size < 0 ? 0 : static_cast<std::uint64_t>(size);
  }

  bool at_end() const { return left_ == 0; }

  std::string bytes(std::size_t count) {
    if (count > left_) refuse("only " + std::to_string(left_) + " bytes are left", std::to_string(count) + " bytes");
    std::string result(count, '\0');
    if (!source_.read(result.data(), static_cast<std::streamsize>(count)))
      refuse("the file cannot be read", std::to_string(count) + " bytes");
    left_ -= count;
    at_ += count;
    return result;
  }

  std::uint32_t word() {
    std::uint32_t result = 0;
    std::string const read = bytes(4);
    for (std::size_t i = 0; i < 4; ++i)
      result |= static_cast<std::uint32_t>(static_cast<unsigned char>(read[i])) << (8 * i);
    return result;
  }

  /// A length in bytes, from 1 to `most`.
  std::size_t length(std::string const& of, std::int32_t most) {
    auto const value = std::bit_cast<std::int32_t>(word());
    if (value < 1 || value > most)
      refuse(of + " has the length " + std::to_string(value), "1 to " + std::to_string(most));
    return static_cast<std::size_t>(value);
  }

  [[noreturn]] void refuse(std::string const& found, std::string const& expected) const {
    throw std::runtime_error("tokenizer: " + name_ + " at byte " + std::to_string(at_) + ": " + found + ", expected " +
                             expected);
  }

 private:
  std::string name_;
  std::ifstream source_;
  std::uint64_t left_ = 0;
  std::uint64_t at_ = 0;
};

}  // namespace

scored_pieces::scored_pieces(std::string const& file) {
  piece_file source(file);
  longest_ = source.length("the longest piece", INT32_MAX);
  while (!source.at_end()) {
    int const id = static_cast<int>(pieces_.size());
    std::string const name = "piece " + std::to_string(id);
    auto const score = std::bit_cast<float>(source.word());
    if (!std::isfinite(score)) source.refuse(name + " has the score " + std::to_string(score), "a finite number");
    std::string text = source.bytes(source.length(name, static_cast<std::int32_t>(longest_)));
    if (is_text(id)) {
      auto const [other, is_new] = ids_.emplace(text, id);
      if (!is_new) source.refuse(name + " is piece " + std::to_string(other->second) + " again", "each piece once");
    } else if (id >= first_byte) {
      if (text != spelled(id - first_byte)) source.refuse(name + " is another text", spelled(id - first_byte));
      text.assign(1, static_cast<char>(id - first_byte));
    } else if (id == begin_of_text() || id == end_of_text()) {
      text.clear();
    }
    pieces_.push_back(std::move(text));
    scores_.push_back(score);
  }
  if (pieces_.size() < first_text)
    source.refuse("the file ends after " + std::to_string(pieces_.size()) + " pieces",
                  "259 or more: unknown, begin, end and 256 raw bytes");
}

std::vector<int> scored_pieces::encode(std::string const& text) const {
  detail::require_utf8(text);
  if (text.empty()) return {};
  std::vector<int> ids;
  std::string const spaced = " " + text;
  for (std::string_view rest = spaced; !rest.empty();) {
    std::string const character(rest.substr(0, detail::first_character(rest).length));
    rest.remove_prefix(character.size());
    if (auto const known = ids_.find(character); known != ids_.end())
      ids.push_back(known->second);
    else
      for (char byte : character) ids.push_back(first_byte + static_cast<unsigned char>(byte));
  }
  return detail::merge_neighbours(std::move(ids), [&](int left, int right) -> std::optional<detail::merge> {
    if (!is_text(left) || !is_text(right)) return {};
    std::string const& head = pieces_[static_cast<std::size_t>(left)];
    std::string const& tail = pieces_[static_cast<std::size_t>(right)];
    if (head.size() + tail.size() > longest_) return {};
    auto const joined = ids_.find(head + tail);
    if (joined == ids_.end()) return {};
    return detail::merge{-static_cast<double>(scores_[static_cast<std::size_t>(joined->second)]), joined->second};
  });
}

std::string_view scored_pieces::piece(int id, std::optional<int> previous) const {
  std::string_view text = pieces_[checked(id)];
  bool const first = !previous || previous == begin_of_text();
  if (first && is_text(id) && text.starts_with(' ')) text.remove_prefix(1);
  return text;
}

}  // namespace shapeproof::io
