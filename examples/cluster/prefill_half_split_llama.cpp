// SPDX-License-Identifier: BSL-1.0
/// Llama with pairs half a head apart, on a rank that prefills.
#include "models.hpp"
#include "prefill_side.hpp"
#include "sides.hpp"

#include <utility>

void cluster::prefill_half_split_llama(io::weight_file file, plan const& work, place const& at,
                                       word_listener const& finished) {
  with_own_weights<llama_with<half_split>::over<all_ranks>>(
      load_llama_over<half_split>(at.group.size(), std::move(file)), work.weights,
      [&](auto const& weights, auto const& sizes) { prefill_side(weights, sizes, work, at, finished).run(); });
}
