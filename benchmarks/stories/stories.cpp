// SPDX-License-Identifier: BSL-1.0
/// What typed shapes cost where there is hardly any arithmetic: decoding with a model of 260 thousand parameters,
/// against loops without types.
#include "../pace.hpp"
#include "storytellers.hpp"

#include <shapeproof/cpu/threads.hpp>

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;

struct story {
  std::vector<std::size_t> tokens;
  std::vector<float> logits;
};

auto story_of(storyteller const& who, std::size_t tokens, std::size_t vocabulary) -> story {
  story result;
  who.tell(tokens, [&](std::size_t token, float const* logits) {
    result.tokens.push_back(token);
    result.logits.insert(result.logits.end(), logits, logits + vocabulary);
  });
  return result;
}

/// Throws std::runtime_error where someone tells another story than the first one, or likes a token otherwise.
void check(std::vector<storyteller> const& all, std::size_t tokens, std::size_t vocabulary) {
  auto const expected = story_of(all[0], tokens, vocabulary);
  for (auto const& who : all) {
    auto const told = story_of(who, tokens, vocabulary);
    float most = told.tokens == expected.tokens ? 0 : HUGE_VALF;
    for (std::size_t i = 0; i < told.logits.size(); ++i)
      most = std::max(most, std::abs(told.logits[i] - expected.logits[i]));
    std::printf("%-8s %-7s %zu tokens, logits differ by %.1e\n", who.name.c_str(), who.weights.c_str(),
                told.tokens.size(), static_cast<double>(most));
    if (!(most <= 1e-4F)) throw std::runtime_error(who.name + ", " + who.weights + ": another story");
  }
}

using times = std::vector<std::vector<double>>;

auto ratio(std::vector<double> const& one, std::vector<double> const& other) -> double {
  std::vector<double> ratios;
  ratios.reserve(one.size());
  for (std::size_t i = 0; i < one.size(); ++i) ratios.push_back(one[i] / other[i]);
  return contest::median(ratios);
}

auto measured(std::vector<storyteller> const& all, std::size_t tokens, std::size_t rounds, pace& steady) -> times {
  times result(all.size());
  for (std::size_t round = 0; round < rounds; ++round, steady.note())
    for (std::size_t i = 0; i < all.size(); ++i)
      result[i].push_back(contest::seconds_of([&] { all[i].tell(tokens, [](std::size_t, float const*) {}); }));
  return result;
}

/// The first is plain C; typed ones compare with the untyped loop over the same weights.
auto rows_of(std::vector<storyteller> const& all, times const& seconds, std::size_t tokens, pace const& steady)
    -> json {
  auto result = json::array();
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto const same =
        std::find_if(all.begin() + 1, all.end(), [&](storyteller const& who) { return who.weights == all[i].weights; });
    auto const untyped = static_cast<std::size_t>(same - all.begin());
    result.push_back({{"suite", "overhead"},
                      {"part", "decode"},
                      {"who", all[i].name},
                      {"weights", all[i].weights},
                      {"microseconds", 1e6 * contest::median(seconds[i]) / static_cast<double>(tokens)},
                      {"tokens_per_second", static_cast<double>(tokens) / contest::median(seconds[i])},
                      {"ratio_untyped", ratio(seconds[i], seconds[untyped])},
                      {"speed_over_c", ratio(seconds[0], seconds[i])},
                      {"rounds", seconds[i].size()},
                      {"unsteadiness", steady.unsteadiness()}});
  }
  return result;
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App options("Decoding with a tiny trained model: typed, untyped over the same kernels, and plain C");
  std::string model = SHAPEPROOF_SHARED_MODELS "/stories260K/stories260K.bin", file, profiled;
  bool only_check = false;
  std::size_t rounds = 15, tokens = 256;
  int threads = 1;
  options.add_option("--model", model, "A llama2.c file")->capture_default_str();
  options.add_option("--json", file, "Write the results to this file");
  options.add_flag("--check", only_check, "Compare the stories, measure nothing");
  options.add_option("--rounds", rounds, "All in turn, so often")->capture_default_str()->check(CLI::PositiveNumber);
  options.add_option("--tokens", tokens, "Of a story")->capture_default_str()->check(CLI::PositiveNumber);
  options.add_option("--profile", profiled, "Only this one, such as 'numbers packed', over and over, for a profiler");
  options.add_option("--threads", threads, "Of the kernels")->capture_default_str();
  CLI11_PARSE(options, argc, argv);

  if (!std::filesystem::exists(model)) {
    std::printf("skipped: %s is missing\n", model.c_str());
    return 77;
  }
  shapeproof::cpu::set_threads(threads);
  std::vector<storyteller> all = {scalar_storyteller(model, tokens), untyped_storyteller(model, tokens, false),
                                  untyped_storyteller(model, tokens, true)};
  for (auto& who : typed_storytellers(model, tokens)) all.push_back(std::move(who));
  pace steady;
  if (!profiled.empty()) {
    std::erase_if(all, [&](storyteller const& who) { return who.name + " " + who.weights != profiled; });
    (void)measured(all, tokens, 10 * rounds, steady);
    return 0;
  }
  check(all, tokens, 512);
  if (only_check) return 0;

  auto const rows = rows_of(all, measured(all, tokens, rounds, steady), tokens, steady);
  std::printf("\n%-8s %-7s %9s %9s %11s %11s\n", "who", "weights", "us/token", "tokens/s", "/ untyped", "speed / C");
  for (auto const& row : rows)
    std::printf("%-8s %-7s %9.2f %9.0f %11.3f %11.2f\n", row.at("who").get<std::string>().c_str(),
                row.at("weights").get<std::string>().c_str(), row.at("microseconds").get<double>(),
                row.at("tokens_per_second").get<double>(), row.at("ratio_untyped").get<double>(),
                row.at("speed_over_c").get<double>());
  if (!file.empty()) std::ofstream(file) << rows.dump(1) << '\n';
  return 0;
} catch (std::exception const& error) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return 1;
}
