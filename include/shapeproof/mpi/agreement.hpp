// SPDX-License-Identifier: BSL-1.0
/// Whether all ranks run the same program with the same weights. Needs the component `shapeproof::mpi`.
#pragma once

#include <shapeproof/llm/parameters.hpp>
#include <shapeproof/mpi/session.hpp>
#include <shapeproof/shape/shard.hpp>
#include <shapeproof/tensor/element_text.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace shapeproof::mpi {

/// Compares what the ranks say: all of them call it. Throws `error` on each rank where they differ, with the first two
/// that do: `checkpoint: rank 0 has "a", rank 1 has "b"`; and as the session.
void agree(session& ranks, std::string_view what, std::string_view mine);

/// A number that two different contents hardly share; it is no protection against somebody who wants them to.
/// FNV-1a over words of 8 bytes (http://www.isthe.com/chongo/tech/comp/fnv).
std::uint64_t fingerprint(std::span<std::byte const> bytes) noexcept;

/// 16 hexadecimal digits.
std::string hexadecimal(std::uint64_t number);

namespace detail {
/// `0.1.0, parameters 00f1e2d3c4b5a697`.
std::string build_text(std::string const& parameters);

template <class... Axes>
text whole_text(shape<Axes...>) {
  return to_text(shape<whole<Axes>...>{});
}
}  // namespace detail

/// What must be the same on ranks that work together, to be agreed on: the library's version, and a fingerprint of the
/// names, elements and whole shapes of all parameters, as their types have them. It does not say how code was compiled.
template <class Weights>
std::string build_of(Weights const& weights) {
  std::string parameters;
  llm::for_each_parameter(weights, [&]<class Part>(std::string const& name, Part const&) {
    parameters += name;
    parameters += detail::whole_text(shape_of<Part>{}).view();
    parameters += element_text<element_of<Part>>().view();
  });
  return detail::build_text(parameters);
}

}  // namespace shapeproof::mpi
