// SPDX-License-Identifier: BSL-1.0
/// What a typed call costs over the kernel's call: with the result's memory at hand, and with the same allocation.
#include "../pace.hpp"
#include "call_pairs.hpp"

#include <shapeproof/cpu/threads.hpp>

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;

/// Memory for floats as a library without types would get it, aligned for vectors.
class allocation {
 public:
  explicit allocation(std::size_t count) : block_(std::malloc(count * sizeof(float) + 64)) {
    if (block_ == nullptr) throw std::bad_alloc();
  }
  allocation(allocation const&) = delete;
  allocation& operator=(allocation const&) = delete;
  ~allocation() { std::free(block_); }
  auto data() const -> float* {
    auto const behind = reinterpret_cast<std::uintptr_t>(block_) % 64;
    return reinterpret_cast<float*>(static_cast<char*>(block_) + (64 - behind) % 64);
  }

 private:
  void* block_;
};

enum contender : std::size_t { in_place, allocating, typed, contenders };

/// Seconds of a call, one for each round.
using times = std::array<std::vector<double>, contenders>;

auto race(call_pair const& pair, double seconds) -> times {
  allocation const result(pair.results());
  std::array<std::function<void()>, contenders> const all = {
      [&] { pair.bare(result.data()); }, [&] { pair.bare(allocation(pair.results()).data()); }, pair.typed};
  using clock = std::chrono::steady_clock;
  auto const time = [](std::function<void()> const& call, std::size_t calls) {
    auto const begin = clock::now();
    for (std::size_t i = 0; i < calls; ++i) call();
    return std::chrono::duration<double>(clock::now() - begin).count() / static_cast<double>(calls);
  };
  all[in_place]();
  if (!pair.agrees(result.data())) throw std::runtime_error(pair.operation + ": typed and bare call disagree");
  // About 50 us at a time: long for the clock, short for whatever else the machine does.
  auto const calls = static_cast<std::size_t>(std::max(5e-5 / time(all[in_place], 3), 1.0));
  times result_times;
  auto const begin = clock::now();
  for (std::size_t round = 0; round < 21 || std::chrono::duration<double>(clock::now() - begin).count() < seconds;
       ++round)
    for (std::size_t i = 0; i < contenders; ++i) {
      auto const who = (round + i) % contenders;  // nobody is always the first
      result_times[who].push_back(time(all[who], calls));
    }
  return result_times;
}

auto row_of(call_pair const& pair, times const& all) -> json {
  auto const ratio = [&](contender to) {
    std::vector<double> ratios;
    ratios.reserve(all[typed].size());
    for (std::size_t i = 0; i < all[typed].size(); ++i) ratios.push_back(all[typed][i] / all[to][i]);
    return contest::median(ratios);
  };
  auto const nanoseconds = [&](contender who) { return 1e9 * contest::median(all[who]); };
  return {{"suite", "overhead"},
          {"part", "call"},
          {"operation", pair.operation},
          {"extents", pair.extents},
          {"rows", pair.rows},
          {"columns", pair.columns},
          {"nanoseconds", nanoseconds(typed)},
          {"nanoseconds_bare", nanoseconds(in_place)},
          {"nanoseconds_bare_allocating", nanoseconds(allocating)},
          {"ratio_in_place", ratio(in_place)},
          {"ratio_allocating", ratio(allocating)},
          {"rounds", all[typed].size()}};
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App options("Typed calls against the kernels' calls; ratios are medians over rounds");
  std::string file;
  double seconds = 0.3;
  options.add_option("--json", file, "Write the results to this file");
  options.add_option("--seconds", seconds, "For each pair of calls")->capture_default_str();
  CLI11_PARSE(options, argc, argv);

  shapeproof::cpu::set_threads(1);
  std::printf("%-15s %-8s %11s %11s %11s %11s  %9s %9s\n", "operation", "extents", "size", "bare ns", "+ malloc",
              "typed", "/ bare", "/ malloc");
  auto rows = json::array();
  pace steady;
  for (auto const& pair : call_pairs()) {
    auto const row = rows.emplace_back(row_of(pair, race(pair, seconds)));
    steady.note();
    std::printf("%-15s %-8s %5zu x%5zu %11.0f %11.0f %11.0f  %9.3f %9.3f\n", pair.operation.c_str(),
                pair.extents.c_str(), pair.rows, pair.columns, row.at("nanoseconds_bare").get<double>(),
                row.at("nanoseconds_bare_allocating").get<double>(), row.at("nanoseconds").get<double>(),
                row.at("ratio_in_place").get<double>(), row.at("ratio_allocating").get<double>());
  }
  for (auto& row : rows) row["unsteadiness"] = steady.unsteadiness();
  if (!file.empty()) std::ofstream(file) << rows.dump(1) << '\n';
  return 0;
} catch (std::exception const& error) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return 1;
}
