// SPDX-License-Identifier: BSL-1.0
/// Reads patterns such as `B L H Dk, B S H Dk -> B H L S` and `B L (H Dk) -> B H L Dk`.
#pragma once

#include <shapeproof/rules/rule.hpp>
#include <shapeproof/rules/split_merge.hpp>

#include <cstddef>
#include <string_view>

namespace shapeproof::rules {

/// The axes of one side of a pattern; a group in parentheses is one token.
struct tokens {
  static constexpr std::size_t capacity = 12;  ///< more are malformed
  std::size_t count = 0;                       ///< how many tokens there are
  std::string_view at[capacity] = {};          ///< the first `count` count
  bool malformed = false;                      ///< whether the text was no list of axes

  /// The place of a token, or `not_found`.
  constexpr std::size_t find(std::string_view name) const {
    for (std::size_t i = 0; i < count; ++i)
      if (at[i] == name) return i;
    return not_found;
  }
  /// The first token that is there twice, or nothing.
  constexpr std::string_view repeated() const {
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (at[i] == at[j]) return at[i];
    return {};
  }
};

/// Whether a token is a group such as `(H Dk)`.
constexpr bool is_group(std::string_view token) { return !token.empty() && token[0] == '('; }

/// Splits at spaces outside parentheses.
constexpr tokens read_tokens(std::string_view source) {
  tokens result;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= source.size(); ++i) {
    char const c = i < source.size() ? source[i] : ' ';
    depth += (c == '(') - (c == ')');
    if (depth < 0) result.malformed = true;
    bool const ends = c == ' ' && (depth == 0 || i == source.size());
    if (!ends) continue;
    if (i > begin) {
      std::string_view const token = source.substr(begin, i - begin);
      if (result.count == tokens::capacity || (!is_group(token) && !is_identifier(token)))
        result.malformed = true;
      else
        result.at[result.count++] = token;
    }
    begin = i + 1;
  }
  if (depth != 0) result.malformed = true;
  return result;
}

/// The tokens inside a group, or the token itself.
constexpr tokens inside(std::string_view token) {
  return read_tokens(is_group(token) ? token.substr(1, token.size() - 2) : token);
}

/// All tokens with groups replaced by what they hold.
constexpr tokens flattened(tokens const& from) {
  tokens result;
  for (std::size_t i = 0; i < from.count; ++i) {
    tokens const inner = inside(from.at[i]);
    result.malformed =
        result.malformed || inner.malformed || inner.count == 0 || (is_group(from.at[i]) && inner.count == 1);
    for (std::size_t j = 0; j < inner.count; ++j) {
      if (result.count == tokens::capacity)
        result.malformed = true;
      else
        result.at[result.count++] = inner.at[j];
    }
  }
  return result;
}

/// A pattern `left -> right` or `left, other -> right`.
template <fixed_string Pattern>
struct pattern {
  static constexpr text source = detail::spaced_once(Pattern.view());                  ///< with single spaces
  static constexpr std::size_t arrow = place_of("->", source.view());                  ///< where it stands
  static constexpr std::size_t comma = place_of(",", source.view());                   ///< where it stands
  static constexpr bool has_arrow = arrow != std::string_view::npos;                   ///< or it is malformed
  static constexpr bool has_comma = comma != std::string_view::npos && comma < arrow;  ///< of two operands
  /// The axes of the first operand.
  static constexpr tokens left = read_tokens(source.view().substr(0, has_comma ? comma : has_arrow ? arrow : 0));
  /// Those of the second one, where there is one.
  static constexpr tokens other =
      has_comma && has_arrow ? read_tokens(source.view().substr(comma + 1, arrow - comma - 1)) : tokens{};
  /// Those of the result.
  static constexpr tokens right = has_arrow ? read_tokens(source.view().substr(arrow + 2)) : tokens{};
  /// Whether it is no pattern.
  static constexpr bool malformed = !has_arrow || left.malformed || other.malformed || right.malformed;
};

/// The first axis of a shape that is not what the tokens say, or the shape's rank.
template <class Shape>
constexpr std::size_t first_mismatch(tokens const& expected) {
  std::size_t i = 0;
  while (i < Shape::rank && i < expected.count && shapeproof::detail::names_of<Shape>::value[i] == expected.at[i]) ++i;
  return i;
}

/// Whether the tokens are the names of all axes, in order.
template <class Shape>
constexpr bool names_match(tokens const& expected) {
  return expected.count == Shape::rank && first_mismatch<Shape>(expected) == Shape::rank;
}

/// `the pattern says S for L` or `the pattern has 3 axes, the operand has 4`.
template <class Shape>
constexpr text mismatch_text(tokens const& expected) {
  std::size_t const at = first_mismatch<Shape>(expected);
  if (at < Shape::rank && at < expected.count)
    return text::of("the pattern says ", expected.at[at], " for ", shapeproof::detail::names_of<Shape>::value[at]);
  return text::of("the pattern has ", static_cast<long long>(expected.count), " axes, the operand has ",
                  static_cast<long long>(Shape::rank));
}

}  // namespace shapeproof::rules
