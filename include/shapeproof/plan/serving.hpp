// SPDX-License-Identifier: BSL-1.0
/// Prefill and decode on ranks of their own: how many of each, and which side waits for the other.
#pragma once

#include <shapeproof/plan/deployment.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace shapeproof::plan {

/// What one replica of each side can do.
struct sides {
  std::size_t prefill_degree = 1;  ///< ranks of a prefill replica
  std::size_t decode_degree = 1;   ///< ranks of a decode replica
  double prefill_requests = 0;     ///< a second, of a replica
  double decode_requests = 0;      ///< a second, of a replica
  double hand_over_requests = 0;   ///< a second, of a pair of replicas
};

/// Requests a second of so many replicas of each side, and what limits them.
struct throughput {
  std::size_t prefill = 0;  ///< replicas
  std::size_t decode = 0;   ///< replicas
  double requests = 0;      ///< a second
  std::string_view limit;   ///< `prefill`, `decode` or `hand-over`
};

/// What replicas of these degrees do of `asked`: prompts one by one, answers `asked.batch` at once, hand-overs beside
/// them. `ranks` are all ranks, which says how full nodes are. Throws as `group_of` and `handed_over`.
inline sides sides_of(model const& of, hardware const& on, load const& asked, std::size_t ranks,
                      std::size_t prefill_degree, std::size_t decode_degree) {
  auto const prefill = deployed(of, on, asked, ranks, prefill_degree).prefill.seconds();
  auto const decode = deployed(of, on, asked, ranks, decode_degree).decode.seconds();
  auto const moved = handed_over(of, on, asked.prompt, prefill_degree, decode_degree, prefill);
  return {prefill_degree, decode_degree, 1 / prefill,
          static_cast<double>(asked.batch) / (decode * static_cast<double>(asked.answer)), 1 / moved.seconds};
}

/// What so many replicas of each side do together: as much as the slowest of prefill, decode and hand-over.
inline throughput together(sides const& of, std::size_t prefill, std::size_t decode) {
  double const read = static_cast<double>(prefill) * of.prefill_requests;
  double const written = static_cast<double>(decode) * of.decode_requests;
  double const moved = static_cast<double>(std::min(prefill, decode)) * of.hand_over_requests;
  double const least = std::min({read, written, moved});
  return {prefill, decode, least, least == read ? "prefill" : least == written ? "decode" : "hand-over"};
}

/// Every way to part `ranks` ranks into replicas of both sides, at least one of each; from the fewest that prefill.
inline std::vector<throughput> ratios(sides const& of, std::size_t ranks) {
  std::vector<throughput> result;
  for (std::size_t prefill = 1; prefill * of.prefill_degree + of.decode_degree <= ranks; ++prefill) {
    std::size_t const decode = (ranks - prefill * of.prefill_degree) / of.decode_degree;
    result.push_back(together(of, prefill, decode));
  }
  return result;
}

/// The first of them that does most; none does nothing.
inline throughput best(std::vector<throughput> const& of) {
  throughput result;
  for (throughput const& each : of)
    if (each.requests > result.requests) result = each;
  return result;
}

}  // namespace shapeproof::plan
