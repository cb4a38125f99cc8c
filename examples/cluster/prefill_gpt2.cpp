// SPDX-License-Identifier: BSL-1.0
/// GPT-2, on a rank that prefills.
#include "models.hpp"
#include "prefill_side.hpp"
#include "sides.hpp"

#include <utility>

void cluster::prefill_gpt2(io::weight_file file, plan const& work, place const& at, word_listener const& finished) {
  with_own_weights<gpt2_over<all_ranks>>(
      load_gpt2_over(at.group.size(), std::move(file)), work.weights,
      [&](auto const& weights, auto const& sizes) { prefill_side(weights, sizes, work, at, finished).run(); });
}
