// SPDX-License-Identifier: BSL-1.0
/// GPT-2, on a rank that decodes.
#include "decode_side.hpp"
#include "models.hpp"
#include "sides.hpp"

#include <utility>

void cluster::decode_gpt2(io::weight_file file, plan const& work, place const& at, listener const& told) {
  with_own_weights<gpt2_over<all_ranks>>(
      load_gpt2_over(at.group.size(), std::move(file)), work.weights,
      [&](auto const& weights, auto const& sizes) { decode_side(weights, sizes, work, at, told).run(); });
}
