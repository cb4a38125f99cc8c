// SPDX-License-Identifier: BSL-1.0
/// The ranks that a mesh of a type has when the program runs.
#pragma once

#include <shapeproof/cpu/communicator.hpp>
#include <shapeproof/ops/operation.hpp>

#include <cstddef>
#include <string>
#include <string_view>

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
