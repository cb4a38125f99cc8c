// SPDX-License-Identifier: BSL-1.0
/// The note's model at full size with packed weights: prefill and decode against reading all weights once and against
/// the machine's multiply-adds.
#include "costs.hpp"
#include "stepper.hpp"

#include <shapeproof/cpu/threads.hpp>

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace {

using nlohmann::json;
using whole::step_sizes;
using model = shapeproof::llm::note_model;

constexpr shapeproof::trace traced = shapeproof::llm::traced_step<model, "L", "past">();

struct step_case {
  char const* name;
  std::size_t tokens, past;
};
constexpr step_case cases[] = {{"decode", 1, 7},    {"prefill", 7, 0},   {"decode", 1, 511},
                               {"prefill", 128, 0}, {"decode", 1, 2047}, {"prefill", 512, 0}};
constexpr std::size_t case_count = std::size(cases);

struct times {
  std::vector<double> read, multiply_add;
  std::vector<double> of[case_count];
};

template <class Weights>
auto measured(Weights const& weights, whole::stepper<model, Weights>& steps, std::size_t rounds) -> times {
  times result;
  for (auto const& each : cases) (void)steps.step(each.tokens, each.past);  // touches all memory
  whole::read_all(weights);
  for (std::size_t round = 0; round < rounds; ++round) {
    result.multiply_add.push_back(whole::multiply_add_seconds());
    result.read.push_back(contest::seconds_of([&] { whole::read_all(weights); }));
    for (std::size_t i = 0; i < case_count; ++i)
      result.of[i].push_back(contest::seconds_of([&] { (void)steps.step(cases[i].tokens, cases[i].past); }));
  }
  return result;
}

/// The largest difference of a logit over the largest logit. Throws where it is more than the elements explain.
auto logit_error(std::vector<float> const& found, std::vector<float> const& expected, double tolerance) -> double {
  float most = 0, size = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    most = std::max(most, std::abs(found[i] - expected[i]));
    size = std::max(size, std::abs(expected[i]));
  }
  auto const error = static_cast<double>(most / size);
  if (!(error <= tolerance)) throw std::runtime_error("logits are wrong: " + std::to_string(error));
  return error;
}

auto elements(auto const& logits) -> std::vector<float> { return {logits.data(), logits.data() + logits.size()}; }

template <class T>
void add_rows(json& rows, char const* dtype, double tolerance, std::size_t rounds) {
  std::printf("%s: filling and packing\n", dtype);
  std::vector<float> expected;
  auto weights = [&] {
    auto const plain = whole::filled_weights<model>(1);
    expected = elements(whole::stepper<model, std::remove_cvref_t<decltype(plain)>>(plain, 8).step(7, 0));
    return shapeproof::llm::packed_weights<T>(plain);
  }();
  whole::stepper<model, decltype(weights)> steps(weights, 2048);
  auto const error = logit_error(elements(steps.step(7, 0)), expected, tolerance);
  auto const all = measured(weights, steps, rounds);
  auto const bytes = whole::bytes_read(weights);
  for (std::size_t i = 0; i < case_count; ++i) {
    auto const& [name, tokens, past] = cases[i];
    auto const with_cache = 1 + static_cast<double>(past) * steps.bytes_of_position() / bytes;
    auto const multiply_adds = whole::flops(traced, {1, tokens, past}) / 2;
    std::vector<double> bound;
    for (std::size_t round = 0; round < all.read.size(); ++round)
      bound.push_back(std::max(all.read[round] * with_cache, all.multiply_add[round] * multiply_adds));
    auto const seconds = contest::median(all.of[i]);
    rows.push_back({{"suite", "model"},
                    {"dtype", dtype},
                    {"step", name},
                    {"tokens", tokens},
                    {"positions", past + tokens},
                    {"seconds", seconds},
                    {"tokens_per_second", static_cast<double>(tokens) / seconds},
                    {"seconds_bound", contest::median(bound)},
                    {"share_of_bound", whole::ratio(bound, all.of[i])},
                    {"ratio_read", whole::ratio(all.of[i], all.read)},
                    {"ratio_decode", whole::ratio(all.of[i], all.of[0])},
                    {"gigabytes", bytes * 1e-9},
                    {"logit_error", error},
                    {"rounds", rounds},
                    {"unsteadiness", whole::unsteadiness(all.read)}});
    auto const& row = rows.back();
    std::printf(
        "%-5s %-8s L=%4zu S=%5zu %9.2f ms %9.1f tokens/s  %4.0f %% of the bound  %5.2f x reading  %5.2f x decode\n",
        dtype, name, tokens, past + tokens, 1e3 * seconds, row.at("tokens_per_second").get<double>(),
        100 * row.at("share_of_bound").get<double>(), row.at("ratio_read").get<double>(),
        row.at("ratio_decode").get<double>());
  }
  std::printf("%-5s %.2f GB of weights, unsteadiness %.2f\n\n", dtype, bytes * 1e-9, whole::unsteadiness(all.read));
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App options("One layer of the note's model with packed weights, prefill and decode");
  std::string file, only;
  std::size_t rounds = 7;
  int threads = 2;
  options.add_option("--json", file, "Write the results to this file");
  options.add_option("--dtype", only, "Only f32, bf16 or int8")->check(CLI::IsMember({"f32", "bf16", "int8"}));
  options.add_option("--rounds", rounds, "All steps in turn, so often")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  options.add_option("--threads", threads, "Of the kernels")->capture_default_str();
  CLI11_PARSE(options, argc, argv);

  shapeproof::cpu::set_threads(threads);
  auto rows = json::array();
  if (only.empty() || only == "f32") add_rows<float>(rows, "f32", 1e-4, rounds);
  if (only.empty() || only == "bf16") add_rows<shapeproof::bf16>(rows, "bf16", 0.05, rounds);
  if (only.empty() || only == "int8") add_rows<shapeproof::int8>(rows, "int8", 0.2, rounds);
  if (!file.empty()) std::ofstream(file) << rows.dump(1) << '\n';
  return 0;
} catch (std::exception const& error) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return 1;
}
