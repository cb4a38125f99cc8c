// SPDX-License-Identifier: BSL-1.0
/// The demo's command line.
#include "options.hpp"

#include <CLI/CLI.hpp>

parsed_options parse(int count, char** arguments) {
  parsed_options result;
  options& chosen = result.chosen;
  CLI::App app("Runs the note's model on a prompt: every step with its shape, its cost and its time.",
               "shapeproof_demo");
  add_run_options(app, chosen, 0);
  app.add_option("--temperature", chosen.sampling.temperature, "0 takes the likeliest token")->capture_default_str();
  app.add_option("--top-k", chosen.sampling.top_k, "keep the k likeliest tokens; 0 keeps all")->capture_default_str();
  app.add_option("--top-p", chosen.sampling.top_p, "keep the likeliest tokens up to this probability")
      ->capture_default_str();
  auto const ends =
      exit_code_of(app, count, arguments, [&] { shapeproof::llm::require_valid(result.chosen.sampling); });
  result.finished = ends.has_value();
  result.exit_code = ends.value_or(0);
  return result;
}
