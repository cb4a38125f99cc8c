// SPDX-License-Identifier: BSL-1.0
/// Products over packed weights against the machine's own limits, oneDNN, OpenBLAS and Eigen.
#include "packed_contest.hpp"
#include "packed_fill.hpp"
#include "packed_machine.hpp"
#include "packed_rivals.hpp"

#include <shapeproof/cpu/packed.hpp>
#include <shapeproof/cpu/random.hpp>
#include <shapeproof/cpu/threads.hpp>

#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

namespace cpu = shapeproof::cpu;

namespace {

using contest::contestant;
using contest::product;
using contest::times;
using cpu::weight_type;
using nlohmann::json;

struct own_type {
  weight_type type;
  std::string name;
  double bytes;      // of a weight
  double tolerance;  // of errors, relative to the sum of |x * w|
};

own_type const own_types[] = {
    {weight_type::f32, "f32", 4, 1e-5}, {weight_type::bf16, "bf16", 2, 0x1p-8}, {weight_type::int8, "int8", 1, 0.01}};

/// One weight [k, n] as floats and packed.
struct weights {
  std::size_t k, n;
  cpu::packed_memory memory;
  std::map<std::string, cpu::packed_memory> packed;

  weights(std::size_t k_, std::size_t n_) : k(k_), n(n_), memory(cpu::allocate_packed(k * n * sizeof(float))) {
    auto* const raw = reinterpret_cast<float*>(memory.get());
    cpu::fill_uniform(raw, k * n, 1, 1, -1, 1);
    for (auto const& own : own_types) {
      auto& to = packed[own.name] = cpu::allocate_packed(cpu::packed_size(k, n, own.type));
      cpu::pack(own.type, raw, static_cast<std::ptrdiff_t>(n), 1, k, n, to.get());
    }
  }

