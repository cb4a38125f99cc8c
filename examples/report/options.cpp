// SPDX-License-Identifier: BSL-1.0
/// The report's command line.
#include "options.hpp"

#include <CLI/CLI.hpp>

std::optional<int> parse(int count, char** arguments, report_options& chosen) {
  chosen.checkpoint = SHAPEPROOF_MODELS "/ci-gpt2-6000/ci_gpt2.safetensors";
  CLI::App app(
      "Runs the note's model and a trained one on a prompt, and writes what is proved and measured of every step.",
      "shapeproof_report");
  app.add_option("--out", chosen.out, "JSON file to write")->required();
  add_run_options(app, chosen, 1);
  app.add_option("--checkpoint", chosen.checkpoint, "trained model of the GPT-2 family with the tokenizer's pieces")
      ->check(CLI::ExistingFile);
  return exit_code_of(app, count, arguments, [] {});
}
