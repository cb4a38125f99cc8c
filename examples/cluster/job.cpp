// SPDX-License-Identifier: BSL-1.0
/// From options to a plan.
#include "job.hpp"

#include "request_file.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace cluster {

namespace io = shapeproof::io;

namespace {

std::size_t capacity_of(options const& chosen, model_facts const& model) {
  std::size_t const capacity = chosen.capacity.value_or(model.positions);
  if (model.only_these && capacity > model.positions)
    throw option_error("--capacity: " + std::to_string(capacity) + " positions are more than the " +
                       std::to_string(model.positions) + " that the model has learned");
  return capacity;
}

std::unique_ptr<io::tokenizer> tokenizer_of(options const& chosen, model_facts const& model) {
  if (chosen.tokenizer.empty()) return nullptr;
  auto pieces = io::open_tokenizer(chosen.tokenizer);
  if (pieces->size() != model.vocabulary)
    throw std::runtime_error(chosen.tokenizer + ": the tokenizer has " + std::to_string(pieces->size()) +
                             " pieces, the model's vocabulary is " + std::to_string(model.vocabulary));
  return pieces;
}

}  // namespace

job job_of(options const& chosen) {
  auto weights = io::open_weights(chosen.model);
  auto const model = facts_of(weights);
  require_shared(model, chosen.prefill_ranks, "--prefill-ranks");
  require_shared(model, chosen.decode_ranks, "--decode-ranks");
  auto pieces = tokenizer_of(chosen, model);
  if (std::error_code none;
      std::filesystem::exists(chosen.requests, none) && !std::filesystem::is_regular_file(chosen.requests, none))
    throw option_error("--requests: " + chosen.requests + " is no regular file, which each rank can read");
  std::ifstream lines(chosen.requests);
  if (!lines) throw option_error("--requests: " + chosen.requests + " cannot be read");
  plan work = {.requests = read_requests(lines, chosen.requests, chosen, pieces.get(), model),
               .size = {.rows = chosen.rows, .capacity = capacity_of(chosen, model)},
               .vocabulary = model.vocabulary,
               .weights = chosen.weights};
  return {chosen, std::move(weights), model, std::move(pieces), std::move(work)};
}

std::string text_of(plan const& work, options const& chosen) {
  std::ostringstream text;
  text.precision(17);
  text << chosen.prefill_ranks << ' ' << chosen.decode_ranks << ' ' << chosen.weights << ' ' << work.size.rows << ' '
       << work.size.capacity << ' ' << chosen.patience << '\n';
  for (auto const& [id, wanted, arrival] : work.requests) {
    text << id << ' ' << arrival << ' ' << wanted.tokens << ' ' << wanted.seed << ' ' << wanted.sampling.temperature
         << ' ' << wanted.sampling.top_k << ' ' << wanted.sampling.top_p;
    for (auto const* ids : {&wanted.prompt, &wanted.ends}) {
      text << " :";
      for (std::size_t const token : *ids) text << ' ' << token;
    }
    text << '\n';
  }
  return text.str();
}

}  // namespace cluster
