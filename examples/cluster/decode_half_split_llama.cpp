// SPDX-License-Identifier: BSL-1.0
/// Llama with pairs half a head apart, on a rank that decodes.
#include "decode_side.hpp"
#include "models.hpp"
#include "sides.hpp"

#include <utility>

void cluster::decode_half_split_llama(io::weight_file file, plan const& work, place const& at, listener const& told) {
  with_own_weights<llama_with<half_split>::over<all_ranks>>(
      load_llama_over<half_split>(at.group.size(), std::move(file)), work.weights,
      [&](auto const& weights, auto const& sizes) { decode_side(weights, sizes, work, at, told).run(); });
}
