// SPDX-License-Identifier: BSL-1.0
/// The one place where a wrong shape becomes a compile error.
#pragma once

#include <shapeproof/core/fixed_string.hpp>
#include <shapeproof/core/text.hpp>

#include <cstddef>
#include <utility>

namespace shapeproof {

/// What a rule returns instead of a shape. `Message` has `operation()`, `operands()` and `reason()`, each a `text`;
/// they are computed only where the refusal is shown.
template <class Message>
struct refused {};

/// Whether a rule has refused.
template <class Outcome>
inline constexpr bool is_refused = false;
template <class Message>
inline constexpr bool is_refused<refused<Message>> = true;

/// An element of what does not exist.
struct poisoned_element {
  /// Stands where a number is wanted.
  operator float&() const;
  /// Takes any value.
  template <class Value>
  poisoned_element const& operator=(Value const&) const;
  /// Stands for that of an `index`.
  constexpr std::size_t value() const { return 0; }
};

/// Stands for the result of a refused operation. Every operation accepts it silently: one mistake, one error.
struct poisoned {
  using element = float;                  ///< as that of a tensor
  using layout = poisoned;                ///< as that of a tensor
  using shape = poisoned;                 ///< as that of a tensor
  static constexpr std::size_t rank = 0;  ///< no axes
  /// Where a certain tensor is wanted: the argument of a function, a declared variable.
  template <class Wanted>
  operator Wanted() const;
  /// Takes any positions.
  template <class... Arguments>
  poisoned_element const& operator()(Arguments const&...) const;
  /// No elements.
  constexpr float* data() const { return nullptr; }
  /// No elements.
  constexpr std::size_t size() const { return 0; }
  /// 0 for any name.
  template <fixed_string Name>
  constexpr std::size_t extent() const {
    return 0;
  }
};

/// False for every refusal; its argument is the message, since compilers print template arguments.
template <auto Message>
inline constexpr bool shapes_agree = false;

/// A sentence in pieces: Clang elides the characters of an array after the first 36.
template <std::size_t First, std::size_t... Rest>
struct message {
  char piece[First + 1] = {};  ///< its begin, and a zero
  message<Rest...> rest = {};  ///< the other pieces
};
/// The last piece.
template <std::size_t Last>
struct message<Last> {
  char piece[Last + 1] = {};  ///< its characters, and a zero
};

namespace detail {

struct cuts {
  std::size_t count = 0;
  std::size_t length[text::capacity] = {};
};

/// Breaks between words, so that no piece is longer than Clang prints (a longer word is broken).
constexpr cuts cut_between_words(std::string_view sentence, std::size_t longest) {
  cuts result;
  while (!sentence.empty()) {
    std::size_t length = sentence.size();
    if (length > longest) {
      length = longest;
      while (length > 0 && sentence[length - 1] != ' ') --length;
      if (length == 0) length = longest;
    }
    result.length[result.count++] = length;
    sentence.remove_prefix(length);
  }
  return result;
}

template <std::size_t... Lengths>
constexpr void fill(message<Lengths...>& target, char const* from) {
  std::size_t const length = sizeof(target.piece) - 1;
  for (std::size_t i = 0; i < length; ++i) target.piece[i] = from[i];
  target.piece[length] = '\0';  // a zero that nobody wrote makes Clang print the characters as numbers
  if constexpr (sizeof...(Lengths) > 1) fill(target.rest, from + length);
}

template <text const& Sentence, std::size_t Longest>
struct pieces_of {
  static constexpr cuts cut = cut_between_words(Sentence.view(), Longest);
  template <std::size_t... I>
  static constexpr auto make(std::index_sequence<I...>) {
    message<cut.length[I]...> result;
    fill(result, Sentence.characters);
    return result;
  }
  static constexpr auto value = make(std::make_index_sequence<cut.count>{});
};

#if defined(__clang__)
inline constexpr std::size_t longest_piece = 36;
#else
inline constexpr std::size_t longest_piece = text::capacity;
#endif

/// `operation: operands: reason`.
template <class Message>
struct sentence_of {
  static constexpr text value = text::of(Message::operation(), ": ", Message::operands(), ": ", Message::reason());
  static constexpr std::size_t size() { return value.size; }
  static constexpr char const* data() { return value.characters; }
};

template <class Outcome>
struct outcome_or_poisoned {
  using type = Outcome;
};

// The assertion stands in a function: a class with a failed assertion is invalid to Clang, and every use of it an
// error.
#if defined(__cpp_static_assert) && __cpp_static_assert >= 202306L
template <class Message>
constexpr auto refuse() {
  static_assert(false, sentence_of<Message>{});
  return poisoned{};
}
template <class Message>
struct outcome_or_poisoned<refused<Message>> {
  using type = decltype(refuse<Message>());
};
#else
template <auto Message>
constexpr auto refuse() {
  static_assert(shapes_agree<Message>);
  return poisoned{};
}
template <class Message>
struct outcome_or_poisoned<refused<Message>> {
  using type = decltype(refuse<pieces_of<sentence_of<Message>::value, longest_piece>::value>());
};
#endif

}  // namespace detail

/// The outcome of a rule as a type: its shape; or, for a refusal, one compile error that reads
/// `operation: operands: reason`, and `poisoned`.
template <class Outcome>
using accepted = typename detail::outcome_or_poisoned<Outcome>::type;

}  // namespace shapeproof
