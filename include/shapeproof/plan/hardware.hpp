// SPDX-License-Identifier: BSL-1.0
/// Machines on which ranks run: rates, memory, links, and what ranks of one node share.
#pragma once

#include <shapeproof/plan/link.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>

namespace shapeproof::plan {

/// Additions and multiplications, and bytes of memory, each second.
struct rates {
  double flops_per_second = 1;  ///< of products
  double bytes_per_second = 1;  ///< of memory
};

/// Nodes of one kind, as many as one likes where there is a link between them; else there is one node.
struct hardware {
  std::string name;                ///< for tables
  std::size_t element_bytes = 4;   ///< of weights, activations and cache, which the rates are for
  rates rank;                      ///< of a rank that has a node for itself
  std::size_t ranks_per_node = 1;  ///< more share what the node has
  rates node;                      ///< of all ranks of a node together
  double node_memory_bytes = 1;    ///< of all ranks of a node together
  std::optional<link> within;      ///< between two ranks of a node
  std::optional<link> between;     ///< between ranks of two nodes
  std::optional<link> crowded;     ///< within a node that has more ranks than `ranks_per_node`
};

/// Of so many ranks in all, how many are on one node: a node's own number, or all where there is one node only.
inline std::size_t ranks_on_node(hardware const& of, std::size_t ranks) {
  return of.between ? std::min(ranks, of.ranks_per_node) : ranks;
}

/// What one of so many ranks of a node has: what it would have alone, or its part of the node's.
inline rates rates_of_rank(hardware const& of, std::size_t on_node) {
  auto const sharing = static_cast<double>(on_node);
  return {std::min(of.rank.flops_per_second, of.node.flops_per_second / sharing),
          std::min(of.rank.bytes_per_second, of.node.bytes_per_second / sharing)};
}

/// Bytes of memory of one of so many ranks of a node.
inline double memory_of_rank(hardware const& of, std::size_t on_node) {
  return of.node_memory_bytes / static_cast<double>(std::max(on_node, of.between ? of.ranks_per_node : std::size_t{1}));
}

/// The links of a mesh of `degree` ranks, of `on_node` ranks on each node. Throws `std::runtime_error` where a link is
/// needed that the hardware does not have.
inline group group_of(hardware const& of, std::size_t degree, std::size_t on_node) {
  if (degree == 1) return {};
  auto const needed = [&](std::optional<link> const& found, char const* which) {
    if (!found)
      throw std::runtime_error(of.name + " has no link " + which + ", and " + std::to_string(degree) +
                               " ranks need it");
    return *found;
  };
  bool const is_crowded = on_node > of.ranks_per_node;
  link const inside = is_crowded ? needed(of.crowded, "\"crowded\"") : needed(of.within, "\"within\"");
  std::size_t const here = std::min(degree, on_node);
  if (degree == here) return {degree, 1, inside, {}};
  link const outside = needed(of.between, "\"between\"");
  // Ranks that do not fill their nodes see the slower link everywhere.
  if (degree % here != 0) return {1, degree, inside, outside};
  return {here, degree / here, inside, outside};
}

}  // namespace shapeproof::plan
