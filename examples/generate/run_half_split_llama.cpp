// SPDX-License-Identifier: BSL-1.0
/// The family: Llama, pairs half a head apart.
#include "run.hpp"

#include <utility>

namespace io = shapeproof::io;
namespace llm = shapeproof::llm;

int run_half_split_llama(io::weight_file file, options const& chosen) {
  return detail::run_llama<llm::half_split_llama>(std::move(file), chosen);
}
