// SPDX-License-Identifier: BSL-1.0
/// The command line.
#include "options.hpp"

#include <CLI/CLI.hpp>

#include <charconv>

namespace cluster {

namespace {

constexpr char const* description =
    "Continues many texts at once: some ranks read the prompts, others decode, and the caches move between them.\n"
    "Run by ./dev cluster, which starts P + D processes under mpirun.";

constexpr char const* footer =
    "A line of the file of requests is a JSON object: \"prompt\" (text) or \"ids\" (token ids), and if wanted \"id\",\n"
    "\"tokens\", \"temperature\", \"top_k\", \"top_p\", \"seed\", \"arrival\" (seconds after the start).\n"
    "Each request goes to stdout as soon as it is finished; progress, errors and the summary go to stderr.\n"
    "Exit codes: 0 all requests are done; 2 bad options or requests; else a request, a file or a rank failed.";

CLI::Validator const not_empty([](std::string const& text) { return std::string(text.empty() ? "is empty" : ""); }, "");

/// CLI11 takes numbers modulo 2^64.
CLI::Validator const whole_number(
    [](std::string const& text) {
      std::uint64_t number = 0;
      auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      bool const good = error == std::errc() && end == text.data() + text.size();
      return good ? std::string() : "'" + text + "' is not in [0, 2^64)";
    },
    "");

/// Options of `generate` that many requests, ranks and parts of weights leave without a meaning.
struct {
  char const* name;
  char const* instead;
} constexpr without_meaning[] = {
    {"--prompt", "each line of --requests has its own \"prompt\""},
    {"--ids", "each line of --requests has its own \"ids\""},
    {"--steps", "each line of --requests says how many \"tokens\" it wants; --tokens is for those that do not"},
    {"--print-ids", "--json has the ids of each request"},
    {"--logits", "each rank has the logits of many requests in turn; shapeproof_generate writes those of one"},
    {"--save-packed", "each rank packs its own part of the weights; shapeproof_generate saves the whole"}};

void add_groups(CLI::App& app, options& chosen) {
  app.add_option("--prefill-ranks", chosen.prefill_ranks, "processes that read prompts; they share the heads")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--decode-ranks", chosen.decode_ranks, "processes that decode; they share the heads")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--requests", chosen.requests, "file with a JSON object in each line")->check(not_empty)->required();
  app.add_option("--rows", chosen.rows, "requests that are decoded at once")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  app.add_option("--capacity", chosen.capacity,
                 "positions of a request, prompt and answer; default: those that the model was trained with")
      ->check(CLI::Range(1, 1000000000));
  app.add_option("--patience", chosen.patience,
                 "seconds that a rank waits for a sign of another one: more than a prompt or a step takes")
      ->capture_default_str();
  app.add_flag("--json", chosen.json, "a JSON object for each request in the place of its text");
  app.add_flag("--check", chosen.only_check, "only check options, files and requests; needs no mpirun");
  app.add_flag("--count-ranks", chosen.counts_ranks, "check, and print how many processes are to be started")
      ->group("");  // for what starts them
  app.add_flag("--oversubscribe", chosen.oversubscribes,
               "more processes than processors are meant: ./dev cluster refuses them otherwise");
}

void add_model(CLI::App& app, options& chosen) {
  app.add_option("--model", chosen.model, "file of weights that are not packed; default: the shipped model")
      ->check(not_empty);
  app.add_option("--tokenizer", chosen.tokenizer,
                 "*.model (SentencePiece), *.bin (scored pieces) or a folder with encoder.json and vocab.bpe; without "
                 "it requests have ids")
      ->check(not_empty);
  app.add_option("--weights", chosen.weights, "elements that the matrices are packed with: f32, bf16 or int8")
      ->check(CLI::IsMember({"f32", "bf16", "int8"}))
      ->capture_default_str();
  app.add_option("--tokens", chosen.tokens,
                 "new tokens of a request that does not say; default: 257, but not beyond the capacity")
      ->check(CLI::Range(1, 1000000000));
  app.add_option("--temperature", chosen.sampling.temperature, "0 takes the likeliest token")->capture_default_str();
  app.add_option("--top-k", chosen.sampling.top_k, "keep the k likeliest tokens; 0 keeps all")
      ->check(whole_number)
      ->capture_default_str();
  app.add_option("--top-p", chosen.sampling.top_p, "keep the likeliest tokens up to this probability; 1 keeps all")
      ->capture_default_str();
  app.add_option("--seed", chosen.seed, "of the random numbers of a request that does not say")
      ->check(whole_number)
      ->capture_default_str();
}

void require_meaning(int count, char** arguments) {
  for (int i = 1; i < count; ++i)
    for (auto const& [name, instead] : without_meaning)
      if (std::string(arguments[i]) == name || std::string(arguments[i]).starts_with(std::string(name) + "="))
        throw option_error(std::string(name) + ": " + instead);
}

}  // namespace

parsed_options parse(int count, char** arguments) {
  parsed_options result;
  options& chosen = result.chosen;
  CLI::App app(description, "shapeproof_cluster");
  app.footer(footer);
  add_groups(app, chosen);
  add_model(app, chosen);
  try {
    require_meaning(count, arguments);
    app.parse(count, arguments);
    shapeproof::llm::require_valid(chosen.sampling);
    bool const has_end = chosen.patience > 0 && chosen.patience <= 1e6;  // and is a number
    if (!has_end) throw option_error("--patience is not in (0, 1000000] seconds");
    if (chosen.model.empty()) {
      chosen.model = SHAPEPROOF_MODELS "/ci-gpt2-6000/ci_gpt2.safetensors";
      if (chosen.tokenizer.empty()) chosen.tokenizer = SHAPEPROOF_MODELS "/bpe6000/ci6000.model";
    }
  } catch (CLI::CallForHelp const&) {
    result.finished = true;
    result.said = app.help();
  } catch (std::exception const& error) {  // CLI11's, and those of invalid arguments
    result.finished = true;
    result.exit_code = 2;
    result.said = error.what();
  }
  return result;
}

}  // namespace cluster
