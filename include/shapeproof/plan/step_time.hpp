// SPDX-License-Identifier: BSL-1.0
/// How long a step takes on one of the ranks: each operation at the limit that it meets first.
#pragma once

#include <shapeproof/plan/hardware.hpp>
#include <shapeproof/plan/model.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace shapeproof::plan {

/// Seconds of a step, and what passes over links in it.
struct step_time {
  double compute = 0;   ///< of operations that multiply and add as fast as can be
  double memory = 0;    ///< of operations that read and write as fast as can be
  double wire = 0;      ///< of what ranks do together
  double payload = 0;   ///< bytes that they sum or gather
  double sent = 0;      ///< bytes that each rank sends for that
  double messages = 0;  ///< how often they do something together

  /// All in turn: nothing overlaps.
  double seconds() const { return compute + memory + wire; }
};

/// A step of `of_step` on one of `degree` ranks, where a node has `on_node` ranks of this or of other meshes. An
/// operation takes as long as its FLOPs or its bytes, whichever is longer (Williams, Waterman and Patterson, 2009,
/// "Roofline"). Throws as `group_of`.
inline step_time time_of(std::vector<work> const& of_step, hardware const& on, std::size_t degree,
                         std::size_t on_node) {
  rates const own = rates_of_rank(on, on_node);
  group const ranks = group_of(on, degree, on_node);
  double const scale = static_cast<double>(on.element_bytes) / sizeof(float);
  step_time sum;
  for (work const& each : of_step) {
    double const compute = each.flops / own.flops_per_second;
    double const memory = scale * each.bytes / own.bytes_per_second;
    (compute > memory ? sum.compute : sum.memory) += each.times * std::max(compute, memory);
    if (each.together == collective::none) continue;
    bool const sums = each.together == collective::all_reduce;
    double const bytes = scale * each.payload;
    sum.wire += each.times * (sums ? all_reduce(ranks, bytes) : all_gather(ranks, bytes));
    sum.sent += each.times * (sums ? sent_by_all_reduce(degree, bytes) : sent_by_all_gather(degree, bytes));
    sum.payload += each.times * bytes;
    sum.messages += each.times;
  }
  return sum;
}

}  // namespace shapeproof::plan
