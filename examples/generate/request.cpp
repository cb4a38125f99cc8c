// SPDX-License-Identifier: BSL-1.0
/// From options to token ids and a number of steps.
#include "request.hpp"

#include <algorithm>
#include <string>

namespace {

using shapeproof::io::tokenizer;

std::vector<std::size_t> prompt_from_text(std::string const& text, tokenizer const& pieces, model_facts const& model) {
  // Where there is no text, only begin-of-text can be continued.
  bool const with_begin = model.begins_texts || text.empty();
  if (with_begin && !pieces.begin_of_text()) {
    if (text.empty()) throw option_error("--prompt is empty and the tokenizer has no begin-of-text to continue");
    throw std::runtime_error("the model's texts begin with begin-of-text, which the tokenizer does not have");
  }
  try {
    auto const ids = with_begin ? pieces.encode_with_begin(text) : pieces.encode(text);
    return {ids.begin(), ids.end()};
  } catch (std::invalid_argument const& error) {
    throw option_error(std::string("--prompt: ") + error.what());
  }
}

void require_in_vocabulary(std::vector<std::size_t> const& ids, std::size_t vocabulary) {
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (ids[i] >= vocabulary)
      throw option_error("--ids: token " + std::to_string(i) + " is " + std::to_string(ids[i]) +
                         ", the model's vocabulary has the ids 0 to " + std::to_string(vocabulary - 1));
}

std::vector<std::size_t> prompt_of(options const& chosen, tokenizer const* pieces, model_facts const& model) {
  if (chosen.ids) {
    require_in_vocabulary(*chosen.ids, model.vocabulary);
    return *chosen.ids;
  }
  if (pieces == nullptr) throw option_error("--prompt needs a --tokenizer");
  return prompt_from_text(chosen.prompt, *pieces, model);
}

std::size_t steps_of(options const& chosen, std::size_t prompt, model_facts const& model) {
  constexpr std::size_t usual = 256;
  std::size_t const steps = chosen.steps.value_or(std::min(prompt + usual, model.positions));
  if (steps < prompt)
    throw option_error("--steps: " + std::to_string(steps) + " positions are fewer than the prompt's " +
                       std::to_string(prompt) + " tokens, which they include");
  if (model.only_these && steps > model.positions)
    throw option_error("--steps: " + std::to_string(steps) + " positions are more than the " +
                       std::to_string(model.positions) + " that the model has learned");
  return steps;
}

}  // namespace

request request_of(options const& chosen, tokenizer const* pieces, model_facts const& model) {
  if (pieces != nullptr && pieces->size() != model.vocabulary)
    throw std::runtime_error(chosen.tokenizer + ": the tokenizer has " + std::to_string(pieces->size()) +
                             " pieces, the model's vocabulary is " + std::to_string(model.vocabulary));
  request result;
  result.prompt = prompt_of(chosen, pieces, model);
  result.steps = steps_of(chosen, result.prompt.size(), model);
  if (pieces != nullptr)
    for (auto const& id : {pieces->begin_of_text(), pieces->end_of_text()})
      if (id) result.ends.push_back(static_cast<std::size_t>(*id));
  result.sampling = chosen.sampling;
  result.seed = chosen.seed;
  result.every_logit = !chosen.logits.empty();
  return result;
}
