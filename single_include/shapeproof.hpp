// SPDX-License-Identifier: BSL-1.0
// Shapeproof 0.1.0 as one header, made by tools/single_header.py: paste it into an online compiler with C++20.
// Shapes, tensors, views and proofs need nothing else. Models (weights are Boost.Hana structs) are there where Boost is.
// Kernels are only declared: what computes values links the library as well.
#ifndef SHAPEPROOF_SINGLE_HEADER
#define SHAPEPROOF_SINGLE_HEADER

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

// ---- shapeproof/core/pack.hpp
/// Lists of types: picking by position, joining. Each is one partial specialisation, which keeps compilers linear.

namespace shapeproof {

/// Positions as a template argument.
template <std::size_t Count>
struct positions {
  std::size_t at[Count == 0 ? 1 : Count] = {};  ///< the first `Count` count
};

/// A type as a value.
template <class T>
struct type_is {
  using type = T;  ///< what it stands for
};

namespace detail {
template <std::size_t Position, class T>
struct slot {};
template <class Indices, class... Ts>
struct indexer;
template <std::size_t... I, class... Ts>
struct indexer<std::index_sequence<I...>, Ts...> : slot<I, Ts>... {};

template <std::size_t Position, class T>
type_is<T> slot_at(slot<Position, T> const*);

template <class List>
struct indexer_of;
template <template <class...> class List, class... Ts>
struct indexer_of<List<Ts...>> {
  using type = indexer<std::index_sequence_for<Ts...>, Ts...>;
};
}  // namespace detail

/// The type at a position of a list such as `shape<...>`.
template <class List, std::size_t Position>
using type_at =
    typename decltype(detail::slot_at<Position>(static_cast<typename detail::indexer_of<List>::type*>(nullptr)))::type;

namespace detail {
template <class List, auto Picked, class Indices>
struct pick;
template <template <class...> class List, class... Ts, auto Picked, std::size_t... I>
struct pick<List<Ts...>, Picked, std::index_sequence<I...>> {
  using type = List<type_at<List<Ts...>, Picked.at[I]>...>;
};

template <class List, std::size_t From, class Indices>
struct range;
template <template <class...> class List, class... Ts, std::size_t From, std::size_t... I>
struct range<List<Ts...>, From, std::index_sequence<I...>> {
  using type = List<type_at<List<Ts...>, From + I>...>;
};

template <class... Lists>
struct joined;
template <template <class...> class List, class... A>
struct joined<List<A...>> {
  using type = List<A...>;
};
template <template <class...> class List, class... A, class... B, class... Rest>
struct joined<List<A...>, List<B...>, Rest...> : joined<List<A..., B...>, Rest...> {};

template <class List>
inline constexpr std::size_t size_of_list = 0;
template <template <class...> class List, class... Ts>
inline constexpr std::size_t size_of_list<List<Ts...>> = sizeof...(Ts);
}  // namespace detail

/// How many types a list holds.
template <class List>
inline constexpr std::size_t list_size = detail::size_of_list<List>;

/// The types at `Picked.at[0..Count)`, in that order.
template <class List, auto Picked, std::size_t Count>
using picked = typename detail::pick<List, Picked, std::make_index_sequence<Count>>::type;

/// The types at positions [From, To).
template <class List, std::size_t From, std::size_t To>
using range_of = typename detail::range<List, From, std::make_index_sequence<To - From>>::type;

/// One list after the other.
template <class... Lists>
using join = typename detail::joined<Lists...>::type;

}  // namespace shapeproof

// ---- shapeproof/core/fixed_string.hpp
/// Text of a length known to the compiler, usable as a template argument.

namespace shapeproof {

/// A string literal as a structural value: two of them are the same template argument if their characters are. `Size`
/// counts the zero at the end, as it does in the type of the literal: compilers then print a number, no expression.
template <std::size_t Size>
struct fixed_string {
  char characters[Size] = {};  ///< and a zero at the end

  /// Zeros. The last one is written, since Clang prints numbers where none was.
  constexpr fixed_string() { characters[Size - 1] = '\0'; }
  /// The characters of a literal.
  constexpr fixed_string(char const (&literal)[Size]) {
    for (std::size_t i = 0; i < Size; ++i) characters[i] = literal[i];
  }

  /// The characters without the zero.
  constexpr std::string_view view() const { return {characters, Size - 1}; }
};

}  // namespace shapeproof

// ---- shapeproof/core/text.hpp
/// Text built at compile time, in a buffer of fixed capacity.

namespace shapeproof {

/// A string builder for constant expressions. What exceeds the capacity is dropped: messages stay short.
struct text {
  static constexpr std::size_t capacity = 400;  ///< characters
  char characters[capacity + 1] = {};           ///< the first `size` count
  std::size_t size = 0;                         ///< how many characters there are

  /// The characters.
  constexpr std::string_view view() const { return {characters, size}; }

  /// Puts characters behind those that are there.
  constexpr text& add(std::string_view more) {
    for (char character : more)
      if (size < capacity) characters[size++] = character;
    return *this;
  }

  /// Puts a number behind them, in decimal digits.
  constexpr text& add(long long number) {
    if (number < 0) add("-");
    char digits[20] = {};
    std::size_t count = 0;
    auto rest = number < 0 ? 0ULL - static_cast<unsigned long long>(number) : static_cast<unsigned long long>(number);
    do digits[count++] = static_cast<char>('0' + rest % 10);
    while ((rest /= 10) != 0);
    while (count > 0) add(std::string_view{&digits[--count], 1});
    return *this;
  }

  /// Puts another text behind them.
  constexpr text& add(text const& more) { return add(more.view()); }

  /// The parts, one after the other.
  template <class... Parts>
  static constexpr text of(Parts const&... parts) {
    text result;
    (result.add(parts), ...);
    return result;
  }
};

/// Where `part` begins in `whole`, or npos. The standard library's `find` is no constant in GCC 12 under
/// -fsanitize=undefined.
constexpr std::size_t place_of(std::string_view part, std::string_view whole) {
  for (std::size_t i = 0; i + part.size() <= whole.size(); ++i)
    if (whole.substr(i, part.size()) == part) return i;
  return std::string_view::npos;
}

namespace detail {
template <std::size_t Size>
constexpr fixed_string<Size> cut(std::string_view characters) {
  fixed_string<Size> result;
  for (std::size_t i = 0; i + 1 < Size; ++i) result.characters[i] = characters[i];
  return result;
}
template <text const& Source>
constexpr auto trimmed() {
  return cut<Source.size + 1>(Source.view());
}
template <class Message>
inline constexpr text message_text = Message::message();
}  // namespace detail

/// The text of `Message::message()` as a template argument of exactly its length.
template <class Message>
inline constexpr auto fixed_message = detail::trimmed<detail::message_text<Message>>();

}  // namespace shapeproof

// ---- shapeproof/core/polynomial.hpp
/// Integer polynomials over named symbols, in one canonical form: equal polynomials have equal text.

namespace shapeproof {

/// One term: a coefficient times the product of its symbols, which are sorted.
struct monomial {
  static constexpr std::size_t max_degree = 6;  ///< symbols in a product, repeated ones counted
  long long coefficient = 0;                    ///< what the product of the symbols is multiplied by
  std::size_t degree = 0;                       ///< how many symbols there are
  std::string_view symbols[max_degree] = {};    ///< sorted by the alphabet

  /// Whether the two differ in their coefficients only.
  constexpr bool same_symbols(monomial const& other) const {
    if (degree != other.degree) return false;
    for (std::size_t i = 0; i < degree; ++i)
      if (symbols[i] != other.symbols[i]) return false;
    return true;
  }
  /// Higher degrees first, then by the symbols' alphabet.
  constexpr bool before(monomial const& other) const {
    if (degree != other.degree) return degree > other.degree;
    for (std::size_t i = 0; i < degree; ++i)
      if (symbols[i] != other.symbols[i]) return symbols[i] < other.symbols[i];
    return false;
  }
};

/// A sum of terms, sorted, without equal neighbours and without zeros. `problem` is set where the limits were passed.
struct polynomial {
  static constexpr std::size_t max_terms = 12;  ///< more are a problem
  std::size_t count = 0;                        ///< how many terms there are
  monomial terms[max_terms] = {};               ///< the first `count` count
  char const* problem = nullptr;                ///< why it is not what was asked for, such as `has too many terms`

  constexpr polynomial() = default;
  /// A number.
  constexpr polynomial(long long number) { add({.coefficient = number}); }
  /// One symbol; its name must live as long as the polynomial.
  static constexpr polynomial symbol(std::string_view name) {
    polynomial result;
    result.add({.coefficient = 1, .degree = 1, .symbols = {name}});
    return result;
  }

  /// Adds one term in its place. Numbers and terms beyond the limits set `problem`.
  constexpr void add(monomial const& term) {
    if (term.coefficient == 0) return;
    std::size_t at = 0;
    while (at < count && terms[at].before(term)) ++at;
    if (at < count && terms[at].same_symbols(term)) {
      if (__builtin_add_overflow(terms[at].coefficient, term.coefficient, &terms[at].coefficient))
        problem = "a number is too large";
      if (terms[at].coefficient != 0) return;
      for (--count; at < count; ++at) terms[at] = terms[at + 1];
      return;
    }
    if (count == max_terms) {
      problem = "has too many terms";
      return;
    }
    for (std::size_t i = count++; i > at; --i) terms[i] = terms[i - 1];
    terms[at] = term;
  }

  /// Whether no symbol is left.
  constexpr bool is_number() const { return count == 0 || (count == 1 && terms[0].degree == 0); }
  /// The value, where `is_number()`.
  constexpr long long number() const { return count == 0 ? 0 : terms[0].coefficient; }

  /// True where every value of the symbols (all >= 0) gives a value >= 0; false where that is not evident.
  constexpr bool never_negative() const {
    if (problem != nullptr) return false;
    for (std::size_t i = 0; i < count; ++i)
      if (terms[i].coefficient < 0) return false;
    return true;
  }
};

/// The sum. A problem of either side is its problem.
constexpr polynomial operator+(polynomial left, polynomial const& right) {
  for (std::size_t i = 0; i < right.count; ++i) left.add(right.terms[i]);
  if (right.problem != nullptr) left.problem = right.problem;
  return left;
}

/// The product. A problem of either side is its problem; too many symbols in one term are one.
constexpr polynomial operator*(polynomial const& left, polynomial const& right) {
  polynomial result;
  if (left.problem != nullptr) result.problem = left.problem;
  if (right.problem != nullptr) result.problem = right.problem;
  for (std::size_t i = 0; i < left.count; ++i)
    for (std::size_t j = 0; j < right.count; ++j) {
      monomial const& a = left.terms[i];
      monomial const& b = right.terms[j];
      if (a.degree + b.degree > monomial::max_degree) {
        result.problem = "multiplies too many symbols";
        return result;
      }
      monomial product{.coefficient = 0, .degree = a.degree + b.degree};
      if (__builtin_mul_overflow(a.coefficient, b.coefficient, &product.coefficient))
        result.problem = "a number is too large";
      for (std::size_t at = 0, from_a = 0, from_b = 0; at < product.degree; ++at) {
        bool const take_a = from_b == b.degree || (from_a < a.degree && a.symbols[from_a] < b.symbols[from_b]);
        product.symbols[at] = take_a ? a.symbols[from_a++] : b.symbols[from_b++];
      }
      result.add(product);
    }
  return result;
}

/// The difference. A problem of either side is its problem.
constexpr polynomial operator-(polynomial const& left, polynomial const& right) { return left + right * -1; }

/// The exact quotient by one term, such as 2 or `tp`. Where a term of `value` is not a multiple of it, or it is 0 or a
/// sum, that is the quotient's problem: there is no floor division.
constexpr polynomial divided(polynomial const& value, polynomial const& divisor) {
  polynomial result;
  if (value.problem != nullptr) result.problem = value.problem;
  if (divisor.problem != nullptr || divisor.count != 1) result.problem = "is divided by what is not one term";
  if (result.problem != nullptr) return result;
  monomial const& by = divisor.terms[0];
  for (std::size_t i = 0; i < value.count; ++i) {
    monomial const& term = value.terms[i];
    monomial quotient{.coefficient = term.coefficient / by.coefficient};
    std::size_t taken = 0;
    for (std::size_t s = 0; s < term.degree; ++s) {
      if (taken < by.degree && term.symbols[s] == by.symbols[taken])
        ++taken;
      else
        quotient.symbols[quotient.degree++] = term.symbols[s];
    }
    if (term.coefficient % by.coefficient != 0 || taken != by.degree) {
      result.problem = "is not a multiple of it";
      return result;
    }
    result.add(quotient);
  }
  return result;
}

/// Whether both have one value for all values of the symbols.
constexpr bool operator==(polynomial const& left, polynomial const& right) { return (left - right).count == 0; }

/// The canonical text: `a*b+2*L-1`.
constexpr text to_text(polynomial const& value) {
  if (value.count == 0) return text::of("0");
  text result;
  for (std::size_t i = 0; i < value.count; ++i) {
    monomial const& term = value.terms[i];
    if (i > 0 && term.coefficient > 0) result.add("+");
    bool const hides_one = term.degree > 0 && (term.coefficient == 1 || term.coefficient == -1);
    if (hides_one && term.coefficient < 0) result.add("-");
    if (!hides_one) result.add(term.coefficient);
    for (std::size_t s = 0; s < term.degree; ++s) {
      if (s > 0 || !hides_one) result.add("*");
      result.add(term.symbols[s]);
    }
  }
  return result;
}

}  // namespace shapeproof

// ---- shapeproof/core/parse.hpp
/// Reads `2*(past+1) - L` as a polynomial.

namespace shapeproof {

/// A to Z in either case, or an underscore.
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
/// 0 to 9.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A letter or underscore, then letters, digits and underscores.
constexpr bool is_identifier(std::string_view word) {
  if (word.empty() || !is_letter(word[0])) return false;
  for (char c : word)
    if (!is_letter(c) && !is_digit(c)) return false;
  return true;
}

namespace detail {

/// Recursive descent; `sum := product (('+'|'-') product)*`, `product := factor ('*' factor)*`.
struct polynomial_parser {
  std::string_view rest;
  char const* problem = nullptr;

  constexpr char next() {
    while (!rest.empty() && rest[0] == ' ') rest.remove_prefix(1);
    return rest.empty() ? '\0' : rest[0];
  }

  constexpr polynomial fail(char const* why) {
    if (problem == nullptr) problem = why;
    rest = {};
    return {};
  }

  constexpr polynomial factor() {
    char const c = next();
    if (c == '-') {
      rest.remove_prefix(1);
      return factor() * -1;
    }
    if (c == '(') {
      rest.remove_prefix(1);
      polynomial const inner = sum();
      if (next() != ')') return fail("misses a )");
      rest.remove_prefix(1);
      return inner;
    }
    std::size_t length = 0;
    while (length < rest.size() && (is_letter(rest[length]) || is_digit(rest[length]))) ++length;
    std::string_view const word = rest.substr(0, length);
    rest.remove_prefix(length);
    if (is_identifier(word)) return polynomial::symbol(word);
    if (c == '/') return fail("divides, which is not exact: state the product as a fact instead");
    if (word.empty()) return fail("misses a number or a symbol");
    long long number = 0;
    for (char digit : word) {
      if (!is_digit(digit)) return fail("has a symbol that begins with a digit");
      if (__builtin_mul_overflow(number, 10LL, &number) || __builtin_add_overflow(number, digit - '0', &number))
        return fail("a number is too large");
    }
    return number;
  }

  constexpr polynomial product() {
    polynomial result = factor();
    while (next() == '*') {
      rest.remove_prefix(1);
      result = result * factor();
    }
    return result;
  }

  constexpr polynomial sum() {
    polynomial result = product();
    while (next() == '+' || next() == '-') {
      bool const minus = next() == '-';
      rest.remove_prefix(1);
      result = minus ? result - product() : result + product();
    }
    return result;
  }
};

}  // namespace detail

/// The polynomial of `source`; its member `problem` says why where there is none.
constexpr polynomial parse_polynomial(std::string_view source) {
  detail::polynomial_parser parser{source};
  polynomial result = parser.sum();
  char const left = parser.next();
  if (left == '/') parser.fail("divides, which is not exact: state the product as a fact instead");
  if (left != '\0') parser.fail("has something that is not + - * ( ), a number or a symbol");
  if (parser.problem != nullptr) result.problem = parser.problem;
  return result;
}

}  // namespace shapeproof

// ---- shapeproof/shape/extent.hpp
/// What may be written as an extent: `7`, `hana::size_c<7>`, `"past+1"`.

namespace shapeproof {

/// An extent as its user wrote it: a number, or text over symbols.
template <std::size_t Size>
struct extent {
  fixed_string<Size> expression = {};  ///< the text, empty for a number
  long long number = -1;               ///< the number, -1 for text
  /// A number from here on is in its canonical form already; text never is.
  static constexpr long long smallest_plain = 0;

  /// A number: `7`.
  template <class Integer>
    requires std::is_integral_v<Integer>
  constexpr extent(Integer value) : number(static_cast<long long>(value)) {}
  /// An integral constant, such as Boost.Hana's `size_c<7>` or `7_c`.
  template <class Constant>
    requires requires { Constant::value; }
  constexpr extent(Constant) : number(static_cast<long long>(Constant::value)) {}
  /// Text over symbols: `"past+1"`.
  constexpr extent(char const (&literal)[Size]) : expression(literal) {}
  /// The same from a name: `axis<"L">` has the extent L.
  constexpr extent(fixed_string<Size> const& source) : expression(source) {}

  /// Whether it was written as a number.
  constexpr bool is_number() const { return Size == 1; }
  /// Its polynomial; `problem` says why where there is none.
  constexpr polynomial value() const { return is_number() ? polynomial(number) : parse_polynomial(expression.view()); }
};

template <class Integer>
  requires std::is_integral_v<Integer>
extent(Integer) -> extent<1>;
template <class Constant>
  requires requires { Constant::value; }
extent(Constant) -> extent<1>;
template <std::size_t Size>
extent(char const (&)[Size]) -> extent<Size>;
template <std::size_t Size>
extent(fixed_string<Size>) -> extent<Size>;

}  // namespace shapeproof

// ---- shapeproof/shape/refusal.hpp
/// The one place where a wrong shape becomes a compile error.

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

// ---- shapeproof/shape/axis.hpp
/// An axis: a role and an extent.

namespace shapeproof {

/// The type behind `axis`: `Extent` is a number, or the canonical text of a polynomial.
template <fixed_string Name, auto Extent>
struct named_axis {};

/// Several neighbouring axes seen as one, outermost first: `fused<H, Dk>` is named `(H Dk)` and has extent H * Dk. It
/// splits only into these factors, in this order. Refused where it is used and the product of the extents is too large
/// for a polynomial.
template <class... Factors>
struct fused {};

/// Whether an axis is fused.
template <class Axis>
inline constexpr bool is_fused = false;
template <class... Factors>
inline constexpr bool is_fused<fused<Factors...>> = true;

/// Whether two axes have one name, whatever their extents.
template <class A, class B>
inline constexpr bool same_name = false;
template <fixed_string Name, auto ExtentA, auto ExtentB>
inline constexpr bool same_name<named_axis<Name, ExtentA>, named_axis<Name, ExtentB>> = true;
template <class... A, class... B>
  requires(sizeof...(A) == sizeof...(B))
inline constexpr bool same_name<fused<A...>, fused<B...>> = (same_name<A, B> && ...);

/// Whether the extent is a number that the compiler knows.
template <class Axis>
inline constexpr bool is_static = false;
template <fixed_string Name, std::size_t Extent>
inline constexpr bool is_static<named_axis<Name, Extent>> = true;
template <class... Factors>
inline constexpr bool is_static<fused<Factors...>> = (is_static<Factors> && ...);

namespace detail {

template <class Axis>
struct static_extent_of;
template <fixed_string Name, auto Extent>
struct static_extent_of<named_axis<Name, Extent>> {
  static constexpr std::size_t value = Extent;
};

template <class Axis>
struct polynomial_of;
template <fixed_string Name, std::size_t Extent>
struct polynomial_of<named_axis<Name, Extent>> {
  static constexpr polynomial value() { return static_cast<long long>(Extent); }
};
template <fixed_string Name, std::size_t Size, fixed_string<Size> Extent>
struct polynomial_of<named_axis<Name, Extent>> {
  static constexpr polynomial value() { return parse_polynomial(Extent.view()); }
};

template <class Axis>
struct name_of;
template <fixed_string Name, auto Extent>
struct name_of<named_axis<Name, Extent>> {
  static constexpr std::string_view value = Name.view();
};
template <class... Factors>
struct name_of<fused<Factors...>> {
  static constexpr text spelled = [] {
    text result = text::of("(");
    bool first = true;
    (((first ? result : result.add(" ")).add(name_of<Factors>::value), first = false), ...);
    return result.add(")");
  }();
  static constexpr std::string_view value = spelled.view();
};

template <class... Factors>
struct product_of_extents {
  static constexpr polynomial value = (polynomial_of<Factors>::value() * ...);
  static constexpr text operation() { return text::of("axis"); }
  static constexpr text operands() { return text::of(name_of<fused<Factors...>>::value); }
  static constexpr text reason() { return text::of("the extent ", value.problem); }
};
template <class... Factors>
struct polynomial_of<fused<Factors...>> {
  static constexpr polynomial value() {
    using product = product_of_extents<Factors...>;
    if constexpr (product::value.problem != nullptr) (void)accepted<refused<product>>{};
    return product::value;
  }
};
template <class... Factors>
struct static_extent_of<fused<Factors...>> {
  static constexpr std::size_t value = static_cast<std::size_t>(polynomial_of<fused<Factors...>>::value().number());
};

}  // namespace detail

/// The extent of a static axis, as a number: 5200.
template <class Axis>
inline constexpr std::size_t static_extent = detail::static_extent_of<Axis>::value;

/// The extent of any axis as a polynomial over its symbols.
template <class Axis>
inline constexpr polynomial extent_polynomial = detail::polynomial_of<Axis>::value();

/// `H`, or `(H Dk)` for a fused axis.
template <class Axis>
inline constexpr std::string_view axis_name = detail::name_of<Axis>::value;

namespace detail {

template <fixed_string Name, auto Extent>
struct malformed_axis {
  static constexpr auto name = Name;
  static constexpr polynomial value = Extent.value();
  static constexpr bool name_is_wrong = !is_identifier(Name.view());
  static constexpr bool found = name_is_wrong || value.problem != nullptr || (value.is_number() && value.number() < 0);

  static constexpr text operation() { return text::of("axis"); }
  static constexpr text operands() {
    text result = text::of(Name.view(), "=");
    return Extent.is_number() ? result.add(Extent.number) : result.add(Extent.expression.view());
  }
  static constexpr text reason() {
    if (name_is_wrong) return text::of("the name is not a letter followed by letters, digits and underscores");
    if (value.problem != nullptr) return text::of("the extent ", value.problem);
    return text::of("the extent is negative");
  }
};

template <class Axis>
struct canonical_text {
  static constexpr text message() { return to_text(Axis::value); }
};

/// A malformed axis is refused here, and then an axis of its name: what uses it gives no second error.
template <class Parsed>
constexpr auto canonical_axis() {
  if constexpr (Parsed::found)
    return type_is<named_axis<Parsed::name, sizeof(accepted<refused<Parsed>>)>>{};
  else if constexpr (Parsed::value.is_number())
    return type_is<named_axis<Parsed::name, static_cast<std::size_t>(Parsed::value.number())>>{};
  else
    return type_is<named_axis<Parsed::name, fixed_message<canonical_text<Parsed>>>>{};
}

template <fixed_string Name>
inline constexpr bool is_axis_name = is_identifier(Name.view());

/// Brings name and extent into the one form that equal axes share; a plain number needs no arithmetic.
template <fixed_string Name, extent Extent>
struct canonical : decltype(canonical_axis<malformed_axis<Name, Extent>>()) {};
template <fixed_string Name, extent Extent>
  requires(Extent.number >= Extent.smallest_plain && is_axis_name<Name>)
struct canonical<Name, Extent> : type_is<named_axis<Name, static_cast<std::size_t>(Extent.number)>> {};

}  // namespace detail

/// `axis<"D", 5200>`, `axis<"S", "past+1">`; `axis<"L">` is short for `axis<"L", "L">`. Extents with equal values for
/// all symbols are one type: `1+past` and `past+1`, `2*4` and 8. Refused: a name that is no identifier, an extent that
/// cannot be read, and a negative number.
template <fixed_string Name, extent Extent = extent(Name)>
using axis = typename detail::canonical<Name, Extent>::type;

namespace detail {
template <class Axis>
struct name_message {
  static constexpr text message() { return text::of(axis_name<Axis>); }
};
}  // namespace detail

/// The name of an axis as a template argument: `split<name_text<fused<H, Dk>>>`.
template <class Axis>
inline constexpr auto name_text = fixed_message<detail::name_message<Axis>>;

namespace detail {
/// What a message adds to the extent of an axis that is only a part of one.
template <class Axis>
struct part_of_whole {
  static constexpr text message() { return {}; }
};
}  // namespace detail

/// `D=5200`, `S=past+1`, `L` (where the extent is the symbol of the same name), `(H Dk)=5200`.
template <class Axis>
constexpr text axis_text() {
  text result = text::of(axis_name<Axis>);
  text const value = to_text(extent_polynomial<Axis>);
  if (value.view() != axis_name<Axis>) result.add("=").add(value);
  return result.add(detail::part_of_whole<Axis>::message());
}

namespace detail {
/// `(H=2 Dk=3)`: a fused axis by its factors' extents, where its own does not tell it from another; others as ever.
template <class Axis>
struct with_factors {
  static constexpr text spelled() { return axis_text<Axis>(); }
};
template <class... Factors>
struct with_factors<fused<Factors...>> {
  static constexpr text spelled() {
    text result = text::of("(");
    bool first = true;
    (((first ? result : result.add(" ")).add(with_factors<Factors>::spelled()), first = false), ...);
    return result.add(")");
  }
};
}  // namespace detail

}  // namespace shapeproof

// ---- shapeproof/shape/mesh.hpp
/// A mesh axis: ranks that hold parts of the same tensors.

namespace shapeproof {

/// The type behind `mesh`: ranks that are counted as the positions of an axis are.
template <class Ranks>
struct mesh_axis {};

/// Whether it is one.
template <class Mesh>
inline constexpr bool is_mesh = false;
template <class Ranks>
inline constexpr bool is_mesh<mesh_axis<Ranks>> = true;

namespace detail {

template <class Ranks>
struct malformed_mesh {
  static constexpr polynomial degree = extent_polynomial<Ranks>;
  static constexpr bool is_symbol =
      degree.count == 1 && degree.terms[0].degree == 1 && degree.terms[0].coefficient == 1;
  static constexpr bool is_count = degree.is_number() && degree.number() > 0;
  static constexpr bool found = !is_symbol && !is_count;
  static constexpr text operation() { return text::of("mesh"); }
  static constexpr text operands() { return axis_text<Ranks>(); }
  static constexpr text reason() { return text::of("the number of ranks is 1 or more, or one symbol"); }
};

/// A malformed mesh is refused here, and then one of a single rank: what uses it gives no second error.
template <class Ranks>
struct checked_mesh {
  using type = mesh_axis<Ranks>;
};
template <fixed_string Name, auto Degree>
  requires(malformed_mesh<named_axis<Name, Degree>>::found)
struct checked_mesh<named_axis<Name, Degree>> {
  using type = mesh_axis<named_axis<Name, sizeof(accepted<refused<malformed_mesh<named_axis<Name, Degree>>>>)>>;
};

/// What stands where a mesh is wanted.
template <class Other>
struct no_mesh {
  static constexpr text operation() { return text::of("mesh"); }
  static constexpr text operands() {
    if constexpr (requires { name_of<Other>::value; })
      return axis_text<Other>();
    else
      return text::of("what stands for the ranks");
  }
  static constexpr text reason() {
    return text::of("this is no mesh; the ranks of one are counted by mesh<\"tp\", 2>");
  }
};

/// What is no mesh is refused here, and then one of a single rank, as a malformed one is.
template <class Other>
struct ranks_of {
  using type = named_axis<"mesh", sizeof(accepted<refused<no_mesh<Other>>>)>;
};
template <class Ranks>
struct ranks_of<mesh_axis<Ranks>> {
  using type = Ranks;
};

}  // namespace detail

/// `mesh<"tp", 2>`: two ranks; `mesh<"tp">`: as many as the symbol `tp` says when the program starts. Refused: a degree
/// that is neither a number from 1 on nor one symbol.
template <fixed_string Name, extent Degree = extent(Name)>
using mesh = typename detail::checked_mesh<axis<Name, Degree>>::type;

/// `tp`
template <class Mesh>
inline constexpr std::string_view mesh_name = axis_name<typename detail::ranks_of<Mesh>::type>;

/// How many ranks there are, a number or a symbol.
template <class Mesh>
inline constexpr polynomial mesh_degree = extent_polynomial<typename detail::ranks_of<Mesh>::type>;

/// Whether it is one rank, which has all of every tensor.
template <class Mesh>
inline constexpr bool is_one_rank = mesh_degree<Mesh> == polynomial(1);

/// `tp=2`, or `tp` where that is the symbol.
template <class Mesh>
constexpr text mesh_text() {
  return axis_text<typename detail::ranks_of<Mesh>::type>();
}

}  // namespace shapeproof

// ---- shapeproof/shape/shard.hpp
/// An axis of which each rank of a mesh has one part of equal size, in the order of the ranks.

namespace shapeproof {

/// The type behind `shard`: its name is that of the whole axis, its extent one rank's part.
template <class Axis, class Mesh>
struct sharded_axis {};

/// Whether an axis is a shard, or has a factor that is one.
template <class Axis>
inline constexpr bool is_sharded = false;
template <class Axis, class Mesh>
inline constexpr bool is_sharded<sharded_axis<Axis, Mesh>> = true;
template <class... Factors>
inline constexpr bool is_sharded<fused<Factors...>> = (is_sharded<Factors> || ...);

/// Whether a rank's part of an axis is not one piece: a factor behind the first one is a shard.
template <class Axis>
inline constexpr bool is_sharded_inside = false;
template <class First, class... Rest>
inline constexpr bool is_sharded_inside<fused<First, Rest...>> = (is_sharded_inside<First> || ... || is_sharded<Rest>);

namespace detail {

template <class Axis>
struct whole_axis {
  using type = Axis;
};
template <class Axis, class Mesh>
struct whole_axis<sharded_axis<Axis, Mesh>> {
  using type = Axis;
};
template <class... Factors>
struct whole_axis<fused<Factors...>> {
  using type = fused<typename whole_axis<Factors>::type...>;
};

template <class Axis, class Mesh>
struct local_extent {
  static constexpr polynomial value = divided(polynomial_of<Axis>::value(), mesh_degree<Mesh>);
};

}  // namespace detail

/// The axis of which it is a shard; an axis that is none, itself.
template <class Axis>
using whole = typename detail::whole_axis<Axis>::type;

/// Shards of one name, whatever their meshes.
template <fixed_string Name, auto Extent, class Mesh, auto OtherExtent, class OtherMesh>
inline constexpr bool
    same_name<sharded_axis<named_axis<Name, Extent>, Mesh>, sharded_axis<named_axis<Name, OtherExtent>, OtherMesh>> =
        true;
template <class Axis, class Mesh>
inline constexpr bool is_static<sharded_axis<Axis, Mesh>> = detail::local_extent<Axis, Mesh>::value.is_number();

namespace detail {

template <class Axis, class Mesh>
struct static_extent_of<sharded_axis<Axis, Mesh>> {
  static constexpr std::size_t value = static_cast<std::size_t>(local_extent<Axis, Mesh>::value.number());
};
template <class Axis, class Mesh>
struct polynomial_of<sharded_axis<Axis, Mesh>> {
  static constexpr polynomial value() { return local_extent<Axis, Mesh>::value; }
};
template <class Axis, class Mesh>
struct name_of<sharded_axis<Axis, Mesh>> : name_of<Axis> {};

/// The meshes over which an axis or its factors are cut, as a list.
template <class... Meshes>
struct mesh_list {};
template <class Axis>
struct meshes_of_axis {
  using type = mesh_list<>;
};
template <class Axis, class Mesh>
struct meshes_of_axis<sharded_axis<Axis, Mesh>> {
  using type = mesh_list<Mesh>;
};
template <class... Factors>
struct meshes_of_axis<fused<Factors...>> {
  using type = join<mesh_list<>, typename meshes_of_axis<Factors>::type...>;
};

template <class Axis>
  requires is_sharded<Axis>
struct part_of_whole<Axis> {
  template <class... Meshes>
  static constexpr text names(mesh_list<Meshes...>) {
    text result;
    ((result.add(result.size > 0 ? " and " : "").add(mesh_name<Meshes>)), ...);
    return result;
  }
  static constexpr text message() {
    return text::of(" of ", to_text(extent_polynomial<whole<Axis>>), " over ",
                    names(typename meshes_of_axis<Axis>::type{}));
  }
};

/// Whether one of the meshes has this name.
template <class... Meshes>
constexpr bool has_mesh_named([[maybe_unused]] mesh_list<Meshes...> list, [[maybe_unused]] std::string_view name) {
  return ((mesh_name<Meshes> == name) || ...);
}

/// Whether the ranks of `Mesh`, or of another mesh of its name, have cut an axis or its factors.
template <class Axis, class Mesh>
inline constexpr bool is_cut_over = has_mesh_named(typename meshes_of_axis<Axis>::type{}, mesh_name<Mesh>);

/// Why `Cut`, an axis or the first factor of `Axis`, is not cut over `Mesh`; where it is, `type` is the shard. One rank
/// has all of every axis, of a concatenation and of what other ranks have cut as well.
template <class Axis, class Cut, class Mesh>
struct sharding {
  static constexpr bool fits = is_one_rank<Mesh> && !is_cut_over<Axis, Mesh>;
  using type = Cut;
  static constexpr text operation() { return text::of("shard"); }
  static constexpr text operands() { return text::of(axis_text<Axis>(), " over ", mesh_text<Mesh>()); }
  static constexpr text reason() {
    return text::of(axis_text<Cut>(), is_sharded<Cut> ? " is a shard already" : " is a concatenation",
                    is_sharded<Cut> ? "" : ": a part of all is not a part of each; shard each of them");
  }
};
template <class Axis, fixed_string Name, auto Extent, class Mesh>
struct sharding<Axis, named_axis<Name, Extent>, Mesh> {
  using cut = named_axis<Name, Extent>;
  static constexpr bool fits = !is_cut_over<Axis, Mesh> && local_extent<cut, Mesh>::value.problem == nullptr;
  using type = std::conditional_t<is_one_rank<Mesh>, cut, sharded_axis<cut, Mesh>>;

  static constexpr text operation() { return text::of("shard"); }
  static constexpr text operands() { return text::of(axis_text<Axis>(), " over ", mesh_text<Mesh>()); }
  static constexpr text reason() {
    if (is_cut_over<Axis, Mesh>)
      return text::of("another factor is cut over ", mesh_name<Mesh>, "; a mesh cuts one of them");
    polynomial const& all = extent_polynomial<cut>;
    polynomial const& ranks = mesh_degree<Mesh>;
    text result = text::of(axis_text<cut>());
    if (all.is_number() && ranks.is_number() && all.number() < ranks.number())
      return result.add(" has fewer positions than there are ranks; replicate ").add(Name.view());
    result.add(" is not provably a multiple of ").add(to_text(ranks));
    if (all.is_number() && ranks.is_number())
      return result.add(", ").add(all.number() % ranks.number()).add(" would be left over");
    return result.add("; declare it: axis<").add(Name.view()).add(", ").add(to_text(ranks)).add("*n>");
  }
};
template <class Axis, class First, class... Rest, class Mesh>
struct sharding<Axis, fused<First, Rest...>, Mesh> : sharding<Axis, First, Mesh> {
  using first = sharding<Axis, First, Mesh>;
  static constexpr auto make() {
    if constexpr (first::fits)
      return type_is<fused<typename first::type, Rest...>>{};
    else
      return type_is<void>{};
  }
  using type = typename decltype(make())::type;
};

/// A shard that is refused is the whole axis: what uses it gives no second error.
template <class Axis, class Mesh>
constexpr auto shard_or_refused() {
  using cut = sharding<Axis, Axis, Mesh>;
  if constexpr (!is_mesh<Mesh>)
    return type_is<std::conditional_t<sizeof(accepted<refused<no_mesh<Mesh>>>) == 0, void, Axis>>{};
  else if constexpr (cut::fits)
    return type_is<typename cut::type>{};
  else
    return type_is<std::conditional_t<sizeof(accepted<refused<cut>>) == 0, void, Axis>>{};
}

}  // namespace detail

/// Whether `shard<Axis, Mesh>` is accepted.
template <class Axis, class Mesh>
concept can_shard = detail::sharding<Axis, Axis, Mesh>::fits;

/// `shard<axis<"F", 20800>, mesh<"tp", 2>>`: F, of which each rank has 10400; an axis of its own, `F=10400 of 20800
/// over tp`. Of one rank it is the axis itself. A fused axis is cut between the positions of its first factor: `(H Dk)`
/// over H. Refused: an extent that is not provably a multiple of the degree (`axis<"F", "tp*Fl">` is one of `tp`); of
/// more than one rank, a shard and a concatenation.
template <class Axis, class Mesh>
using shard = typename decltype(detail::shard_or_refused<Axis, Mesh>())::type;

}  // namespace shapeproof

// ---- shapeproof/shape/concatenated.hpp
/// Axes side by side in one, as the columns of several weights in a single matrix.

namespace shapeproof {

/// The type behind `concatenated`: either all axes are cut over the same ranks, or none.
template <class... Axes>
struct concatenated_axis {};

/// Whether an axis is one.
template <class Axis>
inline constexpr bool is_concatenated = false;
template <class... Axes>
inline constexpr bool is_concatenated<concatenated_axis<Axes...>> = true;

template <class... Axes>
inline constexpr bool is_sharded<concatenated_axis<Axes...>> = (is_sharded<Axes> || ...);
/// What a rank has of each axis is a piece of its own.
template <class... Axes>
inline constexpr bool is_sharded_inside<concatenated_axis<Axes...>> = (is_sharded<Axes> || ...);
template <class... A, class... B>
  requires(sizeof...(A) == sizeof...(B))
inline constexpr bool same_name<concatenated_axis<A...>, concatenated_axis<B...>> = (same_name<A, B> && ...);
template <class... Axes>
inline constexpr bool is_static<concatenated_axis<Axes...>> = (is_static<Axes> && ...);

namespace detail {

template <class... Axes>
struct polynomial_of<concatenated_axis<Axes...>> {
  static constexpr polynomial value() { return (polynomial_of<Axes>::value() + ...); }
};
template <class... Axes>
struct static_extent_of<concatenated_axis<Axes...>> {
  static constexpr std::size_t value = (static_extent_of<Axes>::value + ...);
};
template <class... Axes>
struct name_of<concatenated_axis<Axes...>> {
  static constexpr text spelled = [] {
    text result = text::of("(");
    ((result.add(result.size > 1 ? "|" : "").add(name_of<Axes>::value)), ...);
    return result.add(")");
  }();
  static constexpr std::string_view value = spelled.view();
};
template <class... Axes>
struct whole_axis<concatenated_axis<Axes...>> {
  using type = concatenated_axis<typename whole_axis<Axes>::type...>;
};
template <class First, class... Rest>
struct meshes_of_axis<concatenated_axis<First, Rest...>> : meshes_of_axis<First> {};

template <class First, class... Rest>
struct cut_in_other_ways {
  static constexpr text operation() { return text::of("concatenated"); }
  static constexpr text operands() {
    text result = axis_text<First>();
    (result.add(" | ").add(axis_text<Rest>()), ...);
    return result;
  }
  static constexpr text reason() {
    return text::of("they are not all cut over the same ranks; shard all of them over one mesh, or none");
  }
};
template <class First, class... Rest>
inline constexpr bool are_cut_alike =
    (std::is_same_v<typename meshes_of_axis<First>::type, typename meshes_of_axis<Rest>::type> && ...);

/// What is refused is the concatenation of the whole axes: what uses it gives no second error.
template <class... Axes>
constexpr auto concatenated_or_refused() {
  if constexpr (are_cut_alike<Axes...>)
    return type_is<concatenated_axis<Axes...>>{};
  else
    return type_is<std::conditional_t<sizeof(accepted<refused<cut_in_other_ways<Axes...>>>) == 0, void,
                                      concatenated_axis<whole<Axes>...>>>{};
}

}  // namespace detail

/// Axes side by side in one, such as `(Q|K|V)`: its extent is their sum. It is no sequence of equal parts, so it does
/// not shard; each of its axes does, and then all do. Refused: axes that are not all cut over the same ranks.
template <class... Axes>
using concatenated = typename decltype(detail::concatenated_or_refused<Axes...>())::type;

}  // namespace shapeproof

// ---- shapeproof/shape/shape.hpp
/// A shape: ordered axes with distinct names.

namespace shapeproof {

/// Ordered axes, outermost first. A value of this type holds nothing: rules compute with the type.
template <class... Axes>
struct shape {
  static constexpr std::size_t rank = sizeof...(Axes);  ///< how many axes there are
};

/// Whether both have the same axes in the same order.
template <class... A, class... B>
constexpr bool operator==(shape<A...>, shape<B...>) {
  return std::is_same_v<shape<A...>, shape<B...>>;
}

namespace detail {
template <class List>
struct names_of;
template <template <class...> class List, class... Axes>
struct names_of<List<Axes...>> {
  static constexpr std::string_view value[sizeof...(Axes) + 1] = {axis_name<Axes>...};
};
}  // namespace detail

/// Returned where no axis has the name.
inline constexpr std::size_t not_found = static_cast<std::size_t>(-1);

/// The position of the axis with this name in a list of axes, or `not_found`.
template <class List>
constexpr std::size_t position_of(std::string_view name) {
  for (std::size_t i = 0; i < list_size<List>; ++i)
    if (detail::names_of<List>::value[i] == name) return i;
  return not_found;
}

/// Whether a shape has this very axis.
template <class Axis, class Shape>
inline constexpr bool has_axis = false;
template <class Axis, class... Axes>
inline constexpr bool has_axis<Axis, shape<Axes...>> = (std::is_same_v<Axis, Axes> || ...);

/// Whether all names of a list of axes differ.
template <class List>
constexpr bool names_are_distinct() {
  for (std::size_t i = 0; i + 1 < list_size<List>; ++i)
    for (std::size_t j = i + 1; j < list_size<List>; ++j)
      if (detail::names_of<List>::value[i] == detail::names_of<List>::value[j]) return false;
  return true;
}

/// The first name that occurs twice, or nothing.
template <class List>
constexpr std::string_view repeated_name() {
  for (std::size_t i = 0; i + 1 < list_size<List>; ++i)
    for (std::size_t j = i + 1; j < list_size<List>; ++j)
      if (detail::names_of<List>::value[i] == detail::names_of<List>::value[j]) return detail::names_of<List>::value[i];
  return {};
}

/// `[B=1, L=7, (H Dk)=5200]`.
template <class... Axes>
constexpr text to_text(shape<Axes...>) {
  text result = text::of("[");
  bool first = true;
  (((first ? result : result.add(", ")).add(axis_text<Axes>()), first = false), ...);
  return result.add("]");
}

}  // namespace shapeproof

// ---- shapeproof/shape/layout.hpp
/// How a shape lies in memory, as a type.

namespace shapeproof {

/// Axes in memory order, outermost first, with the extents they were allocated with.
template <class... Slots>
struct memory {};

/// A stretch of memory that the shape steps over: what `select` leaves behind.
template <class Axis>
struct gap {};

/// A shape over memory that is in another order or wider: its axis A moves by the product of the slots after A's slot.
/// A `shape` on its own is dense: its memory is its axes, in order. `[L, H]` transposed is
/// `strided<shape<H, L>, memory<L, H>>`.
template <class Shape, class Memory>
struct strided {};

namespace detail {

template <class Axis>
struct name_of<gap<Axis>> {
  static constexpr std::string_view value = {};
};

template <class Layout>
struct layout_parts;
template <class... Axes>
struct layout_parts<shape<Axes...>> {
  using visible = shape<Axes...>;
  using slots = memory<Axes...>;
};
template <class Shape, class Memory>
struct layout_parts<strided<Shape, Memory>> {
  using visible = Shape;
  using slots = Memory;
};

template <class Shape, class Memory>
struct simplest_layout {
  using type = strided<Shape, Memory>;
};
template <class... Axes>
struct simplest_layout<shape<Axes...>, memory<Axes...>> {
  using type = shape<Axes...>;
};
/// Nothing lies outside the outermost slot, so neither a gap there nor its allocated extent matters.
template <class Shape, class Memory>
struct outermost_fitted {
  using type = Memory;
};
template <class Shape, class First, class... Rest>
struct outermost_fitted<Shape, memory<First, Rest...>> {
  static constexpr std::size_t at = position_of<Shape>(axis_name<First>);
  static constexpr auto fit() {
    if constexpr (at == not_found)
      return type_is<memory<First, Rest...>>{};
    else
      return type_is<memory<type_at<Shape, at>, Rest...>>{};
  }
  using type = typename decltype(fit())::type;
};
template <class Shape, class Axis, class... Rest>
struct outermost_fitted<Shape, memory<gap<Axis>, Rest...>> : outermost_fitted<Shape, memory<Rest...>> {};

}  // namespace detail

/// The axes that one sees, a `shape`.
template <class Layout>
using shape_in = typename detail::layout_parts<Layout>::visible;

/// The slots that they lie in, a `memory`.
template <class Layout>
using memory_in = typename detail::layout_parts<Layout>::slots;

/// Shape and memory as the simplest layout type: a `shape` where it is dense.
template <class Shape, class Memory>
using layout_from =
    typename detail::simplest_layout<Shape, typename detail::outermost_fitted<Shape, Memory>::type>::type;

/// Whether a layout is a `shape` on its own.
template <class Layout>
inline constexpr bool is_dense = false;
template <class... Axes>
inline constexpr bool is_dense<shape<Axes...>> = true;

namespace detail {
template <class Slot>
struct but_for_units {
  using type = shape<Slot>;
};
template <class Axis>
  requires is_static<Axis>
struct but_for_units<Axis> {
  using type = std::conditional_t<static_extent<Axis> == 1, shape<>, shape<Axis>>;
};
template <class Axis>
struct but_for_units<gap<Axis>> {
  using type = shape<gap<Axis>>;
};
template <class Layout>
struct order_of_elements;
template <class... Axes, class... Slots>
struct order_of_elements<strided<shape<Axes...>, memory<Slots...>>> {
  static constexpr bool is_dense = std::is_same_v<join<shape<>, typename but_for_units<Axes>::type...>,
                                                  join<shape<>, typename but_for_units<Slots>::type...>>;
};
template <class... Axes>
struct order_of_elements<shape<Axes...>> {
  static constexpr bool is_dense = true;
};
}  // namespace detail

/// Whether the elements lie side by side in the order of the axes: the layout is dense, or only axes of extent 1 lie
/// elsewhere.
template <class Layout>
inline constexpr bool has_dense_elements = detail::order_of_elements<Layout>::is_dense;

/// The slots as text, for messages: `memory order L, H, Dk`.
template <class... Slots>
constexpr text to_text(memory<Slots...>) {
  text result;
  bool first = true;
  auto add = [&](std::string_view name) {
    if (!first) result.add(", ");
    first = false;
    result.add(name.empty() ? std::string_view{"(gap)"} : name);
  };
  (add(axis_name<Slots>), ...);
  return result;
}

/// The axes that one sees: `[B=1, H=8, L=7]`.
template <class Shape, class Memory>
constexpr text to_text(strided<Shape, Memory>) {
  return to_text(Shape{});
}

}  // namespace shapeproof

// ---- shapeproof/tensor/placement.hpp
/// Where blocks of memory lie in a piece of it.

namespace shapeproof {

/// Blocks in one piece of memory, each in the lowest gap that is large enough. An arena uses it when a program runs,
/// and `memory_plan` when the compiler works out how large that arena must be: so the two agree to the byte.
class placement {
 public:
  static constexpr std::size_t alignment = 64;                          ///< bytes: any vector unit, and a cache line
  static constexpr std::size_t max_blocks = 64;                         ///< at once
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);  ///< no offset

  /// The offset in bytes of a new block of `size` bytes, below `limit`; `nowhere` where there is no gap for it, or
  /// there are max_blocks blocks.
  constexpr std::size_t add(std::size_t size, std::size_t limit = nowhere) {
    if (count_ == max_blocks || size > limit) return nowhere;
    std::size_t const padded = (size + alignment - 1) / alignment * alignment;
    std::size_t begin = 0;
    std::size_t at = 0;
    while (at < count_ && blocks_[at].begin - begin < padded) begin = blocks_[at++].end;
    if (limit < begin || limit - begin < padded) return nowhere;
    for (std::size_t i = count_++; i > at; --i) blocks_[i] = blocks_[i - 1];
    blocks_[at] = {begin, begin + padded};
    if (peak_ < begin + padded) peak_ = begin + padded;
    return begin;
  }

  /// The block at this offset ends.
  constexpr void remove(std::size_t offset) {
    std::size_t at = 0;
    while (at < count_ && blocks_[at].begin != offset) ++at;
    if (at == count_) return;
    --count_;
    for (; at < count_; ++at) blocks_[at] = blocks_[at + 1];
  }

  /// How many blocks there are.
  constexpr std::size_t count() const { return count_; }
  /// The end of the highest block that there ever was.
  constexpr std::size_t peak() const { return peak_; }

 private:
  struct range {
    std::size_t begin = 0, end = 0;
  };
  range blocks_[max_blocks] = {};
  std::size_t count_ = 0;
  std::size_t peak_ = 0;
};

}  // namespace shapeproof

// ---- shapeproof/tensor/system_memory.hpp
/// Memory from the system, for large arrays of numbers.

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace shapeproof {

/// Whether new elements begin as zeros or as whatever the memory held.
enum class contents {
  zeros,       ///< every byte
  unspecified  ///< to be written before they are read
};

namespace detail {

/// Bytes that one owner has, aligned for any vector unit. Large zeros cost nothing until they are touched: the system
/// hands them out page by page.
class system_memory {
 public:
  system_memory() = default;
  system_memory(std::size_t bytes, contents begin) {
    if (bytes == 0) return;
    if (bytes > static_cast<std::size_t>(-1) - placement::alignment) throw std::bad_alloc();
    std::size_t const space = bytes + placement::alignment;
    block_ = begin == contents::zeros ? std::calloc(space, 1) : std::malloc(space);
    if (block_ == nullptr) throw std::bad_alloc();
    prefer_huge_pages(block_, space);
  }
  system_memory(system_memory&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  system_memory& operator=(system_memory&& other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~system_memory() {
    if (block_ != nullptr) std::free(block_);
  }

  /// Aligned for any vector unit.
  std::byte* data() const {
    auto const past_boundary = reinterpret_cast<std::uintptr_t>(block_) % placement::alignment;
    return static_cast<std::byte*>(block_) + (placement::alignment - past_boundary) % placement::alignment;
  }

 private:
  /// Weights are read from end to end: with small pages the address translation costs about a fifth of the time.
  static void prefer_huge_pages([[maybe_unused]] void* block, [[maybe_unused]] std::size_t bytes) {
#if defined(MADV_HUGEPAGE)
    constexpr std::size_t page = 4096;
    constexpr std::size_t worthwhile = std::size_t{4} << 20;
    if (bytes < worthwhile) return;
    std::size_t const skipped = (page - reinterpret_cast<std::uintptr_t>(block) % page) % page;
    (void)madvise(static_cast<char*>(block) + skipped, bytes - skipped, MADV_HUGEPAGE);
#endif
  }

  void* block_ = nullptr;
};

}  // namespace detail
}  // namespace shapeproof

// ---- shapeproof/tensor/arena.hpp
/// Memory for tensors that come and go, taken from the system once.

namespace shapeproof {

namespace detail {

/// Lives until its arena and the last block in it have ended, in whatever order.
struct arena_memory {
  system_memory memory;
  std::size_t size = 0;
  std::size_t refused = 0;
  bool abandoned = false;
  placement blocks = {};

  std::byte* take(std::size_t bytes) {
    std::size_t const at = blocks.add(bytes, size);
    if (at == placement::nowhere) {
      ++refused;
      return nullptr;
    }
    return memory.data() + at;
  }
  void give_back(void const* block) {
    blocks.remove(static_cast<std::size_t>(static_cast<std::byte const*>(block) - memory.data()));
    if (abandoned && blocks.count() == 0) delete this;
  }
};

/// The arena that this thread's new tensors come from.
inline constinit thread_local arena_memory* current_arena = nullptr;

}  // namespace detail

/// `arena memory(bytes); arena::scope const within(memory);`: until the scope ends, the tensors that this thread makes
/// lie in the arena, without asking the system for memory; one that finds no room there comes from the system. They are
/// to end on the same thread. They may outlive the scope, and even the arena.
class arena {
 public:
  static constexpr std::size_t page = 4096;  ///< bytes

  /// Of so many bytes, and a few more for what a program keeps besides. Throws std::bad_alloc.
  explicit arena(std::size_t bytes, std::size_t spare = page)
      : size_(bytes),
        state_(new detail::arena_memory{detail::system_memory(bytes + spare, contents::unspecified), bytes + spare}) {}
  arena(arena const&) = delete;
  arena& operator=(arena const&) = delete;
  ~arena() {
    if (state_->blocks.count() == 0)
      delete state_;
    else
      state_->abandoned = true;
  }

  /// The bytes that were asked for, without the spare ones.
  std::size_t size() const { return size_; }
  /// The most bytes from its begin that tensors have lain in.
  std::size_t peak() const { return state_->blocks.peak(); }
  /// How many tensors found no room.
  std::size_t refused() const { return state_->refused; }

  /// While it lives, this thread's new tensors come from the arena, which must not end before it; scopes may be nested.
  class scope {
   public:
    /// Begins: the thread's next tensors come from `within`.
    [[nodiscard]] explicit scope(arena& within) : before_(detail::current_arena) {
      detail::current_arena = within.state_;
    }
    scope(scope const&) = delete;
    scope& operator=(scope const&) = delete;
    ~scope() { detail::current_arena = before_; }

   private:
    detail::arena_memory* before_;
  };

 private:
  std::size_t size_;
  detail::arena_memory* state_;
};

}  // namespace shapeproof

// ---- shapeproof/rules/rule.hpp
/// What all rules share: how a refusal is put together.

namespace shapeproof::rules {

/// The message of a refused operation: its name, its operands' shapes, and `Reason::reason()`.
template <fixed_string Operation, class Reason, class... Operands>
struct because {
  /// Its name.
  static constexpr text operation() { return text::of(Operation.view()); }
  /// Their shapes: `[L, D=4] x [D=5, F]`.
  static constexpr text operands() {
    text result;
    bool first = true;
    (((first ? result : result.add(" x ")).add(to_text(Operands{})), first = false), ...);
    return result;
  }
  /// What disagrees, and a remedy.
  static constexpr text reason() { return Reason::reason(); }
};

/// What a rule returns to refuse.
template <fixed_string Operation, class Reason, class... Operands>
using refuse = refused<because<Operation, Reason, Operands...>>;

/// The same, from the operands' shapes as values: `return refused_as<"distance", reason>(a, b);`.
template <fixed_string Operation, class Reason, class... Operands>
constexpr refuse<Operation, Reason, Operands...> refused_as(Operands...) {
  return {};
}

/// A reason that needs no computing.
template <fixed_string Sentence>
struct plainly {
  /// The sentence.
  static constexpr text reason() { return text::of(Sentence.view()); }
};

/// An operation on an axis that the shape does not have.
template <fixed_string Name, class Shape>
struct no_such_axis {
  /// Names the axis, and the fused one that it is a factor of.
  static constexpr text reason() {
    text result = text::of("there is no axis ", Name.view());
    for (std::size_t i = 0; i < Shape::rank; ++i) {
      std::string_view const near = shapeproof::detail::names_of<Shape>::value[i];
      if (near[0] == '(' && has_word(near, Name.view()))
        return result.add("; it is a factor of ").add(near).add(", call split first");
    }
    return result;
  }
  /// Whether `word` is one of the names in `(H Dk)`.
  static constexpr bool has_word(std::string_view words, std::string_view word) {
    for (std::size_t begin = 1, end = 1; end < words.size(); ++end) {
      if (is_letter(words[end]) || is_digit(words[end])) continue;
      if (words.substr(begin, end - begin) == word) return true;
      begin = end + 1;
    }
    return false;
  }
};

/// An operation that needs the whole axis, of which each rank has a part.
template <class Axis>
struct spread_over_ranks {
  /// Names the axis.
  static constexpr text reason() {
    return text::of("each rank has only its part of ", axis_text<whole<Axis>>(), "; call all_gather<", axis_name<Axis>,
                    "> first");
  }
};

/// `; shards and ...`: what to do where one side has a shard of the other's axis, or both have parts of one axis that
/// are not the same parts. Nothing where that is not so.
template <class A, class B>
constexpr text shard_remedy() {
  if constexpr (std::is_same_v<A, B> || !std::is_same_v<whole<A>, whole<B>>) {
    return {};
  } else if constexpr (is_sharded<A> && is_sharded<B>) {
    using left = type_at<typename shapeproof::detail::meshes_of_axis<A>::type, 0>;
    using right = type_at<typename shapeproof::detail::meshes_of_axis<B>::type, 0>;
    text result = text::of("; a rank has other parts of ", axis_name<A>, " on each side, ");
    if constexpr (std::is_same_v<left, right>)
      result.add("cut along other factors");
    else
      result.add("cut over ").add(mesh_text<left>()).add(" and over ").add(mesh_text<right>());
    return result.add(": cut both alike, or all_gather<").add(axis_name<A>).add("> of both");
  } else {
    return text::of("; shards and whole axes do not meet: shard the other side too, or all_gather<", axis_name<A>,
                    "> first");
  }
}

/// The axes that both sides have by name: each must be the same axis.
template <class A, class B>
struct shared_axes;
/// The axes of `A` one by one.
template <class... Axes, class B>
struct shared_axes<shape<Axes...>, B> {
  /// Whether `B` has not this name, or the same axis under it.
  template <class Axis>
  static constexpr bool agrees() {
    constexpr std::size_t at = position_of<B>(axis_name<Axis>);
    if constexpr (at == not_found)
      return true;
    else
      return std::is_same_v<Axis, type_at<B, at>>;
  }
  static constexpr bool agree = (agrees<Axes>() && ...);  ///< whether all do

  /// The first two that do not agree.
  static constexpr text disagreement() {
    text result;
    (describe<Axes>(result), ...);
    return result;
  }
  /// Says it of one axis, where nothing is said yet.
  template <class Axis>
  static constexpr void describe(text& result) {
    constexpr std::size_t at = position_of<B>(axis_name<Axis>);
    if constexpr (at != not_found)
      if (!agrees<Axis>() && result.size == 0)
        result = text::of(axis_text<Axis>(), " on the left meets ", axis_text<type_at<B, at>>(), " on the right",
                          shard_remedy<Axis, type_at<B, at>>());
  }
};

}  // namespace shapeproof::rules

// ---- shapeproof/rules/partial_sum.hpp
/// Shapes of tensors that are sums over ranks, and the shards that shapes have.

namespace shapeproof::rules {

/// A shape or layout of which each rank of `Meshes` has one summand: the tensor is the sum over the ranks.
template <class Layout, class... Meshes>
struct partial_sum {};

/// A shape or layout of which each row ends at a length of its own, which the axes do not tell.
template <class Layout>
struct rows_with_ends {};
/// As that of the layout.
template <class Layout>
constexpr text to_text(rows_with_ends<Layout>) {
  return to_text(Layout{});
}

using shapeproof::detail::mesh_list;

/// ` partial over tp and dp`: what a sum's text has behind its shape.
template <class... Meshes>
constexpr text partial_over(mesh_list<Meshes...>) {
  text result = text::of(" partial over ");
  bool first = true;
  (((first ? result : result.add(" and ")).add(mesh_name<Meshes>), first = false), ...);
  return result;
}

/// `[B, L, D] partial over tp`.
template <class Layout, class... Meshes>
constexpr text to_text(partial_sum<Layout, Meshes...>) {
  return text::of(to_text(Layout{}), partial_over(mesh_list<Meshes...>{}));
}

namespace detail {

template <class Layout, class Meshes>
struct sum_over_list {
  using type = Layout;
};
template <class Layout, class Mesh, class... Meshes>
struct sum_over_list<Layout, mesh_list<Mesh, Meshes...>> {
  using type = partial_sum<Layout, Mesh, Meshes...>;
};

template <class Operand>
struct operand_parts {
  using layout = Operand;
  using meshes = mesh_list<>;
};
template <class Layout, class... Meshes>
struct operand_parts<partial_sum<Layout, Meshes...>> {
  using layout = Layout;
  using meshes = mesh_list<Meshes...>;
};
template <class Layout>
struct operand_parts<rows_with_ends<Layout>> : operand_parts<Layout> {};

/// The meshes over which the axes of a layout are cut, and their factors, one for each shard.
template <class Axes>
struct meshes_of_axes;
template <template <class...> class List, class... Axes>
struct meshes_of_axes<List<Axes...>> {
  using type = join<mesh_list<>, typename shapeproof::detail::meshes_of_axis<Axes>::type...>;
};
template <class Layout>
using cut_over = typename meshes_of_axes<shape_in<Layout>>::type;

/// Axes that the result lacks, each once: they are summed.
template <class Result, class Known, class... Axes>
struct axes_lacking {
  using type = Known;
};
template <class Result, class... Known, class First, class... Rest>
struct axes_lacking<Result, shape<Known...>, First, Rest...>
    : axes_lacking<Result,
                   std::conditional_t<has_axis<First, Result> || has_axis<First, shape<Known...>>, shape<Known...>,
                                      shape<Known..., First>>,
                   Rest...> {};
template <class Result, class All>
struct lacking_of;
template <class Result, class... Axes>
struct lacking_of<Result, shape<Axes...>> : axes_lacking<Result, shape<>, Axes...> {};
template <class Result, class... Layouts>
using summed_axes = typename lacking_of<Result, join<shape<>, shape_in<Layouts>...>>::type;

/// How often a list has a mesh of this one's name: ranks have one name, whatever degree a type gives them.
template <class Mesh, class List>
inline constexpr std::size_t times_in = 0;
template <class Mesh, class... Meshes>
inline constexpr std::size_t times_in<Mesh, mesh_list<Meshes...>> =
    (std::size_t{mesh_name<Mesh> == mesh_name<Meshes>} + ... + 0);

/// Every mesh of the lists once.
template <class Known, class... Lists>
struct once {
  using type = Known;
};
template <class... Known, class First, class... More, class... Lists>
struct once<mesh_list<Known...>, mesh_list<First, More...>, Lists...>
    : once<std::conditional_t<times_in<First, mesh_list<Known...>> == 0, mesh_list<Known..., First>,
                              mesh_list<Known...>>,
           mesh_list<More...>, Lists...> {};
template <class... Known, class... Lists>
struct once<mesh_list<Known...>, mesh_list<>, Lists...> : once<mesh_list<Known...>, Lists...> {};
template <class... Lists>
using united_meshes = typename once<mesh_list<>, Lists...>::type;

/// The first mesh that a list has twice.
template <class List>
struct first_twice {
  using type = void;
};
template <class First, class... Rest>
struct first_twice<mesh_list<First, Rest...>>
    : std::conditional_t<(times_in<First, mesh_list<Rest...>> > 0), type_is<First>, first_twice<mesh_list<Rest...>>> {};

/// The first mesh of a list that `Others` lacks.
template <class List, class Others>
struct first_lacking {
  using type = void;
};
template <class First, class... Rest, class Others>
struct first_lacking<mesh_list<First, Rest...>, Others>
    : std::conditional_t<times_in<First, Others> == 0, type_is<First>, first_lacking<mesh_list<Rest...>, Others>> {};

/// The first mesh of a list that has this one's name and another degree.
template <class Mesh, class List>
struct other_degree {
  using type = void;
};
template <class Mesh, class First, class... Rest>
struct other_degree<Mesh, mesh_list<First, Rest...>>
    : std::conditional_t<mesh_name<Mesh> == mesh_name<First> && !std::is_same_v<Mesh, First>, type_is<First>,
                         other_degree<Mesh, mesh_list<Rest...>>> {};

template <class Mesh, class Other>
struct other_degrees {
  static constexpr text reason() {
    return text::of(mesh_name<Mesh>, " has ", to_text(mesh_degree<Mesh>), " ranks here and ",
                    to_text(mesh_degree<Other>), " there; a mesh has one degree");
  }
};
/// Why the meshes of a list do not go together: two have one name and other degrees. Void where they do.
template <class List>
struct unequal_degrees {
  using type = void;
};
template <class First, class... Rest>
struct unequal_degrees<mesh_list<First, Rest...>> {
  using other = typename other_degree<First, mesh_list<Rest...>>::type;
  using type = std::conditional_t<std::is_void_v<other>, typename unequal_degrees<mesh_list<Rest...>>::type,
                                  other_degrees<First, other>>;
};

}  // namespace detail

/// `Layout` as a sum over the ranks of a `mesh_list`; of an empty one, `Layout`.
template <class Layout, class Meshes>
using sum_over = typename detail::sum_over_list<Layout, Meshes>::type;

}  // namespace shapeproof::rules

// ---- shapeproof/tensor/traits.hpp
/// What is a tensor, and which tensor an operation gives. Works on names of types: no class is instantiated.

namespace shapeproof {

template <class T, class... Axes>
class tensor;
template <class T, class... Axes>
class view;
template <class T, class Layout>
class strided_tensor;
template <class T, class Layout>
class strided_view;
template <class T, class Layout>
class meta;

namespace detail {

template <class List>
struct repeats_name {
  static constexpr text operation() { return text::of("tensor"); }
  static constexpr text operands() { return to_text(List{}); }
  static constexpr text reason() {
    return text::of("the name ", repeated_name<List>(), " occurs twice; each role has one name");
  }
};

template <class Mesh, class Shape>
struct cut_twice {
  static constexpr text operation() { return text::of("tensor"); }
  static constexpr text operands() { return to_text(Shape{}); }
  static constexpr text reason() {
    return text::of("two axes are cut over ", mesh_name<Mesh>,
                    ": each rank would have a part of its diagonal; a mesh cuts one of them");
  }
};

/// What each tensor's axes are: a role has one name, and a mesh cuts one axis. Without shards, names are all it sees.
template <class... Axes>
constexpr void require_distinct_axes(shape<Axes...>) {
  if constexpr (!names_are_distinct<shape<Axes...>>()) {
    (void)accepted<refused<repeats_name<shape<Axes...>>>>{};
  } else if constexpr ((is_sharded<Axes> || ...)) {
    using twice = typename rules::detail::first_twice<rules::detail::cut_over<shape<Axes...>>>::type;
    if constexpr (!std::is_void_v<twice>) (void)accepted<refused<cut_twice<twice, shape<Axes...>>>>{};
  }
}

template <class Mesh, class Sum>
struct summed_over_cuts {
  static constexpr text operation() { return text::of("partial"); }
  static constexpr text operands() { return to_text(Sum{}); }
  static constexpr text reason() {
    return text::of("the ranks of ", mesh_name<Mesh>,
                    " would add other parts; a mesh cuts an axis or has summands, each once");
  }
};

/// What a sum's ranks are: neither those that cut its summand, a `Layout`, nor those of `Meshes`, of which it is a sum.
template <class Mesh, class Layout, class Meshes>
constexpr void require_other_ranks() {
  using others = join<Meshes, rules::detail::cut_over<Layout>>;
  // What is wrong with the summand itself is said of it.
  if constexpr (rules::detail::times_in<Mesh, others> > 0 &&
                std::is_void_v<typename rules::detail::first_twice<others>::type>)
    (void)accepted<refused<summed_over_cuts<Mesh, rules::sum_over<Layout, join<mesh_list<Mesh>, Meshes>>>>>{};
}

enum class kind { owner, borrower, meta };

template <kind Kind, class T, class Layout>
struct tensor_traits {
  static constexpr kind tensor_kind = Kind;
  using element = T;
  using layout = Layout;
};

template <class X>
struct traits {};
template <class T, class... Axes>
struct traits<tensor<T, Axes...>> : tensor_traits<kind::owner, T, shape<Axes...>> {};
template <class T, class... Axes>
struct traits<view<T, Axes...>> : tensor_traits<kind::borrower, T, shape<Axes...>> {};
template <class T, class Layout>
struct traits<strided_tensor<T, Layout>> : tensor_traits<kind::owner, T, Layout> {};
template <class T, class Layout>
struct traits<strided_view<T, Layout>> : tensor_traits<kind::borrower, T, Layout> {};
template <class T, class Layout>
struct traits<meta<T, Layout>> : tensor_traits<kind::meta, T, Layout> {};

template <>
struct traits<poisoned> : tensor_traits<kind::owner, float, poisoned> {};
template <>
struct layout_parts<poisoned> {
  using visible = poisoned;
};

template <kind Kind, class T, class Layout>
struct tensor_from;
template <class T, class... Axes>
struct tensor_from<kind::owner, T, shape<Axes...>> {
  using type = tensor<std::remove_const_t<T>, Axes...>;
};
template <class T, class Shape, class Memory>
struct tensor_from<kind::owner, T, strided<Shape, Memory>> {
  using type = strided_tensor<std::remove_const_t<T>, strided<Shape, Memory>>;
};
template <class T, class... Axes>
struct tensor_from<kind::borrower, T, shape<Axes...>> {
  using type = view<T, Axes...>;
};
template <class T, class Shape, class Memory>
struct tensor_from<kind::borrower, T, strided<Shape, Memory>> {
  using type = strided_view<T, strided<Shape, Memory>>;
};
template <class T, class... Axes>
struct tensor_from<kind::meta, T, shape<Axes...>> {
  using type = meta<std::remove_const_t<T>, shape<Axes...>>;
};
template <class T, class Shape, class Memory>
struct tensor_from<kind::meta, T, strided<Shape, Memory>> {
  using type = meta<std::remove_const_t<T>, strided<Shape, Memory>>;
};
/// A refused operation gives no tensor: the compile error, and then nothing more.
template <kind Kind, class T, class Message>
struct tensor_from<Kind, T, refused<Message>> : outcome_or_poisoned<refused<Message>> {};
template <kind Kind, class T>
struct tensor_from<Kind, T, poisoned> {
  using type = poisoned;
};

template <class X>
inline constexpr bool is_tensor_type = false;
template <class T, class... Axes>
inline constexpr bool is_tensor_type<tensor<T, Axes...>> = true;
template <class T, class... Axes>
inline constexpr bool is_tensor_type<view<T, Axes...>> = true;
template <class T, class Layout>
inline constexpr bool is_tensor_type<strided_tensor<T, Layout>> = true;
template <class T, class Layout>
inline constexpr bool is_tensor_type<strided_view<T, Layout>> = true;
template <class T, class Layout>
inline constexpr bool is_tensor_type<meta<T, Layout>> = true;
template <>
inline constexpr bool is_tensor_type<poisoned> = true;

}  // namespace detail

/// A tensor or view of any kind (or the result of a refused operation).
template <class X>
concept any_tensor = detail::is_tensor_type<std::remove_cvref_t<X>>;

/// The layout of a tensor type.
template <class X>
using layout_of = typename detail::traits<std::remove_cvref_t<X>>::layout;

/// The shape of a tensor type.
template <class X>
using shape_of = shape_in<layout_of<X>>;

/// The element type of a tensor type, without const.
template <class X>
using element_of = std::remove_const_t<typename detail::traits<std::remove_cvref_t<X>>::element>;

/// Whether a type is the result of a refused operation.
template <class X>
inline constexpr bool is_poisoned = std::is_same_v<std::remove_cvref_t<X>, poisoned>;

/// Whether a tensor type has no elements, only a trace.
template <class X>
inline constexpr bool is_meta = false;
template <class T, class Layout>
inline constexpr bool is_meta<meta<T, Layout>> = true;

}  // namespace shapeproof

// ---- shapeproof/tensor/at_last.hpp
/// Which position a tensor comes from, where that is the last one.

namespace shapeproof {

template <fixed_string Axis, class X>
class at_last;

namespace detail {

template <fixed_string Axis, class X>
struct traits<at_last<Axis, X>> : traits<X> {};
template <fixed_string Axis, class X>
inline constexpr bool is_tensor_type<at_last<Axis, X>> = true;

template <class X>
inline constexpr bool is_marked = false;
template <fixed_string Axis, class X>
inline constexpr bool is_marked<at_last<Axis, X>> = true;

/// Whether a tensor type has a mark of any kind.
template <class X>
inline constexpr bool has_marks = false;
template <fixed_string Axis, class X>
inline constexpr bool has_marks<at_last<Axis, X>> = true;

/// Whether a tensor type can be marked: one with a mark of another kind has this one inside.
template <class X>
inline constexpr bool takes_mark = !has_marks<X>;
template <fixed_string Axis, class X>
inline constexpr bool takes_mark<at_last<Axis, X>> = takes_mark<X>;

/// `Result` with the marks of an operand, outermost first; a mark of an axis that the result has again is dropped.
template <class Result, class Operand>
struct marks_kept {
  using type = Result;
};
template <class Result, fixed_string Axis, class X>
struct marks_kept<Result, at_last<Axis, X>> {
  using inner = typename marks_kept<Result, X>::type;
  using type = std::conditional_t<position_of<shape_of<Result>>(Axis.view()) == not_found, at_last<Axis, inner>, inner>;
};

template <bool Marked, class Result, class... Operands>
struct first_marks_kept {
  using type = Result;
};
template <class Result, class First, class... Rest>
struct first_marks_kept<true, Result, First, Rest...>
    : std::conditional_t<is_marked<First>, marks_kept<Result, First>, first_marks_kept<true, Result, Rest...>> {};

}  // namespace detail

template <fixed_string Axis, class X>
inline constexpr bool is_meta<at_last<Axis, X>> = is_meta<X>;

/// `Result` with the marks of the first operand that has one.
template <class Result, class... Operands>
using marked_as = typename detail::first_marks_kept<(detail::is_marked<std::remove_cvref_t<Operands>> || ...) &&
                                                        !std::is_same_v<Result, poisoned>,
                                                    Result, std::remove_cvref_t<Operands>...>::type;

/// Whether `X` is the last position along `Axis`.
template <class X, fixed_string Axis>
inline constexpr bool is_at_last = false;
template <fixed_string Marked, class X, fixed_string Axis>
inline constexpr bool is_at_last<at_last<Marked, X>, Axis> = Marked.view() == Axis.view() || is_at_last<X, Axis>;

namespace detail {
/// Stands where the tensor of a refused one would be.
template <class X>
X no_tensor();

template <fixed_string Axis, bool TakesMark>
struct no_last_position {
  static constexpr text reason() {
    if constexpr (TakesMark)
      return text::of("nothing says that it is the last position of ", Axis.view(), ", which comes from last<",
                      Axis.view(), ">");
    else
      return text::of("the mark of a last position lies inside of a sum over ranks and of rows with ends");
  }
};
}  // namespace detail

/// A tensor `X` without the axis `Axis`, of which it has the last position. What is computed from it has the mark too:
/// shapes alone do not tell the last position's logits from the first one's. It says that `last` took the position, of
/// whatever it was given: the last one of a slice is one too. In `partial<Mesh, at_last<Axis, X>>` it lies inside.
template <fixed_string Axis, class X>
class at_last : public X {
 public:
  /// What an `X` is made of, other than a tensor: elements of the last position.
  template <class... Arguments>
    requires(detail::takes_mark<X> && ... && !any_tensor<Arguments>) && std::is_constructible_v<X, Arguments...>
  constexpr explicit at_last(Arguments&&... arguments) : X(std::forward<Arguments>(arguments)...) {}
  /// From a last position of the same axis, as an `X` from it. Refused: any other tensor.
  template <class Y>
    requires(any_tensor<Y> && !is_poisoned<Y> && !std::is_same_v<std::remove_cvref_t<Y>, at_last>)
  constexpr at_last(Y&& y) : X(from_last(std::forward<Y>(y))) {}

 private:
  template <class Y>
  static constexpr X from_last(Y&& y) {
    using reason = detail::no_last_position<Axis, detail::takes_mark<X>>;
    if constexpr (detail::takes_mark<X> && is_at_last<std::remove_cvref_t<Y>, Axis>) {
      return X(std::forward<Y>(y));
    } else {
      (void)accepted<rules::refuse<"at_last", reason, shape_of<Y>>>{};
      return detail::no_tensor<X>();
    }
  }
};

}  // namespace shapeproof

// ---- shapeproof/tensor/shape_error.hpp
/// What run-time checks throw.

namespace shapeproof {

/// A size, an index or a symbol's value that is not what the types promise. `what()` has the operation, the shapes with
/// their values, and what disagrees.
class shape_error : public std::runtime_error {
 public:
  /// `operation: operands: reason`, or `operation: reason` of no operands.
  shape_error(std::string const& operation, std::string const& operands, std::string const& reason)
      : std::runtime_error(operation + ": " + operands + (operands.empty() ? "" : ": ") + reason) {}
};

}  // namespace shapeproof

// ---- shapeproof/tensor/symbols.hpp
/// Symbols and their witnesses: the values that symbolic extents have at run time.

namespace shapeproof {

/// The value of one symbol; made by `bind`.
template <fixed_string Name>
struct binding {
  std::size_t value;  ///< that of the symbol
};

/// A run-time size for symbol `Name`: `bind<"L">(7)`. Throws `shape_error` for a negative one.
template <fixed_string Name, class Integer>
  requires std::is_integral_v<Integer>
constexpr binding<Name> bind(Integer size) {
  if constexpr (std::is_signed_v<Integer>)
    if (size < 0)
      throw shape_error("bind", std::string(Name.view()) + "=" + std::to_string(size), "a size is not negative");
  return {static_cast<std::size_t>(size)};
}

/// The names of symbols, sorted, as a type.
template <fixed_string... Names>
struct symbols {
  static constexpr std::size_t count = sizeof...(Names);  ///< how many there are
};

/// One value for each symbol of `Symbols`, in its order.
template <class Symbols>
struct symbol_values {
  std::size_t at[Symbols::count == 0 ? 1 : Symbols::count] = {};  ///< the first `count` count
};

namespace detail {

struct symbol_names {
  static constexpr std::size_t capacity = 24;
  std::size_t count = 0;
  std::string_view at[capacity] = {};

  constexpr void insert(std::string_view name) {
    std::size_t place = 0;
    while (place < count && at[place] < name) ++place;
    if (place < count && at[place] == name) return;
    for (std::size_t i = count++; i > place; --i) at[i] = at[i - 1];
    at[place] = name;
  }
  constexpr void insert(polynomial const& value) {
    for (std::size_t i = 0; i < value.count; ++i)
      for (std::size_t s = 0; s < value.terms[i].degree; ++s) insert(value.terms[i].symbols[s]);
  }
};

template <class Axis>
struct add_symbols {
  static constexpr void to(symbol_names& names) { names.insert(extent_polynomial<Axis>); }
};
template <fixed_string Name, std::size_t Extent>
struct add_symbols<named_axis<Name, Extent>> {
  static constexpr void to(symbol_names&) {}
};
template <class Axis>
struct add_symbols<gap<Axis>> : add_symbols<Axis> {};

template <class Source>
struct symbols_found {
  static constexpr symbol_names names = Source::names();
  template <std::size_t I>
  static constexpr auto name() {
    return cut<names.at[I].size() + 1>(names.at[I]);
  }
  template <std::size_t... I>
  static constexpr auto make(std::index_sequence<I...>) -> symbols<name<I>()...>;
  using type = decltype(make(std::make_index_sequence<names.count>{}));
};

template <class... Axes>
struct names_in_axes {
  static constexpr symbol_names names() {
    symbol_names result;
    (add_symbols<Axes>::to(result), ...);
    return result;
  }
};

template <class Axis>
inline constexpr bool is_static_slot = is_static<Axis>;
template <class Axis>
inline constexpr bool is_static_slot<gap<Axis>> = is_static<Axis>;

template <bool AllStatic, class... Axes>
struct symbols_of_axes {
  using type = symbols<>;
};
template <class... Axes>
struct symbols_of_axes<false, Axes...> : symbols_found<names_in_axes<Axes...>> {};

template <class Layout>
struct symbols_of;
template <class... Axes>
struct symbols_of<shape<Axes...>> : symbols_of_axes<(is_static<Axes> && ...), Axes...> {};
template <class... Axes, class... Slots>
struct symbols_of<strided<shape<Axes...>, memory<Slots...>>>
    : symbols_of_axes<(is_static<Axes> && ...) && (is_static_slot<Slots> && ...), Axes..., Slots...> {};

template <class Symbols>
struct symbol_list;
template <fixed_string... Names>
struct symbol_list<symbols<Names...>> {
  static constexpr std::string_view names[sizeof...(Names) + 1] = {Names.view()...};
  static constexpr std::size_t find(std::string_view name) {
    for (std::size_t i = 0; i < sizeof...(Names); ++i)
      if (names[i] == name) return i;
    return not_found;
  }
};

}  // namespace detail

/// The symbols that a layout's extents use.
template <class Layout>
using symbols_in = typename detail::symbols_of<Layout>::type;

/// The value of a polynomial; `value_of(name)` gives a symbol's.
template <class ValueOf>
constexpr long long evaluate(polynomial const& value, ValueOf const& value_of) {
  long long sum = 0;
  for (std::size_t i = 0; i < value.count; ++i) {
    long long product = value.terms[i].coefficient;
    for (std::size_t s = 0; s < value.terms[i].degree; ++s)
      product *= static_cast<long long>(value_of(value.terms[i].symbols[s]));
    sum += product;
  }
  return sum;
}

namespace detail {

/// A polynomial whose symbols are positions in a list, so that evaluating it looks nothing up.
struct compiled_polynomial {
  std::size_t count = 0;
  struct {
    long long coefficient = 0;
    std::size_t degree = 0;
    std::size_t symbol[monomial::max_degree] = {};
  } terms[polynomial::max_terms] = {};
};

template <class Axis, class Symbols>
struct compiled {
  static constexpr compiled_polynomial make() {
    compiled_polynomial result;
    polynomial const& from = extent_polynomial<Axis>;
    result.count = from.count;
    for (std::size_t i = 0; i < from.count; ++i) {
      result.terms[i].coefficient = from.terms[i].coefficient;
      result.terms[i].degree = from.terms[i].degree;
      for (std::size_t s = 0; s < from.terms[i].degree; ++s)
        result.terms[i].symbol[s] = symbol_list<Symbols>::find(from.terms[i].symbols[s]);
    }
    return result;
  }
  static constexpr compiled_polynomial value = make();
};

template <class Axis>
struct slot_axis {
  using type = Axis;
};
template <class Axis>
struct slot_axis<gap<Axis>> {
  using type = Axis;
};

}  // namespace detail

/// The extent of an axis (or memory slot) for these values of its symbols; negative where the values do not fit.
template <class Slot, class Symbols>
constexpr long long signed_extent(symbol_values<Symbols> const& values) {
  using axis = typename detail::slot_axis<Slot>::type;
  if constexpr (is_static<axis>) {
    return static_cast<long long>(static_extent<axis>);
  } else {
    constexpr auto const& from = detail::compiled<axis, Symbols>::value;
    long long sum = 0;
    for (std::size_t i = 0; i < from.count; ++i) {
      long long product = from.terms[i].coefficient;
      for (std::size_t s = 0; s < from.terms[i].degree; ++s)
        product *= static_cast<long long>(values.at[from.terms[i].symbol[s]]);
      sum += product;
    }
    return sum;
  }
}

namespace detail {

/// Whether computing the extent stays within what a `long long` holds.
template <class Axis, class Symbols>
constexpr bool is_countable(symbol_values<Symbols> const& values) {
  if constexpr (is_static<Axis>) {
    return true;
  } else {
    constexpr auto const& from = compiled<Axis, Symbols>::value;
    long long sum = 0;
    for (std::size_t i = 0; i < from.count; ++i) {
      long long product = from.terms[i].coefficient;
      for (std::size_t s = 0; s < from.terms[i].degree; ++s)
        if (__builtin_mul_overflow(product, values.at[from.terms[i].symbol[s]], &product)) return false;
      if (__builtin_add_overflow(sum, product, &sum)) return false;
    }
    return true;
  }
}

}  // namespace detail

/// The extent of an axis (or memory slot) for values that fit it: `require_sizes`.
template <class Slot, class Symbols>
constexpr std::size_t extent_of(symbol_values<Symbols> const& values) {
  return static_cast<std::size_t>(signed_extent<Slot>(values));
}

}  // namespace shapeproof

// ---- shapeproof/tensor/index.hpp
/// An index that knows which axis it addresses.

namespace shapeproof {

namespace detail {
[[noreturn]] inline void throw_out_of_range(std::string const& operation, std::string_view axis,
                                            std::string const& value, std::size_t extent) {
  throw shape_error(operation, std::string(axis) + "=" + std::to_string(extent),
                    value + " is not in [0, " + std::to_string(extent) + ")");
}
}  // namespace detail

/// A position on axis `Axis`: `index<axis<"V", 6000>>(21)`. Out of range is a `shape_error`. An index of one axis does
/// not address another.
template <class Axis>
class index {
 public:
  using axis = Axis;  ///< what it addresses

  constexpr index() = default;
  /// For a static axis. Throws `shape_error` where the value is not in [0, extent).
  template <class Integer>
    requires(std::is_integral_v<Integer> && is_static<Axis>)
  constexpr explicit index(Integer value) : index(value, static_extent<Axis>) {}
  /// For a symbolic axis: `extent` is what the axis has at run time. Throws `shape_error` where the value is not below
  /// it, or negative.
  template <class Integer>
    requires std::is_integral_v<Integer>
  constexpr index(Integer value, std::size_t extent) {
    if constexpr (is_static<Axis>)
      if (extent > static_extent<Axis>) extent = static_extent<Axis>;
    bool negative = false;
    if constexpr (std::is_signed_v<Integer>) negative = value < 0;
    if (negative || static_cast<std::size_t>(value) >= extent || static_cast<std::size_t>(value) > UINT32_MAX)
      detail::throw_out_of_range("index", axis_name<Axis>, std::to_string(value), extent);
    value_ = static_cast<std::uint32_t>(value);
  }

  /// The position.
  constexpr std::size_t value() const { return value_; }
  /// Whether both are the same position.
  friend constexpr bool operator==(index, index) = default;

 private:
  std::uint32_t value_ = 0;
};

/// Whether a type is an `index`.
template <class T>
inline constexpr bool is_index = false;
template <class Axis>
inline constexpr bool is_index<index<Axis>> = true;

}  // namespace shapeproof

// ---- shapeproof/tensor/left_padded.hpp
/// Batches whose rows have different lengths.

namespace shapeproof {

/// Every slot of every row holds a token.
struct no_padding {};

/// Rows along `B` that are filled up on the left, so that all of them end at one slot: row b begins with `of(b)` slots
/// that hold no token. Then the last slot is every row's last position, in prefill and in decode.
template <class B>
class left_padded {
 public:
  using axis = B;  ///< of the rows

  /// No rows: for traced tensors, whose padding is not known.
  constexpr left_padded() = default;
  /// One number for each row. A static `B` with another number of rows is a `shape_error`.
  explicit left_padded(std::vector<std::size_t> padding) : padding_(std::move(padding)) {
    if constexpr (is_static<B>)
      if (padding_.size() != static_extent<B>)
        throw shape_error("left_padded", std::string(axis_text<B>().view()),
                          std::to_string(padding_.size()) + " paddings were given");
  }

  /// How many rows there are.
  constexpr std::size_t rows() const { return padding_.size(); }
  /// How many slots of a row hold no token, unchecked.
  std::size_t of(std::size_t row) const { return padding_[row]; }
  /// These numbers, one for each row.
  constexpr std::size_t const* data() const { return padding_.data(); }

  /// Throws `shape_error` in the name of `operation` where the tensor x has another number of rows.
  template <class X>
  void require_rows(char const* operation, X const& x, std::size_t found) const {
    require_equal_rows(operation, x, found, rows());
  }
  /// The same for a number of rows that is at hand.
  template <class X>
  static void require_equal_rows(char const* operation, X const& x, std::size_t found, std::size_t padded) {
    if (found != padded)
      throw shape_error(operation, to_string(x), "the padding is that of " + std::to_string(padded) + " rows");
  }

 private:
  std::vector<std::size_t> padding_;
};

/// Whether rows are padded.
template <class Padding>
inline constexpr bool is_left_padded = false;
template <class B>
inline constexpr bool is_left_padded<left_padded<B>> = true;

}  // namespace shapeproof

// ---- shapeproof/tensor/memory_plan.hpp
/// When the tensors of a traced run begin and end, and how much memory that takes.

namespace shapeproof {

/// The tensors that a run makes, in order. The run happens inside the compiler; sizes may have symbols.
class memory_plan {
 public:
  static constexpr std::size_t max_blocks = 1024;                       ///< tensors in one run
  static constexpr std::size_t unnoted = static_cast<std::size_t>(-1);  ///< what `begin` gives while it pauses

  /// A tensor of so many bytes begins; gives the number by which its end is told. More than max_blocks do not compile.
  constexpr std::size_t begin(polynomial const* bytes) {
    if (paused_) return unnoted;
    if (blocks_ == max_blocks) throw "the memory plan is full";
    events_[events_count_++] = {blocks_, true};
    bytes_[blocks_] = bytes;
    return blocks_++;
  }
  /// That tensor ends.
  constexpr void end(std::size_t block) {
    if (block == unnoted) return;
    if (ended_[block]) throw "a tensor ended twice";
    ended_[block] = true;
    events_[events_count_++] = {block, false};
  }

  /// Tensors that begin from now on, until `resume`, are not noted: what computes them at once has no such tensors.
  constexpr void pause() { paused_ = true; }
  /// Tensors are noted again.
  constexpr void resume() { paused_ = false; }

  /// The bytes of a tensor, over the run's symbols.
  constexpr polynomial const* bytes_of(std::size_t block) const { return bytes_[block]; }
  /// How many tensors there were.
  constexpr std::size_t count() const { return blocks_; }

  /// The bytes of the arena that the run needs, to the byte; `size_of(polynomial)` gives the value of a size. Throws
  /// std::bad_alloc where more tensors are there at once than an arena can hold.
  template <class SizeOf>
  constexpr std::size_t peak(SizeOf const& size_of) const {
    placement blocks;
    std::size_t offset[max_blocks] = {};
    for (std::size_t i = 0; i < events_count_; ++i) {
      auto const& [block, begins] = events_[i];
      if (!begins)
        blocks.remove(offset[block]);
      else if (std::size_t const size = size_of(*bytes_[block]); size > 0) {
        offset[block] = blocks.add(size);
        if (offset[block] == placement::nowhere) throw std::bad_alloc();  // more at once than an arena can hold
      } else
        offset[block] = placement::nowhere;
    }
    return blocks.peak();
  }

 private:
  struct event {
    std::size_t block = 0;
    bool begins = false;
  };
  event events_[2 * max_blocks] = {};
  std::size_t events_count_ = 0;
  polynomial const* bytes_[max_blocks] = {};
  bool ended_[max_blocks] = {};
  std::size_t blocks_ = 0;
  bool paused_ = false;
};

}  // namespace shapeproof

// ---- shapeproof/tensor/trace.hpp
/// What a pipeline did, step by step: operation, operands, result shape, FLOPs, bytes. Computed by the compiler.

namespace shapeproof {

struct shape_description;

/// An axis as a value.
struct axis_description {
  std::string_view name;             ///< `L`, `(H Dk)`
  polynomial const* extent;          ///< over its symbols
  shape_description const* factors;  ///< what a fused axis is made of; none for another one
};

/// A shape as a value. There is one for each shape type, so equal addresses mean equal types.
struct shape_description {
  std::size_t rank;              ///< how many axes there are
  axis_description const* axes;  ///< outermost first
};

/// `[B=1, L=7, (H Dk)=5200]`.
constexpr text to_text(shape_description const& described) {
  text result = text::of("[");
  for (std::size_t i = 0; i < described.rank; ++i) {
    text const value = to_text(*described.axes[i].extent);
    result.add(i > 0 ? ", " : "").add(described.axes[i].name);
    if (value.view() != described.axes[i].name) result.add("=").add(value);
  }
  return result.add("]");
}

namespace detail {
template <class Shape>
struct described;
template <class Axis>
inline constexpr shape_description const* factors_of = nullptr;
template <class... Factors>
inline constexpr shape_description const* factors_of<fused<Factors...>> = &described<shape<Factors...>>::value;
template <class... Axes>
struct described<shape<Axes...>> {
  static constexpr axis_description axes[sizeof...(Axes) + 1] = {
      {axis_name<Axes>, &extent_polynomial<Axes>, factors_of<Axes>}...};
  static constexpr shape_description value = {sizeof...(Axes), axes};
};
}  // namespace detail

/// The description of a shape type.
template <class Shape>
inline constexpr shape_description const* description = &detail::described<Shape>::value;

/// What an operation read.
struct trace_operand {
  shape_description const* shape = nullptr;  ///< the axes that were read
  std::size_t made_by = 0;                   ///< the operation that made it, from 1; 0 for what the run begins with
  bool is_parameter = false;                 ///< whether it belongs to the model and not to the run
};

/// One operation. FLOPs count every addition, multiplication, comparison and elementary function as one; bytes are the
/// elements read and written once each. A view costs nothing.
struct trace_entry {
  std::string_view step;                      ///< `P8`; empty where no step was named
  std::string_view operation;                 ///< `matmul`
  shape_description const* result = nullptr;  ///< the shape of what it gives
  polynomial const* flops = nullptr;          ///< over the run's symbols
  polynomial const* bytes = nullptr;          ///< over the run's symbols
  std::size_t first_operand = 0;              ///< its place among the trace's operands
  std::size_t operand_count = 0;              ///< how many it read

  /// Whether the result is exactly this shape type.
  template <class... Axes>
  constexpr bool has_shape(shape<Axes...>) const {
    return result == description<shape<Axes...>>;
  }
};

/// The operations of a run over `meta` tensors, in order; or, for a run with a plan of its memory, that plan alone.
/// What it cannot do throws a text, which is an error where the compiler runs it.
struct trace {
  static constexpr std::size_t capacity = 96;                    ///< operations
  static constexpr std::size_t operand_capacity = 2 * capacity;  ///< operands of all of them
  memory_plan* memory = nullptr;                                 ///< where it is set, no operations are noted
  std::size_t count = 0;                                         ///< how many operations there were
  std::size_t labelled = 0;                                      ///< how many of them have a step
  std::size_t read = 0;                                          ///< how many operands they have read
  trace_entry entries[capacity] = {};                            ///< the first `count` count
  trace_operand operands[operand_capacity] = {};                 ///< the first `read` count

  /// Notes an operation; one beyond the capacity is an error of that kind.
  constexpr void add(std::string_view operation, shape_description const* result, polynomial const* flops,
                     polynomial const* bytes) {
    if (memory != nullptr) return;
    if (count == capacity) throw "the trace is full";
    entries[count++] = {{}, operation, result, flops, bytes, read, 0};
  }

  /// The last operation read this as well.
  constexpr void add_operand(trace_operand const& operand) {
    if (memory != nullptr) return;
    if (read == operand_capacity) throw "the trace is full";
    operands[read++] = operand;
    ++entries[count - 1].operand_count;
  }

  /// Gives the step's id to every entry that has none yet.
  constexpr void label(std::string_view step) {
    for (; labelled < count; ++labelled) entries[labelled].step = step;
  }

  /// Gives the step's id to the first entry that has none.
  constexpr void label_next(std::string_view step) {
    if (memory != nullptr) return;
    if (labelled == count) throw "no operation is left for this step";
    entries[labelled++].step = step;
  }

  /// The last entry of a step: its result. A step that is not there is an error of that kind.
  constexpr trace_entry const& last_of(std::string_view step) const {
    for (std::size_t i = count; i-- > 0;)
      if (entries[i].step == step) return entries[i];
    throw "the trace has no such step";
  }

  /// The FLOPs of all operations of a step.
  constexpr polynomial flops_of(std::string_view step) const {
    polynomial sum;
    for (std::size_t i = 0; i < count; ++i)
      if (entries[i].step == step) sum = sum + *entries[i].flops;
    return sum;
  }
  /// The bytes of all operations of a step.
  constexpr polynomial bytes_of(std::string_view step) const {
    polynomial sum;
    for (std::size_t i = 0; i < count; ++i)
      if (entries[i].step == step) sum = sum + *entries[i].bytes;
    return sum;
  }
};

}  // namespace shapeproof

// ---- shapeproof/tensor/meta.hpp
/// Tensors without elements: the whole pipeline runs on them inside the compiler.

namespace shapeproof {

namespace detail {

/// The memory that a tensor would own: the plan of a traced run hears when it begins and ends.
class traced_block {
 public:
  constexpr traced_block() = default;
  constexpr traced_block(trace* log, polynomial const* bytes) : plan_(log == nullptr ? nullptr : log->memory) {
    if (plan_ != nullptr) block_ = plan_->begin(bytes);
  }
  constexpr traced_block(traced_block const& other) : plan_(other.plan_) {
    if (plan_ == nullptr) return;
    block_ = other.block_ == memory_plan::unnoted ? other.block_ : plan_->begin(plan_->bytes_of(other.block_));
  }
  constexpr traced_block(traced_block&& other) noexcept { swap(other); }
  constexpr traced_block& operator=(traced_block other) noexcept {
    swap(other);
    return *this;
  }
  /// Whether the plan has it; it has none of what is only viewed.
  constexpr bool is_noted() const { return plan_ != nullptr; }
  constexpr ~traced_block() {
    if (plan_ != nullptr) plan_->end(block_);
  }

 private:
  constexpr void swap(traced_block& other) noexcept {
    std::swap(plan_, other.plan_);
    std::swap(block_, other.block_);
  }

  memory_plan* plan_ = nullptr;
  std::size_t block_ = 0;
};

}  // namespace detail

/// A layout and the trace that operations on it are written to. It has no elements and needs no symbols' values.
template <class T, class Layout>
class meta {
 public:
  using element = T;                                ///< the type that an element would have
  using layout = Layout;                            ///< as that of a tensor
  using shape = shape_in<Layout>;                   ///< the axes, `shape<...>`
  static constexpr std::size_t rank = shape::rank;  ///< how many axes it has

  /// One whose operations are written nowhere.
  constexpr meta() : meta(nullptr) {}
  /// One whose operations are written to `log`, or nowhere. Refused where a name occurs twice, or a mesh cuts two axes.
  constexpr explicit meta(trace* log) : log_(log), made_by_(log == nullptr ? 0 : log->count) {
    detail::require_distinct_axes(shape{});
  }

  /// One that would own its memory.
  constexpr meta(trace* log, detail::traced_block block) : meta(log) { block_ = std::move(block); }

  /// One that would own its memory and that another operation made than the last: `maker`, or 0 where none did.
  constexpr meta(trace* log, detail::traced_block block, std::size_t maker) : meta(log, std::move(block)) {
    made_by_ = maker;
  }

  /// What operations on it are written to, or null.
  constexpr trace* log() const { return log_; }
  /// The operation in the trace that made it, counted from 1: the last one when it began.
  constexpr std::size_t made_by() const { return made_by_; }
  /// The memory that it would own, for an operation that takes it over.
  constexpr detail::traced_block take_block() && { return std::move(block_); }

 private:
  trace* log_ = nullptr;
  std::size_t made_by_ = 0;
  detail::traced_block block_;
};

/// A `tensor` without elements.
template <class T, class... Axes>
using meta_tensor = meta<T, shape<Axes...>>;

}  // namespace shapeproof

// ---- shapeproof/tensor/moved_from.hpp
/// Tensors whose elements went elsewhere.

namespace shapeproof {

/// Whether the tensor or view has extents, but no memory for its elements: it was moved from. What has no elements
/// anyway, with an extent of 0, was not. An owner's offset stays when it is moved from, so its storage tells, not where
/// its elements would be.
template <any_tensor X>
constexpr bool is_moved_from(X const& x) {
  if constexpr (is_meta<X>)
    return false;
  else if constexpr (requires { x.storage().data(); })
    return x.size() > 0 && x.storage().data() == nullptr;
  else
    return x.size() > 0 && x.data() == nullptr;
}

}  // namespace shapeproof

// ---- shapeproof/rules/placement_reasons.hpp
/// Why an operation does not take operands that ranks have as they have them.

namespace shapeproof::rules::detail {

/// The names of the axes that are cut over a mesh of this name: `F and D`.
template <class... Axes>
constexpr text names_cut_over(shape<Axes...>, [[maybe_unused]] std::string_view mesh) {
  text result;
  [[maybe_unused]] auto const add = [&](bool is_cut, std::string_view name) {
    if (is_cut) result.add(result.size > 0 ? " and " : "").add(name);
  };
  (add(shapeproof::detail::has_mesh_named(typename shapeproof::detail::meshes_of_axis<Axes>::type{}, mesh),
       axis_name<Axes>),
   ...);
  return result;
}

template <class Mesh>
struct still_to_reduce {
  static constexpr text reason() {
    return text::of("a sum over ", mesh_name<Mesh>, " is still to be reduced; call all_reduce<", mesh_name<Mesh>,
                    "> first");
  }
};
template <fixed_string Mesh, class Shape = shape<>>
struct nothing_to_reduce {
  static constexpr text reason() {
    text result = text::of("it is no sum over ", Mesh.view());
    text const cut = names_cut_over(Shape{}, Mesh.view());
    if (cut.size == 0) return result.add(": each rank has all of it, and the sum would count it on each");
    return result.add(": each rank has its part of ").add(cut).add("; call all_gather<").add(cut).add(">");
  }
};
/// Why a sum over the ranks of `Given` is none over those of `Wanted`.
template <class Wanted, class Given>
struct other_ranks {
  static constexpr text reason() {
    using lacking = typename first_lacking<Wanted, Given>::type;
    using beyond = typename first_lacking<Given, Wanted>::type;
    using unequal = typename unequal_degrees<join<Wanted, Given>>::type;
    if constexpr (!std::is_void_v<lacking>)
      return nothing_to_reduce<name_text<typename shapeproof::detail::ranks_of<lacking>::type>>::reason();
    else if constexpr (!std::is_void_v<beyond>)
      return still_to_reduce<beyond>::reason();
    else if constexpr (!std::is_void_v<unequal>)
      return unequal::reason();
    else
      return text::of("the meshes of a sum are in the order of their names, each once");
  }
};
template <class Mesh>
struct only_one_is_partial {
  static constexpr text reason() {
    return text::of("what is whole would be added on each rank of ", mesh_name<Mesh>, "; call all_reduce<",
                    mesh_name<Mesh>, "> of the other first");
  }
};
template <class Mesh>
struct only_one_is_a_sum {
  static constexpr text reason() {
    return text::of("only one side is a sum over ", mesh_name<Mesh>, " that is still to be reduced; call all_reduce<",
                    mesh_name<Mesh>, "> of it first");
  }
};
template <class Mesh>
struct picks_by_a_sum {
  static constexpr text reason() {
    return text::of("each rank of ", mesh_name<Mesh>,
                    " would pick other rows by its summand; gather the table that the ids come from first");
  }
};
template <class Mesh>
struct both_are_partial {
  static constexpr text reason() {
    return text::of("a product of sums over ", mesh_name<Mesh>, " is not the sum of products; call all_reduce<",
                    mesh_name<Mesh>, "> first");
  }
};
template <class Mesh>
struct sum_meets_shard {
  static constexpr text reason() {
    return text::of("each rank of ", mesh_name<Mesh>, " would take its summand to another shard; call all_reduce<",
                    mesh_name<Mesh>, "> first");
  }
};
/// The same where no operand is a sum: the axes over which it would be one are cut as others are.
template <class Mesh, class Axes>
struct parts_meet {
  static constexpr text reason() {
    return text::of("each rank of ", mesh_name<Mesh>, " would sum only where its parts of ",
                    names_cut_over(Axes{}, mesh_name<Mesh>), " meet; gather one of them first");
  }
};
template <class Mesh>
struct bias_is_a_sum {
  static constexpr text reason() {
    return text::of("the bias is a sum over ", mesh_name<Mesh>, " that is still to be reduced; call all_reduce<",
                    mesh_name<Mesh>, "> of it first");
  }
};
template <class Mesh>
struct bias_of_a_sum {
  static constexpr text reason() {
    return text::of("the bias would be added on each rank of ", mesh_name<Mesh>, "; add it after all_reduce<",
                    mesh_name<Mesh>, ">");
  }
};
template <class Mesh, class Result>
struct two_shards {
  static constexpr text reason() {
    text result = text::of("the result ", to_text(Result{}), " has two shards over ", mesh_name<Mesh>);
    return result.add(": each rank would have a part of its diagonal; gather one of them first");
  }
};

using without_lengths = plainly<
    "each row has a length of its own, behind which its elements mean nothing; only attend takes them, with "
    "the padding() of their cache">;

}  // namespace shapeproof::rules::detail

// ---- shapeproof/rules/placement.hpp
/// What operations do with the ranks of a mesh: where a result is a sum that is still to be reduced, and where there is
/// none. A rule says it of itself with `using placement = ...`; one that says nothing takes no partial operand, and
/// each shard that it takes must be an axis of its result.

namespace shapeproof::rules {

/// Linear in its one operand and sums nothing: a part of the sum gives that part of the result.
struct keeps_sums {};
/// Linear in all its operands at once, as `+`: all of them are parts of sums over the same ranks, or none.
struct adds_sums {};
/// The same of what moves elements side by side.
struct joins_sums {};
/// Linear in each operand, as a product: one of them may be a part of a sum. Axes that the result lacks are summed,
/// each rank over its shard of them.
struct multiplies_sums {};
/// Linear in the first operand, as rows picked by ids: the others are no sums.
struct picks_sums {};

namespace detail {

/// The first axis of a list that is a shard. Void where there is none.
template <class Axes>
struct first_shard {
  using type = void;
};
template <class First, class... Rest>
struct first_shard<shape<First, Rest...>>
    : std::conditional_t<is_sharded<First>, type_is<First>, first_shard<shape<Rest...>>> {};

template <class Operand>
inline constexpr bool has_row_ends = false;
template <class Layout>
inline constexpr bool has_row_ends<rows_with_ends<Layout>> = true;

/// The name that a rule has in messages.
template <class Rule>
constexpr auto name_of_rule() {
  if constexpr (requires { Rule::name; })
    return Rule::name;
  else
    return fixed_string("operation");
}
template <class Rule, class Reason, class... Operands>
using refuse_placement = refuse<name_of_rule<Rule>(), Reason, Operands...>;

/// All meshes that the operands have, as sums and by their shards.
template <class... Operands>
using meshes_among = join<mesh_list<>, typename operand_parts<Operands>::meshes...,
                          cut_over<typename operand_parts<Operands>::layout>...>;

template <class List>
using first_mesh = type_at<List, 0>;

/// The first mesh of `All` that one of the lists lacks.
template <class All, class... Lists>
struct first_not_in_all {
  using type = first_mesh<All>;
};
template <class All, class List, class... Lists>
struct first_not_in_all<All, List, Lists...>
    : std::conditional_t<std::is_void_v<typename first_lacking<All, List>::type>, first_not_in_all<All, Lists...>,
                         first_lacking<All, List>> {};

template <class Rule, class Result, class... Operands>
constexpr auto no_sums() {
  using meshes = join<mesh_list<>, typename operand_parts<Operands>::meshes...>;
  using lost = typename first_shard<summed_axes<Result, typename operand_parts<Operands>::layout...>>::type;
  using twice = typename first_twice<cut_over<Result>>::type;
  if constexpr (list_size<meshes> > 0)
    return refuse_placement<Rule, still_to_reduce<first_mesh<meshes>>, Operands...>{};
  else if constexpr (!std::is_void_v<lost>)
    return refuse_placement<Rule, spread_over_ranks<lost>, Operands...>{};
  else if constexpr (!std::is_void_v<twice>)
    return refuse_placement<Rule, two_shards<twice, shape_in<Result>>, Operands...>{};
  else
    return meshes{};
}

template <class Rule, template <class> class Reason, class First, class... Rest>
constexpr auto same_sums() {
  using meshes = typename operand_parts<First>::meshes;
  using all = united_meshes<meshes, typename operand_parts<Rest>::meshes...>;
  if constexpr ((std::is_same_v<meshes, typename operand_parts<Rest>::meshes> && ...))
    return meshes{};
  else
    return refuse_placement<
        Rule, Reason<typename first_not_in_all<all, meshes, typename operand_parts<Rest>::meshes...>::type>, First,
        Rest...>{};
}

/// The meshes over which the third operand is a sum: it is added to a product.
template <class... Operands>
struct bias_meshes {
  using type = mesh_list<>;
};
template <class X, class W, class Bias>
struct bias_meshes<X, W, Bias> : type_is<typename operand_parts<Bias>::meshes> {};

template <class Rule, class Result, class... Operands>
constexpr auto multiplied_sums() {
  using given = join<mesh_list<>, typename operand_parts<Operands>::meshes...>;
  using kept = cut_over<Result>;
  using lacking = summed_axes<Result, typename operand_parts<Operands>::layout...>;
  using sums = join<given, typename meshes_of_axes<lacking>::type>;
  using twice = typename first_twice<join<sums, kept>>::type;
  if constexpr (list_size<typename bias_meshes<Operands...>::type> > 0)
    return refuse_placement<Rule, bias_is_a_sum<first_mesh<typename bias_meshes<Operands...>::type>>, Operands...>{};
  else if constexpr (!std::is_void_v<typename first_twice<given>::type>)
    return refuse_placement<Rule, both_are_partial<typename first_twice<given>::type>, Operands...>{};
  else if constexpr (!std::is_void_v<typename first_twice<kept>::type>)
    return refuse_placement<Rule, two_shards<typename first_twice<kept>::type, shape_in<Result>>, Operands...>{};
  else if constexpr (!std::is_void_v<twice>)
    return refuse_placement<Rule,
                            std::conditional_t<(times_in<twice, given> > 0), sum_meets_shard<twice>,
                                               parts_meet<twice, join<lacking, shape_in<Result>>>>,
                            Operands...>{};
  else if constexpr (sizeof...(Operands) > 2 && list_size<sums> > 0)
    return refuse_placement<Rule, bias_of_a_sum<first_mesh<sums>>, Operands...>{};
  else
    return sums{};
}

template <class Rule, class Result, class First, class... Rest>
constexpr auto picked_sums() {
  using picking = join<mesh_list<>, typename operand_parts<Rest>::meshes...>;
  if constexpr (list_size<picking> > 0)
    return refuse_placement<Rule, picks_by_a_sum<first_mesh<picking>>, First, Rest...>{};
  else
    return multiplied_sums<Rule, Result, First, Rest...>();
}

}  // namespace detail

/// Whether a rule says this of itself.
template <class Rule, class Placement>
inline constexpr bool is_placed = false;
template <class Rule, class Placement>
  requires std::is_same_v<typename Rule::placement, Placement>
inline constexpr bool is_placed<Rule, Placement> = true;

/// Whether shards among the operands matter: they make the result of a rule that sums over axes partial, and one that
/// says nothing must keep them. The others give what they take.
template <class Rule>
inline constexpr bool looks_at_shards =
    !is_placed<Rule, keeps_sums> && !is_placed<Rule, adds_sums> && !is_placed<Rule, joins_sums>;

/// The meshes over which the result of an accepted operation is partial, as a `mesh_list`, or a refusal. Operands are
/// shapes, or `partial_sum` of them. `[L, F=2 of 4 over tp] x [F=2 of 4 over tp, D]` is partial over tp. Refused, as
/// each rule says: a partial operand of what is not linear, and a shard that is none of its result; `+` of a partial
/// and a whole one; a product of two partial ones; a sum over ranks that still have different shards of the result; a
/// bias of a sum.
template <class Rule, class Result, class... Operands>
constexpr auto meshes_of_result() {
  using unequal = typename detail::unequal_degrees<detail::meshes_among<Operands...>>::type;
  if constexpr ((detail::has_row_ends<Operands> || ...))
    return detail::refuse_placement<Rule, detail::without_lengths, Operands...>{};
  else if constexpr (!std::is_void_v<unequal>)
    return detail::refuse_placement<Rule, unequal, Operands...>{};
  else if constexpr (is_placed<Rule, multiplies_sums>)
    return detail::multiplied_sums<Rule, Result, Operands...>();
  else if constexpr (is_placed<Rule, picks_sums>)
    return detail::picked_sums<Rule, Result, Operands...>();
  else if constexpr (is_placed<Rule, adds_sums>)
    return detail::same_sums<Rule, detail::only_one_is_partial, Operands...>();
  else if constexpr (is_placed<Rule, joins_sums>)
    return detail::same_sums<Rule, detail::only_one_is_a_sum, Operands...>();
  else if constexpr (is_placed<Rule, keeps_sums>)
    return join<mesh_list<>, typename detail::operand_parts<Operands>::meshes...>{};
  else
    return detail::no_sums<Rule, Result, Operands...>();
}

}  // namespace shapeproof::rules

// ---- shapeproof/tensor/print.hpp
/// Shapes as text, with their symbols or with the values of these.

namespace shapeproof {

/// `[B=1, L, S=past+1, (H Dk)=5200]`: each axis with its extent, a number or an expression over symbols.
template <class... Axes>
std::string to_string(shape<Axes...> written) {
  return std::string(to_text(written).view());
}

/// The same of a tensor without elements, whose symbols have no values.
template <class T, class Layout>
std::string to_string(meta<T, Layout> const&) {
  return to_string(shape_in<Layout>{});
}

/// `[B=1, L=7, (H Dk)=5200]`: each axis with the extent it has for these values.
template <class... Axes, class Symbols>
std::string to_string(shape<Axes...>, symbol_values<Symbols> const& values) {
  std::string result = "[";
  ((result += (result.size() > 1 ? ", " : ""), result += axis_name<Axes>, result += '=',
    result += std::to_string(signed_extent<Axes>(values))),
   ...);
  return result + "]";
}

}  // namespace shapeproof

// ---- shapeproof/tensor/ragged_rows.hpp
/// Tensors whose rows end where each one ends.

namespace shapeproof {

template <class X>
class ragged_rows;

namespace detail {
template <class X>
constexpr X const* unmarked(ragged_rows<X> const* x);
}  // namespace detail

/// A tensor `X` of which each row ends at a length of its own: what is behind the end means nothing. The axes do not
/// tell, so the type does: operations refuse it, but for attention, which takes the lengths too. It holds an `X` and is
/// none: nothing takes the one for the other. Its members are those of `X`.
template <class X>
class ragged_rows {
  using parts = detail::traits<X>;

 public:
  using element = std::remove_const_t<typename parts::element>;  ///< the type of an element
  using layout = typename parts::layout;                         ///< where they lie
  using shape = shape_in<layout>;                                ///< the axes, `shape<...>`
  static constexpr std::size_t rank = shape::rank;               ///< how many axes it has

  /// What an `X` is made of, other than a tensor.
  template <class... Arguments>
    requires(!any_tensor<Arguments> && ...) && std::is_constructible_v<X, Arguments...>
  constexpr explicit ragged_rows(Arguments&&... arguments) : rows_(std::forward<Arguments>(arguments)...) {}

  constexpr auto data() const { return rows_.data(); }               ///< the first element
  constexpr auto const& symbols() const { return rows_.symbols(); }  ///< the values of the symbols in its extents
  constexpr auto walk() const { return rows_.walk(); }               ///< extents and steps of all axes
  constexpr std::size_t size() const { return rows_.size(); }        ///< the number of elements, behind the ends too
  /// The extent of the axis with this name. Refused where there is none.
  template <fixed_string Name>
  constexpr std::size_t extent() const {
    return rows_.template extent<Name>();
  }
  /// The element at one position for each axis. Refused and thrown as by `X`.
  template <class... Positions>
  auto& operator()(Positions const&... positions) const {
    return rows_(positions...);
  }

  /// As that of a `meta`.
  constexpr auto log() const
    requires is_meta<X>
  {
    return rows_.log();
  }
  /// As that of a `meta`.
  constexpr auto made_by() const
    requires is_meta<X>
  {
    return rows_.made_by();
  }

 private:
  friend constexpr X const* detail::unmarked<X>(ragged_rows<X> const* x);
  X rows_;
};

/// Whether a tensor type says that its rows end where each one ends.
template <class X>
inline constexpr bool has_ragged_rows = false;
template <class X>
inline constexpr bool has_ragged_rows<ragged_rows<X>> = true;

namespace detail {
template <class X>
struct traits<ragged_rows<X>> : traits<X> {};
template <class X>
inline constexpr bool is_tensor_type<ragged_rows<X>> = true;
template <class X>
inline constexpr bool has_marks<ragged_rows<X>> = true;

/// The same elements without the mark, for who takes the lengths too.
template <class X>
constexpr X const* unmarked(X const* x) {
  return x;
}
template <class X>
constexpr X const* unmarked(ragged_rows<X> const* x) {
  return &x->rows_;
}
}  // namespace detail
template <class X>
inline constexpr bool is_meta<ragged_rows<X>> = is_meta<X>;

/// The text of its axes, as that of an `X`.
template <class X>
std::string to_string(ragged_rows<X> const& x) {
  return to_string(*detail::unmarked(&x));
}

}  // namespace shapeproof

// ---- shapeproof/tensor/partial.hpp
/// Tensors that are a sum over ranks, of which each rank has one summand.

namespace shapeproof {

template <class Mesh, class X>
class partial;

namespace detail {

template <class Mesh, class X>
struct traits<partial<Mesh, X>> : traits<X> {};
template <class Mesh, class X>
inline constexpr bool is_tensor_type<partial<Mesh, X>> = true;
template <class Mesh, class X>
inline constexpr bool has_marks<partial<Mesh, X>> = true;
template <class Mesh, class X>
inline constexpr bool is_marked<partial<Mesh, X>> = is_marked<X>;
template <class Result, class Mesh, class X>
struct marks_kept<Result, partial<Mesh, X>> : marks_kept<Result, X> {};

template <class X>
struct meshes_of {
  using type = mesh_list<>;
  using summand = X;
};
template <class Mesh, class X>
struct meshes_of<partial<Mesh, X>> {
  using type = join<mesh_list<Mesh>, typename meshes_of<X>::type>;
  using summand = typename meshes_of<X>::summand;
};

/// `X` with one mesh more; several are in the order of their names.
template <class Mesh, class X>
struct with_mesh {
  using type = partial<Mesh, X>;
};
template <class Mesh, class Other, class X>
  requires(mesh_name<Other> < mesh_name<Mesh>)
struct with_mesh<Mesh, partial<Other, X>> {
  using type = partial<Other, typename with_mesh<Mesh, X>::type>;
};
template <class X, class Meshes>
struct with_meshes {
  using type = X;
};
template <class Mesh, class... Meshes>
struct with_meshes<poisoned, mesh_list<Mesh, Meshes...>> {
  using type = poisoned;
};
template <class X, class Mesh, class... Meshes>
struct with_meshes<X, mesh_list<Mesh, Meshes...>>
    : with_meshes<typename with_mesh<Mesh, X>::type, mesh_list<Meshes...>> {};

}  // namespace detail

template <class Mesh, class X>
inline constexpr bool is_meta<partial<Mesh, X>> = is_meta<X>;
template <class Mesh, class X, fixed_string Axis>
inline constexpr bool is_at_last<partial<Mesh, X>, Axis> = is_at_last<X, Axis>;

/// Whether a tensor type is a sum that is still to be reduced.
template <class X>
inline constexpr bool is_partial = false;
template <class Mesh, class X>
inline constexpr bool is_partial<partial<Mesh, X>> = true;

/// Whether it is one over the mesh of this name.
template <class X, fixed_string Mesh>
inline constexpr bool is_partial_over = false;
template <class Ranks, class X, fixed_string Mesh>
inline constexpr bool is_partial_over<partial<Ranks, X>, Mesh> =
    mesh_name<Ranks> == Mesh.view() || is_partial_over<X, Mesh>;

/// Whether a tensor type is neither a sum over ranks nor has rows with lengths of their own: what its axes say is all.
template <class X>
inline constexpr bool is_plain = !is_partial<X> && !has_ragged_rows<X>;

/// The tensor type `X` as a sum over the ranks of `Meshes`, a list.
template <class X, class Meshes>
using summed_over = typename detail::with_meshes<X, Meshes>::type;

/// `Result` as a sum over the same ranks as `X`.
template <class Result, class X>
using summed_as = summed_over<Result, typename detail::meshes_of<std::remove_cvref_t<X>>::type>;

namespace detail {
template <class X, class Layout>
struct placed_as {
  using type = rules::sum_over<Layout, typename meshes_of<X>::type>;
};
template <class X, class Layout>
struct placed_as<ragged_rows<X>, Layout> {
  using type = rules::rows_with_ends<Layout>;
};
}  // namespace detail

/// The layout of a tensor type for rules that look at more than axes: a `rules::partial_sum` where it is a sum,
/// `rules::rows_with_ends` where its rows have lengths of their own.
template <class X>
using placed_layout_of = typename detail::placed_as<std::remove_cvref_t<X>, layout_of<X>>::type;

/// The same of its shape.
template <class X>
using placed_shape_of = typename detail::placed_as<std::remove_cvref_t<X>, shape_of<X>>::type;

namespace detail {

/// `Y` as a sum over other ranks than `X` is.
template <class X, class Y>
using other_sum =
    rules::refuse<"partial", rules::detail::other_ranks<typename meshes_of<X>::type, typename meshes_of<Y>::type>,
                  placed_layout_of<Y>>;

}  // namespace detail

/// This rank's summand `X` of a tensor that is the sum over the ranks of `Mesh`, such as `mesh<"tp", 2>`. What is
/// linear computes with it; everything else is refused until `all_reduce` or `reduce_scatter` has reduced it. It holds
/// an `X` and is none: nothing takes the one for the other. Its members are those of `X`.
template <class Mesh, class X>
class partial {
  using parts = detail::traits<X>;

 public:
  using element = std::remove_const_t<typename parts::element>;  ///< the type of an element
  using layout = typename parts::layout;                         ///< where they lie
  using shape = shape_in<layout>;                                ///< the axes, `shape<...>`
  static constexpr std::size_t rank = shape::rank;               ///< how many axes it has
  /// Whether its elements end with it.
  static constexpr bool owns = parts::tensor_kind == detail::kind::owner;

  /// What an `X` is made of, other than a tensor: this rank's summand. Refused where the ranks of `Mesh` have cut an
  /// axis of it.
  template <class... Arguments>
    requires(!any_tensor<Arguments> && ...) && std::is_constructible_v<X, Arguments...>
  constexpr explicit partial(Arguments&&... arguments) : summand_(std::forward<Arguments>(arguments)...) {
    detail::require_other_ranks<Mesh, layout, typename detail::meshes_of<X>::type>();
  }
  /// From a sum over the same ranks, as an `X` from its summand. Refused: anything else, which each rank would count.
  template <class Y>
    requires(any_tensor<Y> && !is_poisoned<Y> && !std::is_same_v<std::remove_cvref_t<Y>, partial>)
  constexpr partial(Y&& y) : summand_(summand_of(std::forward<Y>(y))) {
    detail::require_other_ranks<Mesh, layout, typename detail::meshes_of<X>::type>();
  }

  constexpr auto data() { return summand_.data(); }                     ///< the first element
  constexpr auto data() const { return summand_.data(); }               ///< the first element
  constexpr auto const& symbols() const { return summand_.symbols(); }  ///< the values of the symbols in its extents
  constexpr auto walk() const { return summand_.walk(); }               ///< extents and steps of all axes
  constexpr std::size_t size() const { return summand_.size(); }        ///< the number of elements
  /// The extent of the axis with this name. Refused where there is none.
  template <fixed_string Name>
  constexpr std::size_t extent() const {
    return summand_.template extent<Name>();
  }
  /// The summand's element at one position for each axis. Refused and thrown as by `X`.
  template <class... Positions>
  auto& operator()(Positions const&... positions) {
    return summand_(positions...);
  }
  /// The same of what is const.
  template <class... Positions>
  auto& operator()(Positions const&... positions) const {
    return summand_(positions...);
  }

  auto take_storage() && { return std::move(summand_).take_storage(); }  ///< for an operation that gives another layout
  auto const& storage() const { return summand_.storage(); }             ///< what holds the elements
  std::size_t offset() const { return summand_.offset(); }               ///< from the storage's begin to the first one

  /// As that of a `meta`.
  constexpr auto log() const
    requires is_meta<X>
  {
    return summand_.log();
  }
  /// As that of a `meta`.
  constexpr auto made_by() const
    requires is_meta<X>
  {
    return summand_.made_by();
  }
  /// As that of a `meta`.
  constexpr auto take_block() &&
    requires is_meta<X>
  {
    return std::move(summand_).take_block();
  }

 private:
  template <class, class>
  friend class partial;
  template <class Y>
  static constexpr X summand_of(Y&& y) {
    if constexpr (std::is_same_v<typename detail::meshes_of<partial>::type,
                                 typename detail::meshes_of<std::remove_cvref_t<Y>>::type>) {
      return X(std::forward<Y>(y).summand_);
    } else {
      (void)accepted<detail::other_sum<partial, std::remove_cvref_t<Y>>>{};
      return detail::no_tensor<X>();
    }
  }

  X summand_;
};

namespace detail {
template <class X>
std::string summand_text(X const& x) {
  if constexpr (is_meta<X>)
    return to_string(shape_of<X>{});
  else
    return to_string(shape_of<X>{}, x.symbols());
}
}  // namespace detail

/// `[B=1, L=7, D=12] partial over tp`.
template <class Mesh, class X>
std::string to_string(partial<Mesh, X> const& x) {
  using ranks = typename detail::meshes_of<partial<Mesh, X>>::type;
  return detail::summand_text(x) + std::string(rules::partial_over(ranks{}).view());
}

}  // namespace shapeproof

// ---- shapeproof/tensor/buffer.hpp
/// Memory that a tensor owns.

namespace shapeproof {

/// `count` elements, aligned for any vector unit, from the thread's arena or the system; moves like a unique pointer.
template <class T>
class buffer {
  static_assert(std::is_trivially_copyable_v<T>, "tensor elements are plain data");

 public:
  static constexpr std::size_t alignment = placement::alignment;  ///< bytes

  buffer() = default;
  /// Room for `count` elements. Throws std::bad_alloc.
  explicit buffer(std::size_t count, contents begin = contents::unspecified) : count_(count) {
    if (count == 0) return;
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_alloc();
    std::size_t const bytes = count * sizeof(T);
    std::byte* place = nullptr;
    if (detail::current_arena != nullptr) place = detail::current_arena->take(bytes);
    if (place != nullptr) {
      arena_ = detail::current_arena;
      if (begin == contents::zeros) std::memset(place, 0, bytes);
    } else {
      own_ = detail::system_memory(bytes, begin);
      place = own_.data();
    }
    data_ = reinterpret_cast<T*>(place);
  }
  /// A copy of the elements. Throws std::bad_alloc.
  buffer(buffer const& other) : buffer(other.count_) {
    if (count_ > 0) std::memcpy(static_cast<void*>(data_), other.data_, count_ * sizeof(T));
  }
  /// Takes the elements over; `other` has none then.
  buffer(buffer&& other) noexcept
      : own_(std::move(other.own_)),
        arena_(std::exchange(other.arena_, nullptr)),
        data_(std::exchange(other.data_, nullptr)),
        count_(std::exchange(other.count_, 0)) {}
  /// Takes over those of a copy, or of what expires.
  buffer& operator=(buffer other) noexcept {
    std::swap(own_, other.own_);
    std::swap(arena_, other.arena_);
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    return *this;
  }
  ~buffer() {
    if (arena_ != nullptr) arena_->give_back(data_);
  }

  /// The first element, or null.
  T* data() { return data_; }
  /// The first element, or null.
  T const* data() const { return data_; }
  /// How many elements there are.
  std::size_t size() const { return count_; }

 private:
  detail::system_memory own_;
  detail::arena_memory* arena_ = nullptr;
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace shapeproof

// ---- shapeproof/tensor/witness.hpp
/// Where symbols meet: values are taken from bindings, and compared between operands.

namespace shapeproof {

namespace detail {

template <class Bound, class Layout>
struct wrong_bindings {
  using needed = symbol_list<symbols_in<Layout>>;
  using given = symbol_list<Bound>;
  static constexpr bool found = [] {
    if (Bound::count != symbols_in<Layout>::count) return true;
    for (std::size_t i = 0; i < Bound::count; ++i)
      if (needed::find(given::names[i]) == not_found || given::find(given::names[i]) != i) return true;
    return false;
  }();
  static constexpr text operation() { return text::of("bind"); }
  static constexpr text operands() { return to_text(shape_in<Layout>{}); }
  static constexpr text reason() {
    for (std::size_t i = 0; i < Bound::count; ++i) {
      if (needed::find(given::names[i]) == not_found)
        return text::of("the symbol ", given::names[i], " is bound, but no extent uses it");
      if (given::find(given::names[i]) != i) return text::of("the symbol ", given::names[i], " is bound twice");
    }
    for (std::size_t i = 0; i < symbols_in<Layout>::count; ++i)
      if (given::find(needed::names[i]) == not_found)
        return text::of("the symbol ", needed::names[i], " has no value; pass bind<\"", needed::names[i], "\">(n)");
    return {};
  }
};

template <class Symbols, fixed_string Name>
inline constexpr std::size_t place_in = symbol_list<Symbols>::find(Name.view());

/// ` with B=2, L=7`: the symbols and their values.
template <class Symbols>
std::string values_text(symbol_values<Symbols> const& values) {
  std::string result;
  for (std::size_t i = 0; i < Symbols::count; ++i)
    result +=
        (i == 0 ? " with " : ", ") + std::string(symbol_list<Symbols>::names[i]) + "=" + std::to_string(values.at[i]);
  return result;
}

template <class Symbols>
[[noreturn]] void throw_mismatch(std::string const& operation, std::string const& operands, std::size_t symbol,
                                 std::size_t left, std::size_t right) {
  throw shape_error(operation, operands,
                    "the symbol " + std::string(symbol_list<Symbols>::names[symbol]) + " is " + std::to_string(left) +
                        " on one side and " + std::to_string(right) + " on the other");
}

}  // namespace detail

/// Every extent must be a size: a symbol's value may make `past-1` negative, or `B*H` more than can be counted. Throws
/// `shape_error` that names the values.
template <class... Axes, class Symbols>
void require_sizes(shape<Axes...> where, symbol_values<Symbols> const& values) {
  if constexpr (Symbols::count > 0) {
    if ((!detail::is_countable<Axes>(values) || ...))
      throw shape_error("bind", std::string(to_text(where).view()) + detail::values_text(values),
                        "an extent is too large to count");
    if (((signed_extent<Axes>(values) < 0) || ...))
      throw shape_error("bind", to_string(where, values), "an extent is negative");
  }
}

/// The values of a layout's symbols from `bind`s in any order. Refused where not each symbol is bound exactly once, or
/// one that no extent uses. Throws `shape_error` where an extent would be no size.
template <class Layout, fixed_string... Names>
symbol_values<symbols_in<Layout>> values_from(binding<Names>... bindings) {
  symbol_values<symbols_in<Layout>> result;
  using wrong = detail::wrong_bindings<symbols<Names...>, Layout>;
  if constexpr (wrong::found) {
    (void)accepted<refused<wrong>>{};
  } else {
    ((result.at[detail::place_in<symbols_in<Layout>, Names>] = bindings.value), ...);
    require_sizes(shape_in<Layout>{}, result);
  }
  return result;
}

namespace detail {
/// The place of each symbol of `Part` among those of `All`: looked up by the compiler, never when a program runs.
template <class Part, class All>
struct places {
  std::size_t at[Part::count + 1] = {};
  constexpr places() {
    for (std::size_t i = 0; i < Part::count; ++i) at[i] = symbol_list<All>::find(symbol_list<Part>::names[i]);
  }
};
template <class Part, class All>
inline constexpr places<Part, All> places_in;
}  // namespace detail

/// The values of `To`'s symbols, all of which `From` has.
template <class To, class From>
constexpr symbol_values<To> narrowed(symbol_values<From> const& from) {
  symbol_values<To> result;
  for (std::size_t i = 0; i < To::count; ++i) result.at[i] = from.at[detail::places_in<To, From>.at[i]];
  return result;
}

namespace detail {

template <class... Symbols>
struct united_names;
template <fixed_string... Names>
struct united_names<symbols<Names...>> {
  static constexpr void add(symbol_names& to) { (to.insert(Names.view()), ...); }
};
template <class... Symbols>
struct union_source {
  static constexpr symbol_names names() {
    symbol_names result;
    (united_names<Symbols>::add(result), ...);
    return result;
  }
};
template <bool NoSymbols, class... Symbols>
struct united {
  using type = symbols<>;
};
template <class... Symbols>
struct united<false, Symbols...> : symbols_found<union_source<Symbols...>> {};

template <class All, class Part, class Mismatch>
void merge_values(symbol_values<All>& all, bool (&known)[All::count + 1], symbol_values<Part> const& part,
                  Mismatch const& mismatch) {
  for (std::size_t i = 0; i < Part::count; ++i) {
    std::size_t const at = places_in<Part, All>.at[i];
    if (known[at] && all.at[at] != part.at[i]) mismatch(at, all.at[at], part.at[i]);
    known[at] = true;
    all.at[at] = part.at[i];
  }
}

template <class... Operands>
std::string describe(Operands const&... operands) {
  std::string result;
  ((result += (result.empty() ? "" : " x "), result += to_string(operands)), ...);
  return result;
}

}  // namespace detail

/// The symbols of all operands with their values. Throws `shape_error` that names both where a symbol has two values.
template <fixed_string Operation, class... Operands>
auto met_symbols(Operands const&... operands) {
  using all = typename detail::united<((symbols_in<typename Operands::layout>::count == 0) && ...),
                                      symbols_in<typename Operands::layout>...>::type;
  symbol_values<all> result;
  if constexpr (all::count > 0) {
    bool known[all::count + 1] = {};
    auto const mismatch = [&](std::size_t symbol, std::size_t left, std::size_t right) {
      detail::throw_mismatch<all>(std::string(Operation.view()), detail::describe(operands...), symbol, left, right);
    };
    (detail::merge_values(result, known, operands.symbols(), mismatch), ...);
  }
  return result;
}

}  // namespace shapeproof

// ---- shapeproof/tensor/array.hpp
/// What tensors and views share: a layout, the values of its symbols, and a place in memory.

namespace shapeproof {

/// The extents of a layout's axes and how far one turn of each moves, in elements.
template <std::size_t Rank>
struct walk {
  std::size_t extent[Rank + 1] = {};   ///< elements along each axis
  std::ptrdiff_t step[Rank + 1] = {};  ///< elements from one position to the next

  /// The number of elements.
  constexpr std::size_t size() const {
    std::size_t result = 1;
    for (std::size_t i = 0; i < Rank; ++i) result *= extent[i];
    return result;
  }
};

namespace detail {

template <class Shape, class Memory>
struct walker;
template <class... Axes, class... Slots>
struct walker<shape<Axes...>, memory<Slots...>> {
  template <class Symbols>
  static constexpr walk<sizeof...(Axes)> make(symbol_values<Symbols> const& values) {
    constexpr std::size_t slots = sizeof...(Slots);
    std::size_t const allocated[slots + 1] = {extent_of<Slots>(values)...};
    std::ptrdiff_t step[slots + 1] = {};
    std::size_t inner = 1;  // unsigned: a tensor that is too large to count is refused after this
    for (std::size_t i = slots; i-- > 0;) {
      step[i] = static_cast<std::ptrdiff_t>(inner);
      inner *= allocated[i];
    }
    constexpr std::size_t slot[] = {position_of<memory<Slots...>>(axis_name<Axes>)..., 0};
    shapeproof::walk<sizeof...(Axes)> result = {{extent_of<Axes>(values)...}, {}};
    for (std::size_t i = 0; i < sizeof...(Axes); ++i) result.step[i] = step[slot[i]];
    return result;
  }
};

template <class Given, class Axis>
struct other_axis_index {
  static constexpr text operation() { return text::of("index"); }
  static constexpr text operands() { return axis_text<Axis>(); }
  static constexpr text reason() {
    return text::of("an index of ", axis_text<Given>(), " does not address ", axis_text<Axis>());
  }
};

template <std::size_t Given, class Shape>
struct other_position_count {
  static constexpr text reason() {
    return text::of("each axis takes one position; there are ", static_cast<long long>(Given), " for ",
                    static_cast<long long>(Shape::rank), " axes");
  }
};

/// An integer, or an index of this very axis, as a position.
template <class Axis, class Position>
constexpr std::size_t position_on(Position const& position) {
  if constexpr (is_index<Position>) {
    if constexpr (std::is_same_v<typename Position::axis, Axis>)
      return position.value();
    else
      return accepted<refused<other_axis_index<typename Position::axis, Axis>>>{}.size();
  } else {
    static_assert(std::is_integral_v<Position>, "a position is an integer or an index");
    return static_cast<std::size_t>(position);  // a negative integer becomes too large, and is refused with the others
  }
}

template <class Layout>
using walker_of = walker<shape_in<Layout>, memory_in<Layout>>;
/// That of a layout without symbols is a constant.
template <class Layout>
inline constexpr auto static_walk = walker_of<Layout>::make(symbol_values<symbols<>>{});

}  // namespace detail

/// Extents and steps of a layout for these values of its symbols.
template <class Layout, class Symbols>
constexpr auto walk_of(symbol_values<Symbols> const& values) {
  if constexpr (symbols_in<Layout>::count == 0)
    return detail::static_walk<Layout>;
  else
    return detail::walker_of<Layout>::make(values);
}

/// What tensors and views are: `Storage` is `buffer<T>` for what owns its elements, `T*` for what does not.
template <class T, class Layout, class Storage>
class array {
 public:
  using element = std::remove_const_t<T>;           ///< the type of an element
  using layout = Layout;                            ///< `shape<...>` where it is dense, else `strided<...>`
  using shape = shape_in<Layout>;                   ///< the axes, `shape<...>`
  static constexpr std::size_t rank = shape::rank;  ///< how many axes it has
  static constexpr bool owns = std::is_same_v<Storage, buffer<element>>;  ///< whether its elements end with it

  /// Over elements that begin `offset` elements into the storage.
  array(Storage storage, symbol_values<symbols_in<Layout>> const& values, std::size_t offset = 0)
      : storage_(std::move(storage)), offset_(offset), symbols_(values) {}

  /// The first element. An owning array that is const gives const elements.
  auto data() {
    if constexpr (owns)
      return storage_.data() + offset_;
    else
      return storage_ + offset_;
  }
  /// The first element.
  auto data() const {
    if constexpr (owns)
      return storage_.data() + offset_;
    else
      return storage_ + offset_;
  }

  /// The values of the symbols in its extents.
  symbol_values<symbols_in<Layout>> const& symbols() const { return symbols_; }
  /// Extents and steps of all axes, a `shapeproof::walk`.
  auto walk() const { return walk_of<Layout>(symbols_); }

  /// The number of elements that the shape has.
  std::size_t size() const { return size_of(shape{}); }

  /// The extent of the axis with this name, in elements. Refused where there is none.
  template <fixed_string Name>
  std::size_t extent() const {
    constexpr std::size_t at = position_of<shape>(Name.view());
    if constexpr (at == not_found)
      return accepted<rules::refuse<"extent", rules::no_such_axis<Name, shape>, shape>>{}.size();
    else
      return extent_of<type_at<shape, at>>(symbols_);
  }

  /// The element at one position for each axis, in order: integers, or indices of the axes. Refused: another number of
  /// positions, an index of another axis. Throws `shape_error` for a position that is out of range.
  template <class... Positions>
  auto& operator()(Positions const&... positions) {
    return data()[offset_of(shape{}, positions...)];
  }
  /// The same of what is const.
  template <class... Positions>
  auto& operator()(Positions const&... positions) const {
    return data()[offset_of(shape{}, positions...)];
  }

  /// The storage, for an operation that gives it another layout.
  Storage take_storage() && { return std::move(storage_); }
  /// What holds the elements.
  Storage const& storage() const { return storage_; }
  /// Elements from the storage's begin to the first one.
  std::size_t offset() const { return offset_; }

 private:
  template <class... Axes>
  std::size_t size_of(shapeproof::shape<Axes...>) const {
    return (std::size_t{1} * ... * extent_of<Axes>(symbols_));
  }
  template <class... Axes, class... Positions>
  std::size_t offset_of(shapeproof::shape<Axes...>, Positions const&... positions) const {
    if constexpr (sizeof...(Positions) != sizeof...(Axes))
      return accepted<
                 rules::refuse<"element access", detail::other_position_count<sizeof...(Positions), shape>, shape>>{}
          .size();
    else
      return checked_offset(shapeproof::shape<Axes...>{}, positions...);
  }
  template <class... Axes, class... Positions>
  std::size_t checked_offset(shapeproof::shape<Axes...>, Positions const&... positions) const {
    auto const steps = walk();
    std::size_t const at[] = {detail::position_on<Axes>(positions)..., 0};
    std::ptrdiff_t result = 0;
    for (std::size_t i = 0; i < sizeof...(Axes); ++i) {
      if (at[i] >= steps.extent[i])
        detail::throw_out_of_range("element of " + to_string(shape{}, symbols_), detail::names_of<shape>::value[i],
                                   std::to_string(static_cast<std::ptrdiff_t>(at[i])), steps.extent[i]);
      result += static_cast<std::ptrdiff_t>(at[i]) * steps.step[i];
    }
    return static_cast<std::size_t>(result);
  }

  Storage storage_;
  std::size_t offset_ = 0;
  [[no_unique_address]] symbol_values<symbols_in<Layout>> symbols_;
};

/// The shape of any tensor with its run-time extents: `[B=1, L=7, D=5200]`.
template <class T, class Layout, class Storage>
std::string to_string(array<T, Layout, Storage> const& x) {
  return to_string(shape_in<Layout>{}, x.symbols());
}

}  // namespace shapeproof

// ---- shapeproof/tensor/ragged.hpp
/// Batches whose rows are sequences of their own, each as long as it is.

namespace shapeproof {

/// Rows along `B` that all begin at position 0 and end where each one ends: row b holds the positions [0, length(b)).
/// A step adds as many positions to every row.
template <class B>
class ragged {
 public:
  using axis = B;  ///< of the rows

  /// No rows: for traced tensors, whose lengths are not known.
  constexpr ragged() = default;
  /// One length for each row. A static `B` with another number of rows is a `shape_error`.
  explicit ragged(std::vector<std::size_t> lengths) : lengths_(std::move(lengths)) {
    if constexpr (is_static<B>)
      if (lengths_.size() != static_extent<B>)
        throw shape_error("ragged", std::string(axis_text<B>().view()),
                          std::to_string(lengths_.size()) + " lengths were given");
  }

  /// How many rows there are.
  constexpr std::size_t rows() const { return lengths_.size(); }
  /// How many positions a row has; an integer or an `index` of B. An index of another axis is refused. Throws
  /// `shape_error` where there is no such row.
  template <class Position>
  std::size_t length(Position const& row) const {
    std::size_t const at = detail::position_on<B>(row);
    if (at >= rows()) detail::throw_out_of_range("length", axis_name<B>, std::to_string(at), rows());
    return lengths_[at];
  }
  /// How many positions the longest row has; 0 where there is none.
  std::size_t longest() const { return lengths_.empty() ? 0 : *std::max_element(lengths_.begin(), lengths_.end()); }
  /// The lengths, one for each row.
  constexpr std::size_t const* data() const { return lengths_.data(); }

  /// So many positions more in every row.
  void grow(std::size_t more) {
    for (std::size_t& length : lengths_) length += more;
  }

  /// Throws `shape_error` in the name of `operation` where the tensor x has another number of rows.
  template <class X>
  void require_rows(char const* operation, X const& x, std::size_t found) const {
    if (found != rows())
      throw shape_error(operation, to_string(x), "the lengths are those of " + std::to_string(rows()) + " rows");
  }

 private:
  std::vector<std::size_t> lengths_;
};

/// Whether rows have lengths of their own.
template <class Rows>
inline constexpr bool is_ragged = false;
template <class B>
inline constexpr bool is_ragged<ragged<B>> = true;

}  // namespace shapeproof

// ---- shapeproof/rules/convert.hpp
/// The rule of initialising one tensor type from another: the same shape over the same memory, or nothing.

namespace shapeproof::rules {

namespace detail {

template <class Expected, class Layout>
struct not_convertible {
  static constexpr text reason() {
    using given = shape_in<Layout>;
    if (std::is_same_v<Expected, given>)
      return text::of("expected ", to_text(Expected{}), " dense; ", order(), "; call contiguous() first, which copies");
    if (to_text(Expected{}).view() != to_text(given{}).view())
      return text::of("expected ", to_text(Expected{}), ", got ", to_text(given{}));
    return text::of("expected ", by_factors(Expected{}), ", got ", by_factors(given{}));
  }
  /// `[L=6, (H=2 Dk=3)]`: what tells fused axes of one extent from another.
  template <class... Axes>
  static constexpr text by_factors(shape<Axes...>) {
    text result = text::of("[");
    bool first = true;
    (((first ? result : result.add(", ")).add(shapeproof::detail::with_factors<Axes>::spelled()), first = false), ...);
    return result.add("]");
  }
  /// How the elements lie instead.
  static constexpr text order() {
    if (is_wider()) return text::of("the view steps over part of its memory");
    return text::of("the memory order is ", to_text(memory_in<Layout>{}));
  }
  /// Whether all axes lie in memory in their own order, so that only what lies between them is in the way.
  static constexpr bool is_wider() {
    std::size_t slot = 0;
    for (std::size_t i = 0; i < Expected::rank; ++i, ++slot) {
      std::size_t const at = position_of<memory_in<Layout>>(shapeproof::detail::names_of<Expected>::value[i]);
      if (at == not_found || at < slot) return false;
      slot = at;
    }
    return true;
  }
};

}  // namespace detail

/// `[B, L, D] -> [B, L, D]`: only what is dense and has exactly this shape; anything else is refused. `Operation` is
/// `view` or `tensor`.
template <fixed_string Operation, class Expected>
struct convert_rule {
  static constexpr auto name = Operation;  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    if constexpr (std::is_same_v<Layout, Expected>)
      return Expected{};
    else
      return refuse<Operation, detail::not_convertible<Expected, Layout>, Layout>{};
  }
};

}  // namespace shapeproof::rules

// ---- shapeproof/rules/shaped.hpp
/// Patterns of shapes: axes in order, some of any extent; and how a shape differs from a pattern, in words.

namespace shapeproof {

/// In a pattern: an axis of this name, whatever its extent. `any_extent<"(H Dk)">` takes a fused one. A shard is only a
/// part of an axis: a pattern that takes one says so, `shard<F, tp>`.
template <fixed_string Name>
struct any_extent {};

/// At the beginning of a pattern: any axes, or none, before the others.
struct any_axes {};

namespace detail {
template <fixed_string Name>
struct name_of<any_extent<Name>> {
  static constexpr std::string_view value = Name.view();
};
template <>
struct name_of<any_axes> {
  static constexpr std::string_view value = {};
};
}  // namespace detail

namespace rules {

/// Axes, `any_extent`s, and perhaps `any_axes` in front.
template <class... Slots>
struct shape_pattern {};

namespace detail {

template <class Slot>
struct slot {
  template <class Axis>
  static constexpr bool takes = std::is_same_v<Slot, Axis>;
  static constexpr bool has_extent = true;
  static constexpr text spelled() { return axis_text<Slot>(); }
};
template <fixed_string Name>
struct slot<any_extent<Name>> {
  template <class Axis>
  static constexpr bool takes = axis_name<Axis> == Name.view() && !is_sharded<Axis>;
  static constexpr bool has_extent = false;
  static constexpr text spelled() { return text::of(Name.view(), "=any"); }
};
template <>
struct slot<any_axes> {
  template <class Axis>
  static constexpr bool takes = false;
  static constexpr bool has_extent = false;
  static constexpr text spelled() { return text::of("..."); }
};

}  // namespace detail

/// `[..., L=any, D=5200]`.
template <class... Slots>
constexpr text to_text(shape_pattern<Slots...>) {
  text result = text::of("[");
  bool first = true;
  (((first ? result : result.add(", ")).add(detail::slot<Slots>::spelled()), first = false), ...);
  return result.add("]");
}

/// Whether a shape has these axes, in this order, and no others.
template <class Shape, class Pattern>
inline constexpr bool fits = false;
template <class... Axes, class... Slots>
  requires(sizeof...(Axes) == sizeof...(Slots))
inline constexpr bool fits<shape<Axes...>, shape_pattern<Slots...>> =
    (detail::slot<Slots>::template takes<Axes> && ...);
template <class... Axes, class... Slots>
  requires(sizeof...(Axes) >= sizeof...(Slots))
inline constexpr bool fits<shape<Axes...>, shape_pattern<any_axes, Slots...>> =
    fits<range_of<shape<Axes...>, sizeof...(Axes) - sizeof...(Slots), sizeof...(Axes)>, shape_pattern<Slots...>>;

/// The first thing in which a shape differs from a pattern, and what to do: an axis that is missing, has another extent
/// or is one too many; or the order.
template <class Shape, class Pattern>
struct other_shape;
template <class... Axes, class... Slots>
struct other_shape<shape<Axes...>, shape_pattern<Slots...>> {
  using given = shape<Axes...>;
  using wanted = shape_pattern<Slots...>;

  static constexpr text reason() {
    text result;
    (explain_slot<Slots>(result), ...);
    if (position_of<wanted>({}) == not_found)
      (explain_axis<Axes>(result), ...);
    else if (result.size == 0)
      explain_behind(result);
    if (result.size == 0) explain_order(result);
    return result;
  }

 private:
  template <class Slot>
  static constexpr void explain_slot(text& result) {
    if (result.size > 0 || axis_name<Slot>.empty()) return;
    constexpr std::size_t at = position_of<given>(axis_name<Slot>);
    if constexpr (at == not_found)
      add_remedy<Slot>(result.add("the axis ").add(axis_name<Slot>).add(" is missing"));
    else if constexpr (!detail::slot<Slot>::has_extent && is_sharded<type_at<given, at>>)
      result.add(spread_over_ranks<type_at<given, at>>::reason());
    else if constexpr (!detail::slot<Slot>::template takes<type_at<given, at>>)
      add_difference<Slot, type_at<given, at>>(result);
  }
  template <class Slot, class Axis>
  static constexpr void add_difference(text& result) {
    if constexpr (axis_text<Axis>().view() == axis_text<Slot>().view())  // fused: their factors differ
      result.add(shapeproof::detail::with_factors<Axis>::spelled())
          .add(" is not ")
          .add(shapeproof::detail::with_factors<Slot>::spelled());
    else
      result.add(axis_text<Axis>()).add(" is not ").add(axis_text<Slot>());
    if constexpr (std::is_same_v<whole<Axis>, whole<Slot>>) {
      if (is_sharded<Axis> && is_sharded<Slot>)
        result.add(shard_remedy<Axis, Slot>());
      else if (is_sharded<Axis>)
        result.add("; call all_gather<").add(axis_name<Axis>).add("> first");
      else
        result.add("; scatter<").add(axis_name<Axis>).add("> takes a rank's part");
    } else if (!(extent_polynomial<Axis> == extent_polynomial<Slot>)) {
      result.add("; they differ by ").add(to_text(extent_polynomial<Axis> - extent_polynomial<Slot>));
    }
  }
  /// What may be the axis that is missing.
  template <class Slot>
  static constexpr void add_remedy(text& result) {
    constexpr std::string_view slot = axis_name<Slot>;
    for (std::size_t i = 0; i < given::rank; ++i) {
      std::string_view const name = shapeproof::detail::names_of<given>::value[i];
      if (name[0] == '(' && has_word(name, slot)) {
        result.add("; it is a factor of ").add(name).add(", call split first");
        return;
      }
      if (slot[0] == '(' && has_word(slot, name)) {
        result.add("; ").add(name).add(" is a factor of it, call merge first");
        return;
      }
    }
    (add_other_role<Slot, Axes>(result), ...);
  }
  template <class Slot, class Axis>
  static constexpr void add_other_role(text& result) {
    if constexpr (detail::slot<Slot>::has_extent)
      if (position_of<wanted>(axis_name<Axis>) == not_found && extent_polynomial<Axis> == extent_polynomial<Slot>)
        result.add("; ").add(axis_text<Axis>()).add(" has its extent, but another role");
  }
  template <class Axis>
  static constexpr void explain_axis(text& result) {
    if (result.size == 0 && position_of<wanted>(axis_name<Axis>) == not_found)
      result.add("the axis ").add(axis_text<Axis>()).add(" is one too many");
  }
  /// After `any_axes`: an axis that the pattern does not name, behind one that it does.
  static constexpr void explain_behind(text& result) {
    bool is_behind = false;
    (explain_behind_named<Axes>(result, is_behind), ...);
  }
  template <class Axis>
  static constexpr void explain_behind_named(text& result, bool& is_behind) {
    if (position_of<wanted>(axis_name<Axis>) != not_found)
      is_behind = true;
    else if (is_behind)
      explain_axis<Axis>(result);
  }
  static constexpr void explain_order(text& result) {
    result.add("the axes are in another order");
    if (position_of<wanted>({}) != not_found) return;
    result.add("; call permute<");
    bool first = true;
    ((result.add(first ? "\"" : ", \"").add(axis_name<Slots>).add("\""), first = false), ...);
    result.add(">");
  }
  static constexpr bool has_word(std::string_view words, std::string_view word) {
    return no_such_axis<"", given>::has_word(words, word);
  }
};

}  // namespace rules
}  // namespace shapeproof

// ---- shapeproof/tensor/element_text.hpp
/// The names of element types, for people.

namespace shapeproof {

namespace detail {
/// What the compiler calls a type.
template <class T>
constexpr std::string_view spelled_type() {
  std::string_view const whole = __PRETTY_FUNCTION__;
  std::size_t const begin = place_of("T = ", whole) + 4;
  std::size_t end = begin;
  while (whole[end] != ';' && whole[end] != ']') ++end;
  return whole.substr(begin, end - begin);
}
}  // namespace detail

/// `float`, `int32`, `uint8`, `bool`, `index of V=6000`; any other type as the compiler spells it.
template <class T>
constexpr text element_text() {
  if constexpr (is_index<T>)
    return text::of("index of ", axis_text<typename T::axis>());
  else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
    return text::of(std::is_signed_v<T> ? "int" : "uint", static_cast<long long>(8 * sizeof(T)));
  else
    return text::of(detail::spelled_type<T>());
}

}  // namespace shapeproof

// ---- shapeproof/tensor/shaped.hpp
/// Constraints for functions of one's own: `auto f(shaped<float, B, L, D> auto const& x)`.

namespace shapeproof {

/// In place of an element type: any.
struct any_element {};

namespace detail {

template <class T>
constexpr text wanted_element() {
  if constexpr (std::is_same_v<T, any_element>)
    return {};
  else
    return text::of(" ", element_text<T>());
}

enum class order { any, dense };

/// What a tensor is refused for. `Function` is the user's, or the constraint's name.
template <fixed_string Function, order Order, class X, class T, class Pattern>
struct other_tensor {
  static constexpr text operation() { return text::of(Function.view()); }
  static constexpr text operands() {
    if constexpr (any_tensor<X>)
      return to_text(placed_shape_of<X>{}).add(" ").add(element_text<element_of<X>>());
    else
      return text::of(spelled_type<X>());
  }
  static constexpr text reason() {
    text result = text::of("expected ", to_text(Pattern{}), wanted_element<T>());
    if constexpr (Order == order::dense) result.add(" dense");
    return result.add("; ").add(difference());
  }
  static constexpr text difference() {
    if constexpr (!any_tensor<X>)
      return text::of("this is no tensor");
    else if constexpr (!rules::fits<shape_of<X>, Pattern>)
      return rules::other_shape<shape_of<X>, Pattern>::reason();
    else if constexpr (!std::is_same_v<T, any_element> && !std::is_same_v<T, element_of<X>>)
      return text::of("the elements are ", element_text<element_of<X>>());
    else if constexpr (is_partial<X>)
      return rules::detail::still_to_reduce<type_at<typename meshes_of<X>::type, 0>>::reason();
    else if constexpr (has_ragged_rows<X>)
      return rules::detail::without_lengths::reason();
    else
      return rules::detail::not_convertible<shape_of<X>, layout_of<X>>::order().add(
          "; call contiguous() first, which copies");
  }
};

template <order Order, class X, class T, class Pattern>
constexpr bool is_accepted_tensor() {
  if constexpr (!any_tensor<X>)
    return false;
  else if constexpr (is_poisoned<X>)
    return true;
  else
    return is_plain<X> && rules::fits<shape_of<X>, Pattern> &&
           (std::is_same_v<T, any_element> || std::is_same_v<T, element_of<X>>) &&
           (Order == order::any || has_dense_elements<layout_of<X>>);
}

/// The sentence of an unmet constraint as a type, since compilers print the types that a concept was asked about.
template <auto Sentence>
struct mismatch {};
struct match {};

template <fixed_string Function, order Order, class X, class T, class Pattern>
constexpr auto verdict() {
  if constexpr (is_accepted_tensor<Order, X, T, Pattern>())
    return match{};
  else
    return mismatch<
        pieces_of<sentence_of<other_tensor<Function, Order, X, T, Pattern>>::value, longest_piece>::value>{};
}
template <fixed_string Function, order Order, class X, class T, class Pattern>
using verdict_of = decltype(verdict<Function, Order, std::remove_cvref_t<X>, T, Pattern>());

template <class Verdict>
inline constexpr bool is_match = std::is_same_v<Verdict, match>;

/// A concept of its own, so that an unmet constraint shows the sentence instead of the expression that made it.
template <class Verdict>
concept matches = is_match<Verdict>;

}  // namespace detail

/// A tensor or view of any kind and memory order with these elements and axes: `shaped<float, B, L, D>`. An axis may be
/// left open, `any_extent<"L">`, and so may the leading ones, `any_axes`, and the elements, `any_element`. A sum over
/// ranks that is still to be reduced is none, nor are rows with lengths of their own. An unmet constraint says how the
/// argument differs; it is no hard error, so functions can be overloaded by shape.
template <class X, class T, class... Axes>
concept shaped = detail::matches<detail::verdict_of<"shaped", detail::order::any, X, T, rules::shape_pattern<Axes...>>>;

/// `shaped`, and its elements lie side by side in the order of the axes: what a kernel of pointers takes.
template <class X, class T, class... Axes>
concept dense = shaped<X, T, Axes...> &&
                detail::matches<detail::verdict_of<"dense", detail::order::dense, X, T, rules::shape_pattern<Axes...>>>;

namespace detail {
template <class Shape, fixed_string Name>
constexpr auto axis_in() {
  if constexpr (std::is_same_v<Shape, poisoned>)
    return type_is<any_extent<Name>>{};
  else if constexpr (position_of<Shape>(Name.view()) == not_found)
    return type_is<accepted<rules::refuse<"axis_of", rules::no_such_axis<Name, Shape>, Shape>>>{};
  else
    return type_is<type_at<Shape, position_of<Shape>(Name.view())>>{};
}
}  // namespace detail

/// The axis of that name which a tensor has: `shaped<float, axis_of<"L", X>>` is as long as `X`. Refused where there is
/// none.
template <fixed_string Name, any_tensor X>
using axis_of = typename decltype(detail::axis_in<shape_of<X>, Name>())::type;

/// The statement form, for the beginning of a function: `auto const& in = expect<"project", float, B, L, D>(x);` is `x`
/// where `shaped` accepts it. Otherwise one compile error whose first line is the function's name and how x differs,
/// and `in` is `poisoned`: the rest of the function adds no error.
template <fixed_string Function, class T, class... Axes, class X>
constexpr decltype(auto) expect(X&& x) {
  using tensor_type = std::remove_cvref_t<X>;
  using wanted = rules::shape_pattern<Axes...>;
  if constexpr (detail::is_accepted_tensor<detail::order::any, tensor_type, T, wanted>())
    return static_cast<X>(std::forward<X>(x));
  else
    return accepted<refused<detail::other_tensor<Function, detail::order::any, tensor_type, T, wanted>>>{};
}

}  // namespace shapeproof

// ---- shapeproof/tensor/tensor.hpp
/// Tensors that own their elements.

namespace shapeproof {

namespace detail {

template <class... Axes, class Symbols>
bool count_elements(shape<Axes...>, symbol_values<Symbols> const& values, std::size_t& count) {
  return !(__builtin_mul_overflow(count, extent_of<Axes>(values), &count) || ...);
}

/// The number of elements; too many to count is a `shape_error`.
template <class Layout>
std::size_t counted(symbol_values<symbols_in<Layout>> const& values) {
  std::size_t count = 1;
  if (!count_elements(shape_in<Layout>{}, values, count))
    throw shape_error("tensor", to_string(shape_in<Layout>{}, values), "has more elements than can be counted");
  return count;
}

}  // namespace detail

namespace detail {
/// A sum that is still to be reduced does not become a tensor that is none, nor do rows lose their mark: refused.
template <fixed_string Operation, class X>
constexpr void require_whole() {
  if constexpr (!is_plain<X>)
    (void)accepted<decltype(rules::meshes_of_result<rules::convert_rule<Operation, shape_of<X>>, shape_of<X>,
                                                    placed_layout_of<X>>())>{};
}
}  // namespace detail

/// Tag: leave the elements of a new tensor as they are.
struct uninitialized_t {};
/// The tag as a value.
inline constexpr uninitialized_t uninitialized = {};

/// Owns its elements, contiguous and row-major. Elements begin as zeros; symbols are bound when it is made:
/// `tensor<float, axis<"L">, axis<"D", 4>> x(bind<"L">(5))`. Refused: a name that occurs twice, a mesh that cuts
/// two axes, a symbol without a value, one that no extent uses. Throws `shape_error` where an extent is negative or
/// there are more elements than can be counted, std::bad_alloc where there is no memory for them.
template <class T, class... Axes>
class tensor : public array<T, shapeproof::shape<Axes...>, buffer<T>> {
  using layout_type = shapeproof::shape<Axes...>;
  using base = array<T, layout_type, buffer<T>>;

 public:
  /// Zeros; each symbol is bound once, in any order.
  template <fixed_string... Names>
  explicit tensor(binding<Names>... bindings) : tensor(contents::zeros, values_from<layout_type>(bindings...)) {}
  /// Elements that are to be written before they are read.
  tensor(uninitialized_t, symbol_values<symbols_in<layout_type>> const& values)
      : tensor(contents::unspecified, values) {}
  /// Refused: another tensor type is never converted silently. It has another shape or memory order, or would be
  /// copied.
  template <class X>
    requires(any_tensor<X> && !is_poisoned<X> && !std::is_base_of_v<tensor, X>)
  tensor(X const&) : tensor(contents::zeros, {}) {
    if constexpr (!is_plain<X>)
      detail::require_whole<"tensor", X>();
    else if constexpr (std::is_same_v<layout_of<X>, layout_type>)
      (void)accepted<rules::refuse<
          "tensor", rules::plainly<"a tensor owns its elements; call contiguous(), which copies">, layout_type>>{};
    else
      (void)accepted<decltype(rules::convert_rule<"tensor", layout_type>{}(layout_of<X>{}))>{};
  }
  /// Takes over elements that another tensor had.
  tensor(buffer<T> storage, symbol_values<symbols_in<layout_type>> const& values, std::size_t offset)
      : base(std::move(storage), values, offset) {}

 private:
  tensor(contents begin, symbol_values<symbols_in<layout_type>> const& values)
      : base(buffer<T>(detail::counted<layout_type>(values), begin), values) {
    detail::require_distinct_axes(layout_type{});
  }
};

/// Owns its elements in another memory order than its axes': a view operation on a tensor that nobody else holds.
template <class T, class Layout>
class strided_tensor : public array<T, Layout, buffer<T>> {
 public:
  using array<T, Layout, buffer<T>>::array;
  /// Refused: what is a sum over ranks is no whole tensor.
  template <class X>
    requires(any_tensor<X> && !is_plain<std::remove_cvref_t<X>>)
  strided_tensor(X&&) : strided_tensor({}, {}, 0) {
    detail::require_whole<"tensor", std::remove_cvref_t<X>>();
  }
};

}  // namespace shapeproof

// ---- shapeproof/tensor/view.hpp
/// Tensors over memory that somebody else owns.

namespace shapeproof {

namespace detail {
/// Elements and symbols of a tensor with this layout; nothing of one with another, which is refused.
template <class T, class Layout, class X>
T* begin_of(X& x) {
  if constexpr (std::is_same_v<layout_of<X>, Layout>)
    return x.data();
  else
    return nullptr;
}
template <class Layout, class X>
symbol_values<symbols_in<Layout>> symbols_for(X const& x) {
  if constexpr (std::is_same_v<layout_of<X>, Layout>)
    return x.symbols();
  else
    return {};
}
}  // namespace detail

/// A contiguous row-major tensor over existing memory, which must live longer:
/// `view<float const, axis<"L">, axis<"D", 4>>(pointer, bind<"L">(5))` is `[L, D=4]`. Refused: a name that occurs
/// twice, a mesh that cuts two axes, a symbol without a value, one that no extent uses.
template <class T, class... Axes>
class view : public array<T, shapeproof::shape<Axes...>, T*> {
  using layout_type = shapeproof::shape<Axes...>;
  using base = array<T, layout_type, T*>;

 public:
  /// Over elements in row-major order; each symbol is bound once, in any order. Throws `shape_error` where the pointer
  /// is null though there are elements, or an extent is negative or too large to count.
  template <fixed_string... Names>
  explicit view(T* elements, binding<Names>... bindings) : view(elements, values_from<layout_type>(bindings...)) {
    if (elements == nullptr && detail::counted<layout_type>(this->symbols()) > 0)
      throw shape_error("view", to_string(layout_type{}, this->symbols()), "the pointer to the elements is null");
  }
  /// A tensor's elements, where it is dense and has exactly this shape: what a kernel declares is what it gets.
  /// Anything else is refused.
  template <class X>
    requires(any_tensor<X> && !is_poisoned<X> && !std::is_same_v<std::remove_cvref_t<X>, view>)
  view(X&& x) : view(detail::begin_of<T, layout_type>(x), detail::symbols_for<layout_type>(x)) {
    detail::require_whole<"view", std::remove_cvref_t<X>>();
    if constexpr (is_plain<std::remove_cvref_t<X>>)
      (void)accepted<decltype(rules::convert_rule<"view", layout_type>{}(layout_of<X>{}))>{};
  }
  /// Over elements that begin `offset` elements behind the pointer.
  view(T* elements, symbol_values<symbols_in<layout_type>> const& values, std::size_t offset = 0)
      : base(elements, values, offset) {
    detail::require_distinct_axes(layout_type{});
  }
};

/// A view whose memory is in another order, or wider, than its axes. Its type knows; `contiguous` copies it into order.
template <class T, class Layout>
class strided_view : public array<T, Layout, T*> {
 public:
  using array<T, Layout, T*>::array;
  /// Refused: what is a sum over ranks is no whole view.
  template <class X>
    requires(any_tensor<X> && !is_plain<std::remove_cvref_t<X>>)
  strided_view(X&&) : strided_view(nullptr, {}) {
    detail::require_whole<"view", std::remove_cvref_t<X>>();
  }
};

/// A view of memory that is wider than the shape, or in another order: `Memory` is `memory<...>`, the axes as they were
/// allocated. `view_over<memory<R, axis<"K", 8>>, R, axis<"K", 5>>(pointer)` is `[R, K=5]`: rows of 8, of which 5 are
/// seen. Refuses bindings and throws as `view`, but does not look for a null pointer.
template <class Memory, class... Axes, class T, fixed_string... Names>
auto view_over(T* elements, binding<Names>... bindings) {
  detail::require_distinct_axes(shape<Axes...>{});
  using layout = layout_from<shape<Axes...>, Memory>;
  using result = typename detail::tensor_from<detail::kind::borrower, T, layout>::type;
  return result(elements, values_from<layout>(bindings...));
}

}  // namespace shapeproof

// ---- shapeproof/cpu/loops.hpp
/// How a kernel is told its loops: extents, and how far each operand moves; no names, no shapes.

namespace shapeproof::cpu {

/// One loop of a kernel: how often it turns and how far each operand moves a turn, in elements.
/// A step of 0 reads the same element every turn (broadcast); it is allowed for operands that are only read.
template <std::size_t Operands>
struct loop {
  std::size_t extent = 1;              ///< how often it turns
  std::ptrdiff_t step[Operands] = {};  ///< elements that each operand moves a turn
};

/// The most loops that a nest can hold.
inline constexpr std::size_t max_rank = 8;

/// Nested loops, outermost first; only the first `rank` count. Rank 0 is the empty nest, which turns once.
template <std::size_t Operands>
struct loop_nest {
  std::size_t rank = 0;              ///< how many loops there are
  loop<Operands> at[max_rank] = {};  ///< the first `rank` count
};

}  // namespace shapeproof::cpu

// ---- shapeproof/cpu/elementwise.hpp
/// Element by element: arithmetic of two operands, scaling, and activation functions.

namespace shapeproof::cpu {

/// What `elementwise` does with two operands.
enum class binary {
  add,       ///< a + b
  subtract,  ///< a - b
  multiply   ///< a * b
};

/// c[loops] = a[loops] op b[loops]
///
/// Operand order in `step` is a, b, c; a and b may have step 0 (broadcast). c may be exactly a or b (same
/// address, same steps), but must not overlap them otherwise.
void elementwise(binary op, float const* a, float const* b, float* c, loop_nest<3> const& loops);

/// c[loops] = a[loops] * factor
///
/// Operand order in `step` is a, c. c may be exactly a.
void scale(float const* a, float factor, float* c, loop_nest<2> const& loops);

/// What `elementwise` does with one operand.
enum class unary {
  gelu,       ///< x/2 * (1 + erf(x / sqrt 2)): Hendrycks and Gimpel 2016, the exact form, not the tanh one
  gelu_tanh,  ///< x/2 * (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))): the tanh form of the same paper
  silu,       ///< x / (1 + exp(-x)): Elfwing et al. 2017
};

/// c[loops] = op(a[loops])
///
/// Operand order in `step` is a, c. c may be exactly a.
void elementwise(unary op, float const* a, float* c, loop_nest<2> const& loops);

}  // namespace shapeproof::cpu

// ---- shapeproof/cpu/copy.hpp
/// The strided copy behind contiguous(), concat and gather.

namespace shapeproof::cpu {

/// to[loops] = from[loops], for elements of `element_size` bytes that memcpy may copy.
///
/// Operand order in `step` is from, to; steps count elements, not bytes. `from` may have step 0 (broadcast).
/// The two must not overlap.
void copy(void const* from, void* to, std::size_t element_size, loop_nest<2> const& loops);

}  // namespace shapeproof::cpu

// ---- shapeproof/ops/loops.hpp
/// From shapes with names to the kernels' loops without names.

namespace shapeproof {

namespace detail {

template <class X, std::size_t Operands, std::size_t Rank, class... Axes>
constexpr void add_operand(cpu::loop_nest<Operands>& loops, bool (&known)[sizeof...(Axes) + 1], std::size_t operand,
                           walk<Rank> const& walk, shape<Axes...>) {
  constexpr std::size_t at[] = {position_of<X>(axis_name<Axes>)..., 0};
  for (std::size_t i = 0; i < sizeof...(Axes); ++i) {
    if (at[i] == not_found) continue;
    loops.at[i].step[operand] = walk.step[at[i]];
    if (!known[i]) loops.at[i].extent = walk.extent[at[i]];
    known[i] = true;
  }
}

template <class Shape, class... Operands, std::size_t... Ranks>
constexpr auto loops_of(walk<Ranks> const&... walks) {
  cpu::loop_nest<sizeof...(Operands)> result;
  result.rank = Shape::rank;
  bool known[Shape::rank + 1] = {};
  std::size_t operand = 0;
  (add_operand<Operands>(result, known, operand++, walks, Shape{}), ...);
  return result;
}
template <class Shape, class... Layouts>
inline constexpr auto static_loops = loops_of<Shape, shape_in<Layouts>...>(static_walk<Layouts>...);

}  // namespace detail

/// Loops over the axes of `Shape`, outermost first. An operand that lacks an axis stays where it is (step 0); the first
/// one that has it says how often the loop turns. Where no operand has symbols they are a constant. More than
/// `cpu::max_rank` axes do not compile.
template <class Shape, class... Operands>
decltype(auto) loops_over(Operands const&... operands) {
  static_assert(Shape::rank <= cpu::max_rank, "kernels loop over at most max_rank axes");
  if constexpr (((symbols_in<layout_of<Operands>>::count == 0) && ...))
    return (detail::static_loops<Shape, layout_of<Operands>...>);
  else
    return detail::loops_of<Shape, shape_of<Operands>...>(operands.walk()...);
}

namespace detail {
/// One loop over elements that lie side by side in every operand.
template <std::size_t Operands>
constexpr cpu::loop_nest<Operands> one_loop(std::size_t size) {
  cpu::loop_nest<Operands> result = {.rank = 1, .at = {{.extent = size}}};
  for (auto& step : result.at[0].step) step = 1;
  return result;
}
template <class Shape, std::size_t Operands>
inline constexpr auto static_loop = one_loop<Operands>(static_walk<Shape>.size());
}  // namespace detail

/// Loops over the elements of `Shape` in any order: a single one where all operands are dense and have that shape.
template <class Shape, class First, class... Rest>
decltype(auto) elementwise_loops(First const& first, Rest const&... rest) {
  constexpr std::size_t count = 1 + sizeof...(Rest);
  constexpr bool all_dense = std::is_same_v<layout_of<First>, Shape> && (std::is_same_v<layout_of<Rest>, Shape> && ...);
  if constexpr (!all_dense)
    return loops_over<Shape>(first, rest...);
  else if constexpr (symbols_in<Shape>::count == 0)
    return (detail::static_loop<Shape, count>);
  else
    return detail::one_loop<count>(first.size());
}

/// One loop over the axis at position `At` of `Shape`.
template <class Shape, std::size_t At, class... Operands>
cpu::loop<sizeof...(Operands)> loop_over(Operands const&... operands) {
  return loops_over<shape<type_at<Shape, At>>>(operands...).at[0];
}

/// A shape without the axes of these names.
template <class Shape, fixed_string... Names>
struct without {
  /// The axis, or nothing.
  template <class Axis>
  static constexpr auto kept() {
    if constexpr (((axis_name<Axis> == Names.view()) || ...))
      return shape<>{};
    else
      return shape<Axis>{};
  }
  /// All axes that stay.
  template <class... Axes>
  static constexpr auto all(shape<Axes...>) -> join<shape<>, decltype(kept<Axes>())...>;
  using type = decltype(all(Shape{}));  ///< the shape of those that stay
};

}  // namespace shapeproof

// ---- shapeproof/ops/outcome.hpp
/// Which tensor an operation gives: what its rule says of the shapes, and of sums over ranks.

namespace shapeproof {

namespace detail {

template <bool AnyPoisoned, class Rule, class... Layouts>
struct outcome {
  using type = decltype(Rule{}(Layouts{}...));
};
template <class Rule, class... Layouts>
struct outcome<true, Rule, Layouts...> {
  using type = poisoned;
};

template <class Rule, class Layout>
struct outcome<false, Rule, rules::rows_with_ends<Layout>> {
  using type = decltype(rules::meshes_of_result<Rule, Layout, rules::rows_with_ends<Layout>>());
};

template <class Rule, class... Layouts>
using outcome_of = typename outcome<(std::is_same_v<Layouts, poisoned> || ...), Rule, Layouts...>::type;

/// A view operation keeps the elements where they are: of a tensor that nobody else holds it takes them over.
template <class X>
inline constexpr kind view_kind =
    traits<std::remove_cvref_t<X>>::tensor_kind != kind::owner ? traits<std::remove_cvref_t<X>>::tensor_kind
    : std::is_reference_v<X> || std::is_const_v<X>             ? kind::borrower
                                                               : kind::owner;
/// `T const` where the elements are reached through something const.
template <class X>
using viewed_element = std::conditional_t<traits<std::remove_cvref_t<X>>::tensor_kind == kind::owner &&
                                              std::is_const_v<std::remove_reference_t<X>>,
                                          element_of<X> const, typename traits<std::remove_cvref_t<X>>::element>;

template <class Shape>
inline constexpr bool has_shards = false;
template <class... Axes>
inline constexpr bool has_shards<shape<Axes...>> = (is_sharded<Axes> || ...);

/// What has the result as its `type`: a refusal is not instantiated here, which keeps messages short.
template <class Result, class Meshes>
struct placed_result {
  using from = type_is<summed_over<Result, Meshes>>;
};
template <class Result, class Message>
struct placed_result<Result, refused<Message>> {
  using from = outcome_or_poisoned<refused<Message>>;
};
template <class Meshes>
struct placed_result<poisoned, Meshes> {
  using from = type_is<poisoned>;
};
template <class Message>
struct placed_result<poisoned, refused<Message>> {
  using from = type_is<poisoned>;
};

template <class Rule, class Outcome, class... Operands>
struct placement_of {
  using type = decltype(rules::meshes_of_result<Rule, Outcome, placed_shape_of<Operands>...>());
};
template <class Rule, class Message, class... Operands>
struct placement_of<Rule, refused<Message>, Operands...> {
  using type = mesh_list<>;
};
template <class Rule, class... Operands>
struct placement_of<Rule, poisoned, Operands...> {
  using type = mesh_list<>;
};

/// `Result` with the marks of its operands, and as the sum over ranks that it is by its rule.
template <bool HasMarksOrShards>
struct placing {
  template <class Result, class Rule, class... Operands>
  using result = Result;
  template <class Rule, class... Operands>
  using meshes = mesh_list<>;
};
template <>
struct placing<true> {
  template <class Rule, class... Operands>
  using meshes = typename placement_of<Rule, outcome_of<Rule, shape_of<Operands>...>, Operands...>::type;
  template <class Result, class Rule, class... Operands>
  using result = typename placed_result<marked_as<Result, Operands...>, meshes<Rule, Operands...>>::from::type;
};
/// Most programs have neither, and nothing more is instantiated.
template <class Rule, class... Operands>
using placing_of = placing<(has_marks<std::remove_cvref_t<Operands>> || ...) ||
                           (rules::looks_at_shards<Rule> && (has_shards<shape_of<Operands>> || ...))>;

/// `Result` of an operation that is linear in nothing: a sum over ranks is refused, and rows without their lengths.
template <bool IsMore>
struct placing_whole {
  template <class Result, class Rule, class X>
  using result = Result;
};
template <>
struct placing_whole<true> {
  template <class Result, class Rule, class X>
  using result =
      typename placed_result<Result,
                             decltype(rules::meshes_of_result<Rule, shape_of<X>, placed_shape_of<X>>())>::from::type;
};
template <class Result, class Rule, class X>
using placed_whole = typename placing_whole<!is_plain<std::remove_cvref_t<X>>>::template result<Result, Rule, X>;

}  // namespace detail

/// Whether a rule accepts the operands as sums over ranks, those that are ones.
template <class Rule, class... Operands>
concept accepts_placements =
    !is_refused<typename detail::placing_of<Rule, Operands...>::template meshes<Rule, Operands...>>;

/// Whether a rule accepts these operands' shapes.
template <class Rule, class... Operands>
concept accepts = !is_refused<detail::outcome_of<Rule, shape_of<Operands>...>> && accepts_placements<Rule, Operands...>;

/// Whether a rule about memory order accepts this operand's layout.
template <class Rule, class Operand>
concept accepts_layout = !is_refused<detail::outcome_of<Rule, layout_of<Operand>>> && accepts_placements<Rule, Operand>;

/// The tensor that an operation computes: its elements are `T`, its shape what the rule says. A refusal is a compile
/// error.
template <class T, class Rule, class... Operands>
using computed = typename detail::placing_of<Rule, Operands...>::template result<
    typename detail::tensor_from<(is_meta<std::remove_cvref_t<Operands>> || ...) ? detail::kind::meta
                                                                                 : detail::kind::owner,
                                 T, detail::outcome_of<Rule, shape_of<Operands>...>>::type,
    Rule, Operands...>;

/// The view (or the tensor that took over the elements) that a view operation gives. `X` as in `X&&`.
template <class Rule, class X>
using viewed = typename detail::placing_of<Rule, X>::template result<
    typename detail::tensor_from<detail::view_kind<X>, detail::viewed_element<X>,
                                 detail::outcome_of<Rule, layout_of<X>>>::type,
    Rule, X>;

}  // namespace shapeproof

// ---- shapeproof/ops/operation.hpp
/// What all operations share: a rule decides the result's type, then the value is computed, viewed, or only traced.

namespace shapeproof {

/// The number of elements of a shape.
template <class Shape>
inline constexpr polynomial element_count = 1;
template <class... Axes>
inline constexpr polynomial element_count<shape<Axes...>> = (polynomial(1) * ... * extent_polynomial<Axes>);

/// The bytes of a tensor's elements.
template <class X>
inline constexpr polynomial byte_count =
    polynomial(static_cast<long long>(sizeof(element_of<X>))) * element_count<shape_of<X>>;

/// FLOPs and bytes of an operation that reads each operand once, writes `Result` once, and does `PerElement` FLOPs for
/// each element of `Counted`.
template <long long PerElement, class Counted, class Result, class... Operands>
struct cost_of {
  /// Additions, multiplications, comparisons and elementary functions.
  static constexpr polynomial flops = polynomial(PerElement) * element_count<Counted>;
  /// Read and written, each element once.
  static constexpr polynomial bytes = (byte_count<Result> + ... + byte_count<Operands>);
};

/// A view moves nothing.
struct no_cost {
  static constexpr polynomial flops = {};  ///< none
  static constexpr polynomial bytes = {};  ///< none
};

namespace detail {

template <class X>
constexpr trace* log_of(X const& operand) {
  if constexpr (is_meta<X>)
    return operand.log();
  else
    return nullptr;
}

template <class X>
constexpr trace_operand operand_of(X const& operand) {
  trace_operand result = {description<shape_of<X>>, 0, log_of(operand) == nullptr};
  if constexpr (is_meta<X>) result.made_by = operand.made_by();
  return result;
}

template <fixed_string Operation, class Result, class Cost, class... Operands>
constexpr trace* note_in_log(Operands const&... operands) {
  trace* log = nullptr;
  ((log = log != nullptr ? log : log_of(operands)), ...);
  if (log != nullptr) {
    log->add(Operation.view(), description<shape_of<Result>>, &Cost::flops, &Cost::bytes);
    (log->add_operand(operand_of(operands)), ...);
  }
  return log;
}

/// The meta tensor of an operation that makes a new tensor.
template <fixed_string Operation, class Result, class Cost, class... Operands>
constexpr Result traced(Operands const&... operands) {
  trace* const log = note_in_log<Operation, Result, Cost>(operands...);
  return Result(log, traced_block(log, &byte_count<Result>));
}

/// The meta tensor of an operation that shows elements which something else owns.
template <fixed_string Operation, class Result, class Cost, class... Operands>
constexpr Result traced_view(Operands const&... operands) {
  return Result(note_in_log<Operation, Result, Cost>(operands...));
}

/// The result of traced steps that one kernel computes: a plan of memory sees only what they end with.
template <class Steps>
constexpr auto traced_at_once(trace* log, Steps const& steps) {
  memory_plan* const plan = log == nullptr ? nullptr : log->memory;
  if (plan != nullptr) plan->pause();
  auto result = steps();
  if (plan != nullptr) plan->resume();
  using result_type = decltype(result);
  if constexpr (is_poisoned<result_type>)
    return result;
  else
    return result_type(log, traced_block(log, &byte_count<result_type>));
}

}  // namespace detail

/// Computes `Result` of operands `[...]`: compares their symbols, makes the tensor, and calls
/// `kernel(result, operands...)`. The operands' elements may be of any types: ids, masks, numbers. A rule has accepted
/// the shapes: nothing is refused here. Throws `shape_error` where a symbol has two values, std::bad_alloc where there
/// is no memory.
template <fixed_string Operation, class Result, class Cost, class Kernel, class... Operands>
constexpr Result compute_mixed(Kernel const& kernel, Operands const&... operands) {
  if constexpr (is_poisoned<Result>) {
    return {};
  } else if constexpr (is_meta<Result>) {
    return detail::traced<Operation, Result, Cost>(operands...);
  } else {
    auto const symbols = met_symbols<Operation>(operands...);
    Result result(uninitialized, narrowed<symbols_in<shape_of<Result>>>(symbols));
    kernel(result, operands...);
    return result;
  }
}

/// `compute_mixed` of operands `[...]` whose elements are the result's; others are refused.
template <fixed_string Operation, class Result, class Cost, class Kernel, class... Operands>
constexpr Result compute(Kernel const& kernel, Operands const&... operands) {
  if constexpr (is_poisoned<Result> || (std::is_same_v<element_of<Operands>, element_of<Result>> && ...)) {
    return compute_mixed<Operation, Result, Cost>(kernel, operands...);
  } else {
    using reason = rules::plainly<"kernels compute with float elements; an operand has others">;
    return accepted<rules::refuse<Operation, reason, shape_of<Operands>...>>{};
  }
}

/// Gives the elements of an operand `[...]` another layout, that of `Result`, beginning `offset` elements further on. A
/// rule has accepted it: nothing is refused or thrown here.
template <fixed_string Operation, class Result, class X>
constexpr Result relabel(X&& operand, std::size_t offset = 0) {
  if constexpr (is_poisoned<Result>) {
    return {};
  } else if constexpr (is_meta<Result>) {
    trace* const log = detail::note_in_log<Operation, Result, no_cost>(operand);
    if constexpr (std::is_reference_v<X> || std::is_const_v<X>)
      return Result(log);
    else
      return Result(log, std::forward<X>(operand).take_block());
  } else {
    auto const values = narrowed<symbols_in<layout_of<Result>>>(operand.symbols());
    if constexpr (Result::owns) {
      std::size_t const begin = operand.offset() + offset;
      return Result(std::forward<X>(operand).take_storage(), values, begin);
    } else {
      return Result(operand.data() + offset, values);
    }
  }
}

}  // namespace shapeproof

// ---- shapeproof/ops/contiguous.hpp
/// Dense copies.

namespace shapeproof {

namespace rules {
/// `[B, H, L, Dk] -> [B, H, L, Dk]`: any layout becomes dense, in the order of its axes. Nothing is refused.
struct contiguous_rule {
  using placement = keeps_sums;                       ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "contiguous";  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    return Shape{};
  }
};
}  // namespace rules

/// Whether `contiguous(x)` is accepted: of every tensor.
template <class X>
concept can_contiguous = accepts<rules::contiguous_rule, X>;

/// A dense copy in the order of the type's axes: `[B, H, L, Dk]` in any memory order -> `[B, H, L, Dk]` in this one.
/// For elements of any type; nothing is refused. What expires and lies in that order already, but for axes of extent 1,
/// is not copied.
template <any_tensor X>
constexpr auto contiguous(X&& x) -> computed<element_of<X>, rules::contiguous_rule, X> {
  using result_type = computed<element_of<X>, rules::contiguous_rule, X>;
  using plain = std::remove_cvref_t<X>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else if constexpr (!std::is_reference_v<X> && detail::view_kind<X> != detail::kind::borrower &&
                       has_dense_elements<layout_of<X>>) {
    return relabel<"contiguous", result_type>(std::forward<X>(x));
  } else if constexpr (is_meta<result_type>) {
    return detail::traced<"contiguous", result_type, cost_of<0, shape<>, result_type, plain>>(x);
  } else {
    using shape = shape_of<X>;
    result_type result(uninitialized, narrowed<symbols_in<shape>>(x.symbols()));
    cpu::copy(x.data(), result.data(), sizeof(element_of<X>), loops_over<shape>(x, result));
    return result;
  }
}

}  // namespace shapeproof

// ---- shapeproof/ops/in_place.hpp
/// Elementwise operations that write where an operand was that nobody needs any more.

namespace shapeproof {

namespace detail {

/// Whether `Result` may lie where this operand, `X` as in `X&&`, lies: nobody else holds it, and it is as large.
template <class Result, class X>
inline constexpr bool may_take_over =
    !std::is_reference_v<X> && !std::is_const_v<X> && view_kind<X> != kind::borrower && !is_poisoned<Result> &&
    std::is_same_v<layout_of<X>, layout_of<Result>> && std::is_same_v<element_of<X>, float> && is_dense<layout_of<X>>;

/// Whether the other operand needs the elements that `taken` gives away: it is the same tensor, or a view into it. (A
/// view begins inside of what it views.)
template <class Taken, class Other>
constexpr bool is_seen_by(Taken const& taken, Other const& other) {
  if constexpr (traits<Other>::tensor_kind == kind::borrower && traits<Taken>::tensor_kind == kind::owner) {
    auto const begin = reinterpret_cast<std::uintptr_t>(taken.storage().data());
    auto const at = reinterpret_cast<std::uintptr_t>(other.data());
    return at >= begin && at - begin < taken.storage().size() * sizeof(element_of<Taken>);
  } else {
    return static_cast<void const*>(&taken) == static_cast<void const*>(&other);
  }
}

/// `kernel(result, operands...)` where `from` is one of the operands and gives its memory to the result.
template <fixed_string Operation, class Result, class Cost, class From, class Run, class... Operands>
constexpr Result computed_in(From& from, Run const& run, Operands const&... operands) {
  if constexpr (is_meta<Result>) {
    trace* const log = note_in_log<Operation, Result, Cost>(operands...);
    auto block = std::move(from).take_block();
    if (!block.is_noted()) block = traced_block(log, &byte_count<Result>);
    return Result(log, std::move(block));
  } else {
    auto const values = narrowed<symbols_in<shape_of<Result>>>(met_symbols<Operation>(operands...));
    std::size_t const offset = from.offset();
    Result result(std::move(from).take_storage(), values, offset);
    run(result);
    return result;
  }
}

}  // namespace detail

/// `compute` of one operand `[...] -> Result`, in place where it expires. Refused and thrown as by `compute`.
template <fixed_string Operation, class Result, class Cost, class Kernel, class X>
constexpr Result compute_in_place(Kernel const& kernel, X&& x) {
  if constexpr (detail::may_take_over<Result, X>)
    return detail::computed_in<Operation, Result, Cost>(x, [&](auto& result) { kernel(result, result); }, x);
  else
    return compute<Operation, Result, Cost>(kernel, x);
}

/// `compute` of two operands `[...] x [...] -> Result`, in the place of one of them where it expires and the other does
/// not look into it. Refused and thrown as by `compute`.
template <fixed_string Operation, class Result, class Cost, class Kernel, class A, class B>
constexpr Result compute_in_place(Kernel const& kernel, A&& a, B&& b) {
  constexpr bool floats = std::is_same_v<element_of<A>, float> && std::is_same_v<element_of<B>, float>;
  if constexpr (floats && detail::may_take_over<Result, A>) {
    if (!detail::is_seen_by(a, b))
      return detail::computed_in<Operation, Result, Cost>(a, [&](auto& result) { kernel(result, result, b); }, a, b);
  } else if constexpr (floats && detail::may_take_over<Result, B>) {
    if (!detail::is_seen_by(b, a))
      return detail::computed_in<Operation, Result, Cost>(b, [&](auto& result) { kernel(result, a, result); }, a, b);
  }
  return compute<Operation, Result, Cost>(kernel, a, b);
}

}  // namespace shapeproof

// ---- shapeproof/ops/activation.hpp
/// Activation functions: of each element, so the shape stays. What is computed from a tensor that expires lies in its
/// place.

namespace shapeproof {

namespace rules {
/// `[...] -> [...]`: the shape stays. No shape is refused; it is linear in nothing.
template <fixed_string Operation>
struct activation_rule {
  static constexpr auto name = Operation;  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    return Shape{};
  }
};
}  // namespace rules

/// Whether `gelu(x)`, `gelu_tanh(x)` and `silu(x)` are accepted.
template <class X>
concept can_activate = accepts<rules::activation_rule<"activation">, X>;

namespace detail {

template <fixed_string Operation, cpu::unary Kernel, class X>
constexpr auto activated(X&& x) -> computed<float, rules::activation_rule<Operation>, X> {
  using result_type = computed<float, rules::activation_rule<Operation>, X>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else
    return compute_in_place<Operation, result_type, cost_of<5, shape_of<X>, result_type, std::remove_cvref_t<X>>>(
        [](auto& result, auto const& from) {
          cpu::elementwise(Kernel, from.data(), result.data(), elementwise_loops<shape_of<X>>(from, result));
        },
        std::forward<X>(x));
}

}  // namespace detail

/// `[...] -> [...]`: `x/2 * (1 + erf(x / sqrt 2))`, the exact form. Elements that are not float are refused. Hendrycks
/// and Gimpel, 2016 (arXiv:1606.08415).
template <any_tensor X>
constexpr auto gelu(X&& x) {
  return detail::activated<"gelu", cpu::unary::gelu>(std::forward<X>(x));
}

/// `[...] -> [...]`: `x/2 * (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))`: what GPT-2 computes instead of the exact form.
/// Elements that are not float are refused. Hendrycks and Gimpel, 2016 (arXiv:1606.08415).
template <any_tensor X>
constexpr auto gelu_tanh(X&& x) {
  return detail::activated<"gelu_tanh", cpu::unary::gelu_tanh>(std::forward<X>(x));
}

/// `[...] -> [...]`: `x / (1 + exp(-x))`. Elements that are not float are refused. Elfwing et al., 2017
/// (arXiv:1702.03118).
template <any_tensor X>
constexpr auto silu(X&& x) {
  return detail::activated<"silu", cpu::unary::silu>(std::forward<X>(x));
}

}  // namespace shapeproof

// ---- shapeproof/rules/broadcast.hpp
/// The rule of elementwise operations: broadcast by name.

namespace shapeproof::rules {

namespace detail {

/// Whether the axes of `Part` are some of the axes of `Whole`, in the same order.
template <class Part, class Whole>
inline constexpr bool is_part_of = false;
template <class... Whole>
inline constexpr bool is_part_of<shape<>, shape<Whole...>> = true;
template <class First, class... Part, class... Whole>
inline constexpr bool is_part_of<shape<First, Part...>, shape<First, Whole...>> =
    is_part_of<shape<Part...>, shape<Whole...>>;
template <class First, class... Part, class Other, class... Whole>
inline constexpr bool is_part_of<shape<First, Part...>, shape<Other, Whole...>> =
    is_part_of<shape<First, Part...>, shape<Whole...>>;

template <class A, class B>
struct no_broadcast;
template <class... A, class B>
struct no_broadcast<shape<A...>, B> {
  template <class Axis>
  static constexpr void compare(text& result) {
    constexpr std::size_t at = position_of<B>(axis_name<Axis>);
    if constexpr (at != not_found) {
      using other = type_at<B, at>;
      if (std::is_same_v<Axis, other> || result.size > 0) return;
      result = text::of(axis_text<Axis>(), " meets ", axis_text<other>(), shard_remedy<Axis, other>());
      if (std::is_same_v<whole<Axis>, whole<other>>) return;
      polynomial const difference = extent_polynomial<Axis> - extent_polynomial<other>;
      if (!is_static<Axis> || !is_static<other>) result.add("; they differ by ").add(to_text(difference));
    }
  }
  static constexpr text reason() {
    text result;
    (compare<A>(result), ...);
    if (result.size > 0) return result;
    if (has_all<B, shape<A...>>() || has_all<shape<A...>, B>())
      return result.add("the axes are in another order; permute one side");
    text only_left = missing_in<shape<A...>, B>();
    text only_right = missing_in<B, shape<A...>>();
    return result.add("only the left has ")
        .add(only_left)
        .add(", only the right has ")
        .add(only_right)
        .add("; an axis is broadcast by its name, from the side that has all axes");
  }
  template <class Part, class Whole>
  static constexpr bool has_all() {
    for (std::size_t i = 0; i < Part::rank; ++i)
      if (position_of<Whole>(shapeproof::detail::names_of<Part>::value[i]) == not_found) return false;
    return true;
  }
  template <class From, class In>
  static constexpr text missing_in() {
    text result;
    for (std::size_t i = 0; i < From::rank; ++i) {
      std::string_view const name = shapeproof::detail::names_of<From>::value[i];
      if (position_of<In>(name) == not_found) result.add(result.size > 0 ? ", " : "").add(name);
    }
    return result;
  }
};

}  // namespace detail

/// `[B, L, D] + [B, L, D] -> [B, L, D]`, `[B, L, D] + [D] -> [B, L, D]`: one side's axes are all, or some in the same
/// order, of the other's. Anything else is refused: never by position and never because an extent is 1, both of which
/// NumPy does (https://numpy.org/doc/stable/user/basics.broadcasting.html). `Operation` is `+`, `-` or `*`.
template <fixed_string Operation>
struct broadcast_rule {
  /// What it does with sums over ranks; any other operation than the three is linear in nothing.
  using placement =
      std::conditional_t<Operation.view() == "*", multiplies_sums,
                         std::conditional_t<Operation.view() == "+" || Operation.view() == "-", adds_sums, void>>;
  static constexpr auto name = Operation;  ///< in messages
  template <class A, class B>
  constexpr auto operator()(A, B) const {
    if constexpr (std::is_same_v<A, B> || detail::is_part_of<B, A>)
      return A{};
    else if constexpr (detail::is_part_of<A, B>)
      return B{};
    else
      return refuse<Operation, detail::no_broadcast<A, B>, A, B>{};
  }
};
template <fixed_string Operation>
inline constexpr broadcast_rule<Operation> broadcast = {};

}  // namespace shapeproof::rules

// ---- shapeproof/ops/arithmetic.hpp
/// Elementwise arithmetic, broadcast by name. What is computed from a tensor that expires lies in its place.

namespace shapeproof {

/// Whether `a + b` is accepted.
template <class A, class B>
concept can_add = accepts<rules::broadcast_rule<"+">, A, B>;
/// Whether `a - b` is accepted.
template <class A, class B>
concept can_subtract = accepts<rules::broadcast_rule<"-">, A, B>;
/// Whether `a * b` is accepted.
template <class A, class B>
concept can_multiply = accepts<rules::broadcast_rule<"*">, A, B>;

namespace detail {

template <fixed_string Operation, cpu::binary Kernel, class A, class B>
constexpr auto elementwise(A&& a, B&& b) -> computed<float, rules::broadcast_rule<Operation>, A, B> {
  using result_type = computed<float, rules::broadcast_rule<Operation>, A, B>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else
    return compute_in_place<
        Operation, result_type,
        cost_of<1, shape_of<result_type>, result_type, std::remove_cvref_t<A>, std::remove_cvref_t<B>>>(
        [](auto& result, auto const& left, auto const& right) {
          cpu::elementwise(Kernel, left.data(), right.data(), result.data(),
                           elementwise_loops<shape_of<result_type>>(left, right, result));
        },
        std::forward<A>(a), std::forward<B>(b));
}

template <class X>
using same_shape = computed<float, rules::contiguous_rule, X>;

}  // namespace detail

/// `[B, L, D] + [B, L, D]`, `[B, L, D] + [D]` -> `[B, L, D]`: broadcast by name. Refused where no side has all axes of
/// the other in its order. Throws `shape_error` where a symbol has two values.
template <any_tensor A, any_tensor B>
constexpr auto operator+(A&& a, B&& b) -> computed<float, rules::broadcast_rule<"+">, A, B> {
  return detail::elementwise<"+", cpu::binary::add>(std::forward<A>(a), std::forward<B>(b));
}

/// `[B, L, D] - [B, L, D]`, `[B, L, D] - [D]` -> `[B, L, D]`. Refused and thrown as by `+`.
template <any_tensor A, any_tensor B>
constexpr auto operator-(A&& a, B&& b) -> computed<float, rules::broadcast_rule<"-">, A, B> {
  return detail::elementwise<"-", cpu::binary::subtract>(std::forward<A>(a), std::forward<B>(b));
}

/// `[B, L, D] * [B, L, D]`, `[B, L, D] * [D]` -> `[B, L, D]`, element by element. Refused and thrown as by `+`.
template <any_tensor A, any_tensor B>
constexpr auto operator*(A&& a, B&& b) -> computed<float, rules::broadcast_rule<"*">, A, B> {
  return detail::elementwise<"*", cpu::binary::multiply>(std::forward<A>(a), std::forward<B>(b));
}

/// `[...] * number -> [...]`. Elements that are not float are refused.
template <any_tensor X>
constexpr auto operator*(X&& x, float factor) -> detail::same_shape<X> {
  using result_type = detail::same_shape<X>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else
    return compute_in_place<"scale", result_type, cost_of<1, shape_of<X>, result_type, std::remove_cvref_t<X>>>(
        [factor](auto& result, auto const& from) {
          cpu::scale(from.data(), factor, result.data(), elementwise_loops<shape_of<X>>(from, result));
        },
        std::forward<X>(x));
}

/// `number * [...] -> [...]`. Elements that are not float are refused.
template <any_tensor X>
constexpr auto operator*(float factor, X&& x) -> detail::same_shape<X> {
  return std::forward<X>(x) * factor;
}

/// `[...] / number -> [...]`, times its reciprocal. Elements that are not float are refused.
template <any_tensor X>
constexpr auto operator/(X&& x, float divisor) -> detail::same_shape<X> {
  return std::forward<X>(x) * (1.0F / divisor);
}

}  // namespace shapeproof

// ---- shapeproof/rules/concat.hpp
/// The rule of concat: one axis grows.

namespace shapeproof::rules {

namespace detail {

template <class Axis, class Other>
struct summed {
  static constexpr polynomial value = extent_polynomial<Axis> + extent_polynomial<Other>;
  static constexpr text reason() { return text::of("the sum of the extents ", value.problem); }
};

/// The axis `Axis` with the extent `Value`, a polynomial.
template <class Axis, polynomial const& Value>
struct with_extent;
template <polynomial const& Value>
struct polynomial_message {
  static constexpr text message() { return to_text(Value); }
};
template <fixed_string Name, auto Extent, polynomial const& Value>
struct with_extent<named_axis<Name, Extent>, Value> {
  static constexpr auto make() {
    if constexpr (Value.is_number())
      return type_is<named_axis<Name, static_cast<std::size_t>(Value.number())>>{};
    else
      return type_is<named_axis<Name, fixed_message<polynomial_message<Value>>>>{};
  }
  using type = typename decltype(make())::type;
};

template <class A, class B, std::size_t At>
struct other_axes_differ {
  static constexpr text reason() {
    if (A::rank != B::rank) return text::of("the ranks differ");
    for (std::size_t i = 0; i < A::rank; ++i) {
      std::string_view const left = shapeproof::detail::names_of<A>::value[i];
      std::string_view const right = shapeproof::detail::names_of<B>::value[i];
      if (left == right) continue;
      bool const is_elsewhere = position_of<B>(left) != not_found && position_of<A>(right) != not_found;
      return text::of(is_elsewhere ? "the axes are in another order: " : "the axes have other roles: ", left, " meets ",
                      right, is_elsewhere ? "; permute one side" : "; rename one if they are the same");
    }
    text result;
    describe_first<0>(result);
    return result.add("; all axes except ").add(shapeproof::detail::names_of<A>::value[At]).add(" must be equal");
  }
  template <std::size_t I>
  static constexpr void describe_first(text& result) {
    if constexpr (I < A::rank && A::rank == B::rank) {
      if constexpr (I == At || std::is_same_v<type_at<A, I>, type_at<B, I>>)
        describe_first<I + 1>(result);
      else
        result.add(axis_text<type_at<A, I>>()).add(" meets ").add(axis_text<type_at<B, I>>());
    }
  }
};

template <class A, class B, std::size_t At>
constexpr bool equal_except() {
  if constexpr (A::rank != B::rank)
    return false;
  else
    return std::is_same_v<range_of<A, 0, At>, range_of<B, 0, At>> &&
           std::is_same_v<range_of<A, At + 1, A::rank>, range_of<B, At + 1, B::rank>> &&
           axis_name<type_at<A, At>> == axis_name<type_at<B, At>>;
}

}  // namespace detail

/// `concat<"S">`: `[B, H, S=past, Dk] + [B, H, S=1, Dk] -> [B, H, S=past+1, Dk]`. Refused where a side lacks the axis,
/// it is fused, a concatenation or a shard, another axis is not equal or in another place, or the sum of the extents is
/// beyond a polynomial.
template <fixed_string Name>
struct concat_rule {
  using placement = joins_sums;                   ///< parts of sums over the same ranks, or none
  static constexpr fixed_string name = "concat";  ///< in messages
  template <class A, class B>
  constexpr auto operator()(A, B) const {
    constexpr std::size_t at = position_of<A>(Name.view());
    if constexpr (at == not_found) {
      return refuse<"concat", no_such_axis<Name, A>, A, B>{};
    } else if constexpr (position_of<B>(Name.view()) == not_found) {
      return refuse<"concat", no_such_axis<Name, B>, A, B>{};
    } else if constexpr (!detail::equal_except<A, B, at>()) {
      return refuse<"concat", detail::other_axes_differ<A, B, at>, A, B>{};
    } else if constexpr (is_sharded<type_at<A, at>> || is_sharded<type_at<B, at>>) {
      using part = std::conditional_t<is_sharded<type_at<A, at>>, type_at<A, at>, type_at<B, at>>;
      return refuse<"concat", spread_over_ranks<part>, A, B>{};
    } else if constexpr (is_fused<type_at<A, at>>) {
      return refuse<"concat", plainly<"a fused axis does not grow; split first and concat one factor">, A, B>{};
    } else if constexpr (is_concatenated<type_at<A, at>>) {
      return refuse<"concat", plainly<"axes side by side do not grow; concat one of them by itself">, A, B>{};
    } else if constexpr (detail::summed<type_at<A, at>, type_at<B, at>>::value.problem != nullptr) {
      return refuse<"concat", detail::summed<type_at<A, at>, type_at<B, at>>, A, B>{};
    } else {
      using grown =
          typename detail::with_extent<type_at<A, at>, detail::summed<type_at<A, at>, type_at<B, at>>::value>::type;
      return join<range_of<A, 0, at>, shape<grown>, range_of<A, at + 1, A::rank>>{};
    }
  }
};
template <fixed_string Name>
inline constexpr concat_rule<Name> concat = {};

}  // namespace shapeproof::rules

// ---- shapeproof/rules/split_merge.hpp
/// The rules of split and merge: a fused axis and its factors.

namespace shapeproof::rules {

namespace detail {

/// The list with the elements at [At, At + Count) replaced by `New...`.
template <class List, std::size_t At, std::size_t Count, class Replacement>
using replaced = join<range_of<List, 0, At>, Replacement, range_of<List, At + Count, list_size<List>>>;

template <template <class...> class List, class Axis>
struct factors_in;
template <template <class...> class List, class... Factors>
struct factors_in<List, fused<Factors...>> {
  using type = List<Factors...>;
};

/// `( H  Dk)` and `(H Dk)` are one name.
constexpr text spaced_once(std::string_view pattern) {
  text result;
  bool gap = false;
  for (char c : pattern) {
    if (c == ' ') {
      gap = true;
      continue;
    }
    if (gap && c != ')' && result.size > 0 && result.characters[result.size - 1] != '(') result.add(" ");
    gap = false;
    result.add(std::string_view{&c, 1});
  }
  return result;
}

template <fixed_string Pattern>
inline constexpr text canonical_pattern = spaced_once(Pattern.view());

template <fixed_string Pattern, class Shape>
struct no_such_fused_axis {
  static constexpr text reason() {
    text result = text::of("there is no fused axis ", canonical_pattern<Pattern>);
    for (std::size_t i = 0; i < Shape::rank; ++i) {
      std::string_view const name = shapeproof::detail::names_of<Shape>::value[i];
      if (same_letters(name, canonical_pattern<Pattern>.view()))
        return result.add("; the order of the factors is ").add(name);
    }
    for (std::size_t i = 0; i < Shape::rank; ++i) {
      std::string_view const name = shapeproof::detail::names_of<Shape>::value[i];
      if (name[0] == '(') return result.add("; ").add(name).add(" splits into its own factors only");
    }
    return result.add("; a weight declares it: its output axis is fused<...>");
  }
  static constexpr bool same_letters(std::string_view a, std::string_view b) {
    for (int letter = '0'; letter <= 'z'; ++letter) {
      int balance = 0;
      for (char c : a) balance += c == letter;
      for (char c : b) balance -= c == letter;
      if (balance != 0) return false;
    }
    return true;
  }
};

template <fixed_string Pattern, class Split>
struct factor_taken {
  static constexpr text reason() {
    return text::of("splitting ", canonical_pattern<Pattern>, " gives ", repeated_name<Split>(),
                    " twice; rename the other one first");
  }
};

template <class Shape, fixed_string... Names>
struct run {
  static constexpr std::size_t count = sizeof...(Names);
  static constexpr std::string_view names[count + 1] = {Names.view()...};
  static constexpr std::size_t first = position_of<Shape>(names[0]);

  static constexpr std::string_view missing() {
    for (std::size_t i = 0; i < count; ++i)
      if (position_of<Shape>(names[i]) == not_found) return names[i];
    return {};
  }
  static constexpr bool adjacent() {
    for (std::size_t i = 0; i < count; ++i)
      if (position_of<Shape>(names[i]) != first + i) return false;
    return true;
  }

  static constexpr text reason() {
    text result;
    if (!missing().empty()) return result.add("there is no axis ").add(missing());
    for (std::size_t i = 1; i < count; ++i) {
      std::size_t const before = position_of<Shape>(names[i - 1]);
      std::size_t const here = position_of<Shape>(names[i]);
      if (here == before + 1) continue;
      result.add(names[i - 1]).add(" and ").add(names[i]);
      if (here + 1 == before) return result.add(" stand in the other order; merge them as they stand, or transpose");
      if (here == before) return result.add(" are one axis");
      result.add(" are not neighbours");
      for (std::size_t at = before + 1; at < here; ++at)
        result.add(at == before + 1 ? ", " : " ").add(shapeproof::detail::names_of<Shape>::value[at]);
      if (here > before) result.add(here == before + 2 ? " lies between" : " lie between");
      return result.add("; transpose them together first");
    }
    return result;
  }
};

/// Whether the axes lie in memory one inside the other without a gap, so that they can be walked as one.
template <class Shape, class Memory, std::size_t First, std::size_t Count>
constexpr bool is_one_walk() {
  std::size_t const slot = position_of<Memory>(shapeproof::detail::names_of<Shape>::value[First]);
  for (std::size_t i = 1; i < Count; ++i)
    if (position_of<Memory>(shapeproof::detail::names_of<Shape>::value[First + i]) != slot + i) return false;
  return true;
}

template <class Memory>
struct memory_in_between {
  static constexpr text reason() {
    return text::of("the memory order is ", to_text(Memory{}), "; call contiguous() first, which copies");
  }
};

struct memory_is_wider {
  static constexpr text reason() {
    return text::of("the view steps over part of the memory; call contiguous() first, which copies");
  }
};

template <class List>
struct fused_from;
template <template <class...> class List, class... Axes>
struct fused_from<List<Axes...>> {
  using type = fused<Axes...>;
};

}  // namespace detail

/// `split<"(H Dk)">`: `[B, L, (H Dk)] -> [B, L, H, Dk]`. No element moves. Inverse of `merge<"H","Dk">`. Refused where
/// there is no axis of these factors in this order, or the result would have a name twice.
template <fixed_string Pattern>
struct split_rule {
  using placement = keeps_sums;                  ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "split";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    constexpr std::size_t at = position_of<from>(detail::canonical_pattern<Pattern>.view());
    if constexpr (at == not_found) {
      return refuse<"split", detail::no_such_fused_axis<Pattern, from>, Layout>{};
    } else if constexpr (!is_fused<type_at<from, at>>) {
      return refuse<"split", plainly<"the axis is not fused, it has no factors">, Layout>{};
    } else {
      using slots = memory_in<Layout>;
      constexpr std::size_t slot = position_of<slots>(detail::canonical_pattern<Pattern>.view());
      using to = detail::replaced<from, at, 1, typename detail::factors_in<shape, type_at<from, at>>::type>;
      using to_slots =
          detail::replaced<slots, slot, 1, typename detail::factors_in<memory, type_at<slots, slot>>::type>;
      if constexpr (names_are_distinct<to>())
        return layout_from<to, to_slots>{};
      else
        return refuse<"split", detail::factor_taken<Pattern, to>, Layout>{};
    }
  }
};
template <fixed_string Pattern>
inline constexpr split_rule<Pattern> split = {};

/// `merge<"H","Dk">`: `[B, L, H, Dk] -> [B, L, (H Dk)]`. The axes are neighbours in this order, in the shape and in
/// memory; else it is refused, as is a fused name that is taken. No element moves. Inverse of `split<"(H Dk)">`.
template <fixed_string... Names>
struct merge_rule {
  using placement = keeps_sums;                  ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "merge";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    using slots = memory_in<Layout>;
    using run = detail::run<from, Names...>;
    constexpr std::size_t count = sizeof...(Names);
    if constexpr (count < 2) {
      return refuse<"merge", plainly<"takes the names of two axes or more">, Layout>{};
    } else if constexpr (!run::missing().empty() || !run::adjacent()) {
      return refuse<"merge", run, Layout>{};
    } else if constexpr (!detail::is_one_walk<from, slots, run::first, count>()) {
      return refuse<"merge", detail::memory_in_between<slots>, Layout>{};
    } else {
      constexpr std::size_t slot = position_of<slots>(run::names[0]);
      using axes = range_of<from, run::first, run::first + count>;
      using inner = range_of<from, run::first + 1, run::first + count>;
      using inner_slots = range_of<slots, slot + 1, slot + count>;
      if constexpr (!std::is_same_v<typename detail::fused_from<inner>::type,
                                    typename detail::fused_from<inner_slots>::type>) {
        return refuse<"merge", detail::memory_is_wider, Layout>{};
      } else {
        using to = detail::replaced<from, run::first, count, shape<typename detail::fused_from<axes>::type>>;
        using to_slot = typename detail::fused_from<range_of<slots, slot, slot + count>>::type;
        if constexpr (names_are_distinct<to>())
          return layout_from<to, detail::replaced<slots, slot, count, memory<to_slot>>>{};
        else
          return refuse<"merge", plainly<"the fused name is taken by another axis">, Layout>{};
      }
    }
  }
};
template <fixed_string... Names>
inline constexpr merge_rule<Names...> merge = {};

}  // namespace shapeproof::rules

// ---- shapeproof/rules/assume_equal.hpp
/// The rule of assume_equal: another expression for an axis' extent, which only a run-time comparison can justify.

namespace shapeproof::rules {

namespace detail {
template <extent Other>
struct wanted_extent {
  static constexpr polynomial value = Other.value();
};
template <class Axis, extent Other>
struct provably_unequal {
  static constexpr polynomial difference = extent_polynomial<Axis> - wanted_extent<Other>::value;
  static constexpr bool found = difference.is_number() && difference.number() != 0;
  static constexpr text reason() {
    return text::of(axis_text<Axis>(), " is never ", to_text(wanted_extent<Other>::value), "; they differ by ",
                    to_text(difference));
  }
};
}  // namespace detail

/// `assume_equal<"S", "past+1">`: `[B, S] -> [B, S=past+1]`. Refused where there is no such axis, it is fused or a
/// shard, the layout is not dense, or the two extents can never be equal.
template <fixed_string Name, extent Other>
struct assume_equal_rule {
  using placement = keeps_sums;                         ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "assume_equal";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    constexpr std::size_t at = position_of<from>(Name.view());
    if constexpr (at == not_found) {
      return refuse<"assume_equal", no_such_axis<Name, from>, Layout>{};
    } else if constexpr (is_fused<type_at<from, at>>) {
      return refuse<"assume_equal", plainly<"a fused axis has the extent of its factors; split first">, Layout>{};
    } else if constexpr (is_sharded<type_at<from, at>>) {
      return refuse<"assume_equal", plainly<"a shard has the extent of its whole axis over the ranks">, Layout>{};
    } else if constexpr (!is_dense<Layout>) {
      return refuse<"assume_equal", plainly<"only a dense tensor; call contiguous() first, which copies">, Layout>{};
    } else {
      using unequal = detail::provably_unequal<type_at<from, at>, Other>;
      if constexpr (unequal::found) {
        return refuse<"assume_equal", unequal, Layout>{};
      } else {
        using axis = typename detail::with_extent<type_at<from, at>, detail::wanted_extent<Other>::value>::type;
        return detail::replaced<from, at, 1, shape<axis>>{};
      }
    }
  }
};
template <fixed_string Name, extent Other>
inline constexpr assume_equal_rule<Name, Other> assume_equal = {};

}  // namespace shapeproof::rules

// ---- shapeproof/ops/assume_equal.hpp
/// A named, checked statement at the border: what the types cannot prove is compared when the program runs.

namespace shapeproof {

/// Whether `assume_equal<Name, Other>(x)` is accepted.
template <class X, fixed_string Name, extent Other>
concept can_assume_equal = accepts_layout<rules::assume_equal_rule<Name, Other>, X>;

namespace detail {

/// Values for the symbols of `To`, from a tensor's symbols and from bindings.
template <class To, class From, fixed_string... Names>
symbol_values<To> values_of(symbol_values<From> const& from, binding<Names>... bindings) {
  symbol_values<To> result;
  for (std::size_t i = 0; i < To::count; ++i) {
    std::string_view const name = symbol_list<To>::names[i];
    std::size_t const at = symbol_list<From>::find(name);
    bool found = at != not_found;
    if (found) result.at[i] = from.at[at];
    ((Names.view() == name ? (result.at[i] = bindings.value, found = true) : false), ...);
    if (!found) throw shape_error("assume_equal", std::string(name), "the symbol has no value; pass bind<...>(n)");
  }
  return result;
}

}  // namespace detail

/// `assume_equal<"S", "past+1">(x, bind<"past">(7))`: `[B, S=n] -> [B, S=past+1]`, the same elements. Refused where the
/// extents can never be equal, the axis is missing or fused, or x is not dense. Throws `shape_error` with both values
/// where the extents differ, and where a symbol has no value.
template <fixed_string Name, extent Other, any_tensor X, fixed_string... Names>
constexpr auto assume_equal(X&& x, [[maybe_unused]] binding<Names>... bindings)
    -> viewed<rules::assume_equal_rule<Name, Other>, X> {
  using result = viewed<rules::assume_equal_rule<Name, Other>, X>;
  if constexpr (is_poisoned<result> || is_meta<result>) {
    return relabel<"assume_equal", result>(std::forward<X>(x));
  } else {
    using to = shape_of<result>;
    auto const values = detail::values_of<symbols_in<to>>(x.symbols(), bindings...);
    constexpr std::size_t at = position_of<to>(Name.view());
    long long const has = signed_extent<type_at<shape_of<X>, at>>(x.symbols());
    long long const wanted = signed_extent<type_at<to, at>>(values);
    if (has != wanted)
      throw shape_error("assume_equal", to_string(x),
                        std::string(Name.view()) + " is " + std::to_string(has) + ", not " + std::to_string(wanted));
    if constexpr (result::owns) {
      std::size_t const begin = x.offset();
      return result(std::forward<X>(x).take_storage(), values, begin);
    } else {
      return result(x.data(), values);
    }
  }
}

}  // namespace shapeproof

// ---- shapeproof/cpu/communicator.hpp
/// The ranks of a mesh as operations see them: numbers, counts and bytes. What carries them between processes is behind
/// the interface.

namespace shapeproof::cpu {

/// One of `size()` ranks that all call the same functions in the same order; a call returns when this rank's part is
/// done. What an implementation throws goes on to whoever called the operation.
class communicator {
 public:
  communicator() = default;
  communicator(communicator const&) = delete;
  communicator& operator=(communicator const&) = delete;
  virtual ~communicator() = default;

  virtual std::size_t rank() const = 0;  ///< from 0 on
  virtual std::size_t size() const = 0;  ///< how many ranks there are

  /// Each of `count` values becomes its sum over the ranks, to the bit the same on each.
  virtual void all_reduce(float* values, std::size_t count) = 0;
  /// `bytes` bytes of each rank, one rank behind the other, in `all`: size() * bytes.
  virtual void all_gather(void const* mine, std::size_t bytes, void* all) = 0;
  /// `mine`, `count` values, becomes this rank's part of the sum over the ranks of `all`: size() * count values.
  virtual void reduce_scatter(float const* all, float* mine, std::size_t count) = 0;
  /// The bytes that rank `root` has, on each rank.
  virtual void broadcast(void* values, std::size_t bytes, std::size_t root) = 0;

  class scope;
  /// That of the mesh of this name in the innermost scope of this thread that has one; null where none has.
  static communicator* of(std::string_view mesh);
};

/// While it lives, this thread's operations over the mesh of this name use the communicator, which must not end before
/// it, nor the name: `communicator::scope const within(ranks, "tp");`. Scopes may be nested.
class communicator::scope {
 public:
  /// Begins: the operations over `mesh` that this thread calls use `within`.
  [[nodiscard]] scope(communicator& within, std::string_view mesh);
  scope(scope const&) = delete;
  scope& operator=(scope const&) = delete;
  ~scope();

 private:
  friend class communicator;
  communicator& within_;
  std::string_view mesh_;
  scope const* outer_;
};

}  // namespace shapeproof::cpu

// ---- shapeproof/ops/ranks.hpp
/// The ranks that a mesh of a type has when the program runs.

namespace shapeproof {

using cpu::communicator;

namespace detail {

/// The communicator of `Mesh`. Throws `shape_error` where none is in scope, or it has another number of ranks than the
/// mesh, or than the mesh's symbol says where x has that.
template <class Mesh, class X>
communicator& ranks_for(char const* operation, X const& x) {
  constexpr std::string_view name = mesh_name<Mesh>;
  communicator* const ranks = communicator::of(name);
  if (ranks == nullptr)
    throw shape_error(operation, to_string(x),
                      "no communicator of the mesh " + std::string(name) + " is in scope; make a communicator::scope");
  std::size_t expected = ranks->size();
  if constexpr (mesh_degree<Mesh>.is_number()) {
    expected = static_cast<std::size_t>(mesh_degree<Mesh>.number());
  } else {
    using known = symbol_list<symbols_in<layout_of<X>>>;
    constexpr std::size_t at = known::find(mesh_degree<Mesh>.terms[0].symbols[0]);
    if constexpr (at != not_found) expected = x.symbols().at[at];
  }
  if (ranks->size() != expected)
    throw shape_error(operation, to_string(x),
                      "the mesh " + std::string(name) + " has " + std::to_string(expected) +
                          " ranks, its communicator " + std::to_string(ranks->size()));
  return *ranks;
}

}  // namespace detail

}  // namespace shapeproof

// ---- shapeproof/rules/collectives.hpp
/// The rules of what ranks do together: all_reduce, all_gather, reduce_scatter, scatter.

namespace shapeproof::rules {

namespace detail {

template <class Meshes>
struct without_mesh;
template <class... Meshes>
struct without_mesh<mesh_list<Meshes...>> {
  static constexpr bool has([[maybe_unused]] std::string_view name) { return ((mesh_name<Meshes> == name) || ...); }
  template <fixed_string Name>
  using named =
      join<mesh_list<>, std::conditional_t<mesh_name<Meshes> == Name.view(), mesh_list<>, mesh_list<Meshes>>...>;
};

template <class Axis>
struct whole_already {
  static constexpr text reason() { return text::of(axis_text<Axis>(), " is whole on each rank already"); }
};
template <class Axis>
struct inner_shard {
  static constexpr text reason() {
    return text::of("a rank's part of ", axis_text<Axis>(), " is not in one piece; ",
                    is_concatenated<Axis> ? "gather each axis by itself" : "split first and gather the factor");
  }
};

/// The axis without the shard of its first factor.
template <class Axis>
struct gathered_axis {
  using type = Axis;
};
template <class Axis, class Mesh>
struct gathered_axis<sharded_axis<Axis, Mesh>> {
  using type = Axis;
};
template <class First, class... Rest>
struct gathered_axis<fused<First, Rest...>> {
  using type = fused<typename gathered_axis<First>::type, Rest...>;
};

/// The layout with `Axis` at a place; the memory stays as it is.
template <class Layout, std::size_t At, class Axis>
using with_axis = layout_from<replaced<shape_in<Layout>, At, 1, shape<Axis>>, memory_in<Layout>>;

template <class Axis, class Mesh>
using shard_of_axis = shapeproof::detail::sharding<Axis, Axis, Mesh>;

/// Why the ranks of `Mesh` are not those that the operand has. Void where they are, or it has none of the name.
template <class Mesh, class Operand>
using other_degree_given = typename unequal_degrees<join<mesh_list<Mesh>, meshes_among<Operand>>>::type;

/// What scatter and reduce_scatter share: the axis is cut over the ranks, in the memory of the whole one or in its own.
template <fixed_string Operation, bool IsView, fixed_string Name, class Mesh, class Operand, class Layout, class Meshes>
constexpr auto cut() {
  using from = shape_in<Layout>;
  constexpr std::size_t at = position_of<from>(Name.view());
  if constexpr (at == not_found) {
    return refuse<Operation, no_such_axis<Name, from>, Operand>{};
  } else if constexpr (!shard_of_axis<type_at<from, at>, Mesh>::fits) {
    return refuse<Operation, shard_of_axis<type_at<from, at>, Mesh>, Operand>{};
  } else {
    using to = with_axis<Layout, at, typename shard_of_axis<type_at<from, at>, Mesh>::type>;
    if constexpr (times_in<Mesh, cut_over<to>> == 2)
      return refuse<Operation, two_shards<Mesh, shape_in<to>>, Operand>{};
    else
      return sum_over<std::conditional_t<IsView, to, shape_in<to>>, Meshes>{};
  }
}

}  // namespace detail

/// `all_reduce<"tp">`: `[B, L, D] partial over tp -> [B, L, D]`: the sum, on each rank. Refused: what is no sum over
/// that mesh.
template <fixed_string Mesh>
struct all_reduce_rule {
  static constexpr fixed_string name = "all_reduce";  ///< in messages
  template <class Operand>
  constexpr auto operator()(Operand) const {
    using parts = detail::operand_parts<Operand>;
    using meshes = detail::without_mesh<typename parts::meshes>;
    if constexpr (meshes::has(Mesh.view()))
      return sum_over<typename parts::layout, typename meshes::template named<Mesh>>{};
    else
      return refuse<"all_reduce", detail::nothing_to_reduce<Mesh, shape_in<typename parts::layout>>, Operand>{};
  }
};
template <fixed_string Mesh>
inline constexpr all_reduce_rule<Mesh> all_reduce = {};

/// `all_gather<"F">`: `[L, F=2 of 4 over tp] -> [L, F=4]`: the shards of all ranks, in their order. Refused: an axis
/// that is missing, whole, or cut inside of a first factor, and a sum over those ranks.
template <fixed_string Name>
struct all_gather_rule {
  static constexpr fixed_string name = "all_gather";  ///< in messages
  template <class Operand>
  constexpr auto operator()(Operand) const {
    using parts = detail::operand_parts<Operand>;
    using from = shape_in<typename parts::layout>;
    constexpr std::size_t at = position_of<from>(Name.view());
    if constexpr (at == not_found) {
      return refuse<"all_gather", no_such_axis<Name, from>, Operand>{};
    } else {
      using axis = type_at<from, at>;
      using gathered = typename detail::gathered_axis<axis>::type;
      if constexpr (!is_sharded<axis>) {
        return refuse<"all_gather", detail::whole_already<axis>, Operand>{};
      } else if constexpr (is_sharded_inside<axis>) {
        return refuse<"all_gather", detail::inner_shard<axis>, Operand>{};
      } else {
        using mesh = type_at<typename shapeproof::detail::meshes_of_axis<axis>::type, 0>;
        if constexpr (detail::times_in<mesh, typename parts::meshes> != 0)
          return refuse<"all_gather", detail::still_to_reduce<mesh>, Operand>{};
        else
          return sum_over<detail::replaced<from, at, 1, shape<gathered>>, typename parts::meshes>{};
      }
    }
  }
};
template <fixed_string Name>
inline constexpr all_gather_rule<Name> all_gather = {};

/// `reduce_scatter<"F", mesh<"tp", 2>>`: `[L, F=4] partial over tp -> [L, F=2 of 4 over tp]`: each rank has its shard
/// of the sum; one rank has all of it, of what is no sum as well. Refused: what else is no sum over that mesh, and an
/// axis that is missing or does not shard over it.
template <fixed_string Name, class Mesh>
struct reduce_scatter_rule {
  static constexpr fixed_string name = "reduce_scatter";  ///< in messages
  template <class Operand>
  constexpr auto operator()(Operand) const {
    using parts = detail::operand_parts<Operand>;
    using meshes = detail::without_mesh<typename parts::meshes>;
    using unequal = detail::other_degree_given<Mesh, Operand>;
    constexpr auto mesh = name_text<typename shapeproof::detail::ranks_of<Mesh>::type>;
    if constexpr (!std::is_void_v<unequal>)
      return refuse<"reduce_scatter", unequal, Operand>{};
    else if constexpr (!is_one_rank<Mesh> && detail::times_in<Mesh, typename parts::meshes> == 0)
      return refuse<"reduce_scatter", detail::nothing_to_reduce<mesh, shape_in<typename parts::layout>>, Operand>{};
    else
      return detail::cut<"reduce_scatter", false, Name, Mesh, Operand, shape_in<typename parts::layout>,
                         typename meshes::template named<mesh>>();
  }
};
template <fixed_string Name, class Mesh>
inline constexpr reduce_scatter_rule<Name, Mesh> reduce_scatter = {};

/// `scatter<"F", mesh<"tp", 2>>`: `[L, F=4] -> [L, F=2 of 4 over tp]`: this rank's shard of what each rank has whole. A
/// view. Refused: an axis that is missing or does not shard, and a sum over that mesh.
template <fixed_string Name, class Mesh>
struct scatter_rule {
  static constexpr fixed_string name = "scatter";  ///< in messages
  template <class Operand>
  constexpr auto operator()(Operand) const {
    using parts = detail::operand_parts<Operand>;
    using unequal = detail::other_degree_given<Mesh, Operand>;
    if constexpr (!std::is_void_v<unequal>)
      return refuse<"scatter", unequal, Operand>{};
    else if constexpr (detail::times_in<Mesh, typename parts::meshes> != 0)
      return refuse<"scatter", detail::still_to_reduce<Mesh>, Operand>{};
    else
      return detail::cut<"scatter", true, Name, Mesh, Operand, typename parts::layout, typename parts::meshes>();
  }
};
template <fixed_string Name, class Mesh>
inline constexpr scatter_rule<Name, Mesh> scatter = {};

}  // namespace shapeproof::rules

// ---- shapeproof/ops/collectives.hpp
/// What the ranks of a mesh do together, and the words by which one source runs with and without them.

namespace shapeproof {

namespace detail {

template <class Rule, class X>
using collective_outcome = typename outcome<is_poisoned<X>, Rule, placed_layout_of<X>>::type;

/// A tensor (or view) of what a collective's rule says, with the marks of X.
template <kind Kind, class T, class Outcome, class X>
struct placed_tensor {
  using type = marked_as<typename tensor_from<Kind, T, Outcome>::type, X>;
};
template <kind Kind, class T, class Layout, class... Meshes, class X>
struct placed_tensor<Kind, T, rules::partial_sum<Layout, Meshes...>, X> {
  using type = summed_over<marked_as<typename tensor_from<Kind, T, Layout>::type, X>, mesh_list<Meshes...>>;
};
/// A new tensor, dense.
template <class Rule, class X, class T = float>
using collected = typename placed_tensor<is_meta<std::remove_cvref_t<X>> ? kind::meta : kind::owner, T,
                                         typename outcome<is_poisoned<X>, Rule, placed_shape_of<X>>::type, X>::type;
template <class Rule, class X>
using scattered = typename placed_tensor<view_kind<X>, viewed_element<X>, collective_outcome<Rule, X>, X>::type;

/// Says why ranks do not add elements of X.
template <fixed_string Operation, class X>
using only_floats_add = accepted<
    rules::refuse<Operation, rules::plainly<"ranks add float elements; these are others">, placed_shape_of<X>>>;

template <class X, fixed_string Name>
using mesh_of_axis =
    type_at<typename meshes_of_axis<type_at<shape_of<X>, position_of<shape_of<X>>(Name.view())>>::type, 0>;

/// The mesh of this name over whose ranks X is a sum.
template <class Meshes, fixed_string Name>
struct mesh_named;
template <class First, class... Rest, fixed_string Name>
struct mesh_named<mesh_list<First, Rest...>, Name>
    : std::conditional_t<mesh_name<First> == Name.view(), type_is<First>, mesh_named<mesh_list<Rest...>, Name>> {};

/// Values for the symbols of `To`: those that are not in `from` are degrees of the mesh.
template <class To, class From>
symbol_values<To> with_degree(symbol_values<From> const& from, std::size_t ranks) {
  symbol_values<To> result;
  for (std::size_t i = 0; i < To::count; ++i) {
    std::size_t const at = symbol_list<From>::find(symbol_list<To>::names[i]);
    result.at[i] = at == not_found ? ranks : from.at[at];
  }
  return result;
}

/// The elements of all ranks' shards.
template <fixed_string Name, class Result, class X>
Result gathered_values(X const& x) {
  using part = shape_of<X>;
  constexpr std::size_t at = position_of<part>(Name.view());
  auto& ranks = ranks_for<mesh_of_axis<X, Name>>("all_gather", x);
  auto const& mine = [&]() -> decltype(auto) {
    if constexpr (is_dense<layout_of<X>>)
      return (x);
    else
      return contiguous(x);
  }();
  using element = element_of<X>;
  buffer<element> all(mine.size() * ranks.size());
  ranks.all_gather(mine.data(), mine.size() * sizeof(element), all.data());
  Result result(uninitialized, with_degree<symbols_in<shape_of<Result>>>(x.symbols(), ranks.size()));
  auto const behind = static_cast<std::ptrdiff_t>(mine.walk().extent[at]) * result.walk().step[at];
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    cpu::copy(all.data() + rank * mine.size(), result.data() + static_cast<std::ptrdiff_t>(rank) * behind,
              sizeof(element), loops_over<part>(mine, result));
  return result;
}

/// The elements of this rank's shard of the sum.
template <fixed_string Name, class Mesh, class Result, class X>
Result summed_shard(X const& x) {
  using part = shape_of<Result>;
  constexpr std::size_t at = position_of<part>(Name.view());
  auto& ranks = ranks_for<Mesh>("reduce_scatter", x);
  Result result(uninitialized, narrowed<symbols_in<part>>(x.symbols()));
  buffer<float> all(result.size() * ranks.size());
  auto const behind = static_cast<std::ptrdiff_t>(result.walk().extent[at]) * x.walk().step[at];
  // The result says how far the loops go; it is written by what is received.
  auto loops = loops_over<part>(result, x);
  for (std::size_t i = 0; i < loops.rank; ++i) std::swap(loops.at[i].step[0], loops.at[i].step[1]);
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    cpu::copy(x.data() + static_cast<std::ptrdiff_t>(rank) * behind, all.data() + rank * result.size(), sizeof(float),
              loops);
  ranks.reduce_scatter(all.data(), result.data(), result.size());
  return result;
}

}  // namespace detail

/// Whether `all_reduce<Mesh>(x)` is accepted.
template <class X, fixed_string Mesh>
concept can_all_reduce = !is_refused<detail::collective_outcome<rules::all_reduce_rule<Mesh>, X>>;
/// Whether `all_gather<Name>(x)` is accepted.
template <class X, fixed_string Name>
concept can_all_gather = !is_refused<detail::collective_outcome<rules::all_gather_rule<Name>, X>>;
/// Whether `reduce_scatter<Name, Mesh>(x)` is accepted.
template <class X, fixed_string Name, class Mesh>
concept can_reduce_scatter = !is_refused<detail::collective_outcome<rules::reduce_scatter_rule<Name, Mesh>, X>>;
/// Whether `scatter<Name, Mesh>(x)` is accepted.
template <class X, fixed_string Name, class Mesh>
concept can_scatter = !is_refused<detail::collective_outcome<rules::scatter_rule<Name, Mesh>, X>>;

/// `all_reduce<"tp">(x)`: `[B, L, D] partial over tp -> [B, L, D]`: the sum over the ranks, on each; in place where x
/// expires. Refused: what is no such sum. Throws `shape_error` where no communicator of the mesh is in scope, or it has
/// another number of ranks, and what the communicator throws.
template <fixed_string Mesh, any_tensor X>
constexpr auto all_reduce(X&& x) -> detail::collected<rules::all_reduce_rule<Mesh>, X> {
  using result_type = detail::collected<rules::all_reduce_rule<Mesh>, X>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else if constexpr (!std::is_same_v<element_of<X>, float>) {
    return detail::only_floats_add<"all_reduce", X>{};
  } else {
    using plain = std::remove_cvref_t<X>;
    using mesh = typename detail::mesh_named<typename detail::meshes_of<plain>::type, Mesh>::type;
    return compute_in_place<"all_reduce", result_type, cost_of<1, shape_of<X>, result_type, plain>>(
        [](auto& result, auto const& from) {
          auto& ranks = detail::ranks_for<mesh>("all_reduce", from);
          if (static_cast<void const*>(result.data()) != static_cast<void const*>(from.data()))
            cpu::copy(from.data(), result.data(), sizeof(float), elementwise_loops<shape_of<plain>>(from, result));
          ranks.all_reduce(result.data(), result.size());
        },
        std::forward<X>(x));
  }
}

/// `all_gather<"F">(x)`: `[L, F=2 of 4 over tp] -> [L, F=4]`: the shards of all ranks, on each, of elements of any
/// type. Refused where there is no such axis, or it is no shard. Throws as `all_reduce`.
template <fixed_string Name, any_tensor X>
constexpr auto all_gather(X const& x) -> detail::collected<rules::all_gather_rule<Name>, X, element_of<X>> {
  using result_type = detail::collected<rules::all_gather_rule<Name>, X, element_of<X>>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else if constexpr (is_meta<result_type>) {
    // What `gathered_values` has beside its result.
    trace* const log = detail::log_of(x);
    [[maybe_unused]] detail::traced_block const mine(is_dense<layout_of<X>> ? nullptr : log, &byte_count<X>);
    [[maybe_unused]] detail::traced_block const all(log, &byte_count<result_type>);
    return detail::traced<"all_gather", result_type, cost_of<0, shape<>, result_type, X>>(x);
  } else {
    return detail::gathered_values<Name, result_type>(x);
  }
}

/// `reduce_scatter<"F", mesh<"tp", 2>>(x)`: `[L, F=4] partial over tp -> [L, F=2 of 4 over tp]`: this rank's shard of
/// the sum. Over one rank, what is no sum is copied. Refused: what else is no such sum, an axis that is missing or does
/// not shard. Throws as `all_reduce`.
template <fixed_string Name, class Mesh, any_tensor X>
constexpr auto reduce_scatter(X const& x) -> detail::collected<rules::reduce_scatter_rule<Name, Mesh>, X> {
  using result_type = detail::collected<rules::reduce_scatter_rule<Name, Mesh>, X>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else if constexpr (std::is_same_v<result_type, computed<element_of<X>, rules::contiguous_rule, X>>) {
    return contiguous(x);
  } else if constexpr (!std::is_same_v<element_of<X>, float>) {
    return detail::only_floats_add<"reduce_scatter", X>{};
  } else if constexpr (is_meta<result_type>) {
    auto result = detail::traced<"reduce_scatter", result_type, cost_of<1, shape_of<X>, result_type, X>>(x);
    [[maybe_unused]] detail::traced_block const all(detail::log_of(x), &byte_count<X>);  // as `summed_shard` has
    return result;
  } else {
    return detail::summed_shard<Name, Mesh, result_type>(x);
  }
}

/// `scatter<"F", mesh<"tp", 2>>(x)`: `[L, F=4] -> [L, F=2 of 4 over tp]`: this rank's part of what each rank has; a
/// view, of elements of any type. Refused: an axis that is missing or does not shard, and a sum over that mesh. Throws
/// `shape_error` where no communicator of the mesh is in scope, or it has another number of ranks.
template <fixed_string Name, class Mesh, any_tensor X>
constexpr auto scatter(X&& x) -> detail::scattered<rules::scatter_rule<Name, Mesh>, X> {
  using result_type = detail::scattered<rules::scatter_rule<Name, Mesh>, X>;
  std::size_t offset = 0;
  if constexpr (!is_poisoned<result_type> && !is_meta<result_type> && !is_one_rank<Mesh>) {
    constexpr std::size_t at = position_of<shape_of<X>>(Name.view());
    auto const& ranks = detail::ranks_for<Mesh>("scatter", x);
    auto const walk = x.walk();
    offset = walk.extent[at] / ranks.size() * ranks.rank() * static_cast<std::size_t>(walk.step[at]);
  }
  return relabel<"scatter", result_type>(std::forward<X>(x), offset);
}

/// Says of a value that no sum is left in it: `[B, L, D] partial over tp -> [B, L, D]` by `all_reduce`, over every mesh
/// that it is a sum over; whatever else, x itself. Axes that are shards stay so: `gathered` is the word for them. So
/// one source runs with and without ranks. Throws as `all_reduce`.
template <any_tensor X>
constexpr auto replicated(X&& x) -> decltype(auto) {
  using plain = std::remove_cvref_t<X>;
  if constexpr (is_partial<plain>) {
    using mesh = type_at<typename detail::meshes_of<plain>::type, 0>;
    return replicated(all_reduce<name_text<typename detail::ranks_of<mesh>::type>>(std::forward<X>(x)));
  } else if constexpr (std::is_reference_v<X>) {
    return (x);  // a reference, as it came
  } else {
    return plain(std::forward<X>(x));
  }
}

/// Says of an axis that each rank has all of it: `[B, V=2 of 4 over tp] -> [B, V=4]` by `all_gather`; where it is no
/// shard, x itself. Refused where there is no such axis. Throws as `all_reduce`.
template <fixed_string Name, any_tensor X>
constexpr auto gathered(X&& x) -> decltype(auto) {
  using plain = std::remove_cvref_t<X>;
  constexpr bool is_shard = [] {
    if constexpr (is_poisoned<plain>)
      return false;
    else if constexpr (position_of<shape_of<plain>>(Name.view()) == not_found)
      return true;  // refused, with the reason
    else
      return is_sharded<type_at<shape_of<plain>, position_of<shape_of<plain>>(Name.view())>>;
  }();
  if constexpr (is_shard)
    return all_gather<Name>(x);
  else if constexpr (std::is_reference_v<X>)
    return (x);  // a reference, as it came
  else
    return plain(std::forward<X>(x));
}

}  // namespace shapeproof

// ---- shapeproof/ops/concat.hpp
/// One tensor after another along an axis.

namespace shapeproof {

/// Whether `concat<Name>(a, b)` is accepted.
template <class A, class B, fixed_string Name>
concept can_concat = accepts<rules::concat_rule<Name>, A, B>;

/// `concat<"S">(a, b)`: `[B, H, S=past, Dk]` and `[B, H, S=1, Dk]` give `[B, H, S=past+1, Dk]`. Refused where another
/// axis is not equal, or the named one is missing or fused. Throws `shape_error` where a symbol has two values.
template <fixed_string Name, any_tensor A, any_tensor B>
constexpr auto concat(A const& a, B const& b) -> computed<element_of<A>, rules::concat_rule<Name>, A, B> {
  using result_type = computed<element_of<A>, rules::concat_rule<Name>, A, B>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else {
    return compute<"concat", result_type, cost_of<0, shape<>, result_type, A, B>>(
        [](auto& result, auto const& first, auto const& second) {
          if (result.size() == 0) return;
          constexpr std::size_t at = position_of<shape_of<A>>(Name.view());
          auto const behind = static_cast<std::ptrdiff_t>(first.walk().extent[at]) * result.walk().step[at];
          cpu::copy(first.data(), result.data(), sizeof(element_of<A>), loops_over<shape_of<A>>(first, result));
          cpu::copy(second.data(), result.data() + behind, sizeof(element_of<A>),
                    loops_over<shape_of<B>>(second, result));
        },
        a, b);
  }
}

}  // namespace shapeproof

// ---- shapeproof/cpu/contract.hpp
/// The contraction of two operands: matrix products, batched or not, in any memory order.

namespace shapeproof::cpu {

/// c[batch, m, n] = sum over k and more_k of a[batch, m, k, more_k] * b[batch, k, more_k, n]
///
/// Operand order in `step` is a, b, c. In `batch`, a and b may have step 0 (broadcast). Unused are c's step in
/// `k` and `more_k`, b's step in `m` and a's step in `n`. `more_k` holds at most max_rank - 1 loops. c must not
/// overlap a or b, and no two turns of batch, m and n may write the same element.
///
/// Extent 0 in k or more_k gives zeros; extent 0 in batch, m or n writes nothing. Sums are kept in float, in
/// blocks of k, and are the same for every number of threads; the error relative to the sum of |a*b| is below
/// 1e-5 for k up to at least 20800.
///
/// Fastest where n is contiguous in b (a row-major weight), or k is contiguous in a and b (queries times keys).
/// Other orders of b are packed first. c may have any order.
void contract(float const* a, float const* b, float* c, loop_nest<3> const& batch, loop<3> m, loop<3> n, loop<3> k,
              loop_nest<3> const& more_k = {});

}  // namespace shapeproof::cpu

// ---- shapeproof/ops/contraction.hpp
/// Products of two tensors by axis names: what matmul, linear and einsum compute.

namespace shapeproof {

namespace detail {

/// Sorts the axes of both operands by the part they play.
template <class A, class B, class Result>
struct contraction_roles {
  template <class Axis>
  static constexpr bool in_a = position_of<A>(axis_name<Axis>) != not_found;
  template <class Axis>
  static constexpr bool in_b = position_of<B>(axis_name<Axis>) != not_found;
  template <class Axis>
  static constexpr bool in_result = position_of<Result>(axis_name<Axis>) != not_found;

  template <class... Axes>
  static constexpr std::size_t last_of(shape<Axes...>, [[maybe_unused]] bool from_a) {
    std::size_t found = not_found;
    std::size_t at = 0;
    (((in_a<Axes> == from_a && in_b<Axes> != from_a) ? void(found = at) : void(), ++at), ...);
    return found;
  }
  /// The rows and columns of the innermost product: the last axis of the result that only one operand has.
  static constexpr std::size_t row = last_of(Result{}, true);
  static constexpr std::size_t column = last_of(Result{}, false);

  template <std::size_t At>
  static constexpr auto single() {
    if constexpr (At == not_found)
      return shape<>{};
    else
      return shape<type_at<Result, At>>{};
  }
  using rows = decltype(single<row>());
  using columns = decltype(single<column>());

  template <bool Keep, class Axis>
  using kept = std::conditional_t<Keep, shape<Axis>, shape<>>;
  template <class Axis>
  static constexpr bool is_loop = !std::is_same_v<shape<Axis>, rows> && !std::is_same_v<shape<Axis>, columns>;
  template <class... Axes>
  static constexpr auto loops_in(shape<Axes...>) -> join<shape<>, kept<is_loop<Axes>, Axes>...>;
  template <class... Axes>
  static constexpr auto summed_in_a(shape<Axes...>) -> join<shape<>, kept<!in_result<Axes>, Axes>...>;
  template <class... Axes>
  static constexpr auto summed_in_b(shape<Axes...>) -> join<shape<>, kept<!in_result<Axes> && !in_a<Axes>, Axes>...>;

  using batch = decltype(loops_in(Result{}));
  using summed = join<decltype(summed_in_b(B{})), decltype(summed_in_a(A{}))>;
  /// All axes of the product: what its multiply-adds are counted over.
  using all = join<Result, summed>;
};

}  // namespace detail

/// a `[M, K]`, b `[K, N]` -> `Result`, such as `[M, N]`: sums a * b over the axes that the result does not have. A rule
/// has accepted the shapes; elements that are not float are refused. Throws `shape_error` where a symbol has two
/// values.
template <fixed_string Operation, class Result, class A, class B>
constexpr Result contracted(A const& a, B const& b) {
  if constexpr (is_poisoned<Result>) {
    return {};
  } else {
    using roles = detail::contraction_roles<shape_of<A>, shape_of<B>, shape_of<Result>>;
    return compute<Operation, Result, cost_of<2, typename roles::all, Result, A, B>>(
        [](auto& result, auto const& left, auto const& right) {
          auto const batch = loops_over<typename roles::batch>(left, right, result);
          auto const row = loops_over<typename roles::rows>(left, right, result).at[0];
          auto const column = loops_over<typename roles::columns>(left, right, result).at[0];
          auto summed = loops_over<typename roles::summed>(left, right, result);
          cpu::loop<3> inner = {};
          if (summed.rank > 0) inner = summed.at[--summed.rank];
          cpu::contract(left.data(), right.data(), result.data(), batch, row, column, inner, summed);
        },
        a, b);
  }
}

}  // namespace shapeproof

// ---- shapeproof/rules/contract.hpp
/// The rule of contract: a product over one named axis, wherever it stands.

namespace shapeproof::rules {

namespace detail {

template <fixed_string Name, class A, class B>
struct contract_check {
  static constexpr bool in_both = position_of<A>(Name.view()) != not_found && position_of<B>(Name.view()) != not_found;
  static constexpr bool holds = in_both && shared_axes<A, B>::agree;

  static constexpr text reason() {
    if (position_of<A>(Name.view()) == not_found) return text::of("the left side has no axis ", Name.view());
    if (position_of<B>(Name.view()) == not_found) return text::of("the right side has no axis ", Name.view());
    return shared_axes<A, B>::disagreement();
  }
};

/// The axes of `From` that neither `A` has nor `Name` names.
template <fixed_string Name, class A, class From>
struct only_here;
template <fixed_string Name, class A, class... Axes>
struct only_here<Name, A, shape<Axes...>> {
  template <class Axis>
  using kept = std::conditional_t<position_of<A>(axis_name<Axis>) == not_found && axis_name<Axis> != Name.view(),
                                  shape<Axis>, shape<>>;
  using type = join<shape<>, kept<Axes>...>;
};

}  // namespace detail

/// `contract<"Dk">`: `[B, H, L, Dk] x [B, H, S, Dk] -> [B, H, L, S]`: sums over the named axis, which both sides have.
/// The other axes that both have are walked together; an axis that only one has stays, the left side's first. So keys
/// without a group axis serve every group: `[B, Hkv, G, L, Dk] x [B, Hkv, S, Dk] -> [B, Hkv, G, L, S]`. Refused where a
/// side lacks the named axis, or a name that both have is not the same axis.
template <fixed_string Name>
struct contract_rule {
  using placement = multiplies_sums;                ///< one operand may be a part of a sum
  static constexpr fixed_string name = "contract";  ///< in messages
  template <class A, class B>
  constexpr auto operator()(A, B) const {
    using check = detail::contract_check<Name, A, B>;
    if constexpr (check::holds)
      return join<typename detail::only_here<Name, shape<>, A>::type, typename detail::only_here<Name, A, B>::type>{};
    else
      return refuse<"contract", check, A, B>{};
  }
};
template <fixed_string Name>
inline constexpr contract_rule<Name> contract = {};

}  // namespace shapeproof::rules

// ---- shapeproof/ops/contract.hpp
/// Products over one named axis.

namespace shapeproof {

/// Whether `contract<Name>(a, b)` is accepted.
template <class A, class B, fixed_string Name>
concept can_contract = accepts<rules::contract_rule<Name>, A, B>;

/// `contract<"Dk">(q, k)`: `[B, H, L, Dk] x [B, H, S, Dk] -> [B, H, L, S]`. Needs no transpose; axes that both sides
/// have are walked together, the others stay, the left side's first. Refused where a side lacks the named axis, or a
/// name that both have is not the same axis. Throws `shape_error` where a symbol has two values.
template <fixed_string Name, any_tensor A, any_tensor B>
constexpr auto contract(A const& a, B const& b) -> computed<float, rules::contract_rule<Name>, A, B> {
  return contracted<"contract", computed<float, rules::contract_rule<Name>, A, B>>(a, b);
}

}  // namespace shapeproof

// ---- shapeproof/rules/pattern.hpp
/// Reads patterns such as `B L H Dk, B S H Dk -> B H L S` and `B L (H Dk) -> B H L Dk`.

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

// ---- shapeproof/rules/einsum.hpp
/// The rule of einsum: a product by axis names.

namespace shapeproof::rules {

namespace detail {

template <class A, class B, class Pattern>
struct einsum_check {
  static constexpr tokens const& left = Pattern::left;
  static constexpr tokens const& other = Pattern::other;
  static constexpr tokens const& right = Pattern::right;

  /// The first token of the result that neither operand has.
  static constexpr std::string_view unknown() {
    for (std::size_t i = 0; i < right.count; ++i)
      if (left.find(right.at[i]) == not_found && other.find(right.at[i]) == not_found) return right.at[i];
    return {};
  }
  static constexpr bool holds = !Pattern::malformed && Pattern::has_comma && left.repeated().empty() &&
                                other.repeated().empty() && names_match<A>(left) && names_match<B>(other) &&
                                unknown().empty() && right.repeated().empty() && shared_axes<A, B>::agree;

  static constexpr text reason() {
    if (Pattern::malformed || !Pattern::has_comma)
      return text::of("the pattern is not of the form: left axes, right axes -> result axes");
    for (tokens const* side : {&left, &other})
      if (!side->repeated().empty())
        return text::of("repeated axis ", side->repeated(), " in one operand; a product has two axes to contract");
    if (!names_match<A>(left)) return text::of("left operand: ", mismatch_text<A>(left));
    if (!names_match<B>(other)) return text::of("right operand: ", mismatch_text<B>(other));
    if (!unknown().empty()) return text::of("no operand has the result axis ", unknown());
    if (!right.repeated().empty()) return text::of("the result has ", right.repeated(), " twice");
    return shared_axes<A, B>::disagreement();
  }
};

template <class A, class B, class Pattern, std::size_t At>
constexpr auto einsum_axis() {
  constexpr std::size_t in_left = position_of<A>(Pattern::right.at[At]);
  if constexpr (in_left != not_found)
    return type_is<type_at<A, in_left>>{};
  else
    return type_is<type_at<B, position_of<B>(Pattern::right.at[At])>>{};
}

template <class A, class B, class Pattern, class Indices>
struct einsum_result;
template <class A, class B, class Pattern, std::size_t... I>
struct einsum_result<A, B, Pattern, std::index_sequence<I...>> {
  using type = shape<typename decltype(einsum_axis<A, B, Pattern, I>())::type...>;
};

}  // namespace detail

/// `einsum<"B L H Dk, B S H Dk -> B H L S">`: `[B, L, H, Dk] x [B, S, H, Dk] -> [B, H, L, S]`. The pattern names both
/// operands' axes in order, as in numpy.einsum; what the result leaves out is summed. Refused: a pattern of another
/// form, names that are not the operands', a name twice on one side, one in both that is not the same axis.
template <fixed_string Pattern>
struct einsum_rule {
  using placement = multiplies_sums;              ///< one operand may be a part of a sum
  static constexpr fixed_string name = "einsum";  ///< in messages
  template <class A, class B>
  constexpr auto operator()(A, B) const {
    using read = pattern<Pattern>;
    using check = detail::einsum_check<A, B, read>;
    if constexpr (check::holds)
      return typename detail::einsum_result<A, B, read, std::make_index_sequence<read::right.count>>::type{};
    else
      return refuse<"einsum", check, A, B>{};
  }
};
template <fixed_string Pattern>
inline constexpr einsum_rule<Pattern> einsum = {};

}  // namespace shapeproof::rules

// ---- shapeproof/ops/einsum.hpp
/// Products by axis names.

namespace shapeproof {

/// Whether `einsum<Pattern>(a, b)` is accepted.
template <class A, class B, fixed_string Pattern>
concept can_einsum = accepts<rules::einsum_rule<Pattern>, A, B>;

/// `einsum<"B L H Dk, B S H Dk -> B H L S">(a, b)`: `[B, L, H, Dk] x [B, S, H, Dk] -> [B, H, L, S]`. The pattern names
/// both operands' axes in their order; what the result leaves out is summed. Needs no transpose. Refused where the
/// names are not the operands', or one is not the same axis on both sides. Throws `shape_error` where a symbol has two
/// values.
template <fixed_string Pattern, any_tensor A, any_tensor B>
constexpr auto einsum(A const& a, B const& b) -> computed<float, rules::einsum_rule<Pattern>, A, B> {
  return contracted<"einsum", computed<float, rules::einsum_rule<Pattern>, A, B>>(a, b);
}

}  // namespace shapeproof

// ---- shapeproof/rules/index.hpp
/// The rules of slice, select, last, unsqueeze and embed: parts of a tensor, and rows of a table.

namespace shapeproof::rules {

namespace detail {

template <class Axis, extent From, extent To>
struct part {
  static constexpr polynomial from = From.value();
  static constexpr polynomial to = To.value();
  static constexpr polynomial length = to - from;
  static constexpr polynomial beyond = extent_polynomial<Axis> - to;
  static constexpr bool malformed = from.problem != nullptr || to.problem != nullptr;
  static constexpr bool fits =
      !malformed && from.never_negative() && length.never_negative() && beyond.never_negative();

  static constexpr text reason() {
    if (malformed) return text::of("the bound ", from.problem != nullptr ? from.problem : to.problem);
    text result = text::of("[", to_text(from), ", ", to_text(to), ") is not provably inside ", axis_text<Axis>());
    if (!from.never_negative()) return result.add("; it may begin below 0");
    if (!length.never_negative()) return result.add("; it may end before it begins");
    return result.add("; it may pass the end by ").add(to_text(to - extent_polynomial<Axis>));
  }
};

template <class Table, class Ids, class Addressed>
struct other_vocabulary {
  static constexpr text reason() {
    return text::of("the ids address ", axis_text<Addressed>(), ", the rows of the table are ",
                    axis_text<type_at<Table, 0>>(), is_sharded<Addressed> ? "; ids count the rows of all ranks" : "");
  }
};

template <class Table>
struct plain_ids {
  static constexpr text reason() {
    return text::of("the ids are plain numbers; make them elements of index<", axis_name<type_at<Table, 0>>, ">");
  }
};

template <class Rows>
struct scattered_rows {
  static constexpr text reason() {
    return text::of("the rows of a rank are not side by side in ", axis_text<whole<Rows>>(),
                    "; shard its first factor");
  }
};

template <class Table>
struct width_taken {
  static constexpr text reason() {
    return text::of("the ids have an axis ", axis_name<type_at<Table, 1>>, " too; rename one of them");
  }
};

}  // namespace detail

/// `slice<"L", From, To>`: `[B, L, D] -> [B, L=To-From, D]`, a view of the elements [From, To). Bounds are numbers or
/// text over symbols. Refused where there is no such axis, it is fused or a shard, or the bounds are not inside for all
/// values of the symbols.
template <fixed_string Name, extent From, extent To>
struct slice_rule {
  using placement = keeps_sums;                  ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "slice";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using shape_from = shape_in<Layout>;
    constexpr std::size_t at = position_of<shape_from>(Name.view());
    if constexpr (at == not_found) {
      return refuse<"slice", no_such_axis<Name, shape_from>, Layout>{};
    } else if constexpr (is_sharded<type_at<shape_from, at>>) {
      return refuse<"slice", spread_over_ranks<type_at<shape_from, at>>, Layout>{};
    } else if constexpr (is_fused<type_at<shape_from, at>>) {
      return refuse<"slice", plainly<"a part of a fused axis has no factors; split first and slice one factor">,
                    Layout>{};
    } else {
      using part = detail::part<type_at<shape_from, at>, From, To>;
      if constexpr (part::fits) {
        using axis = typename detail::with_extent<type_at<shape_from, at>, part::length>::type;
        return layout_from<detail::replaced<shape_from, at, 1, shape<axis>>, memory_in<Layout>>{};
      } else {
        return refuse<"slice", part, Layout>{};
      }
    }
  }
};
template <fixed_string Name, extent From, extent To>
inline constexpr slice_rule<Name, From, To> slice = {};

/// `select<"L">`: `[B, L, D] -> [B, D]`, a view of one position. The axis is dropped. Refused where there is no such
/// axis, or it is a shard.
template <fixed_string Name>
struct select_rule {
  using placement = keeps_sums;                   ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "select";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    constexpr std::size_t at = position_of<from>(Name.view());
    if constexpr (at == not_found) {
      return refuse<"select", no_such_axis<Name, from>, Layout>{};
    } else if constexpr (is_sharded<type_at<from, at>>) {
      return refuse<"select", spread_over_ranks<type_at<from, at>>, Layout>{};
    } else {
      using slots = memory_in<Layout>;
      constexpr std::size_t slot = position_of<slots>(Name.view());
      return layout_from<detail::replaced<from, at, 1, shape<>>,
                         detail::replaced<slots, slot, 1, memory<gap<type_at<slots, slot>>>>>{};
    }
  }
};
template <fixed_string Name>
inline constexpr select_rule<Name> select = {};

/// `last<"L">`: `[B, L, D] -> [B, D]`, a view of the last position. Refused where there is no such axis, it is a
/// shard, or its extent is 0.
template <fixed_string Name>
struct last_rule {
  using placement = keeps_sums;                 ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "last";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    constexpr std::size_t at = position_of<from>(Name.view());
    if constexpr (at == not_found)
      return refuse<"last", no_such_axis<Name, from>, Layout>{};
    else if constexpr (is_sharded<type_at<from, at>>)
      return refuse<"last", spread_over_ranks<type_at<from, at>>, Layout>{};
    else if constexpr (extent_polynomial<type_at<from, at>>.count == 0)
      return refuse<"last", plainly<"the axis is empty, it has no last position">, Layout>{};
    else
      return select<Name>(Layout{});
  }
};
template <fixed_string Name>
inline constexpr last_rule<Name> last = {};

/// `unsqueeze<axis<"B", 1>>`: `[L, D] -> [B=1, L, D]`: a new outermost axis. Refused where its extent is not 1, its
/// name is taken, or it is a shard.
template <class Axis>
struct unsqueeze_rule {
  using placement = keeps_sums;                      ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "unsqueeze";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    if constexpr (is_sharded<Axis>)
      return refuse<"unsqueeze",
                    plainly<"a new axis is no shard: what a rank has would become its part of more; call unsqueeze, "
                            "then scatter">,
                    shape<Axis>, Layout>{};
    else if constexpr (!(extent_polynomial<Axis> == polynomial(1)))
      return refuse<"unsqueeze", plainly<"a new axis has extent 1">, shape<Axis>, Layout>{};
    else if constexpr (position_of<from>(axis_name<Axis>) != not_found)
      return refuse<"unsqueeze", plainly<"the name is taken by another axis">, shape<Axis>, Layout>{};
    else
      return layout_from<join<shape<Axis>, from>, join<memory<Axis>, memory_in<Layout>>>{};
  }
};
template <class Axis>
inline constexpr unsqueeze_rule<Axis> unsqueeze = {};

/// `embed`: table `[V, E]`, ids `[..., L]` of `index<V>` -> `[..., L, E]`: one row of the table for each id. Where V is
/// a shard each rank has the rows of its own ids, and zeros: a sum that is still to be reduced. `Addressed` is the axis
/// that the ids address, void where they are plain numbers. Refused: plain numbers, ids of another axis than V, a table
/// that has not two axes or whose rows are cut inside of their first factor, ids that have an axis E or are a sum that
/// is still to be reduced: summands of an id are ids of other rows.
template <class Addressed>
struct embed_rule {
  using placement = picks_sums;                  ///< the table may be a part of a sum, ids may not
  static constexpr fixed_string name = "embed";  ///< in messages
  template <class Table, class Ids>
  constexpr auto operator()(Table, Ids) const {
    if constexpr (Table::rank != 2) {
      return refuse<"embed", plainly<"a table has two axes: its rows and their width">, Table, Ids>{};
    } else if constexpr (std::is_void_v<Addressed>) {
      return refuse<"embed", detail::plain_ids<Table>, Table, Ids>{};
    } else if constexpr (!std::is_same_v<Addressed, whole<type_at<Table, 0>>>) {
      return refuse<"embed", detail::other_vocabulary<Table, Ids, Addressed>, Table, Ids>{};
    } else if constexpr (is_sharded_inside<type_at<Table, 0>>) {
      return refuse<"embed", detail::scattered_rows<type_at<Table, 0>>, Table, Ids>{};
    } else if constexpr (position_of<Ids>(axis_name<type_at<Table, 1>>) != not_found) {
      return refuse<"embed", detail::width_taken<Table>, Table, Ids>{};
    } else {
      return join<Ids, shape<type_at<Table, 1>>>{};
    }
  }
};
template <class Addressed>
inline constexpr embed_rule<Addressed> embed = {};

}  // namespace shapeproof::rules

// ---- shapeproof/ops/embed.hpp
/// Rows of a table by typed indices.

namespace shapeproof {

namespace detail {
struct plain_number {
  using axis = void;
};
/// Where element i lies, in the order of the axes.
template <std::size_t Rank>
std::ptrdiff_t offset_of(walk<Rank> const& places, std::size_t i) {
  std::ptrdiff_t offset = 0;
  for (std::size_t axis = Rank; axis-- > 0; i /= places.extent[axis])
    offset += static_cast<std::ptrdiff_t>(i % places.extent[axis]) * places.step[axis];
  return offset;
}
/// The first row that this rank has of a table, and how many all ranks have together.
struct rows_of_ranks {
  std::size_t first = 0;
  std::size_t all = 0;
};
template <class Table>
rows_of_ranks own_rows(Table const& table) {
  using rows = type_at<shape_of<Table>, 0>;
  std::size_t const own = table.walk().extent[0];
  if constexpr (is_sharded<rows>) {
    auto const& ranks = ranks_for<type_at<typename meshes_of_axis<rows>::type, 0>>("embed", table);
    return {ranks.rank() * own, ranks.size() * own};
  } else {
    return {0, own};
  }
}
template <class Ids>
using addressed = typename std::conditional_t<is_index<element_of<Ids>>, element_of<Ids>, plain_number>::axis;
}  // namespace detail

/// Whether `embed(table, ids)` is accepted.
template <class Table, class Ids>
concept can_embed = accepts<rules::embed_rule<detail::addressed<Ids>>, Table, Ids>;

/// `embed(table, ids)`: `[V, E]` and ids `[..., L]` of `index<V>` give `[..., L, E]`. Refused: plain numbers, and ids
/// that address another axis. Where the table's rows are a shard, `[L, E] partial over tp`: rows that another rank has
/// are zeros. Throws `shape_error` for an id behind the table's last row, where a symbol has two values, and where
/// there is no communicator for the shard.
template <any_tensor Table, any_tensor Ids>
constexpr auto embed(Table const& table, Ids const& ids)
    -> computed<element_of<Table>, rules::embed_rule<detail::addressed<Ids>>, Table, Ids> {
  using result_type = computed<element_of<Table>, rules::embed_rule<detail::addressed<Ids>>, Table, Ids>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else if constexpr (is_meta<result_type>) {
    // The rows that are read, not the whole table.
    return detail::traced<"embed", result_type, cost_of<0, shape<>, result_type, result_type, Ids>>(table, ids);
  } else {
    auto const symbols = met_symbols<"embed">(table, ids);
    result_type result(uninitialized, narrowed<symbols_in<shape_of<result_type>>>(symbols));
    auto const rows = table.walk();
    auto const width = static_cast<std::ptrdiff_t>(rows.extent[1]);
    cpu::loop_nest<2> row = {.rank = 1, .at = {{rows.extent[1], {rows.step[1], 1}}}};
    auto const places = ids.walk();
    auto const [first, all] = detail::own_rows(table);
    for (std::size_t i = 0, count = places.size(); i < count; ++i) {
      std::size_t const id = ids.data()[detail::offset_of(places, i)].value();
      // An index of a symbolic axis was checked against the extent that it was made with, which may not be this
      // table's.
      if (id >= all)
        detail::throw_out_of_range("embed", detail::names_of<shape_of<Table>>::value[0], "id " + std::to_string(id),
                                   all);
      auto* const to = result.data() + static_cast<std::ptrdiff_t>(i) * width;
      if (id - first < rows.extent[0])
        cpu::copy(table.data() + static_cast<std::ptrdiff_t>(id - first) * rows.step[0], to, sizeof(element_of<Table>),
                  row);
      else
        std::fill_n(to, width, element_of<Table>{});  // a row that another rank has
    }
    return result;
  }
}

}  // namespace shapeproof

// ---- shapeproof/rules/matmul.hpp
/// The rule of matrix products.

namespace shapeproof::rules {

namespace detail {

template <class A, class B, class K, class Other>
struct contracts_other_axis {
  static constexpr text reason() {
    text result = text::of("contracts ", axis_text<K>(), " with ", axis_text<Other>());
    text const remedy = shard_remedy<K, Other>();
    if (remedy.size > 0) return result.add(remedy);
    if (axis_name<K> == axis_name<Other>) return add_difference(result);
    if (std::is_same_v<type_at<A, A::rank - 2>, Other>) return result.add("; did you mean transpose(a)?");
    if (std::is_same_v<type_at<B, B::rank - 1>, K>) return result.add("; did you mean transpose(b)?");
    if (std::is_same_v<type_at<B, B::rank - 1>, type_at<A, A::rank - 2>>)
      return result.add("; did you mean matmul(b, a)?");
    if (extent_polynomial<K> == extent_polynomial<Other>)
      return result.add("; equal extents, but other roles: rename one if they are the same");
    return result.add("; is it another weight?");
  }
  static constexpr text add_difference(text& result) {
    return result.add("; they differ by ").add(to_text(extent_polynomial<K> - extent_polynomial<Other>));
  }
};

template <class A, class B, std::size_t Loops>
struct loops_differ {
  static constexpr text reason() {
    return text::of("loops over ", to_text(range_of<A, 0, A::rank - 2>{}), " on the left and ",
                    to_text(range_of<B, 0, Loops>{}), " on the right; they must be equal, in this order");
  }
};

template <class N>
struct name_twice {
  static constexpr text reason() {
    return text::of("the result would have ", axis_name<N>, " twice; rename one of them");
  }
};

/// Peels equal leading axes off both sides until [M, K] and [K, N] remain. Anything else is no product.
template <class Loops, class A, class B>
struct product {
  static constexpr bool exists = false;
};
template <class... Loops, class Loop, class... A, class... B>
struct product<shape<Loops...>, shape<Loop, A...>, shape<Loop, B...>>
    : product<shape<Loops..., Loop>, shape<A...>, shape<B...>> {};
template <class... Loops, class M, class K, class N>
struct product<shape<Loops...>, shape<M, K>, shape<K, N>> {
  static constexpr bool exists = true;
  static constexpr bool name_is_new = !(same_name<whole<Loops>, whole<N>> || ... || same_name<whole<M>, whole<N>>);
  using type = shape<Loops..., M, N>;
};

/// A right side of two axes applies to every leading axis of the left one.
template <class Loops, class A, class B>
struct applied : product<Loops, A, B> {};
template <class... Loops, class Loop, class M, class K, class... A, class B>
struct applied<shape<Loops...>, shape<Loop, M, K, A...>, B> : applied<shape<Loops..., Loop>, shape<M, K, A...>, B> {};

template <class A, class B>
struct product_of : product<shape<>, A, B> {};
template <class A, class K, class N>
struct product_of<A, shape<K, N>> : applied<shape<>, A, shape<K, N>> {};

}  // namespace detail

/// `[..., M, K] x [..., K, N] -> [..., M, N]` with equal leading axes, or `[..., M, K] x [K, N] -> [..., M, N]`: the
/// contract of torch.matmul (https://pytorch.org/docs/stable/generated/torch.matmul.html), without broadcasting and
/// without vectors. Refused where K is not the same axis on both sides, the leading axes are not equal in order, a side
/// has fewer than two axes, or the result would have a name twice.
struct matmul_rule {
  using placement = multiplies_sums;              ///< one operand may be a part of a sum
  static constexpr fixed_string name = "matmul";  ///< in messages
  template <class A, class B>
  constexpr auto operator()(A, B) const {
    using product = detail::product_of<A, B>;
    if constexpr (product::exists) {
      if constexpr (product::name_is_new)
        return typename product::type{};
      else
        return refuse<"matmul", detail::name_twice<type_at<B, B::rank - 1>>, A, B>{};
    } else if constexpr (A::rank < 2 || B::rank < 2) {
      return refuse<"matmul", plainly<"both sides need two axes or more; linear takes a vector on the left">, A, B>{};
    } else {
      using K = type_at<A, A::rank - 1>;
      using Other = type_at<B, B::rank - 2>;
      if constexpr (!std::is_same_v<K, Other>)
        return refuse<"matmul", detail::contracts_other_axis<A, B, K, Other>, A, B>{};
      else
        return refuse<"matmul", detail::loops_differ<A, B, B::rank - 2>, A, B>{};
    }
  }
};
inline constexpr matmul_rule matmul = {};

}  // namespace shapeproof::rules

// ---- shapeproof/rules/linear.hpp
/// The rule of linear layers.

namespace shapeproof::rules {

namespace detail {

template <class X, class W, class In, class Rows>
struct other_input {
  static constexpr text reason() {
    text result = text::of("the input ends in ", axis_text<In>(), ", the rows of the weight are ", axis_text<Rows>());
    text const remedy = shard_remedy<In, Rows>();
    if (remedy.size > 0) return result.add(remedy);
    return result.add(std::is_same_v<In, type_at<W, 1>> ? "; did you mean transpose(weight)?"
                                                        : "; is it another weight?");
  }
};

template <class W>
struct other_bias {
  static constexpr text reason() { return text::of("the bias must be ", to_text(shape<type_at<W, 1>>{})); }
};

}  // namespace detail

/// `[..., In] x [In, Out] -> [..., Out]`, and a bias `[Out]`. Refused where the last axis of the input is not the first
/// one of the weight, the weight has not two axes, the bias is not `[Out]`, or the result would have a name twice.
struct linear_rule {
  using placement = multiplies_sums;              ///< one operand may be a part of a sum
  static constexpr fixed_string name = "linear";  ///< in messages
  template <class X, class W, class... Bias>
  constexpr auto operator()(X, W, Bias...) const {
    if constexpr (W::rank != 2) {
      return refuse<"linear", plainly<"a weight has two axes: input and output">, X, W, Bias...>{};
    } else if constexpr (X::rank == 0) {
      return refuse<"linear", plainly<"the input has no axis">, X, W, Bias...>{};
    } else {
      using in = type_at<X, X::rank - 1>;
      using out = type_at<W, 1>;
      if constexpr (!std::is_same_v<in, type_at<W, 0>>)
        return refuse<"linear", detail::other_input<X, W, in, type_at<W, 0>>, X, W, Bias...>{};
      else if constexpr (position_of<X>(axis_name<out>) < X::rank - 1)
        return refuse<"linear", detail::name_twice<out>, X, W, Bias...>{};
      else if constexpr (!(std::is_same_v<Bias, shape<out>> && ...))
        return refuse<"linear", detail::other_bias<W>, X, W, Bias...>{};
      else
        return join<range_of<X, 0, X::rank - 1>, shape<out>>{};
    }
  }
};
inline constexpr linear_rule linear = {};

}  // namespace shapeproof::rules

// ---- shapeproof/ops/linear.hpp
/// A linear layer.

namespace shapeproof {

/// Whether `linear(x, w)` or `linear(x, w, bias)` is accepted.
template <class X, class W, class... Bias>
concept can_linear = accepts<rules::linear_rule, X, W, Bias...>;

/// `[..., In] x [In, Out] -> [..., Out]`. Refused where x does not end in the weight's input, or the result would have
/// a name twice. Throws `shape_error` where a symbol has two values.
template <any_tensor X, any_tensor W>
constexpr auto linear(X const& x, W const& w) -> computed<float, rules::linear_rule, X, W> {
  return contracted<"linear", computed<float, rules::linear_rule, X, W>>(x, w);
}

/// `[..., In] x [In, Out] + [Out] -> [..., Out]`. Refused as without a bias, and where the bias is not `[Out]`. Throws
/// `shape_error` where a symbol has two values.
template <any_tensor X, any_tensor W, any_tensor Bias>
constexpr auto linear(X const& x, W const& w, Bias const& bias) -> computed<float, rules::linear_rule, X, W, Bias> {
  using result = computed<float, rules::linear_rule, X, W, Bias>;
  if constexpr (is_poisoned<result>) {
    return {};
  } else {
    if constexpr (!is_meta<result>) (void)met_symbols<"linear">(x, w, bias);
    return contracted<"linear", result>(x, w) + bias;
  }
}

}  // namespace shapeproof

// ---- shapeproof/ops/matmul.hpp
/// Matrix products.

namespace shapeproof {

/// Whether `matmul(a, b)` is accepted.
template <class A, class B>
concept can_matmul = accepts<rules::matmul_rule, A, B>;

/// `[..., M, K] x [..., K, N] -> [..., M, N]`, or `[..., M, K] x [K, N] -> [..., M, N]`. The contract of torch.matmul
/// (https://pytorch.org/docs/stable/generated/torch.matmul.html), without broadcasting and without vectors. Refused
/// where the contracted axes are not the same axis, the leading ones differ, or a name would occur twice. Throws
/// `shape_error` where a symbol has two values.
template <any_tensor A, any_tensor B>
constexpr auto matmul(A const& a, B const& b) -> computed<float, rules::matmul_rule, A, B> {
  return contracted<"matmul", computed<float, rules::matmul_rule, A, B>>(a, b);
}

}  // namespace shapeproof

// ---- shapeproof/cpu/normalize.hpp
/// Normalisations over one axis.

namespace shapeproof::cpu {

/// c[outer, axis] = (x - mean x) / sqrt(variance x + epsilon) * gamma[axis] + beta[axis]
///
/// Ba, Kiros and Hinton 2016. The variance is the biased one (divided by the extent), in two passes.
/// Operand order in `step` is x, gamma, beta, c in `axis`, and x, c in `outer`. c may be exactly x.
void layer_norm(float const* x, float const* gamma, float const* beta, float* c, loop_nest<2> const& outer,
                loop<4> axis, float epsilon);

/// c[outer, axis] = x / sqrt(mean of x*x + epsilon) * gamma[axis]
///
/// Zhang and Sennrich 2019. Operand order in `step` is x, gamma, c in `axis`, and x, c in `outer`. c may be
/// exactly x.
void rms_norm(float const* x, float const* gamma, float* c, loop_nest<2> const& outer, loop<3> axis, float epsilon);

}  // namespace shapeproof::cpu

// ---- shapeproof/rules/reduce.hpp
/// The rules of sum, max, softmax, causal_softmax and the norms: what happens along one named axis.

namespace shapeproof::rules {

namespace detail {

template <class Queries, class Keys>
struct keys_before_queries {
  static constexpr polynomial offset = extent_polynomial<Keys> - extent_polynomial<Queries>;
  static constexpr text reason() {
    return text::of("the mask is offset by ", axis_text<Keys>(), " minus ", axis_text<Queries>(), " = ",
                    to_text(offset), ", which may be negative; keys are cached positions and queries together");
  }
};

template <class Rows>
struct padded_elsewhere {
  static constexpr text reason() { return text::of("the padding is that of rows along ", axis_text<Rows>()); }
};

template <class Shape, class Axis, class Gamma, class... Beta>
struct other_parameter {
  static constexpr text reason() {
    text result = text::of("normalises over ", axis_text<Axis>(), ", so gamma ",
                           sizeof...(Beta) == 0 ? "" : "and beta ", "must be ", to_text(shape<Axis>{}));
    if constexpr (Gamma::rank == 1) add_remedy<type_at<Gamma, 0>>(result);
    return result;
  }
  /// Where gamma is right, it is the axis that is wrong.
  template <class Given>
  static constexpr void add_remedy(text& result) {
    if (has_axis<Given, Shape>) result.add("; did you mean to normalise over ").add(axis_name<Given>).add("?");
    if (is_factor<Given>(static_cast<Axis*>(nullptr)))
      result.add("; gamma has a factor of it: split ")
          .add(axis_name<Axis>)
          .add(" first and normalise over ")
          .add(axis_name<Given>);
  }
  template <class Given, class Plain>
  static constexpr bool is_factor(Plain*) {
    return false;
  }
  template <class Given, class... Factors>
  static constexpr bool is_factor(fused<Factors...>*) {
    return (std::is_same_v<Given, Factors> || ...);
  }
};

}  // namespace detail

/// `sum<"D">`, `max<"D">`: `[B, L, D] -> [B, L]`. The axis is dropped. Refused where there is none of that name, and
/// but for a sum where it is a shard.
template <fixed_string Operation, fixed_string Name>
struct reduce_rule {
  /// What it does with sums over ranks.
  using placement = std::conditional_t<Operation.view() == "sum", multiplies_sums, void>;
  static constexpr auto name = Operation;  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    constexpr std::size_t at = position_of<Shape>(Name.view());
    if constexpr (at == not_found)
      return refuse<Operation, no_such_axis<Name, Shape>, Shape>{};
    else if constexpr (Operation.view() != "sum" && is_sharded<type_at<Shape, at>>)
      return refuse<Operation, spread_over_ranks<type_at<Shape, at>>, Shape>{};
    else
      return join<range_of<Shape, 0, at>, range_of<Shape, at + 1, Shape::rank>>{};
  }
};
template <fixed_string Operation, fixed_string Name>
inline constexpr reduce_rule<Operation, Name> reduce = {};

/// `softmax<"S">`: `[B, H, L, S] -> [B, H, L, S]`: along S all values are in [0, 1] and sum to 1. Refused where there
/// is no such axis, it is fused or a shard, or it is the queries L of scores that have keys S.
template <fixed_string Name>
struct softmax_rule {
  static constexpr fixed_string name = "softmax";  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    constexpr std::size_t at = position_of<Shape>(Name.view());
    if constexpr (at == not_found)
      return refuse<"softmax", no_such_axis<Name, Shape>, Shape>{};
    else if constexpr (is_sharded<type_at<Shape, at>>)
      return refuse<"softmax", spread_over_ranks<type_at<Shape, at>>, Shape>{};
    else if constexpr (is_fused<type_at<Shape, at>>)
      return refuse<"softmax", plainly<"a fused axis mixes its factors; split first and normalise over one of them">,
                    Shape>{};
    else if constexpr (Name.view() == "L" && position_of<Shape>("S") != not_found)
      return refuse<"softmax", plainly<"L are queries; attention weights sum to 1 over the keys S">, Shape>{};
    else
      return Shape{};
  }
};
template <fixed_string Name>
inline constexpr softmax_rule<Name> softmax = {};

/// `causal_softmax<"L","S">`: `[..., L, S] -> [..., L, S]`: query l sees the keys 0 .. l + (S - L), the others are 0.
/// Refused where S - L is not provably >= 0, an axis is missing, fused or a shard, both are one, or scores that have L
/// and S have other queries or keys than these.
template <fixed_string Queries, fixed_string Keys>
struct causal_softmax_rule {
  static constexpr fixed_string name = "causal_softmax";  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    constexpr std::size_t query = position_of<Shape>(Queries.view());
    constexpr std::size_t key = position_of<Shape>(Keys.view());
    if constexpr (query == not_found) {
      return refuse<"causal_softmax", no_such_axis<Queries, Shape>, Shape>{};
    } else if constexpr (key == not_found) {
      return refuse<"causal_softmax", no_such_axis<Keys, Shape>, Shape>{};
    } else if constexpr (query == key) {
      return refuse<"causal_softmax", plainly<"queries and keys are one axis; give the keys their own name">, Shape>{};
    } else if constexpr (is_sharded<type_at<Shape, key>>) {
      return refuse<"causal_softmax", spread_over_ranks<type_at<Shape, key>>, Shape>{};
    } else if constexpr (is_sharded<type_at<Shape, query>>) {
      return refuse<"causal_softmax", spread_over_ranks<type_at<Shape, query>>, Shape>{};
    } else if constexpr (is_fused<type_at<Shape, query>> || is_fused<type_at<Shape, key>>) {
      return refuse<"causal_softmax", plainly<"a fused axis has no one order in time; split it first">, Shape>{};
    } else {
      using mask = detail::keys_before_queries<type_at<Shape, query>, type_at<Shape, key>>;
      constexpr bool are_scores = position_of<Shape>("L") != not_found && position_of<Shape>("S") != not_found;
      if constexpr (!mask::offset.never_negative())
        return refuse<"causal_softmax", mask, Shape>{};
      else if constexpr (are_scores && (Queries.view() != "L" || Keys.view() != "S"))
        return refuse<"causal_softmax", plainly<"of scores, L are the queries and S the keys, in this order">, Shape>{};
      else
        return Shape{};
    }
  }
};
template <fixed_string Queries, fixed_string Keys>
inline constexpr causal_softmax_rule<Queries, Keys> causal_softmax = {};

/// `causal_softmax` of padded rows: `[B, H, L, S] -> [B, H, L, S]`. Refused as that, and where the scores have not the
/// axis `Rows`.
template <fixed_string Queries, fixed_string Keys, class Rows>
struct padded_causal_softmax_rule {
  static constexpr fixed_string name = "causal_softmax";  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    using outcome = decltype(causal_softmax<Queries, Keys>(Shape{}));
    if constexpr (is_refused<outcome> || has_axis<Rows, Shape>)
      return outcome{};
    else
      return refuse<"causal_softmax", detail::padded_elsewhere<Rows>, Shape>{};
  }
};

/// `layer_norm<"D">`, `rms_norm<"D">`: `[B, L, D], [D]... -> [B, L, D]`: each position on its own. Refused where there
/// is no such axis, it is a shard, or a parameter has another shape than that axis alone.
template <fixed_string Operation, fixed_string Name>
struct normalize_rule {
  static constexpr auto name = Operation;  ///< in messages
  template <class Shape, class... Parameters>
  constexpr auto operator()(Shape, Parameters...) const {
    constexpr std::size_t at = position_of<Shape>(Name.view());
    if constexpr (at == not_found) {
      return refuse<Operation, no_such_axis<Name, Shape>, Shape, Parameters...>{};
    } else {
      using axis = type_at<Shape, at>;
      if constexpr (is_sharded<axis>)
        return refuse<Operation, spread_over_ranks<axis>, Shape, Parameters...>{};
      else if constexpr ((std::is_same_v<Parameters, shape<axis>> && ...))
        return Shape{};
      else
        return refuse<Operation, detail::other_parameter<Shape, axis, Parameters...>, Shape, Parameters...>{};
    }
  }
};
template <fixed_string Operation, fixed_string Name>
inline constexpr normalize_rule<Operation, Name> normalize = {};

}  // namespace shapeproof::rules

// ---- shapeproof/ops/normalize.hpp
/// Normalisation of each position over a named axis.

namespace shapeproof {

/// Whether `layer_norm<Name>(x, gamma, beta)` is accepted.
template <class X, class Gamma, class Beta, fixed_string Name>
concept can_layer_norm = accepts<rules::normalize_rule<"layer_norm", Name>, X, Gamma, Beta>;
/// Whether `rms_norm<Name>(x, gamma)` is accepted.
template <class X, class Gamma, fixed_string Name>
concept can_rms_norm = accepts<rules::normalize_rule<"rms_norm", Name>, X, Gamma>;

/// `layer_norm<"D">(x, gamma, beta)`: `[B, L, D], [D], [D] -> [B, L, D]`: each position on its own,
/// `(x - mean) / sqrt(variance + epsilon) * gamma + beta`, with the biased variance. Refused where x has no such axis,
/// or gamma or beta is not that axis alone. Throws `shape_error` where a symbol has two values. Ba, Kiros and Hinton,
/// 2016 (arXiv:1607.06450).
template <fixed_string Name, any_tensor X, any_tensor Gamma, any_tensor Beta>
constexpr auto layer_norm(X const& x, Gamma const& gamma, Beta const& beta, float epsilon = 1e-5F)
    -> computed<float, rules::normalize_rule<"layer_norm", Name>, X, Gamma, Beta> {
  using result_type = computed<float, rules::normalize_rule<"layer_norm", Name>, X, Gamma, Beta>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else
    return compute<"layer_norm", result_type, cost_of<7, shape_of<X>, result_type, X, Gamma, Beta>>(
        [epsilon](auto& result, auto const& from, auto const& scale, auto const& shift) {
          constexpr std::size_t at = position_of<shape_of<X>>(Name.view());
          using outer = typename without<shape_of<X>, Name>::type;
          cpu::layer_norm(from.data(), scale.data(), shift.data(), result.data(), loops_over<outer>(from, result),
                          loop_over<shape_of<X>, at>(from, scale, shift, result), epsilon);
        },
        x, gamma, beta);
}

/// `rms_norm<"D">(x, gamma)`: `[B, L, D], [D] -> [B, L, D]`: each position on its own,
/// `x / sqrt(mean of squares + epsilon) * gamma`. Refused and thrown as by `layer_norm`. Zhang and Sennrich, 2019
/// (arXiv:1910.07467).
template <fixed_string Name, any_tensor X, any_tensor Gamma>
constexpr auto rms_norm(X const& x, Gamma const& gamma, float epsilon = 1e-5F)
    -> computed<float, rules::normalize_rule<"rms_norm", Name>, X, Gamma> {
  using result_type = computed<float, rules::normalize_rule<"rms_norm", Name>, X, Gamma>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else
    return compute<"rms_norm", result_type, cost_of<4, shape_of<X>, result_type, X, Gamma>>(
        [epsilon](auto& result, auto const& from, auto const& scale) {
          constexpr std::size_t at = position_of<shape_of<X>>(Name.view());
          using outer = typename without<shape_of<X>, Name>::type;
          cpu::rms_norm(from.data(), scale.data(), result.data(), loops_over<outer>(from, result),
                        loop_over<shape_of<X>, at>(from, scale, result), epsilon);
        },
        x, gamma);
}

}  // namespace shapeproof

// ---- shapeproof/ops/own_part.hpp
/// This rank's part of a tensor that each rank has whole, such as a weight in a file.

namespace shapeproof {

namespace rules {

namespace detail {
template <class Axis>
struct part_in_pieces {
  static constexpr text reason() {
    return text::of("a rank's part of ", axis_text<Axis>(),
                    " is not in one piece, so no view has it; cut its first factor, or split first");
  }
};
/// The first axis to be cut that is not cut between positions of its first factor. Void where there is none.
template <class Given, class Shape>
struct first_in_pieces {
  using type = void;
};
template <class Given, class First, class... Rest>
struct first_in_pieces<Given, shape<First, Rest...>>
    : std::conditional_t<is_sharded_inside<First> && !has_axis<First, Given>, type_is<First>,
                         first_in_pieces<Given, shape<Rest...>>> {};

/// What x has of these axes: all of them, or the same shards.
template <class Given, class Shape>
struct before_cut;
template <class Given, class... Axes>
struct before_cut<Given, shape<Axes...>> {
  using type = shape_pattern<std::conditional_t<has_axis<Axes, Given>, Axes, whole<Axes>>...>;
};
}  // namespace detail

/// `[...] -> [...]`: the layout as it is, before it is cut into `Shape`. Refused: another shape than that of which
/// `Shape` is a part, and a part that is not in one piece.
template <class Shape>
struct own_part_rule {
  using placement = keeps_sums;                     ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "own_part";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using given = shape_in<Layout>;
    using wanted = typename detail::before_cut<given, Shape>::type;
    using in_pieces = typename detail::first_in_pieces<given, Shape>::type;
    if constexpr (!fits<given, wanted>)
      return refuse<"own_part", other_shape<given, wanted>, Layout>{};
    else if constexpr (!std::is_void_v<in_pieces>)
      return refuse<"own_part", detail::part_in_pieces<in_pieces>, Layout>{};
    else
      return Layout{};
  }
};

}  // namespace rules

namespace detail {
template <class Shape, std::size_t At = 0, any_tensor X>
constexpr auto cut_into(X&& x) {
  if constexpr (is_poisoned<X>) {
    return poisoned{};
  } else if constexpr (At < Shape::rank) {
    using axis = type_at<Shape, At>;
    if constexpr (has_axis<axis, shape_of<X>>) {
      return cut_into<Shape, At + 1>(std::forward<X>(x));
    } else {
      using mesh = type_at<typename meshes_of_axis<axis>::type, 0>;
      return cut_into<Shape, At + 1>(scatter<name_text<axis>, mesh>(std::forward<X>(x)));
    }
  } else {
    return std::remove_cvref_t<X>(std::forward<X>(x));
  }
}
}  // namespace detail

/// `own_part<shape<D, shard<F, tp>>>(w)`: `[D, F] -> [D, F=2 of 4 over tp]`: `scatter` over each axis of `Shape` that
/// is a shard, and not one of x already; a view, of which a tensor that expires becomes the owner. Refused: another
/// shape than that of which `Shape` is a part, and one to be cut inside of a first factor. Refused and thrown as by
/// `scatter`.
template <class Shape, any_tensor X>
constexpr auto own_part(X&& x) {
  return detail::cut_into<Shape>(relabel<"own_part", viewed<rules::own_part_rule<Shape>, X>>(std::forward<X>(x)));
}

}  // namespace shapeproof

// ---- shapeproof/cpu/packed.hpp
/// Matrix products over weights that are packed once, when a model is loaded.

namespace shapeproof::cpu {

/// How a packed weight is stored.
enum class weight_type {
  f32,   ///< a float
  bf16,  ///< the upper half of a float, rounded to nearest even: Kalamkar et al. 2019 (arXiv:1905.12322)
  int8,  ///< -127 to 127, times a scale of each output column: the column's largest |w| / 127
};

/// What the tiles of a product are compiled for.
enum class instruction_set {
  portable,  ///< what the compiler makes of plain loops
  avx2,      ///< AVX2 and FMA
  avx512     ///< AVX-512 F
};

/// Whether this machine can run it.
bool supports(instruction_set set);

/// The fastest one that this machine can run.
instruction_set best_instruction_set();

/// Bytes that one owner has, in huge pages where they fill one and the system grants them. (std::unique_ptr would cost
/// every source that includes this a quarter more compile time.)
class packed_memory {
 public:
  packed_memory() = default;
  /// Takes the bytes over; `other` has none then.
  packed_memory(packed_memory&& other) noexcept { swap(other); }
  /// Exchanges the bytes.
  packed_memory& operator=(packed_memory&& other) noexcept {
    swap(other);
    return *this;
  }
  ~packed_memory();
  /// The first byte, or null.
  std::byte* get() const { return data_; }

 private:
  friend packed_memory allocate_packed(std::size_t size);
  packed_memory(std::byte* data, std::size_t size) : data_(data), size_(size) {}
  void swap(packed_memory& other) noexcept {
    std::byte* const data = data_;
    std::size_t const size = size_;
    data_ = other.data_;
    size_ = other.size_;
    other.data_ = data;
    other.size_ = size;
  }

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

/// `size` bytes, uninitialised, aligned for `pack`. Throws std::bad_alloc.
packed_memory allocate_packed(std::size_t size);

/// The bytes of a packed weight [k, n].
///
/// Layout, the same on every machine of its byte order: panels of 32 columns, one after the other; in each, k is padded
/// with zeros to a multiple of 4, and the last panel with columns of zeros. A panel is [k / t, 32] words of 32 bits,
/// each with t terms of one column, the first one lowest: t = 1 for f32, 2 for bf16, 4 for int8. int8 has the columns'
/// scales behind the panels, as floats.
std::size_t packed_size(std::size_t k, std::size_t n, weight_type type);

/// Packs w[k, n], whose steps `w_k` and `w_n` count elements, into packed_size(k, n, type) bytes at `out`.
///
/// [In, Out] files have w_n = 1, [Out, In] files w_k = 1; both are fast. `out` is aligned to floats, for speed to 64
/// bytes and in huge pages, as from allocate_packed. int8 requires finite weights; |w - scale * q| <= scale / 2, but
/// for rounding.
void pack(weight_type type, float const* w, std::ptrdiff_t w_k, std::ptrdiff_t w_n, std::size_t k, std::size_t n,
          std::byte* out);

/// What is added to a product before it leaves the cache: bias[n] + residual[m, n].
struct epilogue {
  float const* bias = nullptr;      ///< [n], or nothing
  float const* residual = nullptr;  ///< [m, n], or nothing; must not overlap y
  std::ptrdiff_t residual_m = 0;    ///< elements between its rows, which are dense
};

/// y[m, n] = sum over k of x[m, k] * w[k, n], with w from `pack`.
///
/// Rows of x and y lie x_m and y_m elements apart and are dense. y must not overlap x. k = 0 gives zeros; m = 0 or
/// n = 0 writes nothing. Activations stay floats whatever the weights are. Sums are kept in float, in blocks of k, and
/// are the same for every number of threads, not for every instruction set. Requires supports(set).
void packed_matmul(float const* x, std::ptrdiff_t x_m, float* y, std::ptrdiff_t y_m, std::size_t m, std::size_t k,
                   std::size_t n, std::byte const* packed, weight_type type,
                   instruction_set set = best_instruction_set());

/// The same with an epilogue: y[m, n] = sum + bias[n] + residual[m, n].
void packed_matmul(float const* x, std::ptrdiff_t x_m, float* y, std::ptrdiff_t y_m, std::size_t m, std::size_t k,
                   std::size_t n, std::byte const* packed, weight_type type, epilogue const& then,
                   instruction_set set = best_instruction_set());

}  // namespace shapeproof::cpu

// ---- shapeproof/ops/packed_weight.hpp
/// Weights in the order that the kernel of their products reads.

namespace shapeproof {

/// The upper half of a float, rounded to the nearest, of ties to the even one. Kalamkar et al., 2019
/// (arXiv:1905.12322).
struct bf16 {};
/// A number in [-127, 127], times a scale of its output column: symmetric and per channel, as in Wu et al., 2020
/// (arXiv:2004.09602).
struct int8 {};

/// `[In, Out]` in the order that the kernel reads, with elements `T`: float, `bf16` or `int8`. Only `pack` makes one,
/// and only products take it: an unpacked weight cannot reach their kernel, and nothing else this memory. `size()` is
/// in elements, `bytes()` what a product reads of `data()`; `symbols()` as of a tensor.
template <class T, class In, class Out>
class packed_weight;

/// The same in memory that somebody else owns and that must live longer: a packed weight, or a file that was checked.
template <class T, class In, class Out>
class packed_view;

namespace detail {

template <class T>
inline constexpr bool is_packed_element = false;
template <>
inline constexpr bool is_packed_element<float> = true;
template <>
inline constexpr bool is_packed_element<bf16> = true;
template <>
inline constexpr bool is_packed_element<int8> = true;

template <class T>
inline constexpr cpu::weight_type weight_type_of = std::is_same_v<T, float>  ? cpu::weight_type::f32
                                                   : std::is_same_v<T, bf16> ? cpu::weight_type::bf16
                                                                             : cpu::weight_type::int8;

template <class T, class In, class Out>
struct traits<packed_weight<T, In, Out>> : tensor_traits<kind::owner, T, shape<In, Out>> {};
template <class T, class In, class Out>
struct traits<packed_view<T, In, Out>> : tensor_traits<kind::borrower, T, shape<In, Out>> {};

struct packing;

template <class W>
inline constexpr bool is_packed_weight = false;
template <class T, class In, class Out>
inline constexpr bool is_packed_weight<packed_weight<T, In, Out>> = true;
template <class T, class In, class Out>
inline constexpr bool is_packed_weight<packed_view<T, In, Out>> = true;

inline std::byte const* begin_of(cpu::packed_memory const& memory) { return memory.get(); }
inline std::byte const* begin_of(std::byte const* memory) { return memory; }

/// What packed weights share; `Memory` is `cpu::packed_memory`, or a pointer where somebody else owns it.
template <class T, class In, class Out, class Memory>
class packed_array {
 public:
  using element = T;
  using layout = shapeproof::shape<In, Out>;
  using shape = layout;
  static constexpr std::size_t rank = 2;

  symbol_values<symbols_in<layout>> const& symbols() const { return symbols_; }
  std::byte const* data() const { return begin_of(memory_); }
  /// The number of elements.
  std::size_t size() const { return extent_of<In>(symbols_) * extent_of<Out>(symbols_); }
  /// The bytes that a product reads.
  std::size_t bytes() const {
    return cpu::packed_size(extent_of<In>(symbols_), extent_of<Out>(symbols_), weight_type_of<T>);
  }

 protected:
  packed_array(symbol_values<symbols_in<layout>> const& symbols, Memory memory)
      : symbols_(symbols), memory_(std::move(memory)) {}

 private:
  friend struct packing;
  [[no_unique_address]] symbol_values<symbols_in<layout>> symbols_;
  Memory memory_;
};

}  // namespace detail

/// A packed weight of any kind. (Deducing one from a tensor would make the compiler complete the tensor's class.)
template <class W>
concept any_packed_weight = detail::is_packed_weight<std::remove_cvref_t<W>>;

template <class T, class In, class Out>
class packed_weight : public detail::packed_array<T, In, Out, cpu::packed_memory> {
  friend struct detail::packing;
  using detail::packed_array<T, In, Out, cpu::packed_memory>::packed_array;
};

template <class T, class In, class Out>
class packed_view : public detail::packed_array<T, In, Out, std::byte const*> {
  friend struct detail::packing;
  using base = detail::packed_array<T, In, Out, std::byte const*>;
  using base::base;

 public:
  /// All of a packed weight, which must live longer: one that expires is refused.
  packed_view(packed_weight<T, In, Out> const& w) : base(w.symbols(), w.data()) {}
  packed_view(packed_weight<T, In, Out>&&) = delete;  // it would not live longer
};

/// `[In=5200, Out=20800]`, for messages.
template <any_packed_weight W>
std::string to_string(W const& w) {
  return to_string(shape_of<W>{}, w.symbols());
}

/// `pack`: `[In, Out] -> [In, Out]`. Refused where a weight has not two axes.
struct pack_rule {
  static constexpr fixed_string name = "pack";  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    if constexpr (Shape::rank == 2)
      return Shape{};
    else
      return rules::refuse<"pack", rules::plainly<"a weight has two axes, [In, Out]">, Shape>{};
  }
};

/// Whether `pack<T>(w)` is accepted.
template <class W>
concept can_pack = accepts<pack_rule, W>;

namespace detail {

template <class T, class Outcome>
struct packed_result : outcome_or_poisoned<Outcome> {};
template <class T, class In, class Out>
struct packed_result<T, shape<In, Out>> {
  using type = packed_weight<T, In, Out>;
};

/// The only one that makes packed weights.
struct packing {
  /// Memory whose contents are not packed yet.
  template <class Result, class Symbols>
  static Result uninitialized(Symbols const& symbols) {
    using shape = shape_of<Result>;
    auto const bytes = cpu::packed_size(extent_of<type_at<shape, 0>>(symbols), extent_of<type_at<shape, 1>>(symbols),
                                        weight_type_of<typename Result::element>);
    return Result(symbols, cpu::allocate_packed(bytes));
  }

  template <class Result, class W>
  static Result of(W const& w) {
    auto result = uninitialized<Result>(narrowed<symbols_in<shape_of<Result>>>(w.symbols()));
    auto const walk = w.walk();
    cpu::pack(weight_type_of<typename Result::element>, w.data(), walk.step[0], walk.step[1], walk.extent[0],
              walk.extent[1], result.memory_.get());
    return result;
  }

  /// Packs the columns [first, first + count) of `to`, given as `[In, count]`; panels of 32 columns must be whole.
  template <class Result>
  static void columns(Result& to, float const* w, std::size_t first, std::size_t count) {
    using shape = shape_of<Result>;
    constexpr auto type = weight_type_of<typename Result::element>;
    std::size_t const k = extent_of<type_at<shape, 0>>(to.symbols());
    auto const scales = [](std::size_t n) { return type == cpu::weight_type::int8 ? (n + 31) / 32 * 32 * 4 : 0; };
    auto const panels = [&](std::size_t n) { return cpu::packed_size(k, n, type) - scales(n); };
    auto* const at = to.memory_.get() + panels(first);
    auto const step = static_cast<std::ptrdiff_t>(count);
    if constexpr (type == cpu::weight_type::int8) {
      auto const part = cpu::allocate_packed(cpu::packed_size(k, count, type));
      cpu::pack(type, w, step, 1, k, count, part.get());
      std::memcpy(at, part.get(), panels(count));
      std::size_t const n = extent_of<type_at<shape, 1>>(to.symbols());
      std::memcpy(to.memory_.get() + panels(n) + scales(first), part.get() + panels(count), scales(count));
    } else {
      cpu::pack(type, w, step, 1, k, count, at);
    }
  }

  /// A view of bytes that somebody has checked.
  template <class View>
  static View view_of(symbol_values<symbols_in<shape_of<View>>> const& symbols, std::byte const* bytes) {
    return View(symbols, bytes);
  }
};

}  // namespace detail

/// A weight `[In, Out]` of floats, in any memory order -> the same packed, with elements `T`: float, `bf16` or `int8`,
/// which needs finite weights. Refused where the weight has not two axes. Throws std::bad_alloc.
template <class T, any_tensor W>
auto pack(W const& w) {
  static_assert(detail::is_packed_element<T>, "pack: elements are float, bf16 or int8");
  using result =
      detail::placed_whole<typename detail::packed_result<T, detail::outcome_of<pack_rule, shape_of<W>>>::type,
                           pack_rule, W>;
  if constexpr (is_poisoned<result>)
    return result{};
  else
    return detail::packing::of<result>(w);
}

/// How many columns `pack_columns` has made at a time: their floats stay in a cache.
inline constexpr std::size_t columns_at_a_time = 256;

/// The packed weight `W` of columns that are made a few at a time, so that the unpacked weight is never whole:
/// `make(first, count, to)` writes the columns [first, first + count) as floats `[In, count]`. Nothing is refused;
/// throws std::bad_alloc.
template <any_packed_weight W, class Make>
W pack_columns(symbol_values<symbols_in<shape_of<W>>> const& symbols, Make const& make) {
  auto result = detail::packing::uninitialized<W>(symbols);
  std::size_t const k = extent_of<type_at<shape_of<W>, 0>>(symbols);
  std::size_t const n = extent_of<type_at<shape_of<W>, 1>>(symbols);
  buffer<float> some(k * std::min(n, columns_at_a_time));
  for (std::size_t first = 0; first < n; first += columns_at_a_time) {
    std::size_t const count = std::min(columns_at_a_time, n - first);
    make(first, count, some.data());
    detail::packing::columns(result, some.data(), first, count);
  }
  return result;
}

}  // namespace shapeproof

// ---- shapeproof/ops/packed.hpp
/// Products with weights that are packed once, when a model is loaded.

namespace shapeproof {

namespace detail {

/// x `[.., In]` times a packed `[In, Out]`, and a bias `[Out]` where there is one: rows of x are dense, or are copied
/// to be.
template <fixed_string Operation, class Result, any_tensor X, any_packed_weight W>
Result packed_product(X const& x, W const& w, float const* bias = nullptr) {
  auto const symbols = met_symbols<Operation>(x, w);
  Result result(uninitialized, narrowed<symbols_in<shape_of<Result>>>(symbols));
  constexpr std::size_t rank = shape_of<X>::rank;
  std::size_t const k = extent_of<type_at<shape_of<W>, 0>>(w.symbols());
  std::size_t const n = extent_of<type_at<shape_of<W>, 1>>(w.symbols());
  auto const multiply = [&](float const* from, std::size_t rows, std::ptrdiff_t step) {
    cpu::packed_matmul(from, step, result.data(), static_cast<std::ptrdiff_t>(n), rows, k, n, w.data(),
                       weight_type_of<typename W::element>, cpu::epilogue{bias});
  };
  auto const walk = x.walk();
  std::size_t rows = 1;
  for (std::size_t i = 0; i + 1 < rank; ++i) rows *= walk.extent[i];
  if constexpr (is_dense<layout_of<X>>) {
    multiply(x.data(), rows, static_cast<std::ptrdiff_t>(k));
  } else {
    if (rank == 2 && walk.step[rank - 1] == 1)
      multiply(x.data(), rows, walk.step[0]);
    else
      multiply(contiguous(x).data(), rows, static_cast<std::ptrdiff_t>(k));
  }
  return result;
}

}  // namespace detail

/// `[.., L, In] x [In, Out] -> [.., L, Out]`. Refused and thrown as with an unpacked weight.
template <any_tensor X, any_packed_weight W>
auto matmul(X const& x, W const& w) -> computed<float, rules::matmul_rule, X, W> {
  using result = computed<float, rules::matmul_rule, X, W>;
  if constexpr (is_poisoned<result>)
    return {};
  else
    return detail::packed_product<"matmul", result>(x, w);
}

/// `[.., In] x [In, Out] -> [.., Out]`. Refused and thrown as with an unpacked weight.
template <any_tensor X, any_packed_weight W>
auto linear(X const& x, W const& w) -> computed<float, rules::linear_rule, X, W> {
  using result = computed<float, rules::linear_rule, X, W>;
  if constexpr (is_poisoned<result>)
    return {};
  else
    return detail::packed_product<"linear", result>(x, w);
}

/// `[.., In] x [In, Out] + [Out] -> [.., Out]`. Refused and thrown as with an unpacked weight.
template <any_tensor X, any_packed_weight W, any_tensor Bias>
auto linear(X const& x, W const& w, Bias const& bias) -> computed<float, rules::linear_rule, X, W, Bias> {
  using result = computed<float, rules::linear_rule, X, W, Bias>;
  if constexpr (is_poisoned<result>) {
    return {};
  } else {
    (void)met_symbols<"linear">(x, w, bias);
    if constexpr (std::is_same_v<element_of<Bias>, float>)
      if (bias.walk().step[0] == 1) return detail::packed_product<"linear", result>(x, w, bias.data());
    return detail::packed_product<"linear", result>(x, w) + bias;
  }
}

}  // namespace shapeproof

// ---- shapeproof/cpu/reduce.hpp
/// Reductions over one axis, and the softmax family.

namespace shapeproof::cpu {

/// What `reduce` makes of an axis.
enum class reduction {
  sum,  ///< of nothing: 0
  max   ///< of nothing: -infinity
};

/// c[outer] = op over axis of a[outer, axis]
///
/// Operand order in `step` is a, c; c's step in `axis` is unused. The sum of an empty axis is 0, its maximum
/// is -infinity. A NaN in the axis gives NaN.
void reduce(reduction op, float const* a, float* c, loop_nest<2> const& outer, loop<2> axis);

/// c[outer, axis] = exp(a - max a) / sum of exp(a - max a), over axis
///
/// Operand order in `step` is a, c. c may be exactly a. A NaN in the axis makes the whole axis NaN, and so
/// does an axis that holds +infinity or only -infinity.
void softmax(float const* a, float* c, loop_nest<2> const& outer, loop<2> axis);

/// c[outer, query, key] = softmax over the keys that the query may see; exactly 0 for the others.
///
/// Query l may see keys 0 .. l + (key.extent - query.extent): the queries are the last positions of the keys.
/// What lies in `a` behind those keys is not read. Requires key.extent >= query.extent, otherwise throws
/// std::invalid_argument with both. `outer` holds at most max_rank - 1 loops. Operand order in `step` is a, c.
/// c may be exactly a.
void causal_softmax(float const* a, float* c, loop_nest<2> const& outer, loop<2> query, loop<2> key);

}  // namespace shapeproof::cpu

// ---- shapeproof/ops/softmax.hpp
/// Softmax, and softmax under the causal mask.

namespace shapeproof {

/// Whether `softmax<Name>(x)` is accepted.
template <class X, fixed_string Name>
concept can_softmax = accepts<rules::softmax_rule<Name>, X>;
/// Whether `causal_softmax<Queries, Keys>(scores)` is accepted.
template <class X, fixed_string Queries, fixed_string Keys>
concept can_causal_softmax = accepts<rules::causal_softmax_rule<Queries, Keys>, X>;

/// `softmax<"S">(x)`: `[B, H, L, S] -> [B, H, L, S]`; along S the values sum to 1. Refused where there is no such axis,
/// it is fused, or it is the queries L of scores that have keys S.
template <fixed_string Name, any_tensor X>
constexpr auto softmax(X const& x) -> computed<float, rules::softmax_rule<Name>, X> {
  using result_type = computed<float, rules::softmax_rule<Name>, X>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else
    return compute<"softmax", result_type, cost_of<5, shape_of<X>, result_type, X>>(
        [](auto& result, auto const& from) {
          constexpr std::size_t at = position_of<shape_of<X>>(Name.view());
          using outer = typename without<shape_of<X>, Name>::type;
          cpu::softmax(from.data(), result.data(), loops_over<outer>(from, result),
                       loop_over<shape_of<X>, at>(from, result));
        },
        x);
}

namespace detail {
/// Two steps of the pipeline in one kernel: the mask writes nothing of its own.
template <class Result, class X>
constexpr Result traced_causal_softmax(X const& scores) {
  auto const masked = traced_view<"causal_mask", Result, no_cost>(scores);
  return traced<"softmax", Result, cost_of<5, shape_of<X>, Result, X>>(masked);
}
}  // namespace detail

/// `causal_softmax<"L","S">(scores)`: `[B, H, L, S] -> [B, H, L, S]`; query l sees the keys 0 .. l + (S - L), the
/// others get exactly 0. Refused where S - L is not provably >= 0, or an axis is missing or fused.
template <fixed_string Queries, fixed_string Keys, any_tensor X>
constexpr auto causal_softmax(X const& scores) -> computed<float, rules::causal_softmax_rule<Queries, Keys>, X> {
  using result_type = computed<float, rules::causal_softmax_rule<Queries, Keys>, X>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else if constexpr (is_meta<result_type>) {
    return detail::traced_causal_softmax<result_type>(scores);
  } else {
    return compute<"causal_softmax", result_type, no_cost>(
        [](auto& result, auto const& from) {
          using shape = shape_of<X>;
          using outer = typename without<shape, Queries, Keys>::type;
          cpu::causal_softmax(from.data(), result.data(), loops_over<outer>(from, result),
                              loop_over<shape, position_of<shape>(Queries.view())>(from, result),
                              loop_over<shape, position_of<shape>(Keys.view())>(from, result));
        },
        scores);
  }
}

/// `[B, H, L, S] -> [B, H, L, S]`: the same where no row is padded. Refused as that.
template <fixed_string Queries, fixed_string Keys, any_tensor X>
constexpr auto causal_softmax(X const& scores, no_padding) {
  return causal_softmax<Queries, Keys>(scores);
}

/// `[B, H, L, S] -> [B, H, L, S]`: the same where rows are padded on the left: nobody sees the padding, and what would
/// be queried there sees nothing, all zeros. Refused as that, and where the scores have not the rows' axis. Throws
/// `shape_error` where they have another number of rows.
template <fixed_string Queries, fixed_string Keys, any_tensor X, class Rows>
constexpr auto causal_softmax(X const& scores, [[maybe_unused]] left_padded<Rows> const& padding)
    -> computed<float, rules::padded_causal_softmax_rule<Queries, Keys, Rows>, X> {
  using result_type = computed<float, rules::padded_causal_softmax_rule<Queries, Keys, Rows>, X>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else if constexpr (is_meta<result_type>)
    return detail::traced_causal_softmax<result_type>(scores);
  else
    return compute<"causal_softmax", result_type, no_cost>(
        [&padding](auto& result, auto const& from) {
          using shape = shape_of<X>;
          using outer = typename without<shape, Queries, Keys>::type;
          auto one_row = loops_over<outer>(from, result);
          auto& row = one_row.at[position_of<outer>(axis_name<Rows>)];
          padding.require_rows("causal_softmax", from, row.extent);
          row.extent = 1;
          auto const all_queries = loop_over<shape, position_of<shape>(Queries.view())>(from, result);
          auto const all_keys = loop_over<shape, position_of<shape>(Keys.view())>(from, result);
          std::size_t const past = all_keys.extent - all_queries.extent;
          for (std::size_t i = 0, count = result.size(); i < count; ++i) result.data()[i] = 0;
          for (std::size_t b = 0; b < padding.rows(); ++b) {
            // The first key that is a token, and the first query that is one.
            std::size_t const key = padding.of(b) < all_keys.extent ? padding.of(b) : all_keys.extent;
            std::size_t const query = key > past ? key - past : 0;
            auto queries = all_queries;
            auto keys = all_keys;
            queries.extent -= query;
            keys.extent -= key;
            auto const begin = [&](std::size_t operand) {
              return static_cast<std::ptrdiff_t>(b) * row.step[operand] +
                     static_cast<std::ptrdiff_t>(query) * queries.step[operand] +
                     static_cast<std::ptrdiff_t>(key) * keys.step[operand];
            };
            cpu::causal_softmax(from.data() + begin(0), result.data() + begin(1), one_row, queries, keys);
          }
        },
        scores);
}

}  // namespace shapeproof

// ---- shapeproof/ops/ragged_softmax.hpp
/// Softmax under the causal mask where every row has a length of its own.

namespace shapeproof {

namespace detail {
template <class Rows>
struct ragged_elsewhere {
  static constexpr text reason() { return text::of("the lengths are those of rows along ", axis_text<Rows>()); }
};
}  // namespace detail

/// `causal_softmax` of ragged rows: `[B, H, L, S] -> [B, H, L, S]`. Refused as that, and where the scores have not the
/// axis `Rows`.
template <fixed_string Queries, fixed_string Keys, class Rows>
struct ragged_causal_softmax_rule {
  static constexpr fixed_string name = "causal_softmax";  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    using outcome = decltype(rules::causal_softmax<Queries, Keys>(Shape{}));
    if constexpr (is_refused<outcome> || has_axis<Rows, Shape>)
      return outcome{};
    else
      return rules::refuse<"causal_softmax", detail::ragged_elsewhere<Rows>, Shape>{};
  }
};

/// `[B, H, L, S] -> [B, H, L, S]`: the queries L are the last positions of each row: of a row of n positions, query l
/// sees the keys 0 .. l + (n - L), and the others get exactly 0. Refused as `causal_softmax`, and where the scores have
/// not the rows' axis. Throws `shape_error` where they have another number of rows, and where a row has fewer positions
/// than queries or more than keys.
template <fixed_string Queries, fixed_string Keys, any_tensor X, class Rows>
constexpr auto causal_softmax(X const& scores, [[maybe_unused]] ragged<Rows> const& lengths)
    -> computed<float, ragged_causal_softmax_rule<Queries, Keys, Rows>, X> {
  using result_type = computed<float, ragged_causal_softmax_rule<Queries, Keys, Rows>, X>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else if constexpr (is_meta<result_type>)
    return detail::traced_causal_softmax<result_type>(scores);
  else
    return compute<"causal_softmax", result_type, no_cost>(
        [&lengths](auto& result, auto const& from) {
          using shape = shape_of<X>;
          using outer = typename without<shape, Queries, Keys>::type;
          auto one_row = loops_over<outer>(from, result);
          auto& row = one_row.at[position_of<outer>(axis_name<Rows>)];
          lengths.require_rows("causal_softmax", from, row.extent);
          row.extent = 1;
          auto const queries = loop_over<shape, position_of<shape>(Queries.view())>(from, result);
          auto keys = loop_over<shape, position_of<shape>(Keys.view())>(from, result);
          std::size_t const least = queries.extent, most = keys.extent;
          for (std::size_t i = 0, count = result.size(); i < count; ++i) result.data()[i] = 0;
          for (std::size_t b = 0; b < lengths.rows(); ++b) {
            std::size_t const length = lengths.data()[b];
            if (length < least || most < length)
              throw shape_error("causal_softmax", to_string(from),
                                "row " + std::to_string(b) + " has the length " + std::to_string(length));
            keys.extent = length;
            auto const at = [&](std::size_t operand) { return static_cast<std::ptrdiff_t>(b) * row.step[operand]; };
            cpu::causal_softmax(from.data() + at(0), result.data() + at(1), one_row, queries, keys);
          }
        },
        scores);
}

}  // namespace shapeproof

// ---- shapeproof/rules/reshape.hpp
/// The rule of reshape: only what splits and merges of neighbours can do.

namespace shapeproof::rules {

namespace detail {

/// A list of axes with every fused axis replaced by its innermost factors.
template <template <class...> class List, class... Axes>
struct flat;
template <template <class...> class List, class Axis>
struct flat<List, Axis> {
  using type = List<Axis>;
};
template <template <class...> class List, class... Factors>
struct flat<List, fused<Factors...>> {
  using type = join<List<>, typename flat<List, Factors>::type...>;
};
template <class List>
struct flat_list;
template <template <class...> class List, class... Axes>
struct flat_list<List<Axes...>> {
  using type = join<List<>, typename flat<List, Axes>::type...>;
};
template <class List>
using all_split = typename flat_list<List>::type;

template <class From, class To>
struct other_factors {
  static constexpr text reason() {
    text result = text::of("to ", to_text(To{}), " is no sequence of splits and merges of neighbours: the factors are ",
                           to_text(all_split<From>{}), " and ", to_text(all_split<To>{}));
    if (has_same_axes()) return result.add("; transpose or permute reorders");
    add_first_difference<0>(result);
    return result;
  }
  template <std::size_t I>
  static constexpr void add_first_difference(text& result) {
    using a = all_split<From>;
    using b = all_split<To>;
    if constexpr (I < a::rank && I < b::rank) {
      if constexpr (std::is_same_v<type_at<a, I>, type_at<b, I>>)
        add_first_difference<I + 1>(result);
      else
        result.add("; ")
            .add(axis_text<type_at<a, I>>())
            .add(" meets ")
            .add(axis_text<type_at<b, I>>())
            .add(shard_remedy<type_at<a, I>, type_at<b, I>>());
    }
  }
  static constexpr bool has_same_axes() {
    return all_split<From>::rank == all_split<To>::rank && all_in(all_split<From>{});
  }
  template <class... Axes>
  static constexpr bool all_in(shape<Axes...>) {
    return (has_axis<Axes, all_split<To>> && ...);
  }
};

template <class A, class B>
constexpr bool same_names() {
  if (list_size<A> != list_size<B>) return false;
  for (std::size_t i = 0; i < list_size<A>; ++i)
    if (shapeproof::detail::names_of<A>::value[i] != shapeproof::detail::names_of<B>::value[i]) return false;
  return true;
}

template <class To>
struct target_repeats_name {
  static constexpr text reason() {
    return text::of("to ", to_text(To{}), " has the name ", repeated_name<To>(), " twice; rename one of them first");
  }
};

/// The axis with another slot in place of its innermost first factor, which memory may have wider than the shape.
template <class Axis, class Slot>
struct with_first {
  using type = Slot;
};
template <class First, class... Rest, class Slot>
struct with_first<fused<First, Rest...>, Slot> {
  using type = fused<typename with_first<First, Slot>::type, Rest...>;
};

/// Puts each fused axis of the target in place of the slots of its factors, which must be its factors exactly but for
/// the extent of the first one: nothing of the fused axis lies outside of it.
template <class Memory, class... Axes>
struct regrouped {
  static constexpr bool exists = true;
  using type = Memory;
};
template <class Memory, class Axis, class... Rest>
struct regrouped<Memory, Axis, Rest...> : regrouped<Memory, Rest...> {};
template <class Memory, class... Factors, class... Rest>
struct regrouped<Memory, fused<Factors...>, Rest...> {
  using factors = typename flat<memory, fused<Factors...>>::type;
  static constexpr std::size_t slot = position_of<Memory>(axis_name<type_at<factors, 0>>);
  static constexpr std::size_t end = slot + list_size<factors>;
  static constexpr auto next() {
    if constexpr (end > list_size<Memory>)
      return type_is<void>{};
    else if constexpr (!std::is_same_v<range_of<Memory, slot + 1, end>, range_of<factors, 1, list_size<factors>>>)
      return type_is<void>{};
    else
      return regrouped<replaced<Memory, slot, list_size<factors>,
                                memory<typename with_first<fused<Factors...>, type_at<Memory, slot>>::type>>,
                       Rest...>{};
  }
  using rest = decltype(next());
  static constexpr bool exists = [] {
    if constexpr (std::is_same_v<rest, type_is<void>>)
      return false;
    else
      return rest::exists;
  }();
  using type = typename rest::type;
};

template <class Shape, class Memory>
struct regrouped_for;
template <class... Axes, class Memory>
struct regrouped_for<shape<Axes...>, Memory> : regrouped<Memory, Axes...> {};

}  // namespace detail

/// `reshape<B, L, H, Dk>`: `[B, L, (H Dk)] -> [B, L, H, Dk]` or back: the innermost factors of both sides are the same
/// axes in the same order. No element moves. Anything else is refused, for equal element counts are not enough; and so
/// are a name that occurs twice, and views whose memory is in another order or wider.
template <class... Axes>
struct reshape_rule {
  using placement = keeps_sums;                    ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "reshape";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    using to = shape<Axes...>;
    if constexpr (!std::is_same_v<detail::all_split<from>, detail::all_split<to>>) {
      return refuse<"reshape", detail::other_factors<from, to>, Layout>{};
    } else if constexpr (!names_are_distinct<to>()) {
      return refuse<"reshape", detail::target_repeats_name<to>, Layout>{};
    } else if constexpr (is_dense<Layout>) {
      return to{};
    } else {
      using slots = detail::all_split<memory_in<Layout>>;
      using regrouped = detail::regrouped_for<to, slots>;
      if constexpr (regrouped::exists)
        return layout_from<to, typename regrouped::type>{};
      else if constexpr (detail::same_names<detail::all_split<from>, slots>())
        return refuse<"reshape", detail::memory_is_wider, Layout>{};
      else
        return refuse<"reshape", detail::memory_in_between<memory_in<Layout>>, Layout>{};
    }
  }
};
template <class... Axes>
inline constexpr reshape_rule<Axes...> reshape = {};

}  // namespace shapeproof::rules

// ---- shapeproof/rules/rearrange.hpp
/// The rule of rearrange: split, permute and merge in one pattern.

namespace shapeproof::rules {

namespace detail {

template <class Shape, class Pattern>
struct rearrange_check {
  static constexpr tokens const& left = Pattern::left;
  static constexpr tokens from = flattened(Pattern::left);
  static constexpr tokens to = flattened(Pattern::right);

  static constexpr std::string_view missing(tokens const& these, tokens const& in) {
    for (std::size_t i = 0; i < these.count; ++i)
      if (in.find(these.at[i]) == not_found) return these.at[i];
    return {};
  }
  static constexpr bool holds = !Pattern::malformed && !Pattern::has_comma && !from.malformed && !to.malformed &&
                                names_match<Shape>(left) && from.repeated().empty() && to.repeated().empty() &&
                                missing(from, to).empty() && missing(to, from).empty();

  static constexpr text reason() {
    if (Pattern::malformed || Pattern::has_comma || from.malformed || to.malformed)
      return text::of("the pattern is not of the form: axes -> axes");
    if (!names_match<Shape>(left)) return mismatch_text<Shape>(left);
    for (tokens const* side : {&from, &to})
      if (!side->repeated().empty()) return text::of("the pattern names ", side->repeated(), " twice");
    if (!missing(from, to).empty()) return text::of("the result leaves out ", missing(from, to));
    return text::of("the operand has no axis ", missing(to, from));
  }
};

template <class Axis, bool IsGroup>
struct opened {
  using type = shape<Axis>;
};
template <class... Factors>
struct opened<fused<Factors...>, true> {
  using type = shape<Factors...>;
};

/// The operand with the groups of the pattern's left side split.
template <class Shape, class Pattern, class Indices>
struct with_groups_split;
template <class... Axes, class Pattern, std::size_t... I>
struct with_groups_split<shape<Axes...>, Pattern, std::index_sequence<I...>> {
  using type = join<shape<>, typename opened<Axes, is_group(Pattern::left.at[I])>::type...>;
};

template <class Permuted, class Pattern>
struct with_groups_merged {
  static constexpr std::size_t start(std::size_t token) {
    std::size_t result = 0;
    for (std::size_t i = 0; i < token; ++i) result += inside(Pattern::right.at[i]).count;
    return result;
  }
  template <std::size_t Token>
  static constexpr auto axis() {
    constexpr std::size_t at = start(Token);
    if constexpr (is_group(Pattern::right.at[Token]))
      return type_is<typename fused_from<range_of<Permuted, at, start(Token + 1)>>::type>{};
    else
      return type_is<type_at<Permuted, at>>{};
  }
  template <std::size_t... I>
  static constexpr auto all(std::index_sequence<I...>) -> shape<typename decltype(axis<I>())::type...>;
  using type = decltype(all(std::make_index_sequence<Pattern::right.count>{}));
};

template <class Atoms, class Check>
struct new_order {
  static constexpr positions<Atoms::rank> make() {
    positions<Atoms::rank> result;
    for (std::size_t i = 0; i < Atoms::rank; ++i) result.at[i] = Check::from.find(Check::to.at[i]);
    return result;
  }
  static constexpr positions<Atoms::rank> picked = make();
};

template <class To>
struct reshape_to;
template <class... Axes>
struct reshape_to<shape<Axes...>> {
  template <class Layout>
  static constexpr auto apply(Layout layout) {
    return reshape<Axes...>(layout);
  }
};

/// The first step of an accepted pattern: its groups split.
template <class Layout, class Pattern>
struct rearrange_split {
  using from = shape_in<Layout>;
  using atoms = typename with_groups_split<from, Pattern, std::make_index_sequence<from::rank>>::type;
  using split = decltype(reshape_to<atoms>::apply(Layout{}));
};

/// All steps as layouts.
template <class Layout, class Pattern>
struct rearrange_steps : rearrange_split<Layout, Pattern> {
  using typename rearrange_split<Layout, Pattern>::from;
  using typename rearrange_split<Layout, Pattern>::atoms;
  using typename rearrange_split<Layout, Pattern>::split;
  using permuted_shape = picked<atoms, new_order<atoms, rearrange_check<from, Pattern>>::picked, atoms::rank>;
  using permuted = layout_from<permuted_shape, memory_in<split>>;
  using to = typename with_groups_merged<permuted_shape, Pattern>::type;
  using merged = decltype(reshape_to<to>::apply(permuted{}));
};

}  // namespace detail

/// `rearrange<"B L (H Dk) -> B H L Dk">`: `[B, L, (H Dk)] -> [B, H, L, Dk]`: groups on the left are split, the axes put
/// in the order of the right side, groups there merged. A view where memory order allows it, else a dense copy.
/// Refused: a pattern of another form, a left side that is not the operand's axes, a side that names other axes or one
/// twice, and a split of a view that steps over memory. The pattern is that of einops (Rogozhnikov, 2022, ICLR).
template <fixed_string Pattern>
struct rearrange_rule {
  using placement = keeps_sums;                      ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "rearrange";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using read = pattern<Pattern>;
    using check = detail::rearrange_check<shape_in<Layout>, read>;
    if constexpr (check::holds) {
      if constexpr (is_refused<typename detail::rearrange_split<Layout, read>::split>) {
        return refuse<"rearrange", detail::memory_is_wider, Layout>{};
      } else {
        using steps = detail::rearrange_steps<Layout, read>;
        if constexpr (is_refused<typename steps::merged>)
          return typename steps::to{};
        else
          return typename steps::merged{};
      }
    } else {
      return refuse<"rearrange", check, Layout>{};
    }
  }
};
template <fixed_string Pattern>
inline constexpr rearrange_rule<Pattern> rearrange = {};

}  // namespace shapeproof::rules

// ---- shapeproof/ops/rearrange.hpp
/// Split, permute and merge in one pattern.

namespace shapeproof {

/// Whether `rearrange<Pattern>(x)` is accepted.
template <class X, fixed_string Pattern>
concept can_rearrange = accepts_layout<rules::rearrange_rule<Pattern>, X>;

namespace detail {

/// Whether memory order lets the pattern be a view.
template <class Layout, fixed_string Pattern, bool Accepted>
inline constexpr bool rearranges_in_place = true;
template <class Layout, fixed_string Pattern>
inline constexpr bool rearranges_in_place<Layout, Pattern, true> =
    !is_refused<typename rules::detail::rearrange_steps<Layout, rules::pattern<Pattern>>::merged>;

template <fixed_string Pattern, class X>
inline constexpr bool is_view_pattern =
    rearranges_in_place<layout_of<X>, Pattern, !is_poisoned<X> && can_rearrange<X, Pattern>>;

template <bool IsView, fixed_string Pattern, class X>
struct rearranged {
  using type = viewed<rules::rearrange_rule<Pattern>, X>;
};
template <fixed_string Pattern, class X>
struct rearranged<false, Pattern, X> {
  using type = typename placing<has_marks<std::remove_cvref_t<X>>>::template result<
      typename tensor_from<is_meta<std::remove_cvref_t<X>> ? kind::meta : kind::owner, element_of<X>,
                           outcome_of<rules::rearrange_rule<Pattern>, layout_of<X>>>::type,
      rules::rearrange_rule<Pattern>, X>;
};

}  // namespace detail

/// `rearrange<"B L (H Dk) -> B H L Dk">(x)`: `[B, L, (H Dk)] -> [B, H, L, Dk]`: groups on the left are split, the axes
/// reordered, groups on the right merged. A view where memory order allows it; otherwise a dense copy, which the
/// result's type shows. Refused where the left side is not the axes of x, or the sides name other axes. The pattern is
/// that of einops (Rogozhnikov, 2022, ICLR).
template <fixed_string Pattern, any_tensor X>
constexpr auto rearrange(X&& x) ->
    typename detail::rearranged<is_poisoned<X> || detail::is_view_pattern<Pattern, X>, Pattern, X>::type {
  using result = typename detail::rearranged<is_poisoned<X> || detail::is_view_pattern<Pattern, X>, Pattern, X>::type;
  if constexpr (is_poisoned<result>) {
    return {};
  } else if constexpr (detail::is_view_pattern<Pattern, X>) {
    return relabel<"rearrange", result>(std::forward<X>(x));
  } else {
    using steps = rules::detail::rearrange_steps<layout_of<X>, rules::pattern<Pattern>>;
    using permuted = summed_as<
        typename detail::tensor_from<detail::view_kind<X&>, detail::viewed_element<X&>, typename steps::permuted>::type,
        X>;
    return relabel<"rearrange", result>(contiguous(relabel<"rearrange", permuted>(x)));
  }
}

}  // namespace shapeproof

// ---- shapeproof/ops/reduce.hpp
/// Sums and maxima over a named axis.

namespace shapeproof {

/// Whether `sum<Name>(x)` is accepted.
template <class X, fixed_string Name>
concept can_sum = accepts<rules::reduce_rule<"sum", Name>, X>;
/// Whether `max<Name>(x)` is accepted.
template <class X, fixed_string Name>
concept can_max = accepts<rules::reduce_rule<"max", Name>, X>;

namespace detail {

template <fixed_string Operation, fixed_string Name, cpu::reduction Kernel, class X>
constexpr auto reduced(X const& x) -> computed<float, rules::reduce_rule<Operation, Name>, X> {
  using result_type = computed<float, rules::reduce_rule<Operation, Name>, X>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else
    return compute<Operation, result_type, cost_of<1, shape_of<X>, result_type, X>>(
        [](auto& result, auto const& from) {
          constexpr std::size_t at = position_of<shape_of<X>>(Name.view());
          cpu::reduce(Kernel, from.data(), result.data(), loops_over<shape_of<result_type>>(from, result),
                      loop_over<shape_of<X>, at>(from, result));
        },
        x);
}

}  // namespace detail

/// `sum<"D">(x)`: `[B, L, D] -> [B, L]`. Of an empty axis: 0. Refused where there is no such axis.
template <fixed_string Name, any_tensor X>
constexpr auto sum(X const& x) -> computed<float, rules::reduce_rule<"sum", Name>, X> {
  return detail::reduced<"sum", Name, cpu::reduction::sum>(x);
}

/// `max<"D">(x)`: `[B, L, D] -> [B, L]`. Of an empty axis: -infinity. Refused where there is no such axis.
template <fixed_string Name, any_tensor X>
constexpr auto max(X const& x) -> computed<float, rules::reduce_rule<"max", Name>, X> {
  return detail::reduced<"max", Name, cpu::reduction::max>(x);
}

}  // namespace shapeproof

// ---- shapeproof/rules/reorder.hpp
/// The rules of transpose, permute and rename: the axes in another order, or under another role, over the same memory.

namespace shapeproof::rules {

namespace detail {

template <class Shape, fixed_string... Names>
struct order {
  static constexpr std::size_t count = sizeof...(Names);
  static constexpr positions<count> picked = {{position_of<Shape>(Names.view())...}};
  static constexpr std::string_view names[count + 1] = {Names.view()...};

  static constexpr std::string_view first_missing() {
    for (std::size_t i = 0; i < count; ++i)
      if (picked.at[i] == not_found) return names[i];
    return {};
  }
  static constexpr std::string_view first_repeated() {
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (picked.at[i] == picked.at[j]) return names[i];
    return {};
  }
  static constexpr bool is_permutation = count == Shape::rank && first_missing().empty() && first_repeated().empty();

  static constexpr text reason() {
    if (!first_missing().empty()) return text::of("there is no axis ", first_missing());
    if (!first_repeated().empty()) return text::of("the order names ", first_repeated(), " twice");
    text result = text::of("the order leaves out");
    for (std::size_t i = 0; i < Shape::rank; ++i) {
      bool named = false;
      for (std::size_t j = 0; j < count; ++j) named = named || picked.at[j] == i;
      if (!named) result.add(" ").add(shapeproof::detail::names_of<Shape>::value[i]);
    }
    return result;
  }
};

template <class Shape, fixed_string A, fixed_string B>
struct swapped {
  static constexpr positions<Shape::rank> make() {
    positions<Shape::rank> result;
    for (std::size_t i = 0; i < Shape::rank; ++i) result.at[i] = i;
    result.at[position_of<Shape>(A.view())] = position_of<Shape>(B.view());
    result.at[position_of<Shape>(B.view())] = position_of<Shape>(A.view());
    return result;
  }
  static constexpr positions<Shape::rank> picked = make();
};

template <class Shape, fixed_string Name, std::size_t Place>
struct moved {
  static constexpr positions<Shape::rank> make() {
    positions<Shape::rank> result;
    std::size_t const mover = position_of<Shape>(Name.view());
    std::size_t from = 0;
    for (std::size_t i = 0; i < Shape::rank; ++i) {
      if (from == mover) ++from;
      result.at[i] = i == Place ? mover : from++;
    }
    return result;
  }
  static constexpr positions<Shape::rank> picked = make();
};

template <class Axis, fixed_string From, fixed_string To>
struct renamed_axis {
  using type = Axis;
};
template <auto Extent, fixed_string From, fixed_string To>
struct renamed_axis<named_axis<From, Extent>, From, To> {
  using type = named_axis<To, Extent>;
};
template <auto Extent, class Mesh, fixed_string From, fixed_string To>
struct renamed_axis<sharded_axis<named_axis<From, Extent>, Mesh>, From, To> {
  using type = sharded_axis<named_axis<To, Extent>, Mesh>;
};
template <class List, fixed_string From, fixed_string To>
struct renamed_list;
template <template <class...> class List, class... Axes, fixed_string From, fixed_string To>
struct renamed_list<List<Axes...>, From, To> {
  using type = List<typename renamed_axis<Axes, From, To>::type...>;
};

}  // namespace detail

/// `permute<"B","H","L","Dk">`: `[B, L, H, Dk] -> [B, H, L, Dk]`. Memory stays as it is. Refused where it does not name
/// every axis once.
template <fixed_string... Names>
struct permute_rule {
  using placement = keeps_sums;                    ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "permute";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    using order = detail::order<from, Names...>;
    if constexpr (order::is_permutation)
      return layout_from<picked<from, order::picked, from::rank>, memory_in<Layout>>{};
    else
      return refuse<"permute", order, Layout>{};
  }
};
template <fixed_string... Names>
inline constexpr permute_rule<Names...> permute = {};

/// `transpose<"L","H">`: `[B, L, H, Dk] -> [B, H, L, Dk]`. Its own inverse. Memory stays as it is. Refused where an
/// axis is missing.
template <fixed_string A, fixed_string B>
struct transpose_rule {
  using placement = keeps_sums;                      ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "transpose";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    if constexpr (position_of<from>(A.view()) == not_found)
      return refuse<"transpose", no_such_axis<A, from>, Layout>{};
    else if constexpr (position_of<from>(B.view()) == not_found)
      return refuse<"transpose", no_such_axis<B, from>, Layout>{};
    else
      return layout_from<picked<from, detail::swapped<from, A, B>::picked, from::rank>, memory_in<Layout>>{};
  }
};
template <fixed_string A, fixed_string B>
inline constexpr transpose_rule<A, B> transpose = {};

/// `move_axis<"L", -2>`: `[B, L, H, Dk] -> [B, H, L, Dk]`; `move_axis<"L", 1>` moves it back. The other axes keep their
/// order; a negative place counts from the end. Memory stays as it is. Refused where the axis is missing, or there is
/// no such place.
template <fixed_string Name, int Place>
struct move_axis_rule {
  using placement = keeps_sums;                      ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "move_axis";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    constexpr int rank = static_cast<int>(from::rank);
    constexpr int place = Place < 0 ? rank + Place : Place;
    if constexpr (position_of<from>(Name.view()) == not_found)
      return refuse<"move_axis", no_such_axis<Name, from>, Layout>{};
    else if constexpr (place < 0 || place >= rank)
      return refuse<"move_axis", plainly<"the place is not one of the shape's axes">, Layout>{};
    else
      return layout_from<picked<from, detail::moved<from, Name, static_cast<std::size_t>(place)>::picked, from::rank>,
                         memory_in<Layout>>{};
  }
};
template <fixed_string Name, int Place>
inline constexpr move_axis_rule<Name, Place> move_axis = {};

/// `rename<"L","S">`: `[B, L] -> [B, S=L]`, the extent unchanged: the same data under another role. Refused where the
/// axis is missing or fused, or the new name is taken or no identifier.
template <fixed_string From, fixed_string To>
struct rename_rule {
  using placement = keeps_sums;                   ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "rename";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    if constexpr (position_of<from>(From.view()) == not_found) {
      return refuse<"rename", no_such_axis<From, from>, Layout>{};
    } else if constexpr (!is_identifier(To.view())) {
      return refuse<"rename", plainly<"the new name is not a letter followed by letters, digits and underscores">,
                    Layout>{};
    } else if constexpr (is_fused<type_at<from, position_of<from>(From.view())>>) {
      return refuse<"rename", plainly<"a fused axis is named by its factors; split first and rename those">, Layout>{};
    } else {
      using to = typename detail::renamed_list<from, From, To>::type;
      if constexpr (names_are_distinct<to>())
        return layout_from<to, typename detail::renamed_list<memory_in<Layout>, From, To>::type>{};
      else
        return refuse<"rename", plainly<"the new name is taken by another axis">, Layout>{};
    }
  }
};
template <fixed_string From, fixed_string To>
inline constexpr rename_rule<From, To> rename = {};

}  // namespace shapeproof::rules

// ---- shapeproof/ops/reorder.hpp
/// Views in another order or under another role.

namespace shapeproof {

/// Whether `transpose<A, B>(x)` is accepted.
template <class X, fixed_string A, fixed_string B>
concept can_transpose = accepts_layout<rules::transpose_rule<A, B>, X>;
/// Whether `move_axis<Name, Place>(x)` is accepted.
template <class X, fixed_string Name, int Place>
concept can_move_axis = accepts_layout<rules::move_axis_rule<Name, Place>, X>;
/// Whether `permute<Names...>(x)` is accepted.
template <class X, fixed_string... Names>
concept can_permute = accepts_layout<rules::permute_rule<Names...>, X>;
/// Whether `rename<From, To>(x)` is accepted.
template <class X, fixed_string From, fixed_string To>
concept can_rename = accepts_layout<rules::rename_rule<From, To>, X>;

/// `transpose<"L","H">(x)`: `[B, L, H, Dk] -> [B, H, L, Dk]`. No element moves. Refused where an axis is missing.
template <fixed_string A, fixed_string B, any_tensor X>
constexpr auto transpose(X&& x) -> viewed<rules::transpose_rule<A, B>, X> {
  return relabel<"transpose", viewed<rules::transpose_rule<A, B>, X>>(std::forward<X>(x));
}

/// `move_axis<"L", -2>(x)`: `[B, L, H, Dk] -> [B, H, L, Dk]`; the others keep their order. No element moves. Refused
/// where the axis is missing, or there is no such place.
template <fixed_string Name, int Place, any_tensor X>
constexpr auto move_axis(X&& x) -> viewed<rules::move_axis_rule<Name, Place>, X> {
  return relabel<"move_axis", viewed<rules::move_axis_rule<Name, Place>, X>>(std::forward<X>(x));
}

/// `permute<"B","H","L","Dk">(x)`: `[B, L, H, Dk] -> [B, H, L, Dk]`. No element moves. Refused where it does not name
/// each axis once.
template <fixed_string... Names, any_tensor X>
constexpr auto permute(X&& x) -> viewed<rules::permute_rule<Names...>, X> {
  return relabel<"permute", viewed<rules::permute_rule<Names...>, X>>(std::forward<X>(x));
}

/// `rename<"L","S">(x)`: `[B, L] -> [B, S=L]`: the extent stays. No element moves. Refused where the axis is missing or
/// fused, or the new name is taken.
template <fixed_string From, fixed_string To, any_tensor X>
constexpr auto rename(X&& x) -> viewed<rules::rename_rule<From, To>, X> {
  return relabel<"rename", viewed<rules::rename_rule<From, To>, X>>(std::forward<X>(x));
}

}  // namespace shapeproof

// ---- shapeproof/ops/select.hpp
/// Parts of a tensor, as views.

namespace shapeproof {

/// Whether `slice<Name, From, To>(x)` is accepted.
template <class X, fixed_string Name, extent From, extent To>
concept can_slice = accepts_layout<rules::slice_rule<Name, From, To>, X>;
/// Whether `select<Name>(x, i)` is accepted.
template <class X, fixed_string Name>
concept can_select = accepts_layout<rules::select_rule<Name>, X>;
/// Whether `last<Name>(x)` is accepted.
template <class X, fixed_string Name>
concept can_last = accepts_layout<rules::last_rule<Name>, X>;
/// Whether `unsqueeze<Axis>(x)` is accepted.
template <class X, class Axis>
concept can_unsqueeze = accepts_layout<rules::unsqueeze_rule<Axis>, X>;

namespace detail {

/// Elements from the first one to position `at` of the named axis. A tensor without elements has no memory to step
/// over.
template <fixed_string Name, class X>
std::size_t steps_to(X const& x, long long at) {
  auto const walk = x.walk();
  return walk.size() == 0 ? 0 : static_cast<std::size_t>(at * walk.step[position_of<shape_of<X>>(Name.view())]);
}

/// A mark of its own kind: that of a sum over ranks stays outside.
template <fixed_string Name, class X>
using last_position =
    summed_as<marked_as<typename meshes_of<X>::summand, at_last<Name, typename meshes_of<X>::summand>>, X>;

template <extent Bound, class X>
long long bound_value(X const& x) {
  using list = symbol_list<symbols_in<layout_of<X>>>;
  static constexpr polynomial bound = Bound.value();
  return evaluate(bound, [&](std::string_view name) { return x.symbols().at[list::find(name)]; });
}

}  // namespace detail

/// `slice<"L", From, To>(x)`: `[B, L, D] -> [B, L=To-From, D]`: the positions [From, To), numbers or text over symbols.
/// Refused where they are not inside for all values of the symbols, or the axis is missing or fused.
template <fixed_string Name, extent From, extent To, any_tensor X>
constexpr auto slice(X&& x) -> viewed<rules::slice_rule<Name, From, To>, X> {
  using result = viewed<rules::slice_rule<Name, From, To>, X>;
  std::size_t offset = 0;
  if constexpr (!is_poisoned<result> && !is_meta<result>)
    offset = detail::steps_to<Name>(x, detail::bound_value<From>(x));
  return relabel<"slice", result>(std::forward<X>(x), offset);
}

/// `select<"L">(x, i)`: `[B, L, D] -> [B, D]`: the position i, an integer or an `index` of this axis. Refused where
/// there is no such axis, or the index is of another one. Throws `shape_error` where i is out of range.
template <fixed_string Name, any_tensor X, class Position>
constexpr auto select(X&& x, Position const& position) -> viewed<rules::select_rule<Name>, X> {
  using result = viewed<rules::select_rule<Name>, X>;
  std::size_t offset = 0;
  if constexpr (!is_poisoned<result>) {
    constexpr std::size_t axis = position_of<shape_of<X>>(Name.view());
    std::size_t const at = detail::position_on<type_at<shape_of<X>, axis>>(position);
    if constexpr (!is_meta<result>) {
      std::size_t const extent = x.walk().extent[axis];
      if (at >= extent)
        detail::throw_out_of_range("select from " + to_string(x), Name.view(),
                                   std::to_string(static_cast<std::ptrdiff_t>(at)), extent);
      offset = detail::steps_to<Name>(x, static_cast<long long>(at));
    }
  }
  return relabel<"select", result>(std::forward<X>(x), offset);
}

/// `last<"L">(x)`: `[B, L, D] -> [B, D]`: the last position, and the type says so. Refused where there is no such axis.
/// Throws `shape_error` where it has no position.
template <fixed_string Name, any_tensor X>
constexpr auto last(X&& x) -> detail::last_position<Name, viewed<rules::last_rule<Name>, X>> {
  using result = detail::last_position<Name, viewed<rules::last_rule<Name>, X>>;
  std::size_t offset = 0;
  if constexpr (!is_poisoned<result> && !is_meta<result>) {
    std::size_t const extent = x.walk().extent[position_of<shape_of<X>>(Name.view())];
    if (extent == 0) throw shape_error("last", to_string(x), std::string(Name.view()) + " is empty");
    offset = detail::steps_to<Name>(x, static_cast<long long>(extent) - 1);
  }
  return relabel<"last", result>(std::forward<X>(x), offset);
}

/// `unsqueeze<axis<"B", 1>>(x)`: `[L, D] -> [B=1, L, D]`. Refused where the extent is not 1, or the name is taken.
template <class Axis, any_tensor X>
constexpr auto unsqueeze(X&& x) -> viewed<rules::unsqueeze_rule<Axis>, X> {
  return relabel<"unsqueeze", viewed<rules::unsqueeze_rule<Axis>, X>>(std::forward<X>(x));
}

}  // namespace shapeproof

// ---- shapeproof/ops/split_merge.hpp
/// Head split and merge, and reshapes made of them.

namespace shapeproof {

/// Whether `split<Pattern>(x)` is accepted.
template <class X, fixed_string Pattern>
concept can_split = accepts_layout<rules::split_rule<Pattern>, X>;
/// Whether `merge<Names...>(x)` is accepted.
template <class X, fixed_string... Names>
concept can_merge = accepts_layout<rules::merge_rule<Names...>, X>;
/// Whether `reshape<Axes...>(x)` is accepted.
template <class X, class... Axes>
concept can_reshape = accepts_layout<rules::reshape_rule<Axes...>, X>;

/// `split<"(H Dk)">(x)`: `[B, L, (H Dk)] -> [B, L, H, Dk]`. No element moves. Refused where there is no axis of these
/// factors in this order.
template <fixed_string Pattern, any_tensor X>
constexpr auto split(X&& x) -> viewed<rules::split_rule<Pattern>, X> {
  return relabel<"split", viewed<rules::split_rule<Pattern>, X>>(std::forward<X>(x));
}

/// `merge<"H","Dk">(x)`: `[B, L, H, Dk] -> [B, L, (H Dk)]`. No element moves. Refused where the axes are not neighbours
/// in this order, in the shape and in memory.
template <fixed_string... Names, any_tensor X>
constexpr auto merge(X&& x) -> viewed<rules::merge_rule<Names...>, X> {
  return relabel<"merge", viewed<rules::merge_rule<Names...>, X>>(std::forward<X>(x));
}

/// `reshape<B, L, H, Dk>(x)`: `[B, L, (H Dk)] -> [B, L, H, Dk]`. No element moves. Refused: all that splits and merges
/// of neighbours cannot do.
template <class... Axes, any_tensor X>
constexpr auto reshape(X&& x) -> viewed<rules::reshape_rule<Axes...>, X> {
  return relabel<"reshape", viewed<rules::reshape_rule<Axes...>, X>>(std::forward<X>(x));
}

}  // namespace shapeproof

// ---- shapeproof/rules/append.hpp
/// The rule of the key-value cache: positions are appended along S, within the capacity.

namespace shapeproof::rules {

/// The filled part of a cache's storage: `[B, H, S=capacity, Dk]` with `Filled` in the place of S.
template <class Storage, class Filled>
using cached_shape = detail::replaced<Storage, position_of<Storage>("S"), 1, shape<Filled>>;

namespace detail {

template <class Cached>
struct not_the_cached_axes {
  static constexpr text reason() {
    return text::of("new keys and values have the axes of the cache in its order, with L in the place of S");
  }
};

template <class Positions>
struct sharded_positions {
  static constexpr text reason() {
    return text::of("a cache has all positions of its heads; ", axis_text<Positions>(),
                    " is cut over ranks; shard H instead");
  }
};

template <class Needed, class Capacity>
struct capacity_exceeded {
  static constexpr polynomial beyond = extent_polynomial<Needed> - extent_polynomial<Capacity>;
  static constexpr bool value = beyond.is_number() && beyond.number() > 0;
  static constexpr text reason() {
    return text::of("needs ", to_text(extent_polynomial<Needed>), " positions, the capacity is ",
                    to_text(extent_polynomial<Capacity>));
  }
};

/// `[B, H, L, Dk]` in the role of keys: `[B, H, S=L, Dk]`.
template <class New>
using as_keys = decltype(rename<"L", "S">(New{}));

template <class Cached, class Keys, class Values>
constexpr auto grown() {
  if constexpr (is_refused<as_keys<Keys>> || !std::is_same_v<Keys, Values>)
    return poisoned{};
  else
    return concat<"S">(Cached{}, as_keys<Keys>{});
}

}  // namespace detail

/// `append`: cached `[B, H, S, Dk]` in memory of `[B, H, S=capacity, Dk]`, new keys and values `[B, H, L, Dk]` ->
/// `[B, H, S+L, Dk]` in the same memory. Refused where the new ones have other axes than the cache with L in the place
/// of S, S+L is provably more than the capacity, or S is a shard.
struct append_rule {
  static constexpr fixed_string name = "append";  ///< in messages
  template <class Storage, class Filled, class Keys, class Values>
  constexpr auto operator()(Storage, shape<Filled>, Keys, Values) const {
    using cached = cached_shape<Storage, Filled>;
    using positions = type_at<Storage, position_of<Storage>("S")>;
    using grown = decltype(detail::grown<cached, Keys, Values>());
    if constexpr (is_sharded<positions> || is_sharded<Filled>) {
      return refuse<"append", detail::sharded_positions<positions>, Storage, Keys, Values>{};
    } else if constexpr (is_refused<grown> || std::is_same_v<grown, poisoned>) {
      return refuse<"append", detail::not_the_cached_axes<cached>, cached, Keys, Values>{};
    } else {
      using exceeded = detail::capacity_exceeded<type_at<grown, position_of<grown>("S")>, positions>;
      if constexpr (exceeded::value)
        return refuse<"append", exceeded, cached, Keys, Values>{};
      else
        return layout_from<grown, memory_in<Storage>>{};
    }
  }
};
inline constexpr append_rule append = {};

}  // namespace shapeproof::rules

// ---- shapeproof/nn/kv_cache.hpp
/// The key-value cache of one layer: what earlier positions left for later ones.

namespace shapeproof::nn {

/// The state of a cache that steps may begin with.
struct between_steps {};
/// The state of a cache that has appended in the step that is going on.
struct within_step {};

namespace detail {
struct cache_access;
template <fixed_string Operation, class Shape>
using refused_within_step =
    rules::refuse<Operation,
                  rules::plainly<"the cache is in the middle of a step, in which every layer begins at one length; "
                                 "commit it first">,
                  Shape>;

/// A view of memory that one cache has at a time: it is not copied, and whoever gives it on has none.
template <class View>
class sole_view : public View {
 public:
  sole_view(View const& x) : View(x) {}
  sole_view(sole_view&& other) noexcept : View(other.given_on()) {}
  sole_view& operator=(sole_view&& other) noexcept {
    View::operator=(other.given_on());
    return *this;
  }

 private:
  View given_on() noexcept {
    View& own = *this;
    return std::exchange(own, View(nullptr, own.symbols()));
  }
};
/// How a cache has its storage, which may be its own or lent.
template <class Storage>
using held = std::conditional_t<shapeproof::detail::traits<Storage>::tensor_kind == shapeproof::detail::kind::borrower,
                                sole_view<Storage>, Storage>;
}  // namespace detail

/// Keys and values `[B, H, S, Dk]` of the positions [0, S), where `Filled` is the axis S. `Storage` is a tensor
/// `[B, H, S=capacity, Dk]`: memory is reserved once, and a step writes only its own positions. `append` takes a cache
/// between steps and gives it back within the step; `commit` ends the step.
///
/// In a batch that is `left_padded`, the slots are S and each row has positions of its own; the cache keeps the
/// padding, so that positions and mask follow it. Where rows are `ragged`, each has a length of its own, and S is that
/// of the longest: a step writes row b behind its own positions.
///
/// A storage that is a view is one cache's at a time: such a cache is moved, and not copied.
template <class Storage, class Filled = axis<"S", 0>, class State = between_steps, class Padding = no_padding>
class kv_cache {
 public:
  using filled = Filled;                                         ///< the axis S of the filled positions
  using state = State;                                           ///< `between_steps` or `within_step`
  using padding_type = Padding;                                  ///< `no_padding`, `left_padded<B>` or `ragged<B>`
  using shape = rules::cached_shape<shape_of<Storage>, Filled>;  ///< `[B, H, S, Dk]` of the filled part
  using layout = strided<shape, memory_in<shape_of<Storage>>>;   ///< where it lies in the storage
  using filled_values = symbol_values<symbols_in<shapeproof::shape<Filled>>>;  ///< of the symbols in S

  constexpr kv_cache() = default;
  /// An empty cache; `bindings` bind what the storage's shape needs, such as `bind<"capacity">(64)`.
  template <fixed_string... Names>
    requires(sizeof...(Names) > 0)
  constexpr explicit kv_cache(binding<Names>... bindings) : keys_(bindings...), values_(bindings...) {}
  /// An empty cache of padded rows. Throws `shape_error` where the storage has another number of rows.
  template <fixed_string... Names>
    requires is_left_padded<Padding>
  explicit kv_cache(Padding padding, binding<Names>... bindings)
      : kv_cache(Storage(bindings...), Storage(bindings...), std::move(padding)) {}
  /// An empty cache in this memory. Throws `shape_error` where it has another number of rows than the padding.
  kv_cache(Storage keys, Storage values, Padding padding)
    requires(std::is_same_v<Filled, axis<"S", 0>>)
      : kv_cache(std::move(keys), std::move(values), filled_values{}, std::move(padding)) {
    if constexpr (is_left_padded<Padding>)
      padding_.require_rows("kv_cache", keys_, keys_.template extent<name_text<typename Padding::axis>>());
  }
  /// Keys and values of which `filled_by` says how many positions are filled. Throws `shape_error` where they differ in
  /// a symbol, or have less room than that.
  constexpr kv_cache(Storage keys, Storage values, filled_values const& filled_by)
    requires std::is_same_v<Padding, no_padding>
      : kv_cache(std::move(keys), std::move(values), filled_by, Padding{}) {}
  /// Keys and values of ragged rows, where the one symbol of S is the longest row's length. Throws `shape_error` where
  /// they have another number of rows, or less room than that.
  kv_cache(Storage keys, Storage values, Padding const& rows)
    requires(is_ragged<Padding> && symbols_in<shapeproof::shape<Filled>>::count == 1)
      : kv_cache(std::move(keys), std::move(values), filled_values{{rows.longest()}}, rows) {}

  /// How many positions are filled. Refused within a step: only its end makes new positions count. Throws `shape_error`
  /// where the cache was moved from.
  std::size_t length() const {
    if constexpr (std::is_same_v<State, within_step>)
      return accepted<detail::refused_within_step<"length", shape>>{}.size();
    else
      return filled_positions();
  }
  /// Which slots of each row hold no token, or how many positions each row has.
  constexpr Padding const& padding() const { return padding_; }
  /// How many positions there is room for.
  std::size_t capacity() const { return keys_.template extent<"S">(); }

  /// Whether another cache has taken over the memory.
  bool is_moved_from() const {
    Storage const& memory = keys_;
    return shapeproof::is_moved_from(memory);
  }

  Storage& keys() { return keys_; }      ///< `[B, H, S=capacity, Dk]`
  Storage& values() { return values_; }  ///< `[B, H, S=capacity, Dk]`

  /// The values of the symbols of shape and capacity.
  symbol_values<symbols_in<layout>> symbols() const {
    symbol_values<symbols_in<layout>> result;
    set(result, keys_.symbols());
    set(result, filled_by_);
    return result;
  }

  /// The values of the symbols in S.
  constexpr filled_values const& filled_by() const { return filled_by_; }

 private:
  friend struct detail::cache_access;
  using held = detail::held<Storage>;
  constexpr kv_cache(held keys, held values, filled_values const& filled_by, Padding padding)
      : keys_(std::move(keys)), values_(std::move(values)), filled_by_(filled_by), padding_(std::move(padding)) {
    if constexpr (!is_meta<Storage>) require_consistent();
  }

  std::size_t filled_positions() const {
    if (is_moved_from())
      throw shape_error("kv_cache", shapeproof::to_string(shape{}, symbols()),
                        "the cache was moved from; use the one that the step returned");
    return extent_of<Filled>(filled_by_);
  }

  void require_consistent() const {
    (void)met_symbols<"kv_cache">(keys_, values_);
    auto const seen = narrowed<symbols_in<layout_of<Storage>>>(symbols());
    for (std::size_t i = 0; i < symbols_in<layout_of<Storage>>::count; ++i)
      if (seen.at[i] != keys_.symbols().at[i])
        throw shape_error("kv_cache", shapeproof::to_string(keys_),
                          "a symbol of the capacity has another value in the filled positions");
    if (filled_positions() > capacity())
      throw shape_error("kv_cache", shapeproof::to_string(shape{}, symbols()),
                        "the capacity is " + std::to_string(capacity()) + " positions");
    if constexpr (is_ragged<Padding>) {
      padding_.require_rows("kv_cache", keys_, keys_.template extent<name_text<typename Padding::axis>>());
      if (padding_.longest() != filled_positions())
        throw shape_error("kv_cache", shapeproof::to_string(shape{}, symbols()),
                          "the longest row has " + std::to_string(padding_.longest()) + " positions");
    }
  }

  template <class All, class Part>
  static void set(symbol_values<All>& all, symbol_values<Part> const& part) {
    for (std::size_t i = 0; i < Part::count; ++i) all.at[shapeproof::detail::places_in<Part, All>.at[i]] = part.at[i];
  }

  held keys_;
  held values_;
  [[no_unique_address]] filled_values filled_by_ = {};
  [[no_unique_address]] Padding padding_;
};

/// `[B=1, H=8, S=7, Dk=650]`: the filled part.
template <class Storage, class Filled, class State, class Padding>
std::string to_string(kv_cache<Storage, Filled, State, Padding> const& cache) {
  return shapeproof::to_string(typename kv_cache<Storage, Filled, State, Padding>::shape{}, cache.symbols());
}

/// Whether a type is a `kv_cache`.
template <class Cache>
inline constexpr bool is_kv_cache = false;
template <class Storage, class Filled, class State, class Padding>
inline constexpr bool is_kv_cache<kv_cache<Storage, Filled, State, Padding>> = true;

/// A cache that is handed over, by `std::move` or as a copy.
template <class Cache>
concept taken_over_cache = is_kv_cache<Cache>;

namespace detail {
/// Only a step's operations change the state that a cache is in.
struct cache_access {
  template <class Filled, class State, class Cache, class FilledBy>
  static constexpr auto same_memory(Cache&& cache, FilledBy const& filled_by) {
    using result = kv_cache<std::remove_cvref_t<decltype(cache.keys())>, Filled, State, typename Cache::padding_type>;
    return result(std::move(cache.keys_), std::move(cache.values_), filled_by, std::move(cache.padding_));
  }
  /// Rows with lengths of their own are longer from now on.
  template <class Cache>
  static void grow(Cache& cache, std::size_t more) {
    cache.padding_.grow(more);
  }
};
}  // namespace detail

/// Ends a layer's step: the positions that it appended to `[B, H, S, Dk]` count from now on. A layer that appended
/// nothing is refused.
template <taken_over_cache Cache>
constexpr auto commit(Cache&& cache) {
  if constexpr (std::is_same_v<typename Cache::state, within_step>) {
    auto const filled_by = cache.filled_by();
    return detail::cache_access::same_memory<typename Cache::filled, between_steps>(std::forward<Cache>(cache),
                                                                                    filled_by);
  } else {
    using reason = rules::plainly<"this layer has appended nothing in this step">;
    (void)accepted<rules::refuse<"commit", reason, typename Cache::shape>>{};
    return std::forward<Cache>(cache);
  }
}

/// The same cache with its filled length as the value of one symbol: what a loop does after each step, so that every
/// turn has the same types: `[B, H, S=past+1, Dk] -> [B, H, S=past, Dk]`. Refused within a step. Throws `shape_error`
/// where the cache was moved from.
template <fixed_string Symbol, taken_over_cache Cache>
constexpr auto rebound(Cache&& cache) {
  symbol_values<symbols<Symbol>> filled_by;
  if constexpr (std::is_same_v<typename Cache::state, within_step>)
    (void)accepted<detail::refused_within_step<"rebound", typename Cache::shape>>{};
  else if constexpr (!is_meta<std::remove_cvref_t<decltype(cache.keys())>>)
    filled_by.at[0] = cache.length();
  return detail::cache_access::same_memory<axis<"S", Symbol>, between_steps>(std::forward<Cache>(cache), filled_by);
}

}  // namespace shapeproof::nn

// ---- shapeproof/nn/append.hpp
/// A step's keys and values go behind those that a cache has.

namespace shapeproof::nn {

/// What `append` gives: all keys and values that the step's queries may look at, `[B, H, S+L, Dk]` each, and the cache
/// that holds them, for `commit`.
template <class Keys, class Cache>
struct appended {
  Keys keys;    ///< `[B, H, S+L, Dk]`
  Keys values;  ///< `[B, H, S+L, Dk]`
  Cache cache;  ///< within the step
  /// Where a run is traced: what it is written to.
  constexpr trace* log() const
    requires is_meta<Keys>
  {
    return keys.log();
  }
};

/// Throws `shape_error` where `more` positions do not fit behind the filled ones of `[B, H, S, Dk]`, or the cache was
/// moved from.
template <class Cache>
void require_room(Cache const& cache, std::size_t more) {
  if (cache.is_moved_from())
    throw shape_error("append", to_string(cache), "the cache was moved from; use the one that the step returned");
  if (more > cache.capacity() - cache.length())
    throw shape_error("append", to_string(cache) + " and " + std::to_string(more) + " more positions",
                      "the capacity is " + std::to_string(cache.capacity()) + " positions");
}

namespace detail {

/// Copies `[B, H, L, Dk]` into `[B, H, S=capacity, Dk]` behind the filled positions.
template <class Storage, class New>
void write_behind(Storage& storage, std::size_t filled, New const& fresh) {
  using fresh_shape = shape_of<New>;
  using storage_shape = shape_of<Storage>;
  constexpr std::size_t at = position_of<fresh_shape>("L");
  auto const position = storage.walk().step[position_of<storage_shape>("S")];
  auto loops = loops_over<fresh_shape>(fresh, storage);
  loops.at[at].step[1] = position;
  cpu::copy(fresh.data(), storage.data() + static_cast<std::ptrdiff_t>(filled) * position, sizeof(element_of<New>),
            loops);
}

/// The same for each row of `[B, H, L, Dk]` behind that row's own positions.
template <class Storage, class B, class New>
void write_behind(Storage& storage, ragged<B> const& rows, New const& fresh) {
  using fresh_shape = shape_of<New>;
  auto const position = storage.walk().step[position_of<shape_of<Storage>>("S")];
  auto loops = loops_over<fresh_shape>(fresh, storage);
  loops.at[position_of<fresh_shape>("L")].step[1] = position;
  auto& row = loops.at[position_of<fresh_shape>(axis_name<B>)];
  row.extent = 1;
  for (std::size_t b = 0; b < rows.rows(); ++b) {
    auto const at = [&](std::size_t operand) { return static_cast<std::ptrdiff_t>(b) * row.step[operand]; };
    cpu::copy(fresh.data() + at(0), storage.data() + at(1) + static_cast<std::ptrdiff_t>(rows.data()[b]) * position,
              sizeof(element_of<New>), loops);
  }
}

/// Elements are copied as they are.
template <class Storage, class New>
inline constexpr bool same_elements = std::is_same_v<element_of<Storage>, element_of<New>>;

template <class Storage, class Filled, class State, class K, class V>
constexpr auto append_outcome() {
  using namespace rules;
  using cached = cached_shape<shape_of<Storage>, Filled>;
  if constexpr (is_poisoned<K> || is_poisoned<V>)
    return type_is<poisoned>{};
  else if constexpr (std::is_same_v<State, within_step>)
    return refuse<"append", plainly<"this layer has appended in this step already; commit it first">, cached,
                  shape_of<K>, shape_of<V>>{};
  else if constexpr (!same_elements<Storage, K> || !same_elements<Storage, V>)
    return refuse<"append", plainly<"the new elements have another type than those of the cache">, shape_of<K>,
                  shape_of<V>>{};
  else if constexpr (!is_plain<Storage> || !is_plain<K> || !is_plain<V>)
    return meshes_of_result<append_rule, cached, placed_shape_of<Storage>, placed_shape_of<K>, placed_shape_of<V>>();
  else
    return type_is<
        shapeproof::detail::outcome_of<append_rule, shape_of<Storage>, shape<Filled>, shape_of<K>, shape_of<V>>>{};
}
template <class Outcome>
struct plain_outcome {
  using type = Outcome;
};
template <class Outcome>
struct plain_outcome<type_is<Outcome>> {
  using type = Outcome;
};
template <class Storage, class Filled, class State, class K, class V>
using append_result = typename plain_outcome<decltype(append_outcome<Storage, Filled, State, K, V>())>::type;

template <class Padding, class Keys>
struct with_ends {
  using type = Keys;
};
template <class B, class Keys>
struct with_ends<ragged<B>, Keys> {
  using type = ragged_rows<Keys>;
};
template <class B>
struct with_ends<ragged<B>, poisoned> {
  using type = poisoned;
};
/// The keys (and values) that come back: const views into the storage, or meta tensors.
template <class Storage, class Padding, class Outcome>
using appended_keys =
    typename with_ends<Padding,
                       typename shapeproof::detail::tensor_from<is_meta<Storage> ? shapeproof::detail::kind::meta
                                                                                 : shapeproof::detail::kind::borrower,
                                                                element_of<Storage> const, Outcome>::type>::type;

/// The positions of the cache that comes back, which has those of the queries. (That of a refused append is never
/// used.)
template <class Filled, class Outcome>
struct filled_after {
  using type = type_at<shape_in<Outcome>, position_of<shape_in<Outcome>>("S")>;
};
template <class Filled, class Message>
struct filled_after<Filled, refused<Message>> {
  using type = Filled;
};
template <class Filled>
struct filled_after<Filled, poisoned> {
  using type = Filled;
};

template <class Storage, class Filled, class Padding, class Outcome>
using append_type = appended<appended_keys<Storage, Padding, Outcome>,
                             kv_cache<Storage, typename filled_after<Filled, Outcome>::type, within_step, Padding>>;

/// Reads and writes the new keys and values once.
template <class K>
struct append_cost {
  static constexpr polynomial flops = {};
  static constexpr polynomial bytes = byte_count<K> * 4;
};

}  // namespace detail

/// Whether a cache takes these keys and values.
template <class Cache, class K, class V>
inline constexpr bool cache_accepts = false;
template <class Storage, class Filled, class State, class Padding, class K, class V>
inline constexpr bool cache_accepts<kv_cache<Storage, Filled, State, Padding>, K, V> =
    !is_refused<detail::append_result<Storage, Filled, State, K, V>>;

/// Whether `append(std::move(cache), k, v)` is accepted.
template <class Cache, class K, class V>
concept can_append = cache_accepts<Cache, K, V>;

/// Writes the keys and values `[B, H, L, Dk]` behind the S filled positions. Gives all of them, `[B, H, S+L, Dk]`, and
/// the cache, now within the step: a layer appends once, then `commit` ends the step. Refused: other axes or elements
/// than the cache has, a second time in a step, provably more than the capacity. Throws `shape_error` before anything
/// is written, with the cache as before: no room, a cache that was moved from, a symbol with two values.
template <class Storage, class Filled, class State, class Padding, any_tensor K, any_tensor V>
constexpr auto append(kv_cache<Storage, Filled, State, Padding>&& cache, K const& k, V const& v)
    -> detail::append_type<Storage, Filled, Padding, detail::append_result<Storage, Filled, State, K, V>> {
  using result = detail::append_type<Storage, Filled, Padding, detail::append_result<Storage, Filled, State, K, V>>;
  using keys = decltype(result::keys);
  using grown = typename decltype(result::cache)::filled;
  using detail::cache_access;
  if constexpr (is_poisoned<keys>) {
    auto const filled_by = cache.filled_by();
    return {{}, {}, cache_access::same_memory<Filled, within_step>(std::move(cache), filled_by)};
  } else if constexpr (is_meta<keys>) {
    auto const all = shapeproof::detail::traced_view<"append", keys, detail::append_cost<K>>(k, v);
    symbol_values<symbols_in<shape<grown>>> const unknown;
    return {all, all, cache_access::same_memory<grown, within_step>(std::move(cache), unknown)};
  } else {
    require_room(cache, k.template extent<"L">());
    auto const symbols = met_symbols<"append">(cache, k, v);
    if constexpr (is_ragged<Padding>) {
      detail::write_behind(cache.keys(), cache.padding(), k);
      detail::write_behind(cache.values(), cache.padding(), v);
      cache_access::grow(cache, k.template extent<"L">());
    } else {
      detail::write_behind(cache.keys(), cache.length(), k);
      detail::write_behind(cache.values(), cache.length(), v);
    }
    auto const of_keys = narrowed<symbols_in<layout_of<keys>>>(symbols);
    keys const all_keys(cache.keys().data(), of_keys);
    keys const all_values(cache.values().data(), of_keys);
    auto const filled_by = narrowed<symbols_in<shape<grown>>>(symbols);
    return {all_keys, all_values, cache_access::same_memory<grown, within_step>(std::move(cache), filled_by)};
  }
}

/// A cache `[B, H, S, Dk]` that somebody keeps is refused: pass `std::move(cache)` and go on with the one that comes
/// back.
template <class Storage, class Filled, class State, class Padding, any_tensor K, any_tensor V>
detail::append_type<Storage, Filled, Padding, poisoned> append(kv_cache<Storage, Filled, State, Padding>&, K const&,
                                                               V const&) = delete;

}  // namespace shapeproof::nn

// ---- shapeproof/cpu/attend.hpp
/// Attention under the causal mask, without a matrix of scores.

namespace shapeproof::cpu {

/// The loops of an attention. Heads of queries that share a head of keys and values are turns of `group`.
struct attention_loops {
  loop_nest<4> shared;    ///< batches and heads of keys: q, keys, values, out
  loop_nest<2> group;     ///< q, out
  loop<2> query;          ///< q, out
  loop<2> key;            ///< keys, values
  loop<2> component;      ///< of a head of keys: q, keys
  loop<2> mixed;          ///< of a head of values: values, out
  std::size_t first = 0;  ///< keys before it are padding, which nobody sees
};

/// out[shared, group, query, mixed] = sum over the keys that the query sees of weight[key] * values[shared, key, mixed]
/// with weight = softmax over these keys of scale * (q[shared, group, query, :] . keys[shared, key, :])
///
/// Query l sees the keys first .. l + (key.extent - query.extent): the queries are the last positions of the keys. A
/// query that sees none gives zeros; keys and values that nobody sees are not read. Requires
/// key.extent >= query.extent, otherwise throws std::invalid_argument with both. out must not overlap the others.
///
/// Keys come in blocks, each read once for all queries at hand: the weights of a block are relative to the highest
/// score so far, and when a later one is higher, what was summed is scaled down (Milakov and Gimelshein, 2018,
/// arXiv:1805.02867; Dao et al., 2022, arXiv:2205.14135). Scratch memory does not grow with the number of keys. Few
/// queries of many keys are split along the keys. Results are the same for every number of threads. A NaN in the
/// scores that a query sees, or +infinity, makes its output NaN; in values it may reach queries that do not see it.
///
/// Fastest where components lie side by side; other orders are copied block by block.
void attend(float const* q, float const* keys, float const* values, float* out, attention_loops const& loops,
            float scale);

}  // namespace shapeproof::cpu

// ---- shapeproof/nn/step.hpp
/// Step ids: `P8(matmul(q, k))` is `matmul(q, k)`, and in a trace its operations belong to step P8.

namespace shapeproof::nn {

class step_listener;

namespace detail {
/// Who hears of the steps that this thread computes.
inline constinit thread_local step_listener* current_listener = nullptr;
}  // namespace detail

/// Hears of each step that its thread computes, as long as it lives: to measure what a step takes, which is the time
/// since the one before. Listeners may be nested; the innermost one hears.
/// They are destroyed in reverse order, on the thread that made them (asserted).
class step_listener {
 public:
  /// Listens from now on.
  step_listener() : before_(std::exchange(detail::current_listener, this)) {}
  step_listener(step_listener const&) = delete;
  step_listener& operator=(step_listener const&) = delete;
  virtual ~step_listener() {
    assert(detail::current_listener == this);
    detail::current_listener = before_;
  }

  /// The step was computed; of several that one kernel computes, the first.
  virtual void computed(std::string_view step) = 0;

 private:
  step_listener* before_;
};

/// Passes its argument through. Where that is traced, the operations that have no step yet get this one; several ids go
/// to the operations one by one. Where it was computed, the thread's `step_listener` hears of it.
template <fixed_string... Ids>
struct step {
  /// `[...] -> [...]`: x itself.
  template <class X>
  constexpr X&& operator()(X&& x) const {
    if constexpr (requires { x.log()->label(""); }) {
      if (x.log() != nullptr) mark(*x.log());
    } else if (!std::is_constant_evaluated() && detail::current_listener != nullptr) {
      tell();
    }
    return std::forward<X>(x);
  }

 private:
  static constexpr void mark(trace& log) {
    if constexpr (sizeof...(Ids) == 1)
      (log.label(Ids.view()), ...);
    else
      (log.label_next(Ids.view()), ...);
  }
  static void tell() {
    constexpr std::string_view ids[] = {Ids.view()...};
    detail::current_listener->computed(ids[0]);
  }
};

// The steps of the pipeline; docs/pipeline.md describes each.
inline constexpr step<"P1"> P1;             ///< tokenize
inline constexpr step<"P2"> P2;             ///< embed the tokens
inline constexpr step<"P3"> P3;             ///< into the hidden width, with a batch axis
inline constexpr step<"P4"> P4;             ///< project to queries, keys, values
inline constexpr step<"P5"> P5;             ///< split heads
inline constexpr step<"P6"> P6;             ///< heads before positions
inline constexpr step<"P7"> P7;             ///< append to the cache
inline constexpr step<"P8"> P8;             ///< scores
inline constexpr step<"P9", "P10"> P9_P10;  ///< causal mask; softmax over the keys
inline constexpr step<"P11"> P11;           ///< weights times values
/// All of attention's inner steps, where one kernel computes them.
inline constexpr step<"P8", "P9", "P10", "P11"> P8_to_P11;
inline constexpr step<"P12"> P12;  ///< merge heads
inline constexpr step<"P13"> P13;  ///< attention output
inline constexpr step<"P14"> P14;  ///< residual and norm
inline constexpr step<"P15"> P15;  ///< feed-forward up, GELU
inline constexpr step<"P16"> P16;  ///< feed-forward down
inline constexpr step<"P17"> P17;  ///< residual and norm
inline constexpr step<"P18"> P18;  ///< last hidden state
inline constexpr step<"P19"> P19;  ///< last position
inline constexpr step<"P20"> P20;  ///< logits
inline constexpr step<"P21"> P21;  ///< sample

}  // namespace shapeproof::nn

// ---- shapeproof/nn/attend.hpp
/// What queries see of keys and values: by its steps, and by one kernel without a matrix of scores.

namespace shapeproof::nn {

namespace detail {
/// Of an axis of which each rank has only a part, its extent is not that of the axis.
template <fixed_string Name, class Shape>
constexpr void require_whole_axis() {
  constexpr std::size_t at = position_of<Shape>(Name.view());
  if constexpr (at != not_found)
    if constexpr (is_sharded<type_at<Shape, at>>)
      (void)accepted<rules::refuse<"root", rules::spread_over_ranks<type_at<Shape, at>>, Shape>>{};
}
}  // namespace detail

/// x `[..., Dk]` -> the square root of an axis' extent, by which scores are divided; 1 for a traced tensor, which has
/// no values. Refused where there is no such axis, or it is a shard.
template <fixed_string Name, any_tensor X>
constexpr float root(X const& x) {
  if constexpr (!is_poisoned<X>) detail::require_whole_axis<Name, shape_of<X>>();
  if constexpr (is_meta<X> || is_poisoned<X>)
    return 1;
  else
    return __builtin_sqrtf(static_cast<float>(x.template extent<Name>()));
}

/// q `[B, H, L, Dk]`, keys `[B, H, S, Dk]` -> `[B, H, L, S]`: products over a head's components, divided by the root of
/// their number. Keys without the axis G serve every group. Refused where q and keys have other components or only a
/// rank's part of them, or another name that is not the same axis. Throws `shape_error` where a symbol has two values.
template <any_tensor Q, any_tensor K>
constexpr auto scores_of(Q const& q, K const& keys) {
  if constexpr (is_poisoned<Q>) {
    return q;
  } else {
    using components = type_at<shape_of<Q>, shape_of<Q>::rank - 1>;
    constexpr auto head_size = name_text<components>;
    if constexpr (is_sharded<components>)
      return accepted<rules::refuse<"scores_of", rules::spread_over_ranks<components>, shape_of<Q>>>{};
    else
      return contract<head_size>(q, keys) / root<head_size>(q);
  }
}

namespace detail {
/// Whether these keys or values mean nothing behind their rows' ends, of which the padding does not tell.
template <class K, class V, class Padding>
inline constexpr bool lacks_lengths = (has_ragged_rows<K> || has_ragged_rows<V>) && !is_ragged<Padding>;
using without_lengths =
    rules::plainly<"each row of these keys has a length of its own; pass the padding() of their cache">;
}  // namespace detail

/// q `[B, H, L, Dk]`, keys and values `[B, H, S, Dk]` -> `[B, H, L, Dk]`. Query l sees the keys 0 .. l + (S - L) that
/// are not padding. The definition of `attend`, one step after the other. Refused where S - L may be negative, axes of
/// one name differ, or keys of ragged rows come without their lengths. Throws as `attend`.
template <any_tensor Q, any_tensor K, any_tensor V, class Padding>
constexpr auto attend_by_steps(Q const& q, K const& all_keys, V const& all_values, Padding const& padding) {
  if constexpr (detail::lacks_lengths<K, V, Padding> && !is_poisoned<Q> && !is_poisoned<K>) {
    return accepted<rules::refuse<"attend", detail::without_lengths, shape_of<Q>, shape_of<K>>>{};
  } else {
    auto const& keys = *shapeproof::detail::unmarked(&all_keys);
    auto const& values = *shapeproof::detail::unmarked(&all_values);
    auto const scores = P8(scores_of(q, keys));                              // [B, H, L, S]
    auto const weights = P9_P10(causal_softmax<"L", "S">(scores, padding));  // [B, H, L, S]
    return P11(contract<"S">(weights, values));                              // [B, H, L, Dk]
  }
}

namespace detail {

/// A tensor of the same shape that has no elements: of these, the steps cost no code.
template <class X>
using traced = summed_as<meta<element_of<X>, shape_of<X>>, X>;

/// What `Steps` says, with elements.
template <class Steps, class... Operands>
struct attend_result {
  using whole = typename shapeproof::detail::tensor_from<shapeproof::detail::kind::owner, float, shape_of<Steps>>::type;
  using type = summed_as<marked_as<whole, Operands...>, Steps>;
};
template <class... Operands>
struct attend_result<poisoned, Operands...> {
  using type = poisoned;
};

/// Whether each row sees keys of its own.
template <class Padding>
inline constexpr bool has_rows = is_left_padded<Padding> || is_ragged<Padding>;

/// Throws `shape_error` where the longest row's length is not that of the keys `[B, H, S, Dk]`.
template <class K, class B>
void require_lengths(K const& keys, ragged<B> const& lengths) {
  if (lengths.longest() != keys.template extent<"S">())
    throw shape_error("attend", to_string(keys),
                      "the longest row has " + std::to_string(lengths.longest()) + " positions");
}

/// The parts that the axes play in the kernel.
template <class Q, class K, class V, class Out, class Padding>
struct attend_roles {
  template <class Axis, class Shape>
  static constexpr bool in = position_of<Shape>(axis_name<Axis>) != not_found;
  template <bool Keep, class Axis>
  using kept = std::conditional_t<Keep, shape<Axis>, shape<>>;
  template <class... Axes>
  static constexpr auto shared_in(shape<Axes...>) -> join<shape<>, kept<in<Axes, K> && in<Axes, V>, Axes>...>;
  template <class... Axes>
  static constexpr auto group_in(shape<Axes...>) -> join<shape<>, kept<!in<Axes, K> && !in<Axes, V>, Axes>...>;

  using head = type_at<Q, Q::rank - 1>;
  using mixed = type_at<Out, Out::rank - 1>;
  using loops = typename without<Q, "L", name_text<head>>::type;
  using shared = decltype(shared_in(loops{}));
  using group = decltype(group_in(loops{}));
  static constexpr std::size_t padded_rows = [] {
    if constexpr (has_rows<Padding>)
      return position_of<shared>(axis_name<typename Padding::axis>);
    else
      return 0;
  }();
  /// Whether each axis has a part: otherwise keys or values have more axes than heads of attention have.
  static constexpr bool complete = shared::rank + group::rank == loops::rank && K::rank == shared::rank + 2 &&
                                   V::rank == shared::rank + 2 && Out::rank == Q::rank && in<head, K> && in<mixed, V> &&
                                   padded_rows != not_found;
};

/// The kernel's loops over these tensors.
template <class Roles, class Q, class K, class V, class Out>
cpu::attention_loops loops_of_attention(Q const& q, K const& keys, V const& values, Out const& out) {
  cpu::attention_loops result;
  result.shared = loops_over<typename Roles::shared>(q, keys, values, out);
  result.group = loops_over<typename Roles::group>(q, out);
  result.query = loop_over<shape_of<Q>, position_of<shape_of<Q>>("L")>(q, out);
  result.key = loop_over<shape_of<K>, position_of<shape_of<K>>("S")>(keys, values);
  result.component = loop_over<shape_of<Q>, shape_of<Q>::rank - 1>(q, keys);
  result.mixed = loop_over<shape_of<Out>, shape_of<Out>::rank - 1>(values, out);
  return result;
}

/// `attend` of tensors that have elements; the steps give `Out`.
template <class Out, any_tensor Q, any_tensor K, any_tensor V, class Padding>
auto attend_at_once(Q const& q, K const& keys, V const& values, Padding const& padding) {
  using roles = attend_roles<shape_of<Q>, shape_of<K>, shape_of<V>, shape_of<Out>, Padding>;
  if constexpr (roles::complete) {
    auto const symbols = met_symbols<"attend">(q, keys, values);
    Out out(uninitialized, narrowed<symbols_in<shape_of<Out>>>(symbols));
    float const scale = 1 / root<name_text<typename roles::head>>(q);
    auto loops = loops_of_attention<roles>(q, keys, values, out);
    if constexpr (has_rows<Padding>) {
      // Each row sees only what is behind its own padding, or before its own end.
      auto& row = loops.shared.at[roles::padded_rows];
      padding.require_rows("attend", q, row.extent);
      row.extent = 1;
      if constexpr (is_ragged<Padding>) require_lengths(keys, padding);
      for (std::size_t b = 0; b < padding.rows(); ++b) {
        if constexpr (is_ragged<Padding>)
          loops.key.extent = padding.data()[b];
        else
          loops.first = padding.of(b);
        auto const at = [&](std::size_t operand) { return static_cast<std::ptrdiff_t>(b) * row.step[operand]; };
        cpu::attend(q.data() + at(0), keys.data() + at(1), values.data() + at(2), out.data() + at(3), loops, scale);
      }
    } else {
      cpu::attend(q.data(), keys.data(), values.data(), out.data(), loops, scale);
    }
    return out;
  } else {
    return attend_by_steps(q, keys, values, padding);
  }
}

}  // namespace detail

/// q `[B, H, L, Dk]`, keys and values `[B, H, S, Dk]` -> `[B, H, L, Dk]`: what `attend_by_steps` gives, without scores
/// and weights in memory. Its types, refusals and trace are those of the steps, but keys of ragged rows are refused
/// without their lengths. Keys without the axis G serve every group. Throws `shape_error` where symbols differ, or the
/// padding has another number of rows. Milakov and Gimelshein, 2018 (arXiv:1805.02867); Dao et al., 2022
/// (arXiv:2205.14135).
template <any_tensor Q, any_tensor K, any_tensor V, class Padding>
constexpr auto attend(Q const& q, K const& keys, V const& values, Padding const& padding) {
  if constexpr (detail::lacks_lengths<K, V, Padding> && !is_poisoned<Q> && !is_poisoned<K>) {
    return accepted<rules::refuse<"attend", detail::without_lengths, shape_of<Q>, shape_of<K>>>{};
  } else if constexpr (is_meta<Q> && !is_poisoned<K> && !is_poisoned<V>) {
    return shapeproof::detail::traced_at_once(q.log(), [&] { return attend_by_steps(q, keys, values, padding); });
  } else if constexpr (is_poisoned<Q> || is_poisoned<K> || is_poisoned<V>) {
    return attend_by_steps(q, keys, values, padding);
  } else {
    using steps = decltype(attend_by_steps(detail::traced<Q>(), detail::traced<K>(), detail::traced<V>(), padding));
    using result_type = typename detail::attend_result<steps, Q, K, V>::type;
    if constexpr (is_poisoned<result_type>)
      return result_type{};
    else
      return P8_to_P11(detail::attend_at_once<result_type>(q, keys, values, padding));
  }
}

}  // namespace shapeproof::nn

// ---- shapeproof/nn/heads.hpp
/// Heads, plain `(H Dk)` or in groups that share keys and values, `((Hkv G) Dk)`: one code for both.

namespace shapeproof::nn {

namespace detail {

/// The first factor of the last axis, which is the heads; and whether it has factors of its own.
template <class Axis>
struct heads_of;
template <class Heads, class... Rest>
struct heads_of<fused<Heads, Rest...>> {
  using type = Heads;
};

}  // namespace detail

/// `[B, L, (H Dk)] -> [B, L, H, Dk]`; `[B, L, ((Hkv G) Dk)] -> [B, L, Hkv, G, Dk]`. A view. Refused where the last axis
/// is not fused.
template <any_tensor X>
constexpr auto split_heads(X&& x) {
  if constexpr (is_poisoned<X>) {
    return poisoned{};
  } else {
    using last = type_at<shape_of<X>, shape_of<X>::rank - 1>;
    if constexpr (is_fused<last>) {
      using heads = typename detail::heads_of<last>::type;
      auto apart = split<name_text<last>>(std::forward<X>(x));
      if constexpr (is_fused<heads>)
        return split<name_text<heads>>(std::move(apart));
      else
        return apart;
    } else {
      return split<"(H Dk)">(std::forward<X>(x));  // refused, with the reason
    }
  }
}

/// `[B, L, H, Dk] -> [B, L, Fused]`, `[B, L, Hkv, G, Dk] -> [B, L, Fused]`, where `Fused` is the input axis of the
/// output weight. A view. Refused where its factors are not these axes, or they lie in memory in another order.
template <class Fused, any_tensor X>
constexpr auto merge_heads(X&& x) {
  if constexpr (is_poisoned<X>)
    return poisoned{};
  else
    return reshape<type_at<shape_of<X>, 0>, type_at<shape_of<X>, 1>, Fused>(std::forward<X>(x));
}

}  // namespace shapeproof::nn

// ---- shapeproof/nn/positions.hpp
/// Which position each token of a step has. Positions come from the cache, never from numbers of the user's own.

namespace shapeproof::nn {

/// The positions of the tokens on `Axes`: `positions<L>` for sequences that all begin at one length, `positions<B, L>`
/// where every row has its own, `positions<ragged<B>, L>` where every row begins at a length of its own.
template <class... Axes>
class positions;

namespace detail {
struct positions_access;
}

/// Token l has position first + l.
template <class L>
class positions<L> {
 public:
  using shape = shapeproof::shape<L>;  ///< what they count
  /// Rows that are padded one by one have no one vector of positions: refused.
  template <class Row>
  positions(positions<Row, L> const&) : first_(0) {
    using reason = rules::plainly<"each row is padded by a number of its own, so positions need its axis too">;
    (void)accepted<rules::refuse<"positions", reason, shapeproof::shape<Row, L>>>{};
  }
  /// Nor have rows that are as long as each one is.
  template <class Row>
  positions(positions<ragged<Row>, L> const&) : first_(0) {
    using reason = rules::plainly<"each row has a length of its own, so positions need its axis too">;
    (void)accepted<rules::refuse<"positions", reason, shapeproof::shape<Row, L>>>{};
  }
  /// The position of the first token.
  constexpr std::size_t first() const { return first_; }
  /// The position of a token, in any row.
  constexpr std::size_t of(std::size_t, std::size_t token) const { return first_ + token; }

 private:
  constexpr explicit positions(std::size_t first) : first_(first) {}
  friend struct detail::positions_access;
  std::size_t first_;
};

/// Row b's token l has position first + l - padding(b), and 0 on the padding itself. They look at the padding of the
/// cache that they come from, and last as long as its memory, whichever cache has that by now.
template <class B, class L>
class positions<B, L> {
 public:
  using shape = shapeproof::shape<B, L>;  ///< what they count
  /// The position of a row's token.
  std::size_t of(std::size_t row, std::size_t token) const {
    std::size_t const slot = first_ + token;
    return slot < padding_[row] ? 0 : slot - padding_[row];
  }
  /// Throws `shape_error` in the name of `operation` where a tensor has another number of rows.
  template <any_tensor X>
  void require_rows(char const* operation, X const& x, std::size_t rows) const {
    left_padded<B>::require_equal_rows(operation, x, rows, rows_);
  }

 private:
  constexpr positions(std::size_t first, left_padded<B> const& padding)
      : first_(first), padding_(padding.data()), rows_(padding.rows()) {}
  friend struct detail::positions_access;
  std::size_t first_;
  std::size_t const* padding_;
  std::size_t rows_;
};

/// Row b's token l has position length(b) + l. They keep the lengths that the step begins with.
template <class B, class L>
class positions<ragged<B>, L> {
 public:
  using shape = shapeproof::shape<B, L>;  ///< what they count
  /// The position of a row's token.
  std::size_t of(std::size_t row, std::size_t token) const { return rows_.data()[row] + token; }
  /// Throws `shape_error` in the name of `operation` where a tensor has another number of rows.
  template <any_tensor X>
  void require_rows(char const* operation, X const& x, std::size_t rows) const {
    rows_.require_rows(operation, x, rows);
  }

 private:
  explicit constexpr positions(ragged<B> const& rows) : rows_(rows) {}
  friend struct detail::positions_access;
  ragged<B> rows_;
};

namespace detail {

/// Makes positions for `positions_of`. A friend that is a template with constraints is not Clang 16's friend.
struct positions_access {
  template <class... Axes, class... Padding>
  static constexpr positions<Axes...> from(std::size_t first, Padding const&... padding) {
    return positions<Axes...>(first, padding...);
  }
  template <class L, class B>
  static constexpr positions<ragged<B>, L> from_each(ragged<B> const& lengths) {
    return positions<ragged<B>, L>(lengths);
  }
};

template <class Padding>
struct padded_rows {
  using type = void;
};
template <class B>
struct padded_rows<left_padded<B>> {
  using type = B;
};
template <class B>
struct padded_rows<ragged<B>> {
  using type = B;
};
template <class Rows, bool IsRagged = false>
struct other_padded_rows {
  static constexpr text reason() {
    return text::of("the cache's rows are ", IsRagged ? "" : "padded ", "along ", axis_text<Rows>());
  }
};

}  // namespace detail

/// The positions of a step's queries x `[.., L, ..]`: [past, past + L), where past is the cache's length; in a padded
/// batch less each row's padding. Refused: x without L or the padded rows, a shard of L, and a cache within a step, for
/// every layer of a step has the same positions. Throws `shape_error` where the cache was moved from.
template <class Storage, class Filled, class State, class Padding, any_tensor X>
constexpr auto positions_of([[maybe_unused]] kv_cache<Storage, Filled, State, Padding> const& cache, X const&) {
  if constexpr (is_poisoned<X>) {
    return poisoned{};
  } else if constexpr (position_of<shape_of<X>>("L") == not_found) {
    return accepted<rules::refuse<"positions_of", rules::no_such_axis<"L", shape_of<X>>, shape_of<X>>>{};
  } else if constexpr (std::is_same_v<State, within_step>) {
    return accepted<detail::refused_within_step<"positions_of", typename kv_cache<Storage, Filled, State>::shape>>{};
  } else {
    using tokens = type_at<shape_of<X>, position_of<shape_of<X>>("L")>;
    using rows = typename detail::padded_rows<Padding>::type;
    using other_rows = detail::other_padded_rows<rows, is_ragged<Padding>>;
    if constexpr (is_sharded<tokens>)
      return accepted<rules::refuse<"positions_of", rules::spread_over_ranks<tokens>, shape_of<X>>>{};
    else if constexpr (!std::is_same_v<Padding, no_padding> && !has_axis<rows, shape_of<X>>)
      return accepted<rules::refuse<"positions_of", other_rows, shape_of<X>>>{};
    else if constexpr (is_ragged<Padding>)
      return detail::positions_access::from_each<tokens>(cache.padding());
    else if constexpr (is_left_padded<Padding> && is_meta<X>)
      return detail::positions_access::from<rows, tokens>(0, cache.padding());
    else if constexpr (is_left_padded<Padding>)
      return detail::positions_access::from<rows, tokens>(cache.length(), cache.padding());
    else if constexpr (is_meta<X>)
      return detail::positions_access::from<tokens>(0);
    else
      return detail::positions_access::from<tokens>(cache.length());
  }
}

/// Positions of x `[.., L, ..]` look at their cache's padding, so a temporary cache is refused.
template <class Storage, class Filled, class State, class B, any_tensor X>
auto positions_of(kv_cache<Storage, Filled, State, left_padded<B>>&&, X const&) = delete;

}  // namespace shapeproof::nn

// ---- shapeproof/cpu/rope.hpp
/// Rotations of pairs.

namespace shapeproof::cpu {

/// cosine[pair], sine[pair] of the angles position * base^(-pair / pairs), for `pairs` pairs. Su et al. 2021.
void rotation(std::size_t position, std::size_t pairs, float base, float* cosine, float* sine);

/// The rotations of some tokens, a row of `pairs` each, in memory that the calling thread keeps. Queries and keys of
/// all layers have the same positions: a row is computed only where it is not what the thread's last table has there.
class rotation_table {
 public:
  /// A table of `rows` rows, none of them set. It ends where the thread begins the next one.
  rotation_table(std::size_t rows, std::size_t pairs, float base);
  /// Row `row` becomes the rotation of this position.
  void set(std::size_t row, std::size_t position);
  float const* cosine() const { return cosine_; }  ///< [row, pair]
  float const* sine() const { return sine_; }      ///< [row, pair]

 private:
  float* cosine_;
  float* sine_;
  std::size_t* positions_;
  std::size_t pairs_;
  float base_;
};

/// to = x rotated: the pair (x0, x1) becomes (x0 cos - x1 sin, x1 cos + x0 sin). The loops run over pairs; their
/// operands are x, to, and the tables. The second component of a pair lies `x_component` (`to_component`) elements
/// behind the first. to must not overlap x.
void rotate_pairs(float const* x, float* to, float const* cosine, float const* sine, loop_nest<3> const& loops,
                  std::ptrdiff_t x_component, std::ptrdiff_t to_component);

}  // namespace shapeproof::cpu

// ---- shapeproof/rules/rope.hpp
/// The rule of rotary positions: which axis is counted, and which components make a pair.

namespace shapeproof::rules {

namespace detail {

template <fixed_string Pairs>
struct other_pairs {
  template <class Last>
  struct of {
    static constexpr text reason() {
      text const wanted = canonical_pattern<Pairs>;
      text result = text::of("rotates pairs ", wanted, ", the last axis is ", axis_text<Last>());
      if (!is_fused<Last>)
        return result.add("; its type says how pairs are stored: fused<R, axis<C, 2>> or fused<axis<C, 2>, R>");
      return result.add(", stored for the other pairing; permute the weights when loading, or rotate ")
          .add(axis_name<Last>);
    }
  };
};

template <fixed_string Token, class Positions>
struct other_positions {
  static constexpr text reason() {
    return text::of("rotates over ", Token.view(), ", the positions count ", to_text(Positions{}),
                    "; heads have no position");
  }
};

template <class Last>
inline constexpr bool pairs_have_two = false;
template <class A, class B>
inline constexpr bool pairs_have_two<fused<A, B>> = (axis_name<A> == "C" && extent_polynomial<A> == polynomial(2)) ||
                                                    (axis_name<B> == "C" && extent_polynomial<B> == polynomial(2));

/// Whether the positions' last axis is the token axis of `Shape`, and all their axes are axes of it.
template <class Shape, fixed_string Token, class Positions>
inline constexpr bool counts_tokens = false;
template <class Shape, fixed_string Token, class... Axes>
inline constexpr bool counts_tokens<Shape, Token, shape<Axes...>> =
    axis_name<type_at<shape<Axes...>, sizeof...(Axes) - 1>> == Token.view() &&
    ((position_of<Shape>(axis_name<Axes>) != not_found &&
      std::is_same_v<type_at<join<Shape, shape<Axes>>, position_of<join<Shape, shape<Axes>>>(axis_name<Axes>)>,
                     Axes>) &&
     ...);

}  // namespace detail

/// `rope<"L", "(R C)">`: x `[B, H, L, (R C)]`, positions `[L]` or `[B, L]` -> x's shape. The pairing is the order of
/// the last axis' factors: `(R C)` has the two components C of a pair side by side, `(C R)` half an axis apart. Refused
/// where there is no token axis or the positions count another one, x is stored for the other pairing, or C is not 2.
template <fixed_string Token, fixed_string Pairs>
struct rope_rule {
  static constexpr fixed_string name = "rope";  ///< in messages
  template <class Shape, class Positions>
  constexpr auto operator()(Shape, Positions) const {
    if constexpr (Shape::rank == 0 || position_of<Shape>(Token.view()) == not_found) {
      return refuse<"rope", no_such_axis<Token, Shape>, Shape>{};
    } else {
      using last = type_at<Shape, Shape::rank - 1>;
      if constexpr (!detail::counts_tokens<Shape, Token, Positions>)
        return refuse<"rope", detail::other_positions<Token, Positions>, Shape>{};
      else if constexpr (is_sharded<type_at<Shape, position_of<Shape>(Token.view())>>)
        return refuse<"rope", spread_over_ranks<type_at<Shape, position_of<Shape>(Token.view())>>, Shape>{};
      else if constexpr (is_sharded<last>)
        return refuse<"rope", spread_over_ranks<last>, Shape>{};
      else if constexpr (!is_fused<last> || axis_name<last> != detail::canonical_pattern<Pairs>.view())
        return refuse<"rope", typename detail::other_pairs<Pairs>::template of<last>, Shape>{};
      else if constexpr (!detail::pairs_have_two<last>)
        return refuse<"rope", plainly<"a pair has two components: one of the factors is the axis C with extent 2">,
                      Shape>{};
      else
        return Shape{};
    }
  }
};
template <fixed_string Token, fixed_string Pairs>
inline constexpr rope_rule<Token, Pairs> rope = {};

}  // namespace shapeproof::rules

// ---- shapeproof/nn/rope.hpp
/// Rotary positions.

namespace shapeproof::nn {

/// A head whose pairs lie side by side, `(R C)`. Its extent is 2 R: a fact of the type.
template <class R>
using interleaved = fused<R, axis<"C", 2>>;
/// A head whose pairs lie half an axis apart, `(C R)`.
template <class R>
using half_split = fused<axis<"C", 2>, R>;

namespace detail {

/// Elements between one pair and the next, and between a pair's components, in units of the last axis' step.
template <class Last>
struct pair_steps;
template <class First, class Second>
struct pair_steps<fused<First, Second>> {
  static constexpr bool components_inside = axis_name<Second> == "C";
  static constexpr std::size_t pairs(std::size_t extent) { return extent / 2; }
  static constexpr std::ptrdiff_t pair() { return components_inside ? 2 : 1; }
  static constexpr std::ptrdiff_t component(std::size_t extent) {
    return components_inside ? 1 : static_cast<std::ptrdiff_t>(extent / 2);
  }
};

template <fixed_string Token, fixed_string Pairs, class X, class Positions>
using roped = shapeproof::detail::placed_whole<
    typename shapeproof::detail::tensor_from<
        is_meta<X> ? shapeproof::detail::kind::meta : shapeproof::detail::kind::owner, float,
        shapeproof::detail::outcome_of<rules::rope_rule<Token, Pairs>, shape_of<X>, typename Positions::shape>>::type,
    rules::rope_rule<Token, Pairs>, X>;

}  // namespace detail

/// Whether `rope<Token, Pairs>(x, positions)` is accepted.
template <class X, class Positions, fixed_string Token, fixed_string Pairs>
concept can_rope =
    is_plain<X> &&
    !is_refused<shapeproof::detail::outcome_of<rules::rope_rule<Token, Pairs>, shape_of<X>, typename Positions::shape>>;

/// `rope<"L", "(R C)">(x, positions)`: `[B, H, L, (R C)]` -> the same shape, dense: pair r of the token at position p
/// is turned by the angle p * base^(-r / R). `(R C)` rotates pairs side by side, `(C R)` pairs half an axis apart; x
/// says in its type how it is stored; the other pairing is refused, and positions that count another axis. Throws
/// `shape_error` where the positions are those of another number of rows. Su et al., 2021 (arXiv:2104.09864).
template <fixed_string Token, fixed_string Pairs, any_tensor X, class Positions>
constexpr auto rope(X const& x, Positions const& positions, [[maybe_unused]] float base = 1e4F)
    -> detail::roped<Token, Pairs, X, Positions> {
  using result_type = detail::roped<Token, Pairs, X, Positions>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else {
    using shape = shape_of<X>;
    return compute<"rope", result_type, cost_of<3, shape, result_type, X>>(
        [&positions, base](auto& result, auto const& from) {
          constexpr std::size_t token = position_of<shape>(Token.view());
          constexpr std::size_t row = position_of<shape>(axis_name<type_at<typename Positions::shape, 0>>);
          constexpr std::size_t head = shape::rank - 1;
          using steps = detail::pair_steps<type_at<shape, head>>;
          auto const walk = from.walk();
          auto const size = walk.extent[head];
          auto const pairs = steps::pairs(size);
          auto const tokens = walk.extent[token];
          std::size_t const rows = row == token ? 1 : walk.extent[row];
          if constexpr (row != token) positions.require_rows("rope", from, rows);

          cpu::rotation_table table(rows * tokens, pairs, base);
          for (std::size_t i = 0; i < rows * tokens; ++i) table.set(i, positions.of(i / tokens, i % tokens));

          auto const both = loops_over<shape>(from, result);
          cpu::loop_nest<3> loops;
          loops.rank = shape::rank;
          for (std::size_t i = 0; i < shape::rank; ++i)
            loops.at[i] = {both.at[i].extent, {both.at[i].step[0], both.at[i].step[1], 0}};
          if (row != token) loops.at[row].step[2] = static_cast<std::ptrdiff_t>(tokens * pairs);
          loops.at[token].step[2] = static_cast<std::ptrdiff_t>(pairs);
          auto const [x_step, to_step] = std::pair(both.at[head].step[0], both.at[head].step[1]);
          loops.at[head] = {pairs, {x_step * steps::pair(), to_step * steps::pair(), 1}};
          cpu::rotate_pairs(from.data(), result.data(), table.cosine(), table.sine(), loops,
                            x_step * steps::component(size), to_step * steps::component(size));
        },
        x);
  }
}

}  // namespace shapeproof::nn

// ---- shapeproof/nn/cache_pool.hpp
/// The keys and values of one layer for many sequences, which come and go.

namespace shapeproof::nn {

/// Keys and values `[Slot, H, S=capacity, Dk]`, reserved once: a slot for each sequence. Caches that a pool gives lie
/// in its memory and must not outlive it: `slot` one for a prefill, `rows` one for a step of several sequences.
template <class H, class Dk>
class cache_pool {
 public:
  using Slot = axis<"Slot", "slots">;             ///< the sequences that there is room for
  using B = axis<"B">;                            ///< those of a step
  using S = axis<"S", "capacity">;                ///< positions of each
  using storage = tensor<float, Slot, H, S, Dk>;  ///< keys, or values
  /// Some slots, from one on.
  template <class Rows>
  using part = view<float, Rows, H, S, Dk>;
  using slot_cache = kv_cache<part<axis<"B", 1>>>;                                    ///< of an empty slot
  using row_caches = kv_cache<part<B>, axis<"S", "past">, between_steps, ragged<B>>;  ///< of the first B slots

  /// Memory for `[Slot, H, S=capacity, Dk]` with these values of its symbols. Throws std::bad_alloc.
  explicit cache_pool(symbol_values<symbols_in<shape_of<storage>>> const& sizes)
      : keys_(zeros(sizes)), values_(zeros(sizes)) {}

  /// How many sequences there is room for.
  std::size_t slots() const { return keys_.template extent<"Slot">(); }
  /// How many positions each may have.
  std::size_t capacity() const { return keys_.template extent<"S">(); }

  /// An empty cache `[B=1, H, S=0, Dk]` in one slot, an integer or an `index` of Slot, whatever was there. An index of
  /// another axis is refused. Throws `shape_error` where there is no such slot.
  template <class Position>
  slot_cache slot(Position const& at) {
    auto const first = begin_of(shapeproof::detail::position_on<Slot>(at));
    auto const sizes = sizes_of<axis<"B", 1>>(1);
    return slot_cache(part<axis<"B", 1>>(keys_.data() + first, sizes),
                      part<axis<"B", 1>>(values_.data() + first, sizes), typename slot_cache::filled_values{});
  }

  /// The caches `[B, H, S=past, Dk]` of the first B slots, which are as long as `lengths` says. Throws `shape_error`
  /// where there are fewer slots, or less room.
  row_caches rows(ragged<B> const& lengths) {
    if (lengths.rows() > slots())
      throw shape_error("rows", to_string(keys_), std::to_string(lengths.rows()) + " rows are wanted");
    auto const sizes = sizes_of<B>(lengths.rows());
    return row_caches(part<B>(keys_.data(), sizes), part<B>(values_.data(), sizes), lengths);
  }

  /// Copies the first `length` positions of a slot to another one. An index of another axis than Slot is refused.
  /// Throws `shape_error` where there is no such slot, or less room.
  template <class From, class To>
  void copy(From const& from, To const& to, std::size_t length) {
    copy(*this, from, to, length);
  }
  /// The same from a slot of another pool, which may have other slots and another capacity. Throws `shape_error` as
  /// well where its heads are other ones.
  template <class From, class To>
  void copy(cache_pool const& other, From const& from, To const& to, std::size_t length) {
    cache_pool const& smaller = other.capacity() < capacity() ? other : *this;
    if (length > smaller.capacity())
      throw shape_error("copy", to_string(smaller.keys_), std::to_string(length) + " positions are wanted");
    auto const source = other.begin_of(shapeproof::detail::position_on<Slot>(from));
    auto const target = begin_of(shapeproof::detail::position_on<Slot>(to));
    if (other.keys_.data() + source == keys_.data() + target) return;
    auto loops = loops_over<shape<H, S, Dk>>(other.keys_, keys_);
    auto const mine = loops_over<shape<H, Dk>>(keys_);
    if (loops.at[0].extent != mine.at[0].extent || loops.at[2].extent != mine.at[1].extent)
      throw shape_error("copy", to_string(other.keys_) + " to " + to_string(keys_), "the heads are other ones");
    loops.at[1].extent = length;
    cpu::copy(other.keys_.data() + source, keys_.data() + target, sizeof(float), loops);
    cpu::copy(other.values_.data() + source, values_.data() + target, sizeof(float), loops);
  }

 private:
  static storage zeros(symbol_values<symbols_in<shape_of<storage>>> const& sizes) {
    return storage(buffer<float>(shapeproof::detail::counted<shape_of<storage>>(sizes), contents::zeros), sizes, 0);
  }
  std::size_t begin_of(std::size_t at) const {
    if (at >= slots()) shapeproof::detail::throw_out_of_range("slot", "Slot", std::to_string(at), slots());
    return at * static_cast<std::size_t>(keys_.walk().step[0]);
  }
  /// The symbols of a part with so many rows.
  template <class Rows>
  auto sizes_of(std::size_t rows) const {
    using wanted = symbols_in<shape_of<part<Rows>>>;
    using known = shapeproof::detail::symbol_list<symbols_in<shape_of<storage>>>;
    symbol_values<wanted> result;
    for (std::size_t i = 0; i < wanted::count; ++i) {
      std::string_view const name = shapeproof::detail::symbol_list<wanted>::names[i];
      result.at[i] = name == "B" ? rows : keys_.symbols().at[known::find(name)];
    }
    return result;
  }

  storage keys_;
  storage values_;
};

}  // namespace shapeproof::nn

// ---- shapeproof/nn/last_of_each.hpp
/// The last position of each sequence of a ragged batch, for sampling.

namespace shapeproof::nn {

/// `[B, L, D] -> [B, D]`: one position of each row. Refused where B or L is missing.
struct last_of_each_rule {
  using placement = rules::keeps_sums;                  ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "last_of_each";  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    if constexpr (position_of<Shape>("B") == not_found)
      return rules::refuse<"last_of_each", rules::no_such_axis<"B", Shape>, Shape>{};
    else
      return rules::reduce<"last_of_each", "L">(Shape{});
  }
};

/// Whether `last_of_each(x, lengths)` is accepted.
template <class X>
concept can_last_of_each = accepts<last_of_each_rule, X>;

/// `[B, L, D] -> [B, D]`: row b's position `lengths[b] - 1`, for rows that were filled up on the right. Refused where B
/// or L is missing. Throws `shape_error` where there is not one length for each row, and one that names the row for a
/// length of 0 or past L.
template <any_tensor X>
constexpr auto last_of_each(X const& x, std::vector<std::size_t> const& lengths)
    -> shapeproof::detail::last_position<"L", computed<float, last_of_each_rule, X>> {
  using result_type = shapeproof::detail::last_position<"L", computed<float, last_of_each_rule, X>>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else {
    return compute<"last_of_each", result_type, cost_of<0, shape<>, result_type, result_type>>(
        [&lengths](auto& result, auto const& from) {
          using rest = typename without<shape_of<X>, "B", "L">::type;
          constexpr std::size_t row_axis = position_of<shape_of<X>>("B");
          constexpr std::size_t token_axis = position_of<shape_of<X>>("L");
          auto const walk = from.walk();
          if (lengths.size() != walk.extent[row_axis])
            throw shape_error("last_of_each", to_string(from), std::to_string(lengths.size()) + " lengths were given");
          auto const to_row = result.walk().step[position_of<shape_of<result_type>>("B")];
          for (std::size_t row = 0; row < lengths.size(); ++row) {
            if (lengths[row] == 0 || lengths[row] > walk.extent[token_axis])
              throw shape_error("last_of_each", to_string(from),
                                "row " + std::to_string(row) + " has the length " + std::to_string(lengths[row]));
            auto const at = static_cast<std::ptrdiff_t>(row);
            auto const token = static_cast<std::ptrdiff_t>(lengths[row]) - 1;
            cpu::copy(from.data() + at * walk.step[row_axis] + token * walk.step[token_axis],
                      result.data() + at * to_row, sizeof(float), loops_over<rest>(from, result));
          }
        },
        x);
  }
}

}  // namespace shapeproof::nn

// ---- shapeproof/nn/padded_vocabulary.hpp
/// Models whose vocabulary was padded to a rounder number than the tokenizer's: the rows behind it are no tokens.

namespace shapeproof::nn {

/// logits `[B, Vp] -> [B, V]`, table `[Vp, E] -> [V, E]`: the part of the padded axis Vp that is the vocabulary, all
/// of it where V is a shard. A view. Refused where there is no Vp, or V is no number that is provably within it.
template <class V, any_tensor X>
constexpr auto unpad(X&& x) {
  static_assert(is_static<whole<V>>, "unpad: the vocabulary's extent is a number");
  return rename<"Vp", "V">(slice<"Vp", 0, extent(static_extent<whole<V>>)>(std::forward<X>(x)));
}

}  // namespace shapeproof::nn

// ---- shapeproof/nn/position_indices.hpp
/// Positions as indices into a table of learned ones.

namespace shapeproof::nn {

/// The positions of a step's ids `[.., L]` as `[L]`, or `[B, L]` where rows are padded, of indices into a `table`
/// `[P, D]`, which may be a rank's shard of P: they count the positions of all ranks. Refused as `positions_of`. Throws
/// `shape_error` for a position behind the table's last one, for another number of rows than the padding has, and where
/// there is no communicator for the shard.
template <any_tensor Table, class Cache, any_tensor Ids>
constexpr auto position_indices([[maybe_unused]] Table const& table, Cache const& cache, Ids const& ids) {
  using P = whole<type_at<shape_of<Table>, 0>>;
  auto const at = positions_of(cache, ids);
  using positions = std::remove_const_t<decltype(at)>;
  if constexpr (is_poisoned<positions>) {
    return poisoned{};
  } else {
    constexpr auto kind = is_meta<Ids> ? shapeproof::detail::kind::meta : shapeproof::detail::kind::owner;
    using result_type = typename shapeproof::detail::tensor_from<kind, index<P>, typename positions::shape>::type;
    if constexpr (is_meta<Ids>) {
      return result_type(ids.log(), shapeproof::detail::traced_block(ids.log(), &byte_count<result_type>), 0);
    } else {
      result_type result(uninitialized, narrowed<symbols_in<typename positions::shape>>(ids.symbols()));
      if constexpr (positions::shape::rank > 1) at.require_rows("position_indices", ids, result.walk().extent[0]);
      std::size_t const tokens = ids.template extent<"L">();
      std::size_t const end = shapeproof::detail::own_rows(table).all;
      for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = index<P>(at.of(i / tokens, i % tokens), end);
      return result;
    }
  }
}

}  // namespace shapeproof::nn

// ---- shapeproof/nn/stored_weight.hpp
/// Weights as files store them. A file's tensor has no names, so the loader says once which convention it follows; from
/// then on every weight is `[In, Out]`, and whether to transpose is never decided by looking at sizes.

namespace shapeproof::nn {

/// A Linear layer's weight: rows are outputs, `[Out, In]`.
struct linear_convention {};
/// A Conv1D layer's weight, as GPT-2 stores it: rows are inputs, `[In, Out]`.
struct conv1d_convention {};

namespace detail {
template <class Convention, class In, class Out>
struct stored_layout {
  using type = shape<In, Out>;
};
template <class In, class Out>
struct stored_layout<linear_convention, In, Out> {
  using type = strided<shape<In, Out>, memory<Out, In>>;
};
/// A file has no shard: its elements are those of all ranks.
template <fixed_string Operation, class... Axes>
constexpr auto refused_shard() {
  using reason = rules::plainly<
      "a file has whole axes, of which a rank's part is not what comes first; state them whole, "
      "then call own_part or sharded_weights">;
  return accepted<rules::refuse<Operation, reason, shape<Axes...>>>{};
}
}  // namespace detail

/// A view `[In, Out]` of a file's elements; in `linear_convention` its memory order is Out, In.
template <class Convention, class In, class Out>
using stored_matrix =
    typename shapeproof::detail::tensor_from<shapeproof::detail::kind::borrower, float const,
                                             typename detail::stored_layout<Convention, In, Out>::type>::type;

/// Elements of a file -> a view `[In, Out]` of them. Refused: a shard, which no file has; and as by
/// `view`, which says what is thrown.
template <class Convention, class In, class Out, fixed_string... Names>
auto stored_weight(float const* elements, binding<Names>... bindings) {
  if constexpr (is_sharded<In> || is_sharded<Out>)
    return detail::refused_shard<"stored_weight", In, Out>();
  else if constexpr (std::is_same_v<Convention, linear_convention>)
    return move_axis<name_text<In>, 0>(view<float const, Out, In>(elements, bindings...));
  else
    return view<float const, In, Out>(elements, bindings...);
}

/// Query, key and value one after the other: `[Q | K | V]`, each with all heads.
struct block_order {};
/// Head by head, each with its query, key and value.
struct head_major_order {};

/// Query, key and value weights, `[In, (H Dk)]` each.
template <class Weight>
struct query_key_value {
  Weight query;  ///< `[In, (H Dk)]`
  Weight key;    ///< `[In, (H Dk)]`
  Weight value;  ///< `[In, (H Dk)]`
};

/// A fused weight of query, key and value as a file stores it -> the three, copied apart, `[In, (H Dk)]` each. `Order`
/// says how heads and parts alternate along the output; nothing in the file does. Refused: a shard, for no
/// part of all is a part of each; and as by `view`, which says what is thrown.
template <class Convention, class Order, class In, class H, class Dk, fixed_string... Names>
auto stored_query_key_value(float const* elements, binding<Names>... bindings) {
  using P = axis<"P", 3>;
  using part = fused<H, Dk>;
  if constexpr (is_sharded<In> || is_sharded<part>) {
    auto const none = detail::refused_shard<"stored_query_key_value", In, part>();
    return query_key_value<poisoned>{none, none, none};
  } else {
    auto const cut = [](auto const& weight, std::size_t which) {
      if constexpr (std::is_same_v<Order, block_order>)
        return contiguous(select<"P">(split<name_text<fused<P, part>>>(weight), which));
      else
        return merge<name_text<H>, name_text<Dk>>(contiguous(
            select<"P">(split<name_text<fused<P, Dk>>>(split<name_text<fused<H, fused<P, Dk>>>>(weight)), which)));
    };
    using out = std::conditional_t<std::is_same_v<Order, block_order>, fused<P, part>, fused<H, fused<P, Dk>>>;
    auto const weight = stored_weight<Convention, In, out>(elements, bindings...);
    using result = decltype(cut(weight, 0));
    return query_key_value<result>{cut(weight, 0), cut(weight, 1), cut(weight, 2)};
  }
}

}  // namespace shapeproof::nn

// ---- shapeproof/tensor/changing_stack.hpp
/// A stack whose elements change their type, in memory that is used again.

namespace shapeproof {

/// As many layers as one likes, whose type changes with each step: the new ones are built where an earlier change had
/// its old ones, so that a loop over a few types allocates nothing after its first turns. Throws std::bad_alloc.
template <class Layer>
class changing_stack {
  static_assert(alignof(Layer) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  template <class Other>
  friend class changing_stack;

 public:
  changing_stack() = default;
  /// With room for so many layers.
  explicit changing_stack(std::size_t capacity) : memory_(bytes_of(capacity)), capacity_(capacity) {}
  /// Copies of the layers.
  changing_stack(changing_stack const& other) : changing_stack(other.size_) {
    for (Layer const& each : other) emplace_back(each);
  }
  /// Takes the layers over; `other` has none then.
  changing_stack(changing_stack&& other) noexcept { swap(other); }
  /// Takes over those of a copy, or of what expires.
  changing_stack& operator=(changing_stack other) noexcept {
    swap(other);
    return *this;
  }
  ~changing_stack() { clear(); }

  /// The stack of `change(layer, i)` for each layer of another one, which is empty afterwards.
  template <class Other, class Change>
  changing_stack(changing_stack<Other>&& from, Change const& change) : changing_stack() {
    memory_ = std::move(from.spare_);
    capacity_ = from.size_;
    if (memory_.size() < bytes_of(capacity_)) memory_ = std::vector<std::byte>(bytes_of(capacity_));
    for (std::size_t i = 0; i < from.size_; ++i) emplace_back(change(std::move(from[i]), i));
    from.clear();
    spare_ = std::move(from.memory_);
  }

  /// One layer more. Throws std::bad_alloc where there is no room for it.
  template <class... Arguments>
  void emplace_back(Arguments&&... arguments) {
    if (size_ == capacity_) throw std::bad_alloc();
    ::new (static_cast<void*>(memory_.data() + size_ * sizeof(Layer))) Layer(std::forward<Arguments>(arguments)...);
    ++size_;
  }

  /// How many layers there are.
  std::size_t size() const { return size_; }
  Layer* begin() { return reinterpret_cast<Layer*>(memory_.data()); }                    ///< the first layer
  Layer const* begin() const { return reinterpret_cast<Layer const*>(memory_.data()); }  ///< the first layer
  Layer* end() { return begin() + size_; }                                               ///< behind the last layer
  Layer const* end() const { return begin() + size_; }                                   ///< behind the last layer
  Layer& operator[](std::size_t i) { return begin()[i]; }                                ///< layer i, unchecked
  Layer const& operator[](std::size_t i) const { return begin()[i]; }                    ///< layer i, unchecked

 private:
  static std::size_t bytes_of(std::size_t layers) {
    if (layers > static_cast<std::size_t>(-1) / sizeof(Layer)) throw std::bad_alloc();
    return layers * sizeof(Layer);
  }
  void clear() {
    while (size_ > 0) begin()[--size_].~Layer();
    capacity_ = 0;
  }
  void swap(changing_stack& other) noexcept {
    memory_.swap(other.memory_);
    spare_.swap(other.spare_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  std::vector<std::byte> memory_;
  std::vector<std::byte> spare_;  // where the layers lay before their last change
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace shapeproof

// ---- shapeproof/llm/stack.hpp
/// Layers: as many as a number known at run time, or at compile time.

namespace shapeproof::llm {

/// `Count` layers inside the compiler.
template <class Layer, std::size_t Count>
struct fixed_stack {
  Layer layers[Count] = {};  ///< the first one first

  constexpr std::size_t size() const { return Count; }                          ///< how many layers there are
  constexpr Layer& operator[](std::size_t i) { return layers[i]; }              ///< layer i, unchecked
  constexpr Layer const& operator[](std::size_t i) const { return layers[i]; }  ///< layer i, unchecked
};

/// As many layers as one likes.
template <class Layer>
using dynamic_stack = std::vector<Layer>;

/// One layer: enough for a proof, since all layers have one type.
template <class Layer>
using single_layer = fixed_stack<Layer, 1>;

using shapeproof::changing_stack;

/// The stack of `change(layer, i)` for each layer in order, each exactly once; the new layers may have another type.
/// What `change` throws ends it.
template <class Layer, class Change>
auto each_changed(changing_stack<Layer>&& stack, Change const& change) {
  return changing_stack<decltype(change(std::move(stack[0]), std::size_t{}))>(std::move(stack), change);
}
/// The same of a vector, as another vector.
template <class Layer, class Change>
auto each_changed(std::vector<Layer>&& stack, Change const& change) {
  std::vector<decltype(change(std::move(stack[0]), std::size_t{}))> result;
  result.reserve(stack.size());
  for (std::size_t i = 0; i < stack.size(); ++i) result.push_back(change(std::move(stack[i]), i));
  return result;
}
/// The same inside the compiler.
template <class Layer, std::size_t Count, class Change>
constexpr auto each_changed(fixed_stack<Layer, Count>&& stack, Change const& change) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return fixed_stack<decltype(change(std::move(stack[0]), std::size_t{})), Count>{
        {change(std::move(stack[I]), I)...}};
  }(std::make_index_sequence<Count>{});
}

}  // namespace shapeproof::llm

// ---- shapeproof/llm/caches.hpp
/// The caches of a model: one for each layer.

namespace shapeproof::llm {

namespace detail {
/// Keys and values have one head for each group of query heads, where the model has groups.
template <class Model>
struct cached_heads {
  using type = typename Model::H;
};
template <class Model>
  requires requires { typename Model::Hkv; }
struct cached_heads<Model> {
  using type = typename Model::Hkv;
};
}  // namespace detail

/// The storage of a cache's keys (or values): `[B, H, S=capacity, Dk]`, or Hkv in the place of H.
template <class Model, extent Capacity, template <class, class...> class Array = tensor>
using cache_storage = Array<float, typename Model::B, typename detail::cached_heads<Model>::type, axis<"S", Capacity>,
                            typename Model::Dk>;

/// The cache of one layer with `Past` filled positions.
template <class Model, extent Past, extent Capacity, template <class, class...> class Array = tensor,
          class Padding = no_padding>
using layer_cache = nn::kv_cache<cache_storage<Model, Capacity, Array>, axis<"S", Past>, nn::between_steps, Padding>;

namespace detail {
template <class Symbols, fixed_string... Names>
auto joined(symbol_values<Symbols> const& sizes, binding<Names>... more) {
  using all = typename shapeproof::detail::united<false, Symbols, symbols<Names>...>::type;
  symbol_values<all> result;
  for (std::size_t i = 0; i < Symbols::count; ++i)
    result.at[shapeproof::detail::symbol_list<all>::find(shapeproof::detail::symbol_list<Symbols>::names[i])] =
        sizes.at[i];
  ((result.at[shapeproof::detail::place_in<all, Names>] = more.value), ...);
  return result;
}
}  // namespace detail

/// Empty caches for `layers` layers, each with room for `capacity` positions, of a model with symbols, whose values are
/// `sizes`, and for rows that may be padded: `no_padding` or `left_padded`. `more` binds what the sizes lack, such as
/// `bind<"B">(2)`. Each is `[B, H, S=0, Dk]`, or Hkv in the place of H. Throws `shape_error` where the padding has
/// another number of rows, std::bad_alloc where there is no memory.
template <class Model, class Symbols, class Padding, fixed_string... Names>
auto empty_caches(std::size_t layers, std::size_t capacity, symbol_values<Symbols> const& sizes, Padding const& padding,
                  binding<Names>... more) {
  using storage = cache_storage<Model, "capacity">;
  auto const values =
      narrowed<symbols_in<shape_of<storage>>>(detail::joined(sizes, bind<"capacity">(capacity), more...));
  auto const zeros = [&] {
    return storage(buffer<float>(shapeproof::detail::counted<shape_of<storage>>(values), contents::zeros), values, 0);
  };
  changing_stack<layer_cache<Model, 0, "capacity", tensor, Padding>> caches(layers);
  for (std::size_t i = 0; i < layers; ++i) caches.emplace_back(zeros(), zeros(), padding);
  return caches;
}

/// The same for a model whose sizes are numbers, `[B, H, S=0, Dk]` each. Throws std::bad_alloc.
template <class Model>
auto empty_caches(std::size_t layers, std::size_t capacity) {
  return empty_caches<Model>(layers, capacity, symbol_values<symbols<>>{}, no_padding{});
}

}  // namespace shapeproof::llm

// ---- shapeproof/llm/forward.hpp
/// Prefill and decode: one algorithm over positions. Queries cover [past, past+L), keys [0, past+L).

namespace shapeproof::llm {

/// What a step gives: the logits of its last position, and the caches with its positions in them.
template <class Logits, class Caches>
struct step_result {
  Logits logits;  ///< `[B, V]`, or `[B, L, V]` of `forward_all`
  Caches caches;  ///< between steps
};

/// Caches are taken over: pass `std::move(caches)`, or a copy to keep them.
template <class Caches>
concept taken_over = !std::is_reference_v<Caches>;

namespace detail {
/// Throws `shape_error` where a padded row has no token of its own when the step ends.
template <class Cache>
void require_tokens(Cache const& cache, std::size_t tokens) {
  if constexpr (is_left_padded<typename Cache::padding_type>)
    for (std::size_t b = 0; b < cache.padding().rows(); ++b)
      if (cache.padding().of(b) >= cache.length() + tokens)
        throw shape_error("forward", to_string(cache) + " and " + std::to_string(tokens) + " more positions",
                          "row " + std::to_string(b) + " is padded by " + std::to_string(cache.padding().of(b)) +
                              " slots, which leaves it no token");
}
}  // namespace detail

/// Throws `shape_error` where a step of ids `[.., L]` cannot be done: no token, a row of padding only, another number
/// of caches than layers, caches that differ in length, or one that has no room for all tokens.
template <any_tensor Ids, class Weights, class Caches>
void require_step(Ids const& ids, Weights const& w, Caches const& caches) {
  std::size_t const tokens = ids.template extent<"L">();
  if (ids.size() == 0) throw shape_error("forward", to_string(ids), "there is no token; a step needs one or more");
  if (w.blocks.size() != caches.size())
    throw shape_error("forward",
                      std::to_string(w.blocks.size()) + " layers, " + std::to_string(caches.size()) + " caches",
                      "each layer has its own cache");
  for (std::size_t i = 0; i < caches.size(); ++i) {
    if (caches[i].length() != caches[0].length())
      throw shape_error(
          "forward", to_string(caches[0]) + " in layer 0, " + to_string(caches[i]) + " in layer " + std::to_string(i),
          "the caches of all layers hold the same positions");
    nn::require_room(caches[i], tokens);
    detail::require_tokens(caches[i], tokens);
  }
}

namespace detail {
/// Whether each cache may be copied, as one that has memory of its own.
template <class Caches>
inline constexpr bool can_be_kept = true;
template <class Caches>
  requires requires(Caches const& caches) { caches[0]; }
inline constexpr bool can_be_kept<Caches> =
    std::is_copy_constructible_v<std::remove_cvref_t<decltype(std::declval<Caches const&>()[0])>>;

/// A step refused because its caches were not handed over.
template <fixed_string Operation, class Ids, class Caches>
auto refused_caches(Caches const&) {
  using reason =
      std::conditional_t<can_be_kept<Caches>,
                         rules::plainly<"caches are taken over; pass std::move(caches), or a copy">,
                         rules::plainly<"caches are taken over; pass std::move(caches): those of a pool have no copy">>;
  if constexpr (!is_poisoned<Ids>) (void)accepted<rules::refuse<Operation, reason, shape_of<Ids>>>{};
  return step_result<poisoned, Caches>{{}, poisoned{}};
}

/// Ends the step of every layer.
template <class Caches>
constexpr auto committed(Caches&& stepped) {
  return each_changed(std::forward<Caches>(stepped),
                      []<class Cache>(Cache&& cache, std::size_t) { return nn::commit(std::forward<Cache>(cache)); });
}
}  // namespace detail

/// One step: ids `[.., L]` of `index<V>` and the caches of [0, past) -> logits `[B, V]` of the last position and the
/// caches of [0, past+L). Prefill is past = 0, decode is L = 1. `hidden_states` of the weights' family does the work.
/// Refused where ids, weights and caches do not agree. Throws `shape_error` before anything is computed where
/// `require_step` does.
template <any_tensor Ids, class Weights, taken_over Caches>
constexpr auto forward(Ids const& ids, Weights const& w, Caches&& caches) {
  using nn::P19, nn::P20;
  if constexpr (!is_meta<Ids> && !is_poisoned<Ids>) require_step(ids, w, caches);
  auto [hidden, stepped] = hidden_states(ids, w, std::forward<Caches>(caches));  // [B, L, Dl]
  auto logits = P20(replicated(linear(P19(last<"L">(hidden)), w.head)));         // [B, Dl] -> [B, V]
  auto grown = detail::committed(std::move(stepped));
  return step_result<decltype(logits), decltype(grown)>{std::move(logits), std::move(grown)};
}

/// `forward` with the logits of every position, `[B, L, V]`: to look at; `last<"L">` of them is what is sampled.
/// Refused and thrown as by `forward`.
template <any_tensor Ids, class Weights, taken_over Caches>
constexpr auto forward_all(Ids const& ids, Weights const& w, Caches&& caches) {
  if constexpr (!is_meta<Ids> && !is_poisoned<Ids>) require_step(ids, w, caches);
  auto [hidden, stepped] = hidden_states(ids, w, std::forward<Caches>(caches));
  auto logits = replicated(linear(hidden, w.head));
  auto grown = detail::committed(std::move(stepped));
  return step_result<decltype(logits), decltype(grown)>{std::move(logits), std::move(grown)};
}

/// ids `[.., L]` with caches that somebody keeps: refused.
template <any_tensor Ids, class Weights, class Caches>
auto forward(Ids const&, Weights const&, Caches& kept) {
  return detail::refused_caches<"forward", Ids>(kept);
}
/// ids `[.., L]` with caches that somebody keeps: refused.
template <any_tensor Ids, class Weights, class Caches>
auto forward_all(Ids const&, Weights const&, Caches& kept) {
  return detail::refused_caches<"forward_all", Ids>(kept);
}

/// Every layer's filled length as the symbol `past`, `[B, H, S=past, Dk]`: then all steps of a loop have the same
/// types. Refused in the middle of a step.
template <class Logits, class Caches>
constexpr auto rebound(step_result<Logits, Caches>&& step) {
  auto again = each_changed(std::move(step.caches), []<class Cache>(Cache&& cache, std::size_t) {
    return nn::rebound<"past">(std::forward<Cache>(cache));
  });
  return step_result<Logits, decltype(again)>{std::move(step.logits), std::move(again)};
}

/// `forward`, ids `[.., L]` -> logits `[B, V]`, then the filled length becomes the symbol `past`. Refused and thrown as
/// by `forward`. The caches that were passed are as before where `require_step` throws.
template <any_tensor Ids, class Weights, class Caches>
constexpr auto advance(Ids const& ids, Weights const& w, Caches&& caches) {
  return rebound(forward(ids, w, std::forward<Caches>(caches)));
}

/// The whole prompt at once, from empty caches: ids `[.., L]` -> logits `[B, V]`, caches of [0, L). Refused as by
/// `forward`. Throws `shape_error` as `forward`, and where a cache is not empty.
template <any_tensor Ids, class Weights, class Caches>
auto prefill(Ids const& prompt, Weights const& w, Caches&& empty) {
  for (std::size_t i = 0; i < empty.size(); ++i)
    if (empty[i].length() != 0)
      throw shape_error("prefill", to_string(empty[i]), "the cache is not empty; advance appends to it");
  return advance(prompt, w, std::forward<Caches>(empty));
}

/// One token more: id -> logits `[B=1, V]`, caches of [0, past+1). Refused and thrown as by `forward`.
template <class Vocabulary, class Weights, class Caches>
auto decode(index<Vocabulary> token, Weights const& w, Caches&& caches) {
  view<index<Vocabulary> const, axis<"L", 1>> const ids(&token);
  return advance(ids, w, std::forward<Caches>(caches));
}

/// One token more for each row: tokens `[B]`, as `sample` gives them -> logits `[B, V]`, caches of [0, past+1). Refused
/// and thrown as by `forward`.
template <any_tensor Tokens, class Weights, class Caches>
auto decode(Tokens const& tokens, Weights const& w, Caches&& caches) {
  return advance(move_axis<"L", -1>(unsqueeze<axis<"L", 1>>(tokens)), w, std::forward<Caches>(caches));
}

/// No second error for a token that was refused, and no logits `[B, V]`.
template <class Weights, class Caches>
auto decode(poisoned_element const&, Weights const& w, Caches&& caches) {
  return decode(poisoned{}, w, std::forward<Caches>(caches));
}

}  // namespace shapeproof::llm

// ---- shapeproof/llm/configuration.hpp
/// Facts about a model's axes that it declares.

namespace shapeproof::llm {

namespace detail {

/// The value of a polynomial over axis names: each name stands for the axis' extent, a shard's
/// for that of the whole axis.
template <class... Axes>
constexpr polynomial in_extents(polynomial const& over_names) {
  polynomial sum;
  for (std::size_t i = 0; i < over_names.count; ++i) {
    polynomial product = over_names.terms[i].coefficient;
    for (std::size_t s = 0; s < over_names.terms[i].degree; ++s) {
      bool found = false;
      ((axis_name<Axes> == over_names.terms[i].symbols[s]
            ? (product = product * extent_polynomial<whole<Axes>>, found = true)
            : false),
       ...);
      if (!found) product.problem = "names an axis that the model does not have";
    }
    if (product.problem != nullptr) sum.problem = product.problem;
    sum = sum + product;
  }
  return sum;
}

template <fixed_string Equation, class... Axes>
struct fact_check {
  static constexpr std::size_t sign = place_of("=", Equation.view());
  static constexpr bool is_equation = sign != std::string_view::npos;
  static constexpr polynomial left_names = parse_polynomial(Equation.view().substr(0, is_equation ? sign : 0));
  static constexpr polynomial right_names = parse_polynomial(Equation.view().substr(is_equation ? sign + 1 : 0));
  static constexpr polynomial left = in_extents<Axes...>(left_names);
  static constexpr polynomial right = in_extents<Axes...>(right_names);
  static constexpr char const* problem = !is_equation                     ? "is not an equation"
                                         : left_names.problem != nullptr  ? left_names.problem
                                         : right_names.problem != nullptr ? right_names.problem
                                         : left.problem != nullptr        ? left.problem
                                                                          : right.problem;
  /// Numbers are checked by the compiler; what depends on symbols, when they are bound (`require_facts`).
  static constexpr polynomial difference = left - right;
  static constexpr bool holds = problem == nullptr && (difference.count == 0 || !difference.is_number());
  static constexpr bool is_proved = problem == nullptr && difference.count == 0;

  static constexpr text reason() {
    text const fact = text::of("the fact ", Equation.view());
    if (problem != nullptr) return text::of(fact, ": ", problem);
    return text::of(fact, " does not hold: ", to_text(left), " is not ", to_text(right));
  }
};

template <class Axes, fixed_string... Equations>
struct fact_checks {
  static constexpr auto check() { return Axes{}; }
};
template <class... Axes, fixed_string First, fixed_string... Rest>
struct fact_checks<shape<Axes...>, First, Rest...> {
  static constexpr auto check() {
    if constexpr (!fact_check<First, Axes...>::holds)
      return rules::refuse<"configuration", fact_check<First, Axes...>, shape<Axes...>>{};
    else if constexpr (sizeof...(Rest) > 0)
      return fact_checks<shape<Axes...>, Rest...>::check();
    else
      return shape<Axes...>{};
  }
};

}  // namespace detail

/// Equations between a model's axes, such as `"D = H*Dk"` of `shape<D, H, Dk>`: the place where exact division is
/// stated.
template <class Axes, fixed_string... Equations>
struct facts {};

namespace detail {
template <class Axes, fixed_string... Equations>
constexpr auto check_facts(facts<Axes, Equations...>) {
  return fact_checks<Axes, Equations...>::check();
}
}  // namespace detail

/// Whether all facts that a model declares hold for its extents, as numbers or for every value of their symbols.
template <class Model>
concept can_configure = !is_refused<decltype(detail::check_facts(typename Model::facts{}))>;

namespace detail {
template <class Model, class Outcome>
struct configured_model {
  using type = Model;
};
template <class Model, class Message>
struct configured_model<Model, refused<Message>> {
  using type = std::conditional_t<std::is_same_v<accepted<refused<Message>>, poisoned>, Model, void>;
};
}  // namespace detail

/// `Model`, whose facts were checked. Refused with its numbers: a fact that is false, no equation, or names an axis
/// that is not one of the model's.
template <class Model>
using configured =
    typename detail::configured_model<Model, decltype(detail::check_facts(typename Model::facts{}))>::type;

namespace detail {

template <fixed_string Equation, class... Axes, class ValueOf>
void require_fact(shape<Axes...>, ValueOf const& value_of) {
  using check = fact_check<Equation, Axes...>;
  if constexpr (!check::is_proved) {
    long long const left = evaluate(check::left, value_of);
    long long const right = evaluate(check::right, value_of);
    if (left != right)
      throw shape_error("configuration", std::string(to_text(shape<Axes...>{}).view()),
                        "the fact " + std::string(Equation.view()) + " does not hold: " + std::to_string(left) +
                            " is not " + std::to_string(right));
  }
}

template <class Axes, fixed_string... Equations, class ValueOf>
void require_facts(facts<Axes, Equations...>, ValueOf const& value_of) {
  (require_fact<Equations>(Axes{}, value_of), ...);
}

}  // namespace detail

/// Compares both sides of every fact of `Model` for the values of its symbols, where the compiler could not. Throws
/// `shape_error` with both numbers for a false one, and for a symbol without a value.
template <class Model, fixed_string... Names>
void require_facts(binding<Names>... bindings) {
  detail::require_facts(typename Model::facts{}, [&](std::string_view name) {
    std::size_t value = 0;
    bool found = false;
    ((Names.view() == name ? (value = bindings.value, found = true) : false), ...);
    if (!found) throw shape_error("configuration", std::string(name), "the symbol has no value; pass bind<...>(n)");
    return value;
  });
}

}  // namespace shapeproof::llm

// ---- shapeproof/llm/storage.hpp
/// Where a model's weights lie: in memory of their own, in a file, or nowhere, for proofs. One source of a model for
/// all.

namespace shapeproof::llm {

/// Tensors of their own; any number of layers.
struct owned {
  /// `[Axes...]`
  template <class... Axes>
  using array = tensor<float, Axes...>;
  /// `[In, Out]`
  template <class In, class Out>
  using matrix = tensor<float, In, Out>;
  /// Layers.
  template <class Layer>
  using stack = dynamic_stack<Layer>;
};

/// Tensors without elements, and one layer: all layers have one type.
struct traced {
  /// `[Axes...]`
  template <class... Axes>
  using array = meta_tensor<float, Axes...>;
  /// `[In, Out]`
  template <class In, class Out>
  using matrix = meta_tensor<float, In, Out>;
  /// Layers.
  template <class Layer>
  using stack = single_layer<Layer>;
};

/// Views of elements that lie elsewhere; what a matrix is depends on where.
struct viewed {
  /// `[Axes...]`
  template <class... Axes>
  using array = view<float const, Axes...>;
  /// Layers.
  template <class Layer>
  using stack = dynamic_stack<Layer>;
};

/// Views of a file's elements, whose matrices follow `Convention`.
template <class Convention>
struct stored : viewed {
  /// `[In, Out]`
  template <class In, class Out>
  using matrix = nn::stored_matrix<Convention, In, Out>;
};

}  // namespace shapeproof::llm

// ---- shapeproof/llm/sample.hpp
/// From logits to the next token.

namespace shapeproof::llm {

/// How a token is picked. Temperature 0 is greedy; top_k 0 keeps all; top_p 1 keeps all.
struct sampling {
  float temperature = 1;  ///< logits are divided by it; 0 is greedy
  std::size_t top_k = 0;  ///< tokens that are kept; 0 keeps all
  float top_p = 1;        ///< probability that is kept; 1 keeps all
};

/// Throws `std::invalid_argument` that names the option where temperature < 0 or not a number, or top_p not in (0, 1].
void require_valid(sampling const& options);

/// Random numbers that depend on a seed and a count only: number `drawn` of stream `seed`, from `cpu::philox`.
struct random_stream {
  std::uint64_t seed = 0;   ///< which stream
  std::uint64_t drawn = 0;  ///< how many numbers were drawn from it
  /// The next number, uniform in [0, 1).
  double next();
};

namespace detail {
/// A position in [0, count), picked from `count` logits that lie `step` elements apart. Throws `std::invalid_argument`
/// for options out of range and `std::domain_error` for logits that are not numbers.
std::size_t pick(float const* logits, std::size_t count, std::ptrdiff_t step, sampling const& options,
                 random_stream& random);
}  // namespace detail

/// `[B, V] -> [B]` of `index<V>`, `[V] -> []`, where `IsLast` says that these are the last position's logits. Refused:
/// a last axis that is not V, or is a shard of it, an axis L, more than two axes, and logits of which nothing says that
/// they are the last's.
template <bool IsLast>
struct sample_rule {
  static constexpr fixed_string name = "sample";  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    using rules::plainly;
    if constexpr (position_of<Shape>("Vp") != not_found)
      return rules::refuse<"sample", plainly<"Vp is the padded vocabulary; call unpad<V> first">, Shape>{};
    else if constexpr (Shape::rank == 0 || position_of<Shape>("V") != Shape::rank - 1)
      return rules::refuse<"sample", plainly<"the last axis of logits is the vocabulary V">, Shape>{};
    else if constexpr (is_sharded<type_at<Shape, Shape::rank - 1>>)
      return rules::refuse<"sample", rules::spread_over_ranks<type_at<Shape, Shape::rank - 1>>, Shape>{};
    else if constexpr (position_of<Shape>("L") != not_found)
      return rules::refuse<"sample", plainly<"only the last position can be sampled; call last<L> first">, Shape>{};
    else if constexpr (Shape::rank > 2)
      return rules::refuse<"sample", plainly<"logits are [B, V] or [V]">, Shape>{};
    else if constexpr (!IsLast)
      return rules::refuse<"sample",
                           plainly<"only the last position can be sampled, and it comes from last<L> or last_of_each">,
                           Shape>{};
    else
      return range_of<Shape, 0, Shape::rank - 1>{};
  }
};

namespace detail {
template <class Logits>
using sampling_of = sample_rule<is_at_last<Logits, "L">>;
template <class Shape>
struct last_axis {
  using type = type_at<Shape, Shape::rank - 1>;
};
template <>
struct last_axis<shape<>> {
  using type = void;
};
template <class Logits>
using vocabulary_of = typename last_axis<shape_of<Logits>>::type;
template <class Logits>
struct sampled {
  using type = shapeproof::detail::placed_whole<
      typename shapeproof::detail::tensor_from<
          is_meta<Logits> ? shapeproof::detail::kind::meta : shapeproof::detail::kind::owner,
          index<vocabulary_of<Logits>>, shapeproof::detail::outcome_of<sampling_of<Logits>, shape_of<Logits>>>::type,
      sampling_of<Logits>, Logits>;
};
template <>
struct sampled<poisoned> {
  using type = poisoned;
};
}  // namespace detail

/// Whether `sample(logits, options, random)` is accepted.
template <class Logits>
concept can_sample = accepts<detail::sampling_of<Logits>, Logits>;

/// logits `[B, V] -> [B]` token ids of `index<V>`. Softmax after temperature, then top-k (Fan et al., 2018,
/// arXiv:1805.04833), then top-p (the smallest set of most likely tokens whose probability reaches top_p; Holtzman et
/// al., 2019, arXiv:1904.09751). Temperature 0 takes the largest logit, the first of equals. Refused: all that is not
/// the last position's. Throws `std::invalid_argument` for options that `require_valid` does not take,
/// `std::domain_error` for logits that are not numbers.
template <any_tensor Logits>
constexpr auto sample(Logits const& logits, sampling const& options, random_stream& random) ->
    typename detail::sampled<Logits>::type {
  using result_type = typename detail::sampled<Logits>::type;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else if constexpr (is_meta<result_type>) {
    return shapeproof::detail::traced<"sample", result_type, cost_of<5, shape_of<Logits>, result_type, Logits>>(logits);
  } else {
    using vocabulary = detail::vocabulary_of<Logits>;
    constexpr std::size_t rank = shape_of<Logits>::rank;
    auto const walk = logits.walk();
    result_type result(uninitialized, narrowed<symbols_in<shape_of<result_type>>>(logits.symbols()));
    for (std::size_t row = 0; row < result.size(); ++row) {
      auto const begin = rank == 1 ? 0 : static_cast<std::ptrdiff_t>(row) * walk.step[0];
      std::size_t const picked =
          detail::pick(logits.data() + begin, walk.extent[rank - 1], walk.step[rank - 1], options, random);
      result.data()[row] = index<vocabulary>(picked, walk.extent[rank - 1]);
    }
    return result;
  }
}

}  // namespace shapeproof::llm

// ---- shapeproof/llm/cache_pools.hpp
/// The cache pools of a model: one for each layer.

namespace shapeproof::llm {

/// How large a batch may become.
struct batch_size {
  std::size_t rows;      ///< sequences at a time
  std::size_t capacity;  ///< positions of each
};

namespace detail {
/// How many positions there are for a sequence: the capacity, or fewer where the model has learned fewer.
template <class Weights>
std::size_t positions_within(Weights const& w, std::size_t capacity) {
  if constexpr (requires { w.positions; })
    return std::min(capacity, shapeproof::detail::own_rows(w.positions).all);
  else
    return capacity;
}
}  // namespace detail

/// Keys and values `[Slot, H, S=capacity, Dk]`, or Hkv in the place of H, of every layer. The caches that it gives lie
/// in its memory and must not outlive it.
template <class Model>
class cache_pools {
 public:
  using layer = nn::cache_pool<typename detail::cached_heads<Model>::type, typename Model::Dk>;  ///< of one layer
  using Slot = typename layer::Slot;                                                             ///< the sequences
  using B = typename layer::B;                                                                   ///< those of a step

  /// Memory for all layers; `sizes` are the values of the model's symbols. Throws std::bad_alloc.
  template <class Symbols>
  cache_pools(std::size_t layers, batch_size size, symbol_values<Symbols> const& sizes) {
    auto const values = narrowed<symbols_in<shape_of<typename layer::storage>>>(
        detail::joined(sizes, bind<"slots">(size.rows), bind<"capacity">(size.capacity)));
    layers_.reserve(layers);
    for (std::size_t i = 0; i < layers; ++i) layers_.emplace_back(values);
  }

  /// How many layers there are.
  std::size_t size() const { return layers_.size(); }
  /// The pool of layer i, unchecked.
  layer& operator[](std::size_t i) { return layers_[i]; }

  /// Empty caches `[B=1, H, S=0, Dk]` in one slot of every layer.
  auto slot(index<Slot> at) {
    return of_each<typename layer::slot_cache>([&](layer& each) { return each.slot(at); });
  }
  /// The caches `[B, H, S=past, Dk]` of the first slots of every layer, which are as long as `lengths` says.
  auto rows(ragged<B> const& lengths) {
    return of_each<typename layer::row_caches>([&](layer& each) { return each.rows(lengths); });
  }
  /// Copies the first `length` positions of a slot to another one, in every layer.
  void copy(index<Slot> from, index<Slot> to, std::size_t length) {
    for (layer& each : layers_) each.copy(from, to, length);
  }
  /// Copies the first `length` positions of a slot of other pools to one of these, in every layer. Throws `shape_error`
  /// where there is another number of layers, or a layer cannot be copied.
  void copy(cache_pools const& other, index<Slot> from, index<Slot> to, std::size_t length) {
    if (other.size() != size())
      throw shape_error("copy", std::to_string(other.size()) + " layers to " + std::to_string(size()) + " layers",
                        "each layer has its own pool");
    for (std::size_t i = 0; i < size(); ++i) layers_[i].copy(other.layers_[i], from, to, length);
  }

 private:
  template <class Cache, class Make>
  changing_stack<Cache> of_each(Make const& make) {
    changing_stack<Cache> result(layers_.size());
    for (layer& each : layers_) result.emplace_back(make(each));
    return result;
  }

  std::vector<layer> layers_;
};

}  // namespace shapeproof::llm

// ---- shapeproof/llm/request.hpp
/// What a batch is asked for, and what it answers.

namespace shapeproof::llm {

/// A prompt that is to be continued, alone or beside others.
struct request {
  std::vector<std::size_t> prompt;  ///< token ids
  std::size_t tokens = 0;           ///< at most so many new ones
  // NOLINTNEXTLINE(readability-redundant-member-init): GCC wants it where a designated initializer leaves it out
  std::vector<std::size_t> ends = {};  ///< ids that end the answer, as its last one
  llm::sampling sampling = {};         ///< how tokens are picked
  std::uint64_t seed = 0;              ///< of random numbers that are this request's own
};

/// Of a prompt `[L]`: throws `shape_error` for a request without a prompt, without tokens that are asked for, or of
/// more than so many positions; `std::invalid_argument` as `require_valid` for its sampling.
inline void require_possible(request const& wanted, std::size_t positions) {
  std::size_t const prompt = wanted.prompt.size();
  auto const text = std::to_string(prompt) + " tokens and " + std::to_string(wanted.tokens) + " more";
  if (prompt == 0) throw shape_error("request", text, "the prompt is empty");
  if (wanted.tokens == 0) throw shape_error("request", text, "no token is asked for");
  // The last token that comes is not looked at again, so that it needs no position.
  if (prompt > positions || wanted.tokens - 1 > positions - prompt)
    throw shape_error("request", text, "there is room for " + std::to_string(positions) + " positions");
  require_valid(wanted.sampling);
}

/// How far a request is.
enum class progress {
  waiting,   ///< for a free row
  running,   ///< it has a row
  finished,  ///< all tokens are there
  failed     ///< an error ended it; `answer::error` says which
};

/// What came of a request so far.
struct answer {
  llm::progress progress = llm::progress::waiting;  ///< how far it is
  std::vector<std::size_t> tokens;                  ///< the new ones
  std::string error;                                ///< why it failed
};

/// A token that a step gave.
template <class Vocabulary>
struct arrival {
  std::size_t request;      ///< whose it is, as `batch::add` named it
  index<Vocabulary> token;  ///< the next one of its answer
  bool is_last;             ///< whether the answer ends with it
};

}  // namespace shapeproof::llm

// ---- shapeproof/llm/token_ids.hpp
/// Token ids from numbers.

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

// ---- shapeproof/llm/request_list.hpp
/// Requests by name, and what came of each.

namespace shapeproof::llm {

/// Runs `action` and gives what its error says, where that is an error of what was asked for: `shape_error`,
/// `std::invalid_argument` or `std::domain_error`. All else, such as want of memory or a rank that is gone, is thrown
/// on.
template <class Action>
std::optional<std::string> own_error(Action const& action) {
  try {
    action();
    return std::nullopt;
  } catch (shape_error const& error) {
    return error.what();
  } catch (std::invalid_argument const& error) {
    return error.what();
  } catch (std::domain_error const& error) {
    return error.what();
  }
}

namespace detail {
/// What comes next in an answer: a token and the random numbers behind it, or the request's own error.
template <class Vocabulary>
struct next_token {
  index<Vocabulary> token = {};
  random_stream random = {};
  std::optional<std::string> error;
};
}  // namespace detail

/// The requests to one model, whose tokens are indices of `Vocabulary`. An error in one of them is that one's alone.
/// Prompts and answers are kept until they are forgotten.
template <class Vocabulary>
class request_list {
 public:
  /// For a vocabulary of that many tokens, and requests of at most so many positions.
  request_list(std::size_t vocabulary, std::size_t positions) : vocabulary_(vocabulary), positions_(positions) {}

  /// Takes a request and gives its name: how many came before it. One that cannot be done fails at once. Throws
  /// std::bad_alloc, and has taken none then.
  std::size_t add(request wanted) {
    entry made{std::move(wanted), {}};
    auto error = own_error([&] {
      require_possible(made.wanted, positions_);
      (void)ids_of(made.wanted);
    });
    std::size_t const name = came_;
    entries_.emplace(name, std::move(made));
    ++came_;
    if (error) fail(name, std::move(*error));
    return name;
  }
  /// Forgets the request that came last.
  void take_back() {
    entries_.erase(--came_);
    first_waiting_ = std::min(first_waiting_, came_);
  }
  /// What came of a request that has ended; from now on nothing of it is kept. Throws `shape_error` as `at`, and where
  /// it has not ended.
  answer forget(std::size_t name) {
    auto const progress_now = at(name).progress;
    if (progress_now == progress::waiting || progress_now == progress::running)
      throw shape_error("forget", "request " + std::to_string(name), "it has not ended");
    auto node = entries_.extract(name);
    return std::move(node.mapped().so_far);
  }

  /// An error ends the request.
  void fail(std::size_t name, std::string error) noexcept {
    auto& so_far = of(name).so_far;
    so_far.progress = progress::failed;
    so_far.error = std::move(error);
    pass_over();
  }
  /// The request has a row from now on.
  void run(std::size_t name) noexcept {
    of(name).so_far.progress = progress::running;
    pass_over();
  }

  /// Throws `shape_error` for an index that was made with another extent, and is none of these tokens.
  void require_token(index<Vocabulary> token) const {
    (void)detail::checked_token<Vocabulary>(token.value(), vocabulary_, "request", [] { return "the first token"; });
  }
  /// Makes room for one token more. Throws std::bad_alloc.
  void make_room(std::size_t name) {
    auto& tokens = of(name).so_far.tokens;
    if (tokens.size() == tokens.capacity()) tokens.reserve(2 * tokens.size() + 8);
  }
  /// The answer's next token, for which there is room. It is finished with one of the ends, or with the last token that
  /// was asked for.
  arrival<Vocabulary> keep(std::size_t name, index<Vocabulary> token) noexcept {
    auto& [wanted, so_far] = of(name);
    so_far.tokens.push_back(token.value());
    bool const is_end = std::find(wanted.ends.begin(), wanted.ends.end(), token.value()) != wanted.ends.end();
    bool const is_last = is_end || so_far.tokens.size() == wanted.tokens;
    if (is_last) so_far.progress = progress::finished;
    return {name, token, is_last};
  }

  /// The request of this name, unchecked.
  request const& wanted(std::size_t name) const { return entries_.find(name)->second.wanted; }
  /// Whether it has a row.
  bool is_running(std::size_t name) const { return is(progress::running, name); }
  /// Whether any waits for one.
  bool has_waiting() const { return first_waiting_ < came_; }
  /// The one that has waited longest, where any waits.
  std::size_t first_waiting() const { return first_waiting_; }
  /// Whether it waits for one.
  bool is_waiting(std::size_t name) const { return is(progress::waiting, name); }
  /// What came of a request. Throws `shape_error` where none has this name, or it was forgotten.
  answer const& at(std::size_t name) const {
    auto const found = entries_.find(name);
    if (found == entries_.end())
      throw shape_error("answer", std::to_string(came_) + " requests",
                        std::to_string(name) + (name < came_ ? " was forgotten" : " is not one"));
    return found->second.so_far;
  }

  /// The ids of its prompt, `[B=1, L]`. Throws std::bad_alloc.
  auto prompt(std::size_t name) const { return ids_of(wanted(name)); }

 private:
  struct entry {
    request wanted;
    answer so_far;
  };

  entry& of(std::size_t name) noexcept { return entries_.find(name)->second; }
  bool is(progress wanted, std::size_t name) const {
    auto const found = entries_.find(name);
    return found != entries_.end() && found->second.so_far.progress == wanted;
  }

  /// The ids of a prompt. Throws `shape_error` that names the place of one outside the vocabulary.
  auto ids_of(request const& of) const {
    auto const& numbers = of.prompt;
    tensor<index<Vocabulary>, axis<"B", 1>, axis<"L">> ids(bind<"L">(numbers.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i)
      ids(0, i) = detail::checked_token<Vocabulary>(numbers[i], vocabulary_, "request",
                                                    [&] { return detail::token_text(i, numbers.size()); });
    return ids;
  }
  void pass_over() noexcept {
    while (first_waiting_ < came_ && !is_waiting(first_waiting_)) ++first_waiting_;
  }

  std::size_t vocabulary_;
  std::size_t positions_;
  std::map<std::size_t, entry> entries_;  // by name, those that were not forgotten
  std::size_t came_ = 0;                  // requests, all in all
  std::size_t first_waiting_ = 0;         // all before it have left the queue
};

}  // namespace shapeproof::llm

// ---- shapeproof/llm/batch.hpp
/// Many requests at once: sequences of any lengths, decoded together, joined by others as they come.

namespace shapeproof::llm {

/// Requests that are decoded together: each step reads the weights once for all of them, and every request gets what
/// `prefill`, `decode` and `sample` give it alone: the same arithmetic, up to rounding where products of many rows add
/// in another order than those of one, as packed weights do. It prefills alone in a slot of the cache pools; then it is
/// one of the rows B of each step, ids `[B, L=1]` -> logits `[B, V]`, until it is finished and its slot is the next
/// one's. Row b is slot b: when nobody waits for a slot that becomes free, the last row moves there. One thread at a
/// time may use a batch; the weights must outlive it. Yu et al., 2022, "Orca: A Distributed Serving System for
/// Transformer-Based Generative Models" (OSDI).
template <class Weights, class Symbols = symbols<>>
class batch {
 public:
  using model = typename Weights::model;        ///< of the weights
  using vocabulary = whole<typename model::V>;  ///< of tokens
  using pools = cache_pools<model>;             ///< of all layers
  using B = typename pools::B;                  ///< the rows of a step

  /// An empty batch. `sizes` are the values of the model's symbols. Throws `shape_error` for no rows or no capacity,
  /// std::bad_alloc where there is no memory for the pools.
  batch(Weights const& w, batch_size size, symbol_values<Symbols> const& sizes = {})
      : weights_(w),
        size_(size),
        pools_(w.blocks.size(), size, sizes),
        requests_(shapeproof::detail::own_rows(w.embedding).all, detail::positions_within(w, size.capacity)) {
    if (size.rows == 0 || size.capacity == 0)
      throw shape_error("batch", std::to_string(size.rows) + " rows of " + std::to_string(size.capacity) + " positions",
                        "there is no room for a request");
    rows_.reserve(size.rows);
  }
  /// Weights that end here are refused.
  batch(Weights const&& w, batch_size size, symbol_values<Symbols> const& sizes = {}) = delete;

  /// Takes a request, which waits for a row, and gives its name: how many came before it. One that cannot be done fails
  /// at once, and alone. Throws std::bad_alloc, and has taken none then.
  std::size_t add(request wanted) { return requests_.add(std::move(wanted)); }

  /// Takes a request whose prefill was done elsewhere: `first` is the first token of its answer, for which `drawn`
  /// random numbers were drawn. `fill(layer, cache)` gets an empty cache `[B=1, H, S=0, Dk]` of each layer and gives it
  /// back, between steps, with the prompt's positions in it. A `shape_error`, `std::invalid_argument` or
  /// `std::domain_error` of it fails the request alone; whatever else is thrown goes on, and no request is taken then.
  /// Throws `shape_error` where no row is free.
  template <class Fill>
  std::size_t join(request wanted, index<vocabulary> first, std::size_t drawn, Fill const& fill) {
    return join_at(std::move(wanted), first, drawn, [&](std::size_t name, std::size_t at) {
      for (std::size_t i = 0; i < pools_.size(); ++i) require_filled(name, pools_[i].slot(slot_index(at)), fill, i);
    });
  }

  /// The same where the prompt's positions lie in a slot of other pools, from which they are copied.
  std::size_t join(request wanted, index<vocabulary> first, std::size_t drawn, pools const& others,
                   index<typename pools::Slot> slot) {
    return join_at(std::move(wanted), first, drawn, [&](std::size_t name, std::size_t at) {
      pools_.copy(others, slot, slot_index(at), requests_.wanted(name).prompt.size());
    });
  }

  /// One token more for every row, and the first ones of requests for which there is a row then. `heard(arrival)` hears
  /// of each token as soon as it is there. What cannot be sampled ends that request alone. What else is thrown, for
  /// want of memory, by a communicator or by `heard`, leaves a batch that can go on: tokens that came before are in
  /// their answers, and whoever had none gets it in the next step. (Over ranks, the others may be further then.)
  template <class Heard>
  void step(Heard&& heard) {
    for (auto const& each : decode_rows()) heard(each);
    while (requests_.has_waiting() && free_rows() > 0)
      if (auto const first = prefill_one(requests_.first_waiting())) heard(*first);
  }
  /// The same, and the tokens in their order.
  std::vector<arrival<vocabulary>> step() {
    std::vector<arrival<vocabulary>> result;
    step([&](arrival<vocabulary> const& each) { result.push_back(each); });
    return result;
  }

  /// Whether nothing is left to do.
  bool is_idle() const { return !requests_.has_waiting() && free_rows() == size_.rows; }
  /// How many rows have no request.
  std::size_t free_rows() const {
    return size_.rows - rows_.size() + static_cast<std::size_t>(std::count_if(rows_.begin(), rows_.end(), is_free));
  }
  /// What came of a request. Throws `shape_error` where none has this name, or it was forgotten.
  answer const& at(std::size_t name) const { return requests_.at(name); }
  /// The same of a request that has ended, of which nothing is kept from now on: a batch that runs on and on needs it.
  /// Throws `shape_error` as `at`, and where it has not ended.
  answer forget(std::size_t name) { return requests_.forget(name); }

 private:
  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);
  using arrivals = std::vector<arrival<vocabulary>>;
  struct row {
    std::size_t request = nobody;
    std::size_t length = 0;  // positions in the caches
    index<vocabulary> token = {};
    random_stream random = {};
  };

  using choice = detail::next_token<vocabulary>;

  static bool is_free(row const& each) { return each.request == nobody; }
  index<typename pools::Slot> slot_index(std::size_t at) const { return {at, size_.rows}; }

  template <class Fill>
  std::size_t join_at(request wanted, index<vocabulary> first, std::size_t drawn, Fill const& fill_slot) {
    if (free_rows() == 0) throw shape_error("join", std::to_string(size_.rows) + " rows", "none of them is free");
    std::size_t const name = requests_.add(std::move(wanted));
    if (!requests_.is_waiting(name)) return name;
    try {
      choice next{first, {requests_.wanted(name).seed, drawn}, {}};
      requests_.make_room(name);
      std::size_t const at = free_slot();
      next.error = own_error([&] {
        requests_.require_token(first);
        fill_slot(name, at);
      });
      begin(at, name, std::move(next));
    } catch (...) {
      requests_.take_back();
      throw;
    }
    return name;
  }

  /// That of a row which was left, or one behind all others.
  std::size_t free_slot() const {
    return static_cast<std::size_t>(std::find_if(rows_.begin(), rows_.end(), is_free) - rows_.begin());
  }
  /// The request has the row of this slot, and its first token; or it fails.
  std::optional<arrival<vocabulary>> begin(std::size_t at, std::size_t name, choice&& first) noexcept {
    if (at == rows_.size()) rows_.emplace_back();
    rows_[at] = {.request = name, .length = requests_.wanted(name).prompt.size()};
    requests_.run(name);
    return go_on(rows_[at], std::move(first));
  }

  /// Throws `shape_error` where a cache that was handed out does not come back with the prompt's positions.
  template <class Cache, class Fill>
  void require_filled(std::size_t name, Cache empty, Fill const& fill, std::size_t layer) const {
    auto const* const memory = empty.keys().data();
    auto filled = fill(layer, std::move(empty));
    std::size_t const positions = requests_.wanted(name).prompt.size();
    if (filled.length() != positions || filled.keys().data() != memory)
      throw shape_error("join", to_string(filled),
                        "the cache that was handed out is to have " + std::to_string(positions) + " positions");
  }

  /// The prompt of a request, alone, and its first token.
  std::optional<arrival<vocabulary>> prefill_one(std::size_t name) {
    std::size_t const at = free_slot();
    auto const step = prefill(requests_.prompt(name), weights_, pools_.slot(slot_index(at)));
    auto const& logits = gathered<"V">(step.logits);  // [B=1, V]
    return begin(at, name, pick(name, select<"B">(logits, 0), {requests_.wanted(name).seed, 0}));
  }

  /// One token for each row. All are picked before one is kept, so that what goes wrong changes nothing.
  arrivals decode_rows() {
    move_together();
    arrivals result;
    if (rows_.empty()) return result;
    std::vector<std::size_t> lengths;
    tensor<index<vocabulary>, B> tokens(bind<"B">(rows_.size()));
    for (std::size_t b = 0; b < rows_.size(); ++b) {
      lengths.push_back(rows_[b].length);
      tokens(b) = rows_[b].token;
    }
    auto const step = decode(tokens, weights_, pools_.rows(ragged<B>(std::move(lengths))));
    auto const& logits = gathered<"V">(step.logits);  // [B, V]
    std::vector<choice> next(rows_.size());
    for (std::size_t b = 0; b < rows_.size(); ++b)
      next[b] = pick(rows_[b].request, select<"B">(logits, index<B>(b, rows_.size())), rows_[b].random);
    result.reserve(rows_.size());
    for (std::size_t b = 0; b < rows_.size(); ++b) {
      ++rows_[b].length;
      if (auto const came = go_on(rows_[b], std::move(next[b]))) result.push_back(*came);
    }
    return result;
  }

  /// The next token of a request, from logits `[V]`; there is room for it then.
  template <any_tensor Logits>
  choice pick(std::size_t name, Logits const& logits, random_stream random) {
    requests_.make_room(name);
    choice result{{}, random, {}};
    result.error = own_error([&] { result.token = sample(logits, requests_.wanted(name).sampling, result.random)(); });
    return result;
  }
  /// What was picked is kept, and whoever is done leaves the row.
  std::optional<arrival<vocabulary>> go_on(row& at, choice&& next) noexcept {
    std::optional<arrival<vocabulary>> result;
    if (next.error) {
      requests_.fail(at.request, std::move(*next.error));
    } else {
      at.token = next.token;
      at.random = next.random;
      result = requests_.keep(at.request, next.token);
    }
    if (!requests_.is_running(at.request)) at.request = nobody;
    return result;
  }

  /// Fills rows that were left with the last ones: the rows of a step are the first slots.
  void move_together() {
    for (std::size_t b = 0; b < rows_.size();) {
      if (!is_free(rows_[b])) {
        ++b;
        continue;
      }
      std::size_t const last = rows_.size() - 1;
      if (!is_free(rows_[last])) {
        pools_.copy(slot_index(last), slot_index(b), rows_[last].length);
        rows_[b] = rows_[last];
      }
      rows_.pop_back();
    }
  }

  Weights const& weights_;
  batch_size size_;
  pools pools_;
  request_list<vocabulary> requests_;
  std::vector<row> rows_;  // row b is slot b
};

}  // namespace shapeproof::llm

// ---- shapeproof/cpu/random.hpp
/// Random numbers by counter: element i does not depend on who computes it, or when.

namespace shapeproof::cpu {

/// Philox4x32-10: four words of randomness for each counter and key.
///
/// Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011. The first element of
/// each array is the lowest word.
constexpr auto philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key)
    -> std::array<std::uint32_t, 4> {
  for (int round = 0; round < 10; ++round) {
    auto const first = std::uint64_t{0xD2511F53} * counter[0];
    auto const second = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<std::uint32_t>(second >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(second),
               static_cast<std::uint32_t>(first >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(first)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

/// Fills `to` with numbers uniform in [low, high), multiples of (high - low) / 2^24 before rounding.
///
/// Element i depends on (seed, stream, i) only, never on `count` or on the number of threads. Requires finite
/// low < high.
void fill_uniform(float* to, std::size_t count, std::uint64_t seed, std::uint64_t stream, float low, float high);

/// Fills `to` with normal numbers of this mean and standard deviation: Box and Muller, "A note on the generation of
/// random normal deviates", 1958.
///
/// Element i depends on (seed, stream, i) only, as with `fill_uniform`; compilers may differ in its last digit. No
/// number is farther than 6.7 deviations from the mean: one in 5e10 should be. Requires finite numbers, deviation >= 0.
void fill_normal(float* to, std::size_t count, std::uint64_t seed, std::uint64_t stream, float mean, float deviation);

}  // namespace shapeproof::cpu

#if __has_include(<boost/hana.hpp>)

#include <boost/hana/accessors.hpp>
#include <boost/hana/at.hpp>
#include <boost/hana/bool.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/to.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/equal.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/fwd/at.hpp>
#include <boost/hana/fwd/core/tag_of.hpp>
#include <boost/hana/fwd/drop_front.hpp>
#include <boost/hana/fwd/is_empty.hpp>
#include <boost/hana/fwd/length.hpp>
#include <boost/hana/fwd/unpack.hpp>
#include <boost/hana/integral_constant.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/pair.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/type.hpp>
#include <boost/hana/unpack.hpp>

// ---- shapeproof/shape/hana.hpp
/// Shapes as Boost.Hana sequences: Foldable, Iterable (and with it Searchable), Comparable. The elements are
/// `hana::type`s of the axes.

namespace shapeproof {
/// The tag by which Boost.Hana knows shapes.
struct shape_tag {};
}  // namespace shapeproof

namespace boost::hana {

template <class... Axes>
struct tag_of<shapeproof::shape<Axes...>> {
  using type = shapeproof::shape_tag;
};

/// Foldable: `unpack(shape, f)` is `f(type<Axes>...)`.
template <>
struct unpack_impl<shapeproof::shape_tag> {
  template <class... Axes, class F>
  static constexpr decltype(auto) apply(shapeproof::shape<Axes...>, F&& f) {
    return static_cast<F&&>(f)(type_c<Axes>...);
  }
};
template <>
struct length_impl<shapeproof::shape_tag> {
  template <class... Axes>
  static constexpr auto apply(shapeproof::shape<Axes...>) {
    return size_c<sizeof...(Axes)>;
  }
};

/// Iterable.
template <>
struct at_impl<shapeproof::shape_tag> {
  template <class... Axes, class N>
  static constexpr auto apply(shapeproof::shape<Axes...>, N) {
    return type_c<shapeproof::type_at<shapeproof::shape<Axes...>, N::value>>;
  }
};
template <>
struct drop_front_impl<shapeproof::shape_tag> {
  template <class... Axes, class N>
  static constexpr auto apply(shapeproof::shape<Axes...>, N) {
    constexpr std::size_t rank = sizeof...(Axes);
    constexpr std::size_t from = static_cast<std::size_t>(N::value) < rank ? static_cast<std::size_t>(N::value) : rank;
    return shapeproof::range_of<shapeproof::shape<Axes...>, from, rank>{};
  }
};
template <>
struct is_empty_impl<shapeproof::shape_tag> {
  template <class... Axes>
  static constexpr auto apply(shapeproof::shape<Axes...>) {
    return bool_c < sizeof...(Axes) == 0 > ;
  }
};

/// Comparable: equal shapes are one type.
template <>
struct equal_impl<shapeproof::shape_tag, shapeproof::shape_tag> {
  template <class A, class B>
  static constexpr auto apply(A, B) {
    return bool_c<std::is_same_v<A, B>>;
  }
};

}  // namespace boost::hana

// ---- shapeproof/nn/project.hpp
/// Linear layers with and without a bias.

namespace shapeproof::nn {

/// A weight `[In, Out]` and its bias `[Out]`.
template <class Weight, class Bias>
struct affine {
  BOOST_HANA_DEFINE_STRUCT(affine, (Weight, weight),  ///< `[In, Out]`
                           (Bias, bias));             ///< `[Out]`
};

namespace detail {
template <class W>
struct weight_of {
  using type = W;
};
template <class Weight, class Bias>
struct weight_of<affine<Weight, Bias>> {
  using type = Weight;
};
}  // namespace detail

/// The axis that a layer takes.
template <class W>
using input_axis = type_at<shape_of<typename detail::weight_of<std::remove_cvref_t<W>>::type>, 0>;

/// x `[.., In]`, w `[In, Out]` -> `[.., Out]`. Refused and thrown as by `matmul`.
template <any_tensor X, any_tensor W>
constexpr auto project(X const& x, W const& w) {
  return matmul(x, w);
}

/// x `[.., In]`, packed w `[In, Out]` -> `[.., Out]`. Refused and thrown as by `matmul`.
template <any_tensor X, any_packed_weight W>
auto project(X const& x, W const& w) {
  return matmul(x, w);
}

/// x `[.., In]`, w `[In, Out]` and `[Out]` -> `[.., Out]`. Refused and thrown as by `linear`.
template <any_tensor X, class Weight, class Bias>
constexpr auto project(X const& x, affine<Weight, Bias> const& w) {
  return linear(x, w.weight, w.bias);
}

namespace detail {
template <class X, class W>
concept has_partial_product =
    can_linear<X, W> && is_partial<decltype(linear(std::declval<X const&>(), std::declval<W const&>()))>;
}  // namespace detail

/// x `[.., In]`, w `[In, Out]` -> `[.., Out]`, of which no sum is left: where In is a shard, the ranks' sums
/// are reduced. A shard Out stays one. Refused and thrown as by `matmul` and `all_reduce`.
template <any_tensor X, class W>
constexpr auto project_whole(X const& x, W const& w) {
  return replicated(project(x, w));
}

/// x `[.., In]`, w `[In, Out]` and `[Out]` -> `[.., Out]`, of which no sum is left: where In is a shard, the bias is
/// added once, behind the sum. A shard Out stays one. Refused and thrown as by `linear` and `all_reduce`.
template <any_tensor X, class Weight, class Bias>
constexpr auto project_whole(X const& x, affine<Weight, Bias> const& w) {
  if constexpr (detail::has_partial_product<X, Weight>)
    return replicated(linear(x, w.weight)) + w.bias;
  else
    return replicated(linear(x, w.weight, w.bias));  // not by `project`, of which a refusal would tell as well
}

}  // namespace shapeproof::nn

// ---- shapeproof/nn/attention.hpp
/// Causal attention over cached positions; heads are plain or in groups that share keys and values.

namespace shapeproof::nn {

/// Queries and keys as they are: the model has its positions elsewhere, or none.
struct unrotated {
  /// `[...] -> [...]`: passes x on; nothing of it is refused.
  template <class X, class Positions>
  constexpr auto operator()(X&& x, Positions const&) const
      -> std::conditional_t<std::is_same_v<Positions, poisoned>, poisoned, X> {
    if constexpr (std::is_same_v<Positions, poisoned>)
      return {};
    else
      return std::forward<X>(x);
  }
};

/// Queries and keys with rotary positions; `Pairs` is how their heads are stored, `"(R C)"` or `"(C R)"`.
template <fixed_string Pairs>
struct rotary {
  float base = 1e4F;  ///< the first pair turns by 1 for each position, the last by almost 1 / base
  /// `[B, H, L, Dk] -> [B, H, L, Dk]`: `rope`, which refuses and throws.
  template <class X, class Positions>
  constexpr auto operator()(X&& x, Positions const& positions) const {
    return rope<"L", Pairs>(x, positions, base);
  }
};

/// x `[B, L, D]`, w `[D, (H Dk)]` -> `[B, H, L, Dk]`: component k * Dk + m of the product is component m of head k.
/// Refused where x and w have another D, or w's output is not fused. Throws `shape_error` where a symbol has two
/// values.
constexpr auto project_to_heads(any_tensor auto const& x, auto const& w) {
  return P6(move_axis<"L", -2>(P5(split_heads(P4(project(x, w))))));
}

/// The output of a layer and its cache, within the step.
template <class Output, class Cache>
struct attended {
  Output output;  ///< `[B, L, D]`
  Cache cache;    ///< with the positions of the step
};
// Clang 16 has no guides of its own for aggregates.
template <class Output, class Cache>
attended(Output, Cache) -> attended<Output, Cache>;

/// x `[B, L, D]` -> `[B, L, D]`. Keys and values of the positions [0, past) come from the cache, those of the L
/// queries' positions are appended to it. Query l sees the keys 0 .. past + l. Heads are `(H Dk)`; or `((Hkv G) Dk)`
/// where G query heads share a head of keys and values; a weight may have a bias. Refused where weights, cache and x do
/// not agree, and in the middle of a step. Throws `shape_error` where the cache has no room or was moved from, or a
/// symbol has two values. Vaswani et al., 2017 (arXiv:1706.03762); groups: Ainslie et al., 2023 (arXiv:2305.13245).
template <any_tensor X, class Weights, taken_over_cache Cache, class Rotation = unrotated>
constexpr auto attention(X const& x, Weights const& w, Cache&& cache, Rotation const& rotate = {}) {
  auto const projected = project_to_heads(x, w.query);
  auto const at = positions_of(cache, projected);
  auto const& q = rotate(projected, at);
  auto const k = rotate(project_to_heads(x, w.key), at);
  auto const v = project_to_heads(x, w.value);
  auto [keys, values, next] = P7(append(std::forward<Cache>(cache), k, v));  // [B, H, S=past+L, Dk]
  auto mixed = attend(q, keys, values, next.padding());                      // P8 to P11: [B, H, L, Dk]
  using heads = input_axis<decltype(w.output)>;                              // (H Dk)
  auto const merged = P12(merge_heads<heads>(contiguous(move_axis<"L", 1>(std::move(mixed)))));
  return attended{P13(project_whole(merged, w.output)), std::move(next)};  // [B, L, D]
}

}  // namespace shapeproof::nn

// ---- shapeproof/nn/feed_forward.hpp
/// The feed-forward part of a block: each position on its own.

namespace shapeproof::nn {

/// x `[B, L, D]` -> `[B, L, F]` -> GELU -> `[B, L, D]`. Refused where a weight does not take the axis that it is given.
/// Throws `shape_error` where a symbol has two values. Vaswani et al., 2017 (arXiv:1706.03762), who have ReLU in it.
template <any_tensor X, class Weights>
constexpr auto feed_forward(X const& x, Weights const& w) {
  auto const widened = P15(gelu(project(x, w.up)));
  return P16(project_whole(widened, w.down));
}

/// x `[B, L, D]` -> `[B, L, D]`: the same with GELU's tanh form. Refused and thrown as by that.
template <any_tensor X, class Weights>
constexpr auto feed_forward_tanh(X const& x, Weights const& w) {
  auto const widened = P15(gelu_tanh(project(x, w.up)));
  return P16(project_whole(widened, w.down));
}

/// x `[B, L, D]` -> silu(gate) * up `[B, L, F]` -> `[B, L, D]`: SwiGLU. Refused and thrown as by `feed_forward`.
/// Shazeer, 2020 (arXiv:2002.05202).
template <any_tensor X, class Weights>
constexpr auto gated_feed_forward(X const& x, Weights const& w) {
  auto gate = silu(project(x, w.gate));
  auto const widened = P15(std::move(gate) * project(x, w.up));
  return P16(project_whole(widened, w.down));
}

}  // namespace shapeproof::nn

// ---- shapeproof/nn/transformer_block.hpp
/// One post-norm transformer block.

namespace shapeproof::nn {

/// x `[B, L, D]` -> `[B, L, D]`: attention and feed-forward, each with a residual and then a LayerNorm over D. The
/// block has its own cache, which it takes between steps and gives back within the step. Refused and thrown as by
/// `attention` and `feed_forward`. Post-norm, as in Vaswani et al., 2017 (arXiv:1706.03762).
template <any_tensor X, class Weights, taken_over_cache Cache>
constexpr auto transformer_block(X const& x, Weights const& w, Cache&& cache) {
  auto [z, next] = attention(x, w.attention, std::forward<Cache>(cache));
  auto const mixed = P14(layer_norm<"D">(x + std::move(z), w.attention_norm.gamma, w.attention_norm.beta));
  auto f = feed_forward(mixed, w.feed_forward);
  auto output = P17(layer_norm<"D">(mixed + std::move(f), w.feed_forward_norm.gamma, w.feed_forward_norm.beta));
  return attended{std::move(output), std::move(next)};
}

}  // namespace shapeproof::nn

// ---- shapeproof/nn/weights.hpp
/// The parameters of each part, as Hana structs: filling, counting, loading and printing them is one loop.

namespace shapeproof::nn {

/// LayerNorm: gamma and beta, `[D]` each.
template <class Vector>
struct norm_weights {
  BOOST_HANA_DEFINE_STRUCT(norm_weights, (Vector, gamma),  ///< the scale
                           (Vector, beta));                ///< what is added
};

/// Query `[D, (H Dk)]`, or `[D, ((Hkv G) Dk)]` with key and value `[D, (Hkv Dk)]`; output, the query's axes exchanged.
/// Each a matrix, or `affine` with a bias.
template <class Query, class Key, class Output>
struct attention_weights {
  BOOST_HANA_DEFINE_STRUCT(attention_weights, (Query, query),  ///< `[D, (H Dk)]`
                           (Key, key),                         ///< `[D, (H Dk)]`
                           (Key, value),                       ///< `[D, (H Dk)]`
                           (Output, output));                  ///< `[(H Dk), D]`
};

/// Up `[D, F]`, down `[F, D]`.
template <class Up, class Down>
struct feed_forward_weights {
  BOOST_HANA_DEFINE_STRUCT(feed_forward_weights, (Up, up),  ///< `[D, F]`
                           (Down, down));                   ///< `[F, D]`
};

/// Gate and up `[D, F]`, down `[F, D]`.
template <class Up, class Down>
struct gated_feed_forward_weights {
  BOOST_HANA_DEFINE_STRUCT(gated_feed_forward_weights, (Up, gate),  ///< `[D, F]`
                           (Up, up),                                ///< `[D, F]`
                           (Down, down));                           ///< `[F, D]`
};

}  // namespace shapeproof::nn

// ---- shapeproof/llm/note.hpp
/// The model of the note: post-norm blocks, an input and an output projection around them.

namespace shapeproof::llm {

/// The model of the note: V 6000, d_e 4096, d 5200 = 8 * 650, d_ff 20800 = 4 * 5200, d_last 3200. In all models L are
/// the positions of queries, S those of keys.
struct note_model {
  using B = axis<"B", 1>;       ///< batch
  using V = axis<"V", 6000>;    ///< vocabulary
  using De = axis<"De", 4096>;  ///< token embedding
  using D = axis<"D", 5200>;    ///< hidden width
  using H = axis<"H", 8>;       ///< heads
  using Dk = axis<"Dk", 650>;   ///< head size
  using F = axis<"F", 20800>;   ///< feed-forward width
  using Dl = axis<"Dl", 3200>;  ///< last hidden state
  /// What the compiler checks.
  using facts = llm::facts<shape<D, H, Dk, F>, "D = H*Dk", "F = 4*D">;
};

/// One block: attention with weights `[D, (H Dk)]`, feed-forward `[D, F]`, a LayerNorm behind each.
template <class Model, class Storage>
struct block_weights {
  using D = typename Model::D;                                 ///< hidden width
  using F = typename Model::F;                                 ///< feed-forward width
  using heads = fused<typename Model::H, typename Model::Dk>;  ///< `(H Dk)`
  /// `[In, Out]`
  template <class In, class Out>
  using matrix = typename Storage::template matrix<In, Out>;
  /// Query, key, value and output.
  using attention_type = nn::attention_weights<matrix<D, heads>, matrix<D, heads>, matrix<heads, D>>;
  /// Up and down.
  using feed_forward_type = nn::feed_forward_weights<matrix<D, F>, matrix<F, D>>;
  using norm_type = nn::norm_weights<typename Storage::template array<D>>;  ///< `[D]` twice

  BOOST_HANA_DEFINE_STRUCT(block_weights, (attention_type, attention),  ///< `[B, L, D] -> [B, L, D]`
                           (norm_type, attention_norm),                 ///< behind attention
                           (feed_forward_type, feed_forward),           ///< `[B, L, D] -> [B, L, D]`
                           (norm_type, feed_forward_norm));             ///< behind feed-forward
};

/// The whole model: embedding `[V, De]`, input `[De, D]`, the blocks, output `[D, Dl]`, head `[Dl, V]`. `Storage`
/// says where they lie.
template <class Model, class Storage = owned>
struct model_weights {
  using model = configured<Model>;  ///< with its facts checked
  using embedding_type = typename Storage::template array<typename Model::V, typename Model::De>;  ///< `[V, De]`
  using input_type = typename Storage::template matrix<typename Model::De, typename Model::D>;     ///< `[De, D]`
  using blocks_type = typename Storage::template stack<block_weights<Model, Storage>>;           ///< one for each layer
  using output_type = typename Storage::template matrix<typename Model::D, typename Model::Dl>;  ///< `[D, Dl]`
  using head_type = typename Storage::template matrix<typename Model::Dl, typename Model::V>;    ///< `[Dl, V]`

  BOOST_HANA_DEFINE_STRUCT(model_weights, (embedding_type, embedding),  ///< a row for each token
                           (input_type, input),                         ///< to the hidden width
                           (blocks_type, blocks),                       ///< in their order
                           (output_type, output),                       ///< to the last hidden state
                           (head_type, head));                          ///< to logits
};

namespace detail {
template <class B, class Shape>
inline constexpr bool is_batched = position_of<Shape>(axis_name<B>) != not_found;
template <class B>
inline constexpr bool is_batched<B, poisoned> = true;
}  // namespace detail

/// ids `[L]` or `[B, L]` of `index<V>` -> hidden states `[B, L, Dl]`, with B=1 where the ids have none, and the caches
/// within the step: each layer has appended its L positions once. Refused and thrown as by `nn::transformer_block`.
template <any_tensor Ids, class Model, class Storage, class Caches>
constexpr auto hidden_states(Ids const& ids, model_weights<Model, Storage> const& w, Caches&& caches) {
  using nn::P2, nn::P3, nn::P18;
  auto const tokens = P2(replicated(embed(w.embedding, ids)));  // [L, De]
  auto x = [](auto mapped) {
    if constexpr (detail::is_batched<typename Model::B, shape_of<Ids>>)
      return P3(std::move(mapped));  // [B, L, D]
    else
      return P3(unsqueeze<typename Model::B>(std::move(mapped)));  // [B, L, D]
  }(replicated(linear(tokens, w.input)));
  auto stepped = each_changed(std::forward<Caches>(caches), [&]<class Cache>(Cache&& cache, std::size_t layer) {
    auto [y, next] = nn::transformer_block(x, w.blocks[layer], std::forward<Cache>(cache));  // [B, L, D]
    x = std::move(y);
    return std::move(next);
  });
  return nn::attended{P18(linear(x, w.output)), std::move(stepped)};  // [B, L, Dl]
}

}  // namespace shapeproof::llm

// ---- shapeproof/llm/activation_memory.hpp
/// How much memory the activations of a generation take: worked out by the compiler, used as an arena.

namespace shapeproof::llm {

namespace detail {

/// Layers and turns of the loop in a plan. A later one finds the memory as one of these found it.
inline constexpr std::size_t planned_turns = 3;
struct planned : traced {
  template <class Layer>
  using stack = fixed_stack<Layer, planned_turns>;
};

/// A prompt of L tokens and then one token at a time, each step begun while the logits of the one before are there.
/// `IdAxes` are those of ids before L.
template <template <class, class> class Weights, class Model, class Padding, class... IdAxes>
constexpr memory_plan planned_generation() {
  memory_plan plan;
  trace log;
  log.memory = &plan;
  {
    using id = index<whole<typename Model::V>>;
    using layer = layer_cache<Model, 0, "capacity", meta_tensor, Padding>;
    Weights<Model, planned> const weights;
    random_stream unused;
    meta_tensor<id, IdAxes..., axis<"L">> const prompt(&log);
    meta_tensor<id, IdAxes..., axis<"L", 1>> const next(&log);
    auto state = advance(prompt, weights, fixed_stack<layer, planned_turns>{});
    for (std::size_t turn = 0; turn < planned_turns; ++turn) {
      [[maybe_unused]] auto tokens = sample(gathered<"V">(state.logits), sampling{}, unused);
      if constexpr (sizeof...(IdAxes) == 0) tokens = {};  // one token is taken out of it, and the step gets that
      state = advance(next, weights, std::move(state.caches));
    }
  }
  return plan;
}

template <template <class, class> class Weights, class Model, class Padding, class... IdAxes>
inline constexpr memory_plan generation_plan = planned_generation<Weights, Model, Padding, IdAxes...>();

template <class Symbols>
std::size_t planned_bytes(memory_plan const& plan, symbol_values<Symbols> const& sizes) {
  auto const value_of = [&](std::string_view name) {
    std::size_t const at = shapeproof::detail::symbol_list<Symbols>::find(name);
    if (at == not_found)
      throw shape_error("activation_bytes", std::string(name), "this symbol of the activations' sizes has no value");
    return sizes.at[at];
  };
  return plan.peak([&](polynomial const& bytes) { return static_cast<std::size_t>(evaluate(bytes, value_of)); });
}

}  // namespace detail

/// The bytes of an arena that holds all activations of a generation from a prompt of `tokens` tokens, ids `[B, L]`,
/// with any number of layers: `activation_bytes(weights, tokens, sizes)`. `sizes` are the values of the model's
/// symbols; rows may be padded, as in `empty_caches`; `more` binds what the sizes lack, such as `bind<"B">(2)`. Throws
/// `shape_error` where a value is lacking. Kernels have scratch memory of their own, which they keep.
template <template <class, class> class Weights, class Model, class Storage, class Symbols = symbols<>,
          class Padding = no_padding, fixed_string... Names>
std::size_t activation_bytes(Weights<Model, Storage> const&, std::size_t tokens,
                             symbol_values<Symbols> const& sizes = {}, Padding const& = {}, binding<Names>... more) {
  return detail::planned_bytes(detail::generation_plan<Weights, Model, Padding, typename Model::B>,
                               detail::joined(sizes, bind<"L">(tokens), more...));
}

/// The same in bytes for the note's model, whose ids are `[L]` and whose sizes are numbers, so that none is lacking: it
/// throws nothing.
template <class Model, class Storage>
std::size_t activation_bytes(model_weights<Model, Storage> const&, std::size_t tokens) {
  return detail::planned_bytes(detail::generation_plan<model_weights, Model, no_padding>,
                               detail::joined(symbol_values<symbols<>>{}, bind<"L">(tokens)));
}

}  // namespace shapeproof::llm

// ---- shapeproof/llm/parameters.hpp
/// One loop over all parameters of a model whose weights are Hana structs, and one that makes them.

namespace shapeproof::llm {

namespace detail {
/// `blocks.0` and `attention` are `blocks.0.attention`.
inline std::string joined(std::string const& name, std::string const& own) {
  return name.empty() ? own : name + "." + own;
}
}  // namespace detail

/// Calls `visit(name, parameter)` for every tensor and packed weight, in the order of the structs:
/// `blocks.0.attention.query`.
template <class Weights, class Visit>
void for_each_parameter(Weights& weights, Visit const& visit, std::string const& name = "") {
  namespace hana = boost::hana;
  if constexpr (requires { weights[0]; })
    for (std::size_t i = 0; i < weights.size(); ++i)
      for_each_parameter(weights[i], visit, name + "." + std::to_string(i));
  else if constexpr (hana::Struct<std::remove_const_t<Weights>>::value)
    hana::for_each(hana::accessors<std::remove_const_t<Weights>>(), [&](auto const& member) {
      for_each_parameter(hana::second(member)(weights), visit,
                         detail::joined(name, hana::to<char const*>(hana::first(member))));
    });
  else
    visit(name, weights);
}

/// Weights with so many layers whose parameters are `make(std::type_identity<Parameter>{}, name)`, called in the order
/// of `for_each_parameter`.
template <class Weights, class Make>
Weights make_parameters(std::size_t layers, Make const& make, std::string const& name = "") {
  namespace hana = boost::hana;
  if constexpr (requires(Weights stack, typename Weights::value_type layer) { stack.push_back(std::move(layer)); }) {
    Weights stack;
    stack.reserve(layers);
    for (std::size_t i = 0; i < layers; ++i)
      stack.push_back(make_parameters<typename Weights::value_type>(layers, make, name + "." + std::to_string(i)));
    return stack;
  } else if constexpr (hana::Struct<Weights>::value) {
    return hana::unpack(hana::accessors<Weights>(), [&](auto const&... members) {
      return Weights{make_parameters<std::remove_cvref_t<decltype(hana::second(members)(std::declval<Weights&>()))>>(
          layers, make, detail::joined(name, hana::to<char const*>(hana::first(members))))...};
    });
  } else {
    return make(std::type_identity<Weights>{}, name);
  }
}

/// The number of parameters.
template <class Weights>
std::size_t parameter_count(Weights const& weights) {
  std::size_t result = 0;
  for_each_parameter(weights, [&](std::string const&, auto const& parameter) { result += parameter.size(); });
  return result;
}

}  // namespace shapeproof::llm

// ---- shapeproof/llm/fill.hpp
/// Weights made up reproducibly from a seed.

namespace shapeproof::llm {

namespace detail {

/// The columns of a matrix, `columns_at_a_time` from a stream of random numbers: what they are does not depend on how
/// they are stored.
struct random_columns {
  std::uint64_t seed, parameter;
  std::size_t rows;

  void operator()(std::size_t first, std::size_t count, float* to) const {
    // A uniform distribution over [-a, a) has standard deviation a / sqrt 3.
    float const bound = __builtin_sqrtf(3.0F / static_cast<float>(rows));
    cpu::fill_uniform(to, rows * count, seed, parameter << 32 | first / columns_at_a_time, -bound, bound);
  }
};

/// Numbers depend on places in whole parameters: a rank's part is cut from one, it is not filled like one.
template <class Parameter>
using refused_shards =
    rules::refuse<"fill_from_seed",
                  rules::plainly<"a shard is no place of its own; fill whole weights and cut them: sharded_weights">,
                  shape_of<Parameter>>;
template <class Parameter>
inline constexpr bool is_cut = shapeproof::detail::has_shards<shape_of<Parameter>>;

/// A dense tensor of one axis or two.
template <class Tensor>
void fill(Tensor& tensor, std::string const& name, std::uint64_t seed, std::uint64_t parameter) {
  auto const walk = tensor.walk();
  if constexpr (shape_of<Tensor>::rank == 1) {
    std::fill_n(tensor.data(), walk.extent[0], name.ends_with("gamma") || name.ends_with("norm") ? 1.0F : 0.0F);
  } else {
    auto const& [rows, columns, unused] = walk.extent;
    random_columns const make = {seed, parameter, rows};
    buffer<float> some(rows * std::min(columns, columns_at_a_time));
    for (std::size_t first = 0; first < columns; first += columns_at_a_time) {
      std::size_t const count = std::min(columns_at_a_time, columns - first);
      make(first, count, some.data());
      cpu::loop_nest<2> const loops = {
          2, {{rows, {static_cast<std::ptrdiff_t>(count), static_cast<std::ptrdiff_t>(columns)}}, {count, {1, 1}}}};
      cpu::copy(some.data(), tensor.data() + first, sizeof(float), loops);
    }
  }
}

}  // namespace detail

/// Fills every parameter from `seed`: matrices `[In, Out]` uniformly with standard deviation 1/sqrt(In), the scales
/// `[D]` of norms with 1, beta and biases with 0. The values depend on the seed, the parameter's place and the element
/// only, not on threads. Refused: shards. Calls `progress(name, elements)` after each parameter. Throws std::bad_alloc.
template <class Weights, class Progress>
void fill_from_seed(Weights& weights, std::uint64_t seed, Progress const& progress) {
  std::uint64_t place = 0;
  for_each_parameter(weights, [&](std::string const& name, auto& parameter) {
    using part = std::remove_cvref_t<decltype(parameter)>;
    if constexpr (detail::is_cut<part>) (void)accepted<detail::refused_shards<part>>{};
    detail::fill(parameter, name, seed, place++);
    progress(name, parameter.size());
  });
}

/// The weights that `fill_from_seed` gives, made with so many layers, packed ones too: a packed matrix is the rounded
/// one `[In, Out]` that tensors have, and is never whole before it is packed. Refused: weights with symbols, and
/// shards. Throws std::bad_alloc.
template <class Weights, class Progress>
Weights weights_from_seed(std::size_t layers, std::uint64_t seed, Progress const& progress) {
  std::uint64_t place = 0;
  return make_parameters<Weights>(layers, [&]<class Part>(std::type_identity<Part>, std::string const& name) {
    static_assert(symbols_in<shape_of<Part>>::count == 0, "weights_from_seed: every extent is a number");
    if constexpr (detail::is_cut<Part>) (void)accepted<detail::refused_shards<Part>>{};
    auto part = [&] {
      if constexpr (any_packed_weight<Part>) {
        constexpr std::size_t rows = static_extent<type_at<shape_of<Part>, 0>>;
        return pack_columns<Part>({}, detail::random_columns{seed, place, rows});
      } else {
        Part tensor;
        detail::fill(tensor, name, seed, place);
        return tensor;
      }
    }();
    ++place;
    progress(name, part.size());
    return part;
  });
}

}  // namespace shapeproof::llm

// ---- shapeproof/llm/gpt2.hpp
/// The GPT-2 family: learned positions, pre-norm blocks with LayerNorm, biases, GELU in its tanh form.

namespace shapeproof::llm {

/// A number that is no extent.
struct gpt2_options {
  float epsilon = 1e-5F;  ///< added to the variance
};

/// Any GPT-2 model: extents are read from a file's header.
struct any_gpt2 {
  using B = axis<"B">;                                    ///< batch
  using V = axis<"V">;                                    ///< vocabulary
  using P = axis<"P">;                                    ///< positions that the model has learned
  using D = axis<"D">;                                    ///< hidden width
  using H = axis<"H">;                                    ///< heads
  using Dk = axis<"Dk">;                                  ///< head size
  using F = axis<"F">;                                    ///< feed-forward width
  using facts = llm::facts<shape<D, H, Dk>, "D = H*Dk">;  ///< what the compiler or the reader checks
};

/// One block: LayerNorms, attention and feed-forward, every matrix with a bias.
template <class Model, class Storage>
struct gpt2_block {
  using D = typename Model::D;                                 ///< hidden width
  using F = typename Model::F;                                 ///< feed-forward width
  using heads = fused<typename Model::H, typename Model::Dk>;  ///< `(H Dk)`
  /// `[Axis]`
  template <class Axis>
  using vector = typename Storage::template array<Axis>;
  /// `[In, Out]` and `[Out]`
  template <class In, class Out>
  using layer = nn::affine<typename Storage::template matrix<In, Out>, vector<Out>>;
  using norm_type = nn::norm_weights<vector<D>>;  ///< `[D]` twice
  /// Query, key, value and output.
  using attention_type = nn::attention_weights<layer<D, heads>, layer<D, heads>, layer<heads, D>>;
  /// Up and down.
  using feed_forward_type = nn::feed_forward_weights<layer<D, F>, layer<F, D>>;

  BOOST_HANA_DEFINE_STRUCT(gpt2_block, (norm_type, attention_norm),  ///< before attention
                           (attention_type, attention),              ///< `[B, L, D] -> [B, L, D]`
                           (norm_type, feed_forward_norm),           ///< before feed-forward
                           (feed_forward_type, feed_forward));       ///< `[B, L, D] -> [B, L, D]`
};

/// The whole model: embedding `[V, D]`, positions `[P, D]`, the blocks, a norm, the head `[D, V]`. A tied head is the
/// embedding's memory seen as `[D, V]`.
template <class Model, class Storage = owned>
struct gpt2_weights {
  using model = configured<Model>;  ///< with its facts checked
  using embedding_type = typename Storage::template array<typename Model::V, typename Model::D>;  ///< `[V, D]`
  using positions_type = typename Storage::template array<typename Model::P, typename Model::D>;  ///< `[P, D]`
  using blocks_type = typename Storage::template stack<gpt2_block<Model, Storage>>;           ///< one for each layer
  using norm_type = nn::norm_weights<typename Storage::template array<typename Model::D>>;    ///< `[D]` twice
  using head_type = typename Storage::template matrix<typename Model::D, typename Model::V>;  ///< `[D, V]`

  BOOST_HANA_DEFINE_STRUCT(gpt2_weights, (embedding_type, embedding),  ///< a row for each token
                           (positions_type, positions),                ///< a row for each position
                           (blocks_type, blocks),                      ///< in their order
                           (norm_type, norm),                          ///< behind the last block
                           (head_type, head));                         ///< from hidden states to logits
  gpt2_options options = {};                                           ///< numbers that are no extents
};

/// x `[B, L, D]` -> `[B, L, D]`. Refused and thrown as by `nn::attention` and `nn::feed_forward`. Radford et al., 2019,
/// "Language Models are Unsupervised Multitask Learners".
template <any_tensor X, class Model, class Storage, class Cache>
constexpr auto gpt2_layer(X const& x, gpt2_block<Model, Storage> const& w, gpt2_options const& options, Cache&& cache) {
  auto const& [gamma, beta] = w.attention_norm;
  auto [attended, next] =
      nn::attention(layer_norm<"D">(x, gamma, beta, options.epsilon), w.attention, std::forward<Cache>(cache));
  auto const y = nn::P14(x + std::move(attended));
  auto const& [other_gamma, other_beta] = w.feed_forward_norm;
  auto f = nn::feed_forward_tanh(layer_norm<"D">(y, other_gamma, other_beta, options.epsilon), w.feed_forward);
  return nn::attended{nn::P17(y + std::move(f)), std::move(next)};
}

/// ids `[B, L]` of `index<V>` -> hidden states `[B, L, D]`, and the caches within the step. Refused as by `gpt2_layer`.
/// Throws `shape_error` as that, and for a position that the model has not learned.
template <any_tensor Ids, class Model, class Storage, class Caches>
constexpr auto hidden_states(Ids const& ids, gpt2_weights<Model, Storage> const& w, Caches&& caches) {
  auto const at = nn::position_indices(w.positions, caches[0], ids);
  auto const tokens = replicated(embed(w.embedding, ids));
  auto x = nn::P2(tokens + replicated(embed(w.positions, at)));
  auto stepped = each_changed(std::forward<Caches>(caches), [&]<class Cache>(Cache&& cache, std::size_t layer) {
    auto [y, next] = gpt2_layer(x, w.blocks[layer], w.options, std::forward<Cache>(cache));
    x = std::move(y);
    return std::move(next);
  });
  return nn::attended{nn::P18(layer_norm<"D">(x, w.norm.gamma, w.norm.beta, w.options.epsilon)), std::move(stepped)};
}

}  // namespace shapeproof::llm

// ---- shapeproof/llm/llama.hpp
/// The Llama family: pre-norm blocks with RMSNorm, rotary positions, grouped-query attention and SwiGLU.

namespace shapeproof::llm {

/// Numbers that are no extents.
struct llama_options {
  float epsilon = 1e-5F;     ///< added to the mean of squares
  float rotary_base = 1e4F;  ///< the first pair turns by 1 for each position, the last by almost 1 / rotary_base
};

/// Any Llama model: extents are read from a file's header. `Head` says how the pairs of a head are stored.
template <class Head>
struct any_llama {
  using B = axis<"B">;                         ///< batch
  using V = axis<"V">;                         ///< vocabulary
  using D = axis<"D">;                         ///< hidden width
  using Hkv = axis<"Hkv">;                     ///< heads of keys and values
  using G = axis<"G">;                         ///< query heads that share one
  using Dk = Head;                             ///< head size, of R pairs that rotate
  using F = axis<"F">;                         ///< feed-forward width
  using facts = llm::facts<shape<D, Hkv, G>>;  ///< no equations
};
/// Any Llama model with the pairs of a head side by side, `(R C)`.
using interleaved_llama = any_llama<nn::interleaved<axis<"R">>>;
/// Any Llama model with the pairs half a head apart, `(C R)`.
using half_split_llama = any_llama<nn::half_split<axis<"R">>>;

/// The model of 260 thousand parameters that was trained on TinyStories (Eldan and Li, 2023, arXiv:2305.07759) for
/// llama2.c: a batch of one.
struct stories_260k {
  using B = axis<"B", 1>;                    ///< batch
  using V = axis<"V", 512>;                  ///< vocabulary
  using D = axis<"D", 64>;                   ///< hidden width
  using Hkv = axis<"Hkv", 4>;                ///< heads of keys and values
  using G = axis<"G", 2>;                    ///< query heads that share one
  using Dk = nn::interleaved<axis<"R", 4>>;  ///< head size
  using F = axis<"F", 172>;                  ///< feed-forward width
  /// What the compiler checks.
  using facts = llm::facts<shape<D, Hkv, G, axis<"R", 4>, F>, "D = 2*Hkv*G*R">;
};

/// One block: norms `[D]`; attention with query `[D, ((Hkv G) Dk)]`, key and value `[D, (Hkv Dk)]`; SwiGLU.
template <class Model, class Storage>
struct llama_block {
  using D = typename Model::D;  ///< hidden width
  using F = typename Model::F;  ///< feed-forward width
  /// `((Hkv G) Dk)`
  using queries = fused<fused<typename Model::Hkv, typename Model::G>, typename Model::Dk>;
  using keys = fused<typename Model::Hkv, typename Model::Dk>;  ///< `(Hkv Dk)`
  /// `[In, Out]`
  template <class In, class Out>
  using matrix = typename Storage::template matrix<In, Out>;
  using norm_type = typename Storage::template array<D>;  ///< `[D]`
  /// Query, key, value and output.
  using attention_type = nn::attention_weights<matrix<D, queries>, matrix<D, keys>, matrix<queries, D>>;
  /// Gate, up and down.
  using feed_forward_type = nn::gated_feed_forward_weights<matrix<D, F>, matrix<F, D>>;

  BOOST_HANA_DEFINE_STRUCT(llama_block, (norm_type, attention_norm),  ///< before attention
                           (attention_type, attention),               ///< `[B, L, D] -> [B, L, D]`
                           (norm_type, feed_forward_norm),            ///< before feed-forward
                           (feed_forward_type, feed_forward));        ///< `[B, L, D] -> [B, L, D]`
};

/// The whole model: embedding `[V, D]`, the blocks, a norm `[D]`, the head `[D, V]`. A tied head is the embedding's
/// memory seen as `[D, V]`.
template <class Model, class Storage = owned>
struct llama_weights {
  using model = configured<Model>;  ///< with its facts checked
  using embedding_type = typename Storage::template array<typename Model::V, typename Model::D>;  ///< `[V, D]`
  using blocks_type = typename Storage::template stack<llama_block<Model, Storage>>;          ///< one for each layer
  using norm_type = typename Storage::template array<typename Model::D>;                      ///< `[D]`
  using head_type = typename Storage::template matrix<typename Model::D, typename Model::V>;  ///< `[D, V]`

  BOOST_HANA_DEFINE_STRUCT(llama_weights, (embedding_type, embedding),  ///< a row for each token
                           (blocks_type, blocks),                       ///< in their order
                           (norm_type, norm),                           ///< behind the last block
                           (head_type, head));                          ///< from hidden states to logits
  llama_options options = {};                                           ///< numbers that are no extents
};

/// x `[B, L, D]` -> `[B, L, D]`. Refused and thrown as by `nn::attention` and `nn::gated_feed_forward`. Touvron et al.,
/// 2023 (arXiv:2302.13971); groups as in Llama 2 (arXiv:2307.09288).
template <any_tensor X, class Model, class Storage, class Cache>
constexpr auto llama_layer(X const& x, llama_block<Model, Storage> const& w, llama_options const& options,
                           Cache&& cache) {
  nn::rotary<name_text<typename Model::Dk>> const rotate{options.rotary_base};
  auto [attended, next] = nn::attention(rms_norm<"D">(x, w.attention_norm, options.epsilon), w.attention,
                                        std::forward<Cache>(cache), rotate);
  auto const y = nn::P14(x + std::move(attended));
  auto f = nn::gated_feed_forward(rms_norm<"D">(y, w.feed_forward_norm, options.epsilon), w.feed_forward);
  return nn::attended{nn::P17(y + std::move(f)), std::move(next)};
}

/// ids `[B, L]` of `index<V>` -> hidden states `[B, L, D]`, and the caches within the step. Refused and thrown as by
/// `llama_layer`.
template <any_tensor Ids, class Model, class Storage, class Caches>
constexpr auto hidden_states(Ids const& ids, llama_weights<Model, Storage> const& w, Caches&& caches) {
  auto x = nn::P2(replicated(embed(w.embedding, ids)));
  auto stepped = each_changed(std::forward<Caches>(caches), [&]<class Cache>(Cache&& cache, std::size_t layer) {
    auto [y, next] = llama_layer(x, w.blocks[layer], w.options, std::forward<Cache>(cache));
    x = std::move(y);
    return std::move(next);
  });
  return nn::attended{nn::P18(rms_norm<"D">(x, w.norm, w.options.epsilon)), std::move(stepped)};
}

}  // namespace shapeproof::llm

// ---- shapeproof/llm/packed_weights.hpp
/// A model's weights packed for its products, from any other storage.

namespace shapeproof::llm {

/// Packed matrices with elements `T`: float, `bf16` or `int8`; everything else in tensors of floats.
template <class T>
struct packed : owned {
  using element = T;  ///< of the matrices
  /// `[In, Out]`
  template <class In, class Out>
  using matrix = packed_weight<T, In, Out>;
};

/// Views of packed matrices and of tensors, which lie in a file or in other weights.
template <class T>
struct packed_views : viewed {
  using element = T;  ///< of the matrices
  /// `[In, Out]`
  template <class In, class Out>
  using matrix = packed_view<T, In, Out>;
};

namespace detail {

template <class Target, class Source>
Target repacked(Source const& source);

template <class Target, class Source, std::size_t... I>
Target each_member(Source const& source, std::index_sequence<I...>) {
  namespace hana = boost::hana;
  return Target{repacked<
      std::remove_cvref_t<decltype(hana::second(hana::at_c<I>(hana::accessors<Target>()))(std::declval<Target&>()))>>(
      hana::second(hana::at_c<I>(hana::accessors<Source>()))(source))...};
}

template <class Target, class Source>
Target repacked(Source const& source) {
  if constexpr (any_packed_weight<Source>) {
    return Target(source);
  } else if constexpr (any_packed_weight<Target>) {
    return pack<typename Target::element>(own_part<shape_of<Target>>(source));
  } else if constexpr (any_tensor<Source>) {
    if constexpr (Target::owns)
      return contiguous(own_part<shape_of<Target>>(source));
    else
      return Target(source);
  } else if constexpr (requires { source[0]; }) {
    Target stack;
    stack.reserve(source.size());
    for (std::size_t i = 0; i < source.size(); ++i) stack.push_back(repacked<typename Target::value_type>(source[i]));
    return stack;
  } else {
    constexpr std::size_t members = decltype(boost::hana::length(boost::hana::accessors<Target>()))::value;
    return each_member<Target>(source, std::make_index_sequence<members>{});
  }
}

}  // namespace detail

/// The same weights with packed matrices: `packed_weights<bf16>(model.weights)`, or those of a rank's own part. A head
/// that was the embedding's memory becomes a second copy of it: rows are looked up in one, the other is multiplied.
/// Each `[In, Out]` stays `[In, Out]`. Throws std::bad_alloc.
template <class T, template <class, class> class Weights, class Model, class Storage>
auto packed_weights(Weights<Model, Storage> const& weights) {
  auto result = detail::repacked<Weights<Model, packed<T>>>(weights);
  if constexpr (requires { weights.options; }) result.options = weights.options;
  return result;
}

namespace detail {
template <class Storage>
inline constexpr bool is_packed = false;
template <class T>
inline constexpr bool is_packed<packed<T>> = true;
template <class T>
inline constexpr bool is_packed<packed_views<T>> = true;
}  // namespace detail

/// This rank's part of weights that each rank has whole, for a model whose axes are shards of theirs:
/// `sharded_weights<sharded_model>(weights)`, or `sharded_weights<sharded_model, packed<bf16>>(weights)`. Each
/// `[In, Out]` stays `[In, Out]`. Packed as int8, a matrix that is cut along In has scales of each rank's rows, so that
/// it is rounded otherwise than in one piece. Refused: weights that are packed already. Throws as `scatter`, and
/// std::bad_alloc.
template <class Sharded, class To = owned, template <class, class> class Weights, class Model, class Storage>
auto sharded_weights(Weights<Model, Storage> const& weights) {
  if constexpr (detail::is_packed<Storage>) {
    using reason = rules::plainly<
        "packed matrices are not cut; each rank packs its part: sharded_weights<Model, packed<T>>(weights) "
        "of weights that are not packed">;
    return accepted<rules::refuse<"sharded_weights", reason, shape_of<decltype(weights.embedding)>>>{};
  } else {
    auto result = detail::repacked<Weights<Sharded, To>>(weights);
    if constexpr (requires { weights.options; }) result.options = weights.options;
    return result;
  }
}

/// Views of packed weights, which must live longer: the same type as weights of a packed file. Each `[In, Out]` stays
/// `[In, Out]`; nothing is refused.
template <class T, template <class, class> class Weights, class Model>
auto views_of(Weights<Model, packed<T>> const& weights) {
  auto result = detail::repacked<Weights<Model, packed_views<T>>>(weights);
  if constexpr (requires { weights.options; }) result.options = weights.options;
  return result;
}

}  // namespace shapeproof::llm

// ---- shapeproof/llm/pipeline_trace.hpp
/// The pipeline read by the compiler: the same functions, run on tensors without elements.

namespace shapeproof::llm {

namespace detail {

template <any_tensor Ids, class Weights, class Caches>
constexpr trace traced_forward(trace& log, Ids const& ids, Weights const& weights, Caches&& caches) {
  log.add("tokenize", description<shape_of<Ids>>, &no_cost::flops, &no_cost::bytes);
  nn::P1(ids);
  auto const result = forward(ids, weights, std::forward<Caches>(caches));
  random_stream unused;
  nn::P21(sample(gathered<"V">(result.logits), sampling{}, unused));
  return log;
}

template <class Model, extent Past, extent Capacity>
using traced_caches = single_layer<layer_cache<Model, Past, Capacity, meta_tensor>>;

}  // namespace detail

/// The steps of `forward` and `sample` for ids `[L]` after `Past` cached positions: numbers, or text for every number.
/// Refused as by these.
template <class Model, extent L, extent Past, extent Capacity = "capacity">
constexpr trace traced_step() {
  trace log;
  meta_tensor<index<whole<typename Model::V>>, axis<"L", L>> const ids(&log);
  return detail::traced_forward(log, ids, model_weights<Model, traced>{},
                                detail::traced_caches<Model, Past, Capacity>{});
}

/// The same, refused as that, for a family whose ids are `[B, L]`:
/// `traced_step<llama_weights, interleaved_llama, "L", "past">()`.
template <template <class, class> class Weights, class Model, extent L, extent Past, extent Capacity = "capacity">
constexpr trace traced_step() {
  trace log;
  meta_tensor<index<whole<typename Model::V>>, typename Model::B, axis<"L", L>> const ids(&log);
  return detail::traced_forward(log, ids, Weights<Model, traced>{}, detail::traced_caches<Model, Past, Capacity>{});
}

/// The id that a step of prefill has in decode: P8 is D4. The causal mask (P9) has none: the only query is the last
/// position.
constexpr std::string_view decode_step(std::string_view prefill_step) {
  struct pair {
    std::string_view prefill, decode;
  };
  constexpr pair pairs[] = {{"P2", "D1"},  {"P3", "D1"},  {"P4", "D2"},  {"P5", "D2"},  {"P6", "D2"},
                            {"P7", "D3"},  {"P8", "D4"},  {"P10", "D5"}, {"P11", "D5"}, {"P12", "D6"},
                            {"P13", "D6"}, {"P14", "D6"}, {"P15", "D6"}, {"P16", "D6"}, {"P17", "D6"},
                            {"P18", "D7"}, {"P19", "D7"}, {"P20", "D7"}, {"P21", "D7"}};
  for (pair const& each : pairs)
    if (each.prefill == prefill_step) return each.decode;
  return {};
}

}  // namespace shapeproof::llm

#endif  // Boost.Hana

#endif  // SHAPEPROOF_SINGLE_HEADER
