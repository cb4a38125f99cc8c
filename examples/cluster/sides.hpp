// SPDX-License-Identifier: BSL-1.0
/// Both sides for a file of each family.
#pragma once

#include "plan.hpp"

#include <shapeproof/io/weight_file.hpp>

#include <cstddef>
#include <functional>

namespace cluster {

/// Hears on the first rank that prefills of requests that the other side has finished.
using word_listener = std::function<void(std::size_t)>;

/// Runs this rank, which prefills or decodes, to the end of the plan. Throws what goes wrong with the file, the ranks
/// or the messages between them.
void prefill_gpt2(shapeproof::io::weight_file file, plan const& work, place const& at, word_listener const& finished);
void prefill_interleaved_llama(shapeproof::io::weight_file file, plan const& work, place const& at,
                               word_listener const& finished);
void prefill_half_split_llama(shapeproof::io::weight_file file, plan const& work, place const& at,
                              word_listener const& finished);
void decode_gpt2(shapeproof::io::weight_file file, plan const& work, place const& at, listener const& told);
void decode_interleaved_llama(shapeproof::io::weight_file file, plan const& work, place const& at,
                              listener const& told);
void decode_half_split_llama(shapeproof::io::weight_file file, plan const& work, place const& at, listener const& told);

}  // namespace cluster
