// SPDX-License-Identifier: BSL-1.0
/// Llama with pairs side by side, on a rank that prefills.
#include "models.hpp"
#include "prefill_side.hpp"
#include "sides.hpp"

#include <utility>

void cluster::prefill_interleaved_llama(io::weight_file file, plan const& work, place const& at,
                                        word_listener const& finished) {
  with_own_weights<llama_with<interleaved>::over<all_ranks>>(
      load_llama_over<interleaved>(at.group.size(), std::move(file)), work.weights,
      [&](auto const& weights, auto const& sizes) { prefill_side(weights, sizes, work, at, finished).run(); });
}
