// SPDX-License-Identifier: BSL-1.0
/// A model on so many ranks: how far it is cut, how many replicas there are, whether it fits, how fast it is.
#pragma once

#include <shapeproof/plan/step_time.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace shapeproof::plan {

/// What is asked of a model.
struct load {
  std::size_t prompt = 1;  ///< tokens of a prompt
  std::size_t answer = 1;  ///< tokens of an answer
  std::size_t batch = 1;   ///< sequences that one replica decodes at once; prompts are read one by one

  /// Cached positions of the step in the middle of the answer. A step's time is a line over its positions where no
  /// operation changes its limit, so that this one is the mean.
  std::size_t middle() const { return prompt + answer / 2; }
};

/// A model over `degree` ranks and its replicas.
struct deployment {
  std::size_t ranks = 1;     ///< in all
  std::size_t degree = 1;    ///< of a replica
  std::string why_not_more;  ///< why the degree is not the number of ranks, where it is not
  double memory_needed = 0;  ///< bytes of a rank: its weights, and the cache of its sequences at their longest
  double memory_there = 0;   ///< bytes of a rank
  step_time prefill = {};    ///< of one prompt
  step_time decode = {};     ///< of a token for each sequence of a replica

  std::size_t replicas() const { return ranks / degree; }      ///< whole ones
  bool fits() const { return memory_needed <= memory_there; }  ///< activations are not counted
};

/// Bytes of weights of one of `degree` ranks.
inline double weight_bytes(model const& of, hardware const& on, std::size_t degree) {
  return static_cast<double>(on.element_bytes) * of.parameter_count(degree);
}
/// Bytes of the cache of all layers that one of `degree` ranks has, of so many sequences of so many positions.
inline double cache_bytes(model const& of, hardware const& on, std::size_t degree, std::size_t batch,
                          std::size_t positions) {
  return static_cast<double>(on.element_bytes) * static_cast<double>(of.layers) *
         of.cached_elements(degree, batch, positions);
}

/// Bytes that one of `degree` ranks needs to decode: its weights, and the cache of its sequences at their longest.
inline double decode_bytes(model const& of, hardware const& on, load const& asked, std::size_t degree) {
  return weight_bytes(of, on, degree) + cache_bytes(of, on, degree, asked.batch, asked.prompt + asked.answer);
}
/// Bytes that one of `degree` ranks needs to prefill only: its weights, and the cache of the prompt that it reads.
inline double prefill_bytes(model const& of, hardware const& on, load const& asked, std::size_t degree) {
  return weight_bytes(of, on, degree) + cache_bytes(of, on, degree, 1, asked.prompt);
}

/// The model over `degree` of `ranks` ranks. The model can be cut so. Throws as `group_of`.
inline deployment deployed(model const& of, hardware const& on, load const& asked, std::size_t ranks,
                           std::size_t degree) {
  std::size_t const on_node = ranks_on_node(on, ranks);
  deployment result{.ranks = ranks, .degree = degree, .why_not_more = {}};
  if (degree != ranks) result.why_not_more = of.why_not(ranks);
  result.memory_needed = decode_bytes(of, on, asked, degree);
  result.memory_there = memory_of_rank(on, on_node);
  result.prefill = time_of(of.step_of(degree, 1, asked.prompt, 0), on, degree, on_node);
  result.decode = time_of(of.step_of(degree, asked.batch, 1, asked.middle()), on, degree, on_node);
  return result;
}

/// The largest number of ranks up to `ranks` that divides it and over which the model can be cut.
inline std::size_t largest_degree(model const& of, std::size_t ranks) {
  std::size_t degree = ranks;
  while (degree > 1 && (ranks % degree != 0 || !of.why_not(degree).empty())) --degree;
  return degree;
}

/// Of the numbers of ranks that divide `ranks` and over which the model can be cut, the one whose token is the fastest:
/// more ranks have less to read each, and more to tell each other. Throws as `group_of`.
inline std::size_t fastest_degree(model const& of, hardware const& on, load const& asked, std::size_t ranks) {
  std::size_t result = 1;
  double least = deployed(of, on, asked, ranks, 1).decode.seconds();
  for (std::size_t degree = 2; degree <= ranks; ++degree) {
    if (ranks % degree != 0 || !of.why_not(degree).empty()) continue;
    double const seconds = deployed(of, on, asked, ranks, degree).decode.seconds();
    if (seconds < least) result = degree, least = seconds;
  }
  return result;
}

/// Seconds to hand the cache of one prompt over, from `prefill` ranks to `decode` ranks.
struct hand_over {
  double bytes = 0;    ///< of all ranks
  double seconds = 0;  ///< of all layers' parts, one after the other
  double exposed = 0;  ///< of these, after prefill has ended: layers are sent as they are finished
};

/// The hand-over of a prompt whose prefill takes `prefill_seconds`, over the link between nodes, or where there is one
/// node, within it. As many pairs send at once as the smaller side has ranks. Throws `std::runtime_error` where
/// there is no link.
inline hand_over handed_over(model const& of, hardware const& on, std::size_t prompt, std::size_t prefill,
                             std::size_t decode, double prefill_seconds) {
  if (!on.between && !on.within) throw std::runtime_error(on.name + " has no link for a hand-over");
  link const over = on.between ? *on.between : *on.within;
  auto const layers = static_cast<double>(of.layers);
  hand_over result;
  result.bytes = cache_bytes(of, on, 1, 1, prompt);
  double const pairs = static_cast<double>(std::min(prefill, decode));
  // A rank of the smaller side sends to, or hears from, as many as there are for each of it.
  double const messages = std::ceil(static_cast<double>(std::max(prefill, decode)) / pairs);
  double const layer = messages * over.latency + result.bytes / layers / pairs / over.bytes_per_second;
  result.seconds = layers * layer;
  result.exposed = std::max(layer, prefill_seconds / layers + result.seconds - prefill_seconds);
  return result;
}

}  // namespace shapeproof::plan
