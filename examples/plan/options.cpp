// SPDX-License-Identifier: BSL-1.0
#include "options.hpp"

#include "models.hpp"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cstdio>
#include <stdexcept>

namespace {

/// A number from 1 to a million. Throws `std::invalid_argument` with the whole text.
std::size_t count_in(std::string const& word, std::string const& whole) {
  std::size_t result = 0;
  auto const [end, error] = std::from_chars(word.data(), word.data() + word.size(), result);
  if (error != std::errc{} || end != word.data() + word.size() || result == 0 || result > 1000000)
    throw std::invalid_argument(whole + ": '" + word + "' is no number from 1 to 1000000");
  return result;
}

/// `D=4096`
void add_size(shapeproof::plan::sizes& to, std::string const& text) {
  auto const sign = text.find('=');
  if (sign == std::string::npos || sign == 0) throw std::invalid_argument(text + ": a size is NAME=NUMBER");
  to[text.substr(0, sign)] = count_in(text.substr(sign + 1), text);
}

}  // namespace

std::vector<std::size_t> rank_counts(std::string const& text) {
  std::vector<std::size_t> result;
  if (auto const dots = text.find(".."); dots != std::string::npos) {
    std::size_t const first = count_in(text.substr(0, dots), text), last = count_in(text.substr(dots + 2), text);
    if (first > last) throw std::invalid_argument(text + ": the last number is less than the first");
    for (std::size_t ranks = first; ranks <= last; ranks *= 2) result.push_back(ranks);
    return result;
  }
  for (std::size_t from = 0; from <= text.size();) {
    std::size_t const comma = std::min(text.find(',', from), text.size());
    result.push_back(count_in(text.substr(from, comma - from), text));
    from = comma + 1;
  }
  return result;
}

std::optional<options> read_options(int count, char** words, int& exit_code) {
  CLI::App app("Plans a model on machines that are not at hand: time, memory and bytes on the wire, from its types");
  options chosen;
  std::string ranks = "1..1024";
  std::vector<std::string> sizes;
  auto const positive = CLI::Range(std::size_t{1}, std::size_t{10000000});
  auto* const hardware = app.add_option("--hardware", chosen.hardware, "file that says what a machine can do");
  app.add_option("--model", chosen.model, "by name")->check(CLI::IsMember(model_names()))->capture_default_str();
  app.add_option("--size", sizes, "another size than the model's: D=4096; may be repeated");
  app.add_option("--layers", chosen.layers, "other than the model's")->check(positive);
  app.add_option("--ranks", ranks, "how many: 1..1024 (1 and its doubles) or 3,5")->capture_default_str();
  app.add_option("--prompt", chosen.asked.prompt, "tokens of a prompt")->check(positive)->capture_default_str();
  app.add_option("--answer", chosen.asked.answer, "tokens of an answer")->check(positive)->capture_default_str();
  app.add_option("--batch", chosen.asked.batch, "sequences that a replica decodes at once")
      ->check(positive)
      ->capture_default_str();
  app.add_option("--prefill-degree", chosen.prefill_degree,
                 "ranks of a prefill replica; without: as few as a decode replica fits on")
      ->check(positive);
  app.add_option("--decode-degree", chosen.decode_degree, "ranks of a decode replica; without: as few as it fits on")
      ->check(positive);
  app.add_option("--json", chosen.json, "file for the results");
  auto* const measure =
      app.add_option("--measure", chosen.measure, "measure this machine, without links; write its file");
  hardware->excludes(measure);
  try {
    app.parse(count, words);
    if (chosen.hardware.empty() && chosen.measure.empty())
      throw std::invalid_argument("--hardware or --measure is needed; see --help");
    chosen.ranks = rank_counts(ranks);
    for (auto const& each : sizes) add_size(chosen.sizes, each);
    return chosen;
  } catch (CLI::ParseError const& error) {
    exit_code = app.exit(error) == 0 ? 0 : 2;
  } catch (std::invalid_argument const& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    exit_code = 2;
  }
  return std::nullopt;
}
