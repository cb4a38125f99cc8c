// SPDX-License-Identifier: BSL-1.0
/// What a link between ranks costs, and what the ranks of a mesh do together over it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

namespace shapeproof::plan {

/// A message of n bytes takes `latency + n / bytes_per_second` (Hockney, 1994, "The communication challenge for MPP").
struct link {
  double latency = 0;           ///< seconds of a message without bytes
  double bytes_per_second = 1;  ///< of one rank, in one direction

  /// Seconds of a message.
  constexpr double seconds(double bytes) const { return latency + bytes / bytes_per_second; }
};

/// How many times ranks must be doubled from one until there are as many: the rounds of a tree.
constexpr double rounds(std::size_t ranks) { return static_cast<double>(std::bit_width(ranks - 1)); }

/// What ranks do together. All times are of Thakur, Rabenseifner and Gropp, 2005, "Optimization of collective
/// communication operations in MPICH"; as there, the better algorithm for the number of bytes counts. The additions of
/// a sum are not in them. One rank sends nothing.
namespace flat {

/// What each rank sends at least when it and the others end with the parts of all: (p-1)/p of the bytes.
constexpr double share_of_others(std::size_t ranks) {
  return static_cast<double>(ranks - 1) / static_cast<double>(ranks);
}

/// `bytes` in all, a part from each rank, on each rank: Bruck's algorithm.
constexpr double all_gather(link const& over, std::size_t ranks, double bytes) {
  return rounds(ranks) * over.latency + share_of_others(ranks) * bytes / over.bytes_per_second;
}

/// Of `bytes` on each rank, a part of the sum on each: recursive halving, or pairwise where ranks are no power of two.
constexpr double reduce_scatter(link const& over, std::size_t ranks, double bytes) {
  double const messages = std::has_single_bit(ranks) ? rounds(ranks) : static_cast<double>(ranks - 1);
  return messages * over.latency + share_of_others(ranks) * bytes / over.bytes_per_second;
}

/// The sum of `bytes` on each rank: recursive doubling, or the part's sums and then all of them (Rabenseifner; a ring
/// where ranks are no power of two).
constexpr double all_reduce(link const& over, std::size_t ranks, double bytes) {
  bool const is_power = std::has_single_bit(ranks);
  double const doubled = (rounds(ranks) + (is_power ? 0 : 1)) * over.seconds(bytes);
  double const messages = is_power ? 2 * rounds(ranks) : 2 * static_cast<double>(ranks - 1);
  double const halved = messages * over.latency + 2 * share_of_others(ranks) * bytes / over.bytes_per_second;
  return std::min(doubled, halved);
}

/// What one rank has, on each: a binomial tree, or parts to each and then all of them (van de Geijn).
constexpr double broadcast(link const& over, std::size_t ranks, double bytes) {
  double const tree = rounds(ranks) * over.seconds(bytes);
  double const messages = rounds(ranks) + static_cast<double>(ranks - 1);
  double const parts = messages * over.latency + 2 * share_of_others(ranks) * bytes / over.bytes_per_second;
  return std::min(tree, parts);
}

}  // namespace flat

/// The ranks of a mesh on nodes: `inside` each node so many, as many nodes, and the links.
struct group {
  std::size_t inside = 1;  ///< ranks of the mesh on one node
  std::size_t nodes = 1;   ///< as many on each
  link within = {};        ///< between ranks of one node
  link between = {};       ///< between ranks of two nodes
};

/// The sum of `bytes` on each rank of the group: a part's sum inside each node, the parts' sums between nodes, and then
/// all parts inside each node. The times of each are those of `flat`.
constexpr double all_reduce(group const& of, double bytes) {
  if (of.nodes == 1) return flat::all_reduce(of.within, of.inside, bytes);
  double const part = bytes / static_cast<double>(of.inside);
  return flat::reduce_scatter(of.within, of.inside, bytes) + flat::all_reduce(of.between, of.nodes, part) +
         flat::all_gather(of.within, of.inside, bytes);
}

/// `bytes` in all, a part from each rank of the group, on each: between nodes what ranks of one place have, and then
/// inside each node.
constexpr double all_gather(group const& of, double bytes) {
  double const part = bytes / static_cast<double>(of.inside);
  return flat::all_gather(of.between, of.nodes, part) + flat::all_gather(of.within, of.inside, bytes);
}

/// Bytes that each rank sends for a sum of `bytes`, where the parts' sums and then all parts are sent.
constexpr double sent_by_all_reduce(std::size_t ranks, double bytes) {
  return 2 * flat::share_of_others(ranks) * bytes;
}
/// Bytes that each rank sends for parts of `bytes` in all.
constexpr double sent_by_all_gather(std::size_t ranks, double bytes) { return flat::share_of_others(ranks) * bytes; }

}  // namespace shapeproof::plan