  auto raw() const -> std::span<float const> { return {reinterpret_cast<float const*>(memory.get()), k * n}; }
};

auto shapeproof_as(own_type const& own, product const& p, weights const& w) -> contestant {
  auto const y = std::make_shared<std::vector<float>>(p.m * p.n);
  auto const run = [p, y, type = own.type, packed = w.packed.at(own.name).get()] {
    cpu::packed_matmul(p.x.data(), static_cast<std::ptrdiff_t>(p.k), y->data(), static_cast<std::ptrdiff_t>(p.n), p.m,
                       p.k, p.n, packed, type);
  };
  return {own.name, run, y.get(), own.tolerance};
}

/// The median of the ratios of what ran side by side.
auto ratio(std::vector<double> const& one, std::vector<double> const& other) -> json {
  if (one.size() != other.size()) return nullptr;
  std::vector<double> ratios;
  for (std::size_t i = 0; i < one.size(); ++i) ratios.push_back(one[i] / other[i]);
  return contest::median(ratios);
}

/// The least time of a product: its weights are read once, or its multiply-adds are computed at the highest rate.
auto bound(product const& p, own_type const& own, times const& all) -> std::vector<double> {
  auto const terms = static_cast<double>(p.m) * static_cast<double>(p.k) * static_cast<double>(p.n);
  std::vector<double> result;
  for (std::size_t i = 0; i < all.read.size(); ++i)
    result.push_back(std::max(all.read[i] * own.bytes / 4, all.multiply_add[i] * terms));
  return result;
}

auto result_of(product const& p, own_type const& own, times const& all) -> json {
  auto const of = [&](std::string const& name) {
    auto const at = all.of.find(name);
    return at == all.of.end() ? std::vector<double>{} : at->second;
  };
  auto const mine = of(own.name), best = bound(p, own, all);
  auto const onednn = of("onednn_" + own.name);
  auto const if_f32 = [&](std::string const& name) {
    return own.type == weight_type::f32 ? of(name) : std::vector<double>{};
  };
  return {{"suite", "kernels"},
          {"dtype", own.name},
          {"m", p.m},
          {"k", p.k},
          {"n", p.n},
          {"ratio_bound", ratio(mine, best)},
          {"ratio_onednn", ratio(mine, onednn)},
          {"ratio_openblas", ratio(mine, if_f32("openblas"))},
          {"ratio_eigen", ratio(mine, if_f32("eigen"))},
          {"ratio_f32", ratio(mine, of("f32"))},
          {"seconds", contest::median(mine)},
          {"seconds_bound", contest::median(best)},
          {"seconds_onednn", contest::median(onednn)},
          {"seconds_openblas", contest::median(if_f32("openblas"))},
          {"seconds_eigen", contest::median(if_f32("eigen"))},
          {"rounds", mine.size()},
          {"unsteadiness", contest::unsteadiness(all)}};
}

void print(json const& row) {
  auto const number = [&](char const* key) { return row.at(key).is_null() ? NAN : row.at(key).get<double>(); };
  std::printf("%-5s %4zu %6zu %6zu %10.3f %7.2f %7.2f %9.2f %7.2f %7.2f %7.2f\n",
              row.at("dtype").get<std::string>().c_str(), row.at("m").get<std::size_t>(),
              row.at("k").get<std::size_t>(), row.at("n").get<std::size_t>(), 1e3 * number("seconds"),
              number("ratio_bound"), number("ratio_onednn"), number("ratio_openblas"), number("ratio_eigen"),
              number("ratio_f32"), number("unsteadiness"));
  std::fflush(stdout);
}

/// Rivals stand between those who read the same weights, so that nobody finds them in a cache.
auto race(std::size_t m, weights const& w, double seconds) -> json {
  std::vector<float> x(m * w.k);
  cpu::fill_uniform(x.data(), x.size(), 2, 2, -1, 1);
  product const p = {m, w.k, w.n, x, w.raw()};
  using type = dnnl::memory::data_type;
  auto const times = contest::compete(
      p,
      {contest::onednn(p, type::f32, "onednn_f32", 1e-5), shapeproof_as(own_types[0], p, w), contest::openblas(p),
       shapeproof_as(own_types[1], p, w), contest::onednn(p, type::bf16, "onednn_bf16", 0x1p-7), contest::eigen(p),
       shapeproof_as(own_types[2], p, w)},
      5, seconds);
  auto results = json::array();
  for (auto const& own : own_types) {
    results.push_back(result_of(p, own, times));
    print(results.back());
  }
  return results;
}

/// OpenBLAS reads how it is to be tuned when it is loaded, which is before main: without that, all over again.
void start_untuned(char** argv) {
  auto tuned = false;
  for (auto const* const name : {"OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"}) {
    tuned = tuned || std::getenv(name) != nullptr;
    unsetenv(name);
  }
  if (tuned) execv("/proc/self/exe", argv);
  if (tuned) throw std::runtime_error("OPENBLAS_CORETYPE and OPENBLAS_L2_SIZE must not be set");
}

auto race_of_kernels(std::vector<std::string> const& sizes, std::vector<std::size_t> const& rows, double seconds)
    -> json {
  auto results = json::array();
  std::printf("dtype    m      k      n         ms   bound  onednn  openblas   eigen     f32  unsteadiness\n");
  for (auto const& size : sizes) {
    std::size_t k = 0, n = 0;
    if (std::sscanf(size.c_str(), "%zux%zu", &k, &n) != 2 || k == 0 || n == 0)
      throw std::runtime_error(size + " is no size; 4096x5200 is one");
    weights const w(k, n);
    for (auto const m : rows)
      for (auto const& row : race(m, w, seconds)) results.push_back(row);
  }
  return results;
}

void run(int argc, char** argv) {
  CLI::App options("Products over packed weights, in turns with their rivals; ratios are medians over rounds");
  std::string file;
  bool quick = false;
  int threads = 2;
  double seconds = 1.5;
  std::vector<std::string> suites = {"kernels", "fill", "calls", "epilogue"};
  std::vector<std::string> sizes = {"4096x5200", "5200x5200", "5200x20800", "20800x5200", "5200x3200", "3200x6000"};
  std::vector<std::size_t> rows = {1, 7, 14, 32, 128, 512};
  options.add_option("--suites", suites, "What to run: kernels, fill, calls, epilogue")->delimiter(',');
  auto* const chosen = options.add_option("--sizes", sizes, "Of the kernels' weights, [k]x[n]")->delimiter(',');
  options.add_option("--rows", rows, "Of the kernels' activations")->delimiter(',')->check(CLI::PositiveNumber);
  options.add_option("--json", file, "Write the results to this file");
  options.add_flag("--quick", quick, "A few shapes only");
  options.add_option("--threads", threads, "Of every contestant")->capture_default_str();
  options.add_option("--seconds", seconds, "For each shape, at least; 5 rounds are run anyhow")->capture_default_str();
  try {
    options.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    std::exit(options.exit(error));
  }

  cpu::set_threads(threads);
  Eigen::setNbThreads(threads);  // OpenMP's, so oneDNN's as well
  openblas_set_num_threads(threads);
  if (quick && chosen->count() == 0) sizes = {"4096x5200", "5200x3200"};

  auto results = json::array({contest::machine(threads)});
  contest::print_machine(results[0]);
  for (auto const& suite : suites) {
    json found;
    if (suite == "kernels") found = race_of_kernels(sizes, rows, seconds);
    if (suite == "fill") found = contest::race_of_fills(threads);
    if (suite == "calls") found = contest::race_of_calls();
    if (suite == "epilogue") found = contest::race_of_epilogues(quick);
    if (found.is_null()) throw std::runtime_error(suite + " is no suite");
    for (auto const& row : found) results.push_back(row);
  }
  if (!file.empty()) std::ofstream(file) << results.dump(1) << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  try {
    start_untuned(argv);
    run(argc, argv);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "packed_benchmark: %s\n", error.what());
    return 1;
  }
}
