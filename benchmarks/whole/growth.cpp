// SPDX-License-Identifier: BSL-1.0
/// How time and memory grow with layers, with the tokens of a prompt and with cached positions, beside what the
/// compiler's trace predicts.
#include "costs.hpp"
#include "memory.hpp"
#include "stepper.hpp"

#include <shapeproof/cpu/threads.hpp>
#include <shapeproof/llm/activation_memory.hpp>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <memory>
#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;
using whole::step_sizes;

/// The note's model, smaller.
struct small_model {
  using B = shapeproof::axis<"B", 1>;
  using V = shapeproof::axis<"V", 6000>;
  using De = shapeproof::axis<"De", 1024>;
  using D = shapeproof::axis<"D", 1280>;
  using H = shapeproof::axis<"H", 8>;
  using Dk = shapeproof::axis<"Dk", 160>;
  using F = shapeproof::axis<"F", 5120>;
  using Dl = shapeproof::axis<"Dl", 800>;
  using facts = shapeproof::llm::facts<shapeproof::shape<D, H, Dk, F>, "D = H*Dk", "F = 4*D">;
};
constexpr shapeproof::trace traced = shapeproof::llm::traced_step<small_model, "L", "past">();

using weights_type =
    decltype(shapeproof::llm::packed_weights<float>(whole::filled_weights<small_model>(std::size_t{})));

/// Packed weights with so many layers, and the memory that they brought.
struct model {
  std::size_t layers;
  std::unique_ptr<weights_type const> weights;
  double bytes;
  explicit model(std::size_t count) : layers(count) {
    auto const before = whole::resident_bytes();
    weights = std::make_unique<weights_type const>(
        shapeproof::llm::packed_weights<float>(whole::filled_weights<small_model>(count)));
    bytes = whole::resident_bytes() - before;
  }
};

/// One point of a sweep.
struct point {
  std::string sweep;
  std::size_t value;  // of the variable
  step_sizes sizes;
  std::unique_ptr<whole::stepper<small_model, weights_type>> steps;
  double bytes, bytes_predicted;  // weights, cache and activations
  std::vector<double> seconds = {}, predicted = {};

  point(std::string name, std::size_t at, model const& of, std::size_t tokens, std::size_t past)
      : sweep(std::move(name)), value(at), sizes{of.layers, tokens, past} {
    auto const work = [&] {
      steps = std::make_unique<whole::stepper<small_model, weights_type>>(*of.weights, past + tokens);
      run();
    };
    bytes = of.bytes + whole::peak_bytes(work);
    bytes_predicted = static_cast<double>(of.weights->embedding.size() * sizeof(float)) +
                      whole::bytes_read(*of.weights) + steps->bytes_of_position() * static_cast<double>(past + tokens);
  }
  void run() const { (void)steps->step(sizes.tokens, sizes.past); }
};

auto points_of(std::vector<model> const& models) -> std::vector<point> {
  std::vector<point> result;
  auto const& one = models[0];
  for (auto const& each : models) result.emplace_back("decode by layers", each.layers, each, 1, 511);
  for (auto const& each : models) result.emplace_back("prefill by layers", each.layers, each, 128, 0);
  for (std::size_t tokens = 1; tokens <= 512; tokens *= 2) result.emplace_back("prefill by L", tokens, one, tokens, 0);
  for (std::size_t all = 8; all <= 2048; all *= 2) result.emplace_back("decode by S", all, one, 1, all - 1);
  return result;
}

/// All points in turn, and the machine's rates beside them. Returns how long it took to read the largest model.
auto measure(std::vector<point>& points, model const& largest, std::size_t rounds) -> std::vector<double> {
  std::vector<double> reads;
  auto const bytes = whole::bytes_read(*largest.weights);
  whole::read_all(*largest.weights);
  for (std::size_t round = 0; round < rounds; ++round) {
    reads.push_back(contest::seconds_of([&] { whole::read_all(*largest.weights); }));
    whole::rates const at = {whole::multiply_add_seconds(), reads.back() / bytes};
    for (auto& each : points) {
      each.seconds.push_back(contest::seconds_of([&] { each.run(); }));
      each.predicted.push_back(whole::predicted(traced, each.sizes, at));
    }
  }
  return reads;
}

