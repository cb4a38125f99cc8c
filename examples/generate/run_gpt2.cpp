// SPDX-License-Identifier: BSL-1.0
/// The family: GPT-2.
#include "run.hpp"

#include <shapeproof/io/gpt2_file.hpp>

#include <utility>

namespace io = shapeproof::io;
namespace llm = shapeproof::llm;

int run_gpt2(io::weight_file file, options const& chosen) {
  using model = llm::any_gpt2;
  if (file.kind() == io::container::packed) {
    model_facts const facts = {.positions = detail::positions_of(file), .only_these = true};
    return detail::run_packed<model, llm::gpt2_weights>(std::move(file), chosen, facts);
  }
  auto const header = io::read_gpt2_header(file);
  model_facts const facts = {.vocabulary = header.vocabulary, .positions = header.positions, .only_these = true};
  return detail::run_loaded<model>(io::load_gpt2<model>(std::move(file)), chosen, facts);
}
