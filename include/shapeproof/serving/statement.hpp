// SPDX-License-Identifier: BSL-1.0
/// What each side of a hand-over says of its caches before anything moves, and whether the two agree.
#pragma once

#include <shapeproof/serving/handed_cache.hpp>
#include <shapeproof/serving/message.hpp>
#include <shapeproof/tensor/shape_error.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace shapeproof::serving {

/// A request that is not handed over, and why. Both sides throw it, and go on with other requests.
class request_refused : public shape_error {
 public:
  /// `reason` is the whole sentence.
  request_refused(std::uint64_t request, std::string const& reason)
      : shape_error("hand over", "request " + std::to_string(request), reason), request_(request) {}

  std::uint64_t request() const { return request_; }  ///< its number

 private:
  std::uint64_t request_;
};

/// Of the whole axes, with names and extents: `float [Hkv=4, S=5, (R=4 C=2)] in 5 layers`.
struct statement {
  /// Numbers of the meshes, and of what has no axis.
  struct number_list {
    std::uint64_t layers = 0;      ///< each with a cache
    std::uint64_t checkpoint = 0;  ///< a fingerprint of the weights
    std::uint64_t degree = 0;      ///< ranks of the own mesh
    std::uint64_t rank = 0;        ///< among them
    std::uint64_t peers = 0;       ///< ranks of the other mesh, as this side knows it
    std::uint64_t positions = 0;   ///< a sender's prompt, a receiver's capacity
    std::uint64_t wanted = 0;      ///< positions that a sender's request needs in all
  };

  number_list numbers;  ///< what has no axis
  std::string element;  ///< `float`
  std::string heads;    ///< `Hkv=4`
  std::string size;     ///< `Dk=8`, `(R=4 C=2)`
};

/// `float [Hkv=4, S=5, Dk=8] without padding in 2 layers of checkpoint 1f, rank 0 of 2`
std::string to_string(statement const& said);

/// The bytes of a message.
std::vector<std::byte> bytes_of(statement const& said);
/// The same back. Throws `std::invalid_argument` for bytes that are no statement.
statement statement_in(std::span<std::byte const> bytes);

/// What the two do not agree in: both, and the first thing that differs. Nothing where they agree.
std::string disagreement(statement const& sender, statement const& receiver);

namespace detail {

/// `Dk=8`, `(R=4 C=2)`
template <class Axis>
struct extent_text {
  template <class Symbols>
  static std::string of(symbol_values<Symbols> const& sizes) {
    return std::string(axis_name<Axis>) + "=" + std::to_string(extent_of<Axis>(sizes));
  }
};
template <class... Factors>
struct extent_text<fused<Factors...>> {
  template <class Symbols>
  static std::string of(symbol_values<Symbols> const& sizes) {
    std::string result;
    ((result += (result.empty() ? "(" : " ") + extent_text<Factors>::of(sizes)), ...);
    return result + ")";
  }
};

}  // namespace detail

/// What a type says with these values of its symbols; `numbers.degree` follows from it.
template <class Handed, class Symbols>
statement stated(statement::number_list numbers, symbol_values<Symbols> const& sizes) {
  using heads = typename Handed::heads;
  auto const values = narrowed<symbols_in<shape<heads, whole<heads>, typename Handed::size>>>(sizes);
  numbers.degree = extent_of<whole<heads>>(values) / extent_of<heads>(values);
  return {numbers, std::string(element_text<typename Handed::element>().view()),
          detail::extent_text<whole<heads>>::of(values), detail::extent_text<typename Handed::size>::of(values)};
}

}  // namespace shapeproof::serving
