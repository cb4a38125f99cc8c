// SPDX-License-Identifier: BSL-1.0
/// Llama with pairs side by side, on a rank that decodes.
#include "decode_side.hpp"
#include "models.hpp"
#include "sides.hpp"

#include <utility>

void cluster::decode_interleaved_llama(io::weight_file file, plan const& work, place const& at, listener const& told) {
  with_own_weights<llama_with<interleaved>::over<all_ranks>>(
      load_llama_over<interleaved>(at.group.size(), std::move(file)), work.weights,
      [&](auto const& weights, auto const& sizes) { decode_side(weights, sizes, work, at, told).run(); });
}
