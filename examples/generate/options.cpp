// SPDX-License-Identifier: BSL-1.0
/// The command line.
#include "options.hpp"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <utility>

namespace {

constexpr char const* description =
    "Continues a text with a trained model of the Llama or GPT-2 family (.bin, .safetensors, .gguf, packed).\n"
    "Without options: the small model of song poetry that is shipped, on a prompt of its own.";

constexpr char const* footer =
    "The text goes to stdout as it is made; speed, warnings and errors go to stderr.\n"
    "A begin- or end-of-text token, which only a tokenizer knows, ends the text. Ctrl-C ends it after the token at "
    "hand, and\n"
    "what was made until then is kept; a second one kills.\n"
    "Exit codes: 0 done; 1 a file (model, tokenizer, output) that cannot be used; 2 bad options;\n"
    "130 interrupted.";

/// An empty name is a mistake in a script, not the wish for a default.
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

std::vector<std::size_t> ids_from(std::string const& text) {
  std::vector<std::size_t> ids;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    std::size_t id = 0;
    auto const [end, error] = std::from_chars(word.data(), word.data() + word.size(), id);
    if (error != std::errc() || end != word.data() + word.size())
      throw option_error("--ids: '" + word + "' is no token id; expected whole numbers, such as --ids \"0 1 2\"");
    ids.push_back(id);
  }
  if (ids.empty()) throw option_error("--ids: the list is empty; expected one token id or more");
  return ids;
}

/// What belongs to the shipped model is the default for that model only.
void complete(options& chosen, bool has_prompt) {
  if (chosen.model.empty()) {
    chosen.model = SHAPEPROOF_MODELS "/ci-gpt2-6000/ci_gpt2.safetensors";
    if (chosen.tokenizer.empty()) chosen.tokenizer = SHAPEPROOF_MODELS "/bpe6000/ci6000.model";
    if (!has_prompt) chosen.prompt = "你好，请问一下";
  }
  chosen.only_saves = !chosen.save_packed.empty() && chosen.tokenizer.empty() && !has_prompt && !chosen.ids;
  if (chosen.tokenizer.empty() && chosen.needs_tokenizer() && !chosen.only_saves)
    throw option_error(
        "--tokenizer is missing: --model needs it; only --ids with --print-ids or --logits does without");
}

/// Whether two names are the same file, or will be.
bool same_file(std::string const& one, std::string const& other) {
  std::error_code none;
  return std::filesystem::equivalent(one, other, none) ||
         std::filesystem::weakly_canonical(one, none) == std::filesystem::weakly_canonical(other, none);
}

/// What is written replaces what its file held.
void require_other_files(options const& chosen) {
  for (auto const& [option, output] : {std::pair("--logits", chosen.logits), {"--save-packed", chosen.save_packed}})
    for (std::string const& input : {chosen.model, chosen.tokenizer})
      if (!output.empty() && !input.empty() && same_file(output, input))
        throw option_error(std::string(option) + ": " + output + " is the file that --model or --tokenizer reads");
  if (!chosen.logits.empty() && !chosen.save_packed.empty() && same_file(chosen.logits, chosen.save_packed))
    throw option_error("--save-packed: " + chosen.save_packed + " is the file that --logits writes");
}

}  // namespace

parsed_options parse(int count, char** arguments) {
  parsed_options result;
  options& chosen = result.chosen;
  std::string ids;

  CLI::App app(description, "shapeproof_generate");
  app.footer(footer);
  app.add_option("--model", chosen.model, "file of weights; default: the shipped model")->check(not_empty);
  app.add_option("--tokenizer", chosen.tokenizer,
                 "*.model (SentencePiece), *.bin (scored pieces) or a folder with encoder.json and vocab.bpe; its size "
                 "is the model's vocabulary")
      ->check(not_empty);
  auto* const prompt = app.add_option("--prompt", chosen.prompt,
                                      "text to continue; Llama models get begin-of-text in front of it. Default: none, "
                                      "but for the shipped model 你好，请问一下");
  auto* const listed = app.add_option("--ids", ids, "token ids to continue, as they are: --ids \"0 1 2\"");
  listed->excludes(prompt);
  app.add_option("--temperature", chosen.sampling.temperature, "0 takes the likeliest token")->capture_default_str();
  app.add_option("--top-k", chosen.sampling.top_k, "keep the k likeliest tokens; 0 keeps all")
      ->check(whole_number)
      ->capture_default_str();
  app.add_option("--top-p", chosen.sampling.top_p, "keep the likeliest tokens up to this probability; 1 keeps all")
      ->capture_default_str();
  app.add_option("--seed", chosen.seed, "of the random numbers: the same gives the same text")
      ->check(whole_number)
      ->capture_default_str();
  app.add_option("--steps", chosen.steps,
                 "positions in all, the prompt's included; default: the prompt and 256 more, but not beyond the "
                 "model's positions")
      ->check(CLI::Range(1, 1000000000));
  app.add_flag("--print-ids", chosen.print_ids,
               "print a line `position token_in token_next` for each position in the place of the text");
  app.add_option("--logits", chosen.logits,
                 "file for the logits of each position: float32 little-endian, [positions, vocabulary]")
      ->check(not_empty);
  auto* const weights =
      app.add_option("--weights", chosen.weights, "elements that the matrices are packed with: f32, bf16 or int8")
          ->check(CLI::IsMember({"f32", "bf16", "int8"}))
          ->capture_default_str();
  app.add_option("--save-packed", chosen.save_packed,
                 "file for the packed weights, which --model takes and maps without a copy; without a tokenizer, "
                 "--prompt and --ids that is all")
      ->check(not_empty);
  try {
    app.parse(count, arguments);
    if (listed->count() > 0) chosen.ids = ids_from(ids);
    chosen.has_weights = weights->count() > 0;
    complete(chosen, prompt->count() > 0);
    require_other_files(chosen);
    shapeproof::llm::require_valid(chosen.sampling);
  } catch (CLI::ParseError const& error) {
    result.finished = true;
    if (error.get_exit_code() == 0) {
      app.exit(error);
    } else {
      std::fprintf(stderr, "error: %s\n", error.what());
      result.exit_code = 2;
    }
  } catch (std::invalid_argument const& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    result.finished = true;
    result.exit_code = 2;
  }
  return result;
}
