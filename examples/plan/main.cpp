// SPDX-License-Identifier: BSL-1.0
/// Plans a model on machines that are not at hand.
#include "measure.hpp"
#include "models.hpp"
#include "results.hpp"

#include "../standard_output.hpp"

#include <cstdio>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace {

void write(std::string const& file, json const& value) {
  std::ofstream output(file);
  output << value.dump(1) << '\n';
  if (!output.flush()) throw std::runtime_error(file + ": cannot be written");
}

void run(options const& chosen) {
  if (!chosen.measure.empty()) {
    write(chosen.measure, hardware_json(measured_machine(), "measured by shapeproof_plan --measure"));
    return;
  }
  auto const on = read_hardware(chosen.hardware);
  auto const model = named_model(chosen.model, chosen.sizes, chosen.layers);
  if (auto const why = model.why_not_long(chosen.asked.prompt + chosen.asked.answer); !why.empty())
    throw std::runtime_error(why);
  json const result = {{"model", model.name},
                       {"layers", model.layers},
                       {"parameters", model.parameter_count(1)},
                       {"hardware", on.name},
                       {"prompt", chosen.asked.prompt},
                       {"answer", chosen.asked.answer},
                       {"batch", chosen.asked.batch},
                       {"ranks", rank_rows(model, on, chosen)},
                       {"ratios", ratio_rows(model, on, chosen)}};
  std::printf("%s, %zu layers, %.3g parameters on %s: prompts of %zu tokens, answers of %zu, %zu at once\n\n",
              model.name.c_str(), model.layers, model.parameter_count(1), on.name.c_str(), chosen.asked.prompt,
              chosen.asked.answer, chosen.asked.batch);
  print_ranks(result.at("ranks"), chosen);
  print_ratios(result.at("ratios"));
  if (!chosen.json.empty()) write(chosen.json, result);
}

}  // namespace

int main(int count, char** words) {
  try {
    int code = 0;
    auto const chosen = read_options(count, words, code);
    if (chosen) run(*chosen);
    return standard_output::exit_code(code);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
