// SPDX-License-Identifier: BSL-1.0
/// What the command lines of runs have in common.
#include "options.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <stdexcept>

void add_run_options(CLI::App& app, run_options& chosen, int least_tokens) {
  chosen.tokenizer = SHAPEPROOF_MODELS "/bpe6000/ci6000.model";
  app.add_option("--layers", chosen.layers, "transformer blocks")->check(CLI::Range(1, 1000))->capture_default_str();
  app.add_option("--tokens", chosen.tokens, "decode steps after the prompt")
      ->check(CLI::Range(least_tokens, 100000))
      ->capture_default_str();
  app.add_option("--seed", chosen.seed, "seed of weights and sampling")->capture_default_str();
  app.add_option("--weights", chosen.weights, "elements of the packed matrices: f32, bf16 or int8")
      ->check(CLI::IsMember({"f32", "bf16", "int8"}))
      ->capture_default_str();
  app.add_option("--prompt", chosen.prompt, "text to continue")->capture_default_str();
  app.add_option("--tokenizer", chosen.tokenizer, "SentencePiece model of 6000 pieces")->check(CLI::ExistingFile);
}

std::optional<int> exit_code_of(CLI::App& app, int count, char** arguments, std::function<void()> const& check) {
  try {
    app.parse(count, arguments);
    check();
    return std::nullopt;
  } catch (CLI::ParseError const& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (std::invalid_argument const& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 2;
  }
}