/// The slope of a line through the points, by least squares.
template <class Value>
auto slope(std::vector<point const*> const& points, Value const& value) -> double {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (auto const* each : points) {
    auto const at = static_cast<double>(each->value), of = value(*each);
    n += 1, x += at, y += of, xx += at * at, xy += at * of;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

auto row_of(point const& p, double unsteadiness) -> json {
  return {{"suite", "growth"},
          {"sweep", p.sweep},
          {"value", p.value},
          {"seconds", contest::median(p.seconds)},
          {"seconds_predicted", contest::median(p.predicted)},
          {"bytes", p.bytes},
          {"bytes_predicted", p.bytes_predicted},
          {"rounds", p.seconds.size()},
          {"unsteadiness", unsteadiness}};
}

auto slope_row(std::string const& sweep, std::vector<point const*> const& points) -> json {
  auto const seconds = slope(points, [](point const& p) { return contest::median(p.seconds); });
  auto const predicted = slope(points, [](point const& p) { return contest::median(p.predicted); });
  auto const bytes = slope(points, [](point const& p) { return p.bytes; });
  auto const bytes_predicted = slope(points, [](point const& p) { return p.bytes_predicted; });
  std::printf("%-18s %9.2f us more for each, predicted %9.2f, ratio %5.2f; %9.1f KB, predicted %9.1f\n\n",
              sweep.c_str(), 1e6 * seconds, 1e6 * predicted, seconds / predicted, bytes / 1024, bytes_predicted / 1024);
  return {{"suite", "growth"},
          {"sweep", sweep},
          {"slope_seconds", seconds},
          {"slope_seconds_predicted", predicted},
          {"ratio_slope", seconds / predicted},
          {"slope_bytes", bytes},
          {"slope_bytes_predicted", bytes_predicted}};
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App options("Time and memory of a smaller model by layers, L and S, beside the compiler's prediction");
  std::string file;
  std::size_t rounds = 9;
  int threads = 2;
  options.add_option("--json", file, "Write the results to this file");
  options.add_option("--rounds", rounds, "All points in turn, so often")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  options.add_option("--threads", threads, "Of the kernels")->capture_default_str();
  CLI11_PARSE(options, argc, argv);

  shapeproof::cpu::set_threads(threads);
  std::vector<model> models;
  for (std::size_t const layers : {1U, 2U, 4U}) models.emplace_back(layers);
  auto points = points_of(models);
  auto const unsteadiness = whole::unsteadiness(measure(points, models.back(), rounds));

  auto rows = json::array();
  for (auto first = points.begin(); first != points.end();) {
    std::vector<point const*> sweep;
    for (; first != points.end() && (sweep.empty() || first->sweep == sweep[0]->sweep); ++first) {
      sweep.push_back(&*first);
      rows.push_back(row_of(*first, unsteadiness));
      std::printf("%-18s %5zu %10.3f ms, predicted %10.3f  %8.1f MB, predicted %8.1f\n", first->sweep.c_str(),
                  first->value, 1e3 * rows.back().at("seconds").get<double>(),
                  1e3 * rows.back().at("seconds_predicted").get<double>(), first->bytes * 1e-6,
                  first->bytes_predicted * 1e-6);
    }
    rows.push_back(slope_row(sweep[0]->sweep, sweep));
  }
  std::printf("unsteadiness %.2f\n", unsteadiness);
  if (!file.empty()) std::ofstream(file) << rows.dump(1) << '\n';
  return 0;
} catch (std::exception const& error) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return 1;
}
