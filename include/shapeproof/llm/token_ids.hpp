// SPDX-License-Identifier: BSL-1.0
/// Token ids from numbers.
#pragma once

#include <shapeproof/tensor/index.hpp>
#include <shapeproof/tensor/left_padded.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace shapeproof::llm {

namespace detail {
/// The id of `number` in a vocabulary of `size`; `place()` says where it stands.
template <class Vocabulary, class Integer, class Place>
index<Vocabulary> checked_token(Integer number, std::size_t size, char const* operation, Place const& place) {
  try {
    return index<Vocabulary>(number, size);
  } catch (shape_error const& error) {
    throw shape_error(operation, place(), error.what());
  }
}
inline std::string token_text(std::size_t at, std::size_t count) {
  return "token " + std::to_string(at) + " of " + std::to_string(count);
}
}  // namespace detail

/// numbers -> ids `[L]` of `index<Vocabulary>`. Throws `shape_error` that names its place for a number outside the
/// vocabulary.
template <class Vocabulary, class Integer>
  requires is_static<Vocabulary>
auto token_ids(std::vector<Integer> const& numbers) {
  tensor<index<Vocabulary>, axis<"L">> ids(bind<"L">(numbers.size()));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    ids(i) = detail::checked_token<Vocabulary>(numbers[i], static_extent<Vocabulary>, "token_ids",
                                               [&] { return detail::token_text(i, numbers.size()); });
  return ids;
}

/// Ids of several sequences, and where they are filled up.
template <class Vocabulary>
struct token_batch {
  using B = axis<"B">;                          ///< the sequences
  tensor<index<Vocabulary>, B, axis<"L">> ids;  ///< `[B, L]`
  left_padded<B> padding;                       ///< how much of each row is none of its own
};

/// Sequences of numbers -> ids `[B, L]` of `index<Vocabulary>`, where L is the longest and the others are filled up on
/// the left; `size` is the vocabulary's extent. Throws `shape_error` for no sequence, an empty one, or a number outside
/// the vocabulary, whose place it names.
template <class Vocabulary, class Integer>
token_batch<Vocabulary> token_rows(std::vector<std::vector<Integer>> const& rows, std::size_t size) {
  std::size_t longest = 0;
  for (auto const& row : rows) {
    if (row.empty()) throw shape_error("token_rows", std::to_string(rows.size()) + " sequences", "one has no token");
    if (row.size() > longest) longest = row.size();
  }
  if (rows.empty()) throw shape_error("token_rows", "", "there is no sequence");
  tensor<index<Vocabulary>, axis<"B">, axis<"L">> ids(bind<"B">(rows.size()), bind<"L">(longest));
  std::vector<std::size_t> padding;
  for (std::size_t b = 0; b < rows.size(); ++b) {
    padding.push_back(longest - rows[b].size());
    for (std::size_t i = 0; i < rows[b].size(); ++i)
      ids(b, padding[b] + i) = detail::checked_token<Vocabulary>(rows[b][i], size, "token_rows", [&] {
        return "row " + std::to_string(b) + ", " + detail::token_text(i, rows[b].size());
      });
  }
  return {std::move(ids), left_padded<axis<"B">>(std::move(padding))};
}

}  // namespace shapeproof::llm
