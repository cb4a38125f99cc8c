// SPDX-License-Identifier: BSL-1.0
/// The family: Llama, pairs side by side.
#include "run.hpp"

#include <utility>

namespace io = shapeproof::io;
namespace llm = shapeproof::llm;

int run_interleaved_llama(io::weight_file file, options const& chosen) {
  return detail::run_llama<llm::interleaved_llama>(std::move(file), chosen);
}
