// SPDX-License-Identifier: BSL-1.0
/// Contestants that compute the same product in turns, timed beside the two rates of the machine.
#pragma once

#include <shapeproof/cpu/probe.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace contest {

/// y[m, n] = x[m, k] * w[k, n], all row-major.
struct product {
  std::size_t m, k, n;
  std::span<float const> x;
  std::span<float const> w;  // in huge pages, as the weights of all are
};

struct contestant {
  std::string name;
  std::function<void()> run;  // writes y
  std::vector<float> const* y;
  double tolerance;  // of errors, relative to the sum of |x * w|
  bool leaves_threads_spinning = false;
};

/// Seconds of every round.
struct times {
  std::map<std::string, std::vector<double>> of;  // contestant
  std::vector<double> read;                       // w once
  std::vector<double> multiply_add;               // one, all threads together
};

inline auto median(std::vector<double> values) -> double {
  if (values.empty()) return NAN;
  std::sort(values.begin(), values.end());
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

/// How unsteady the machine was: the median of the reading over the fastest one.
inline auto unsteadiness(times const& all) -> double {
  return median(all.read) / *std::min_element(all.read.begin(), all.read.end());
}

/// Seconds that threads of this process were ready to run and did not, since other programs did; 0 where the system
/// does not tell.
inline auto waited() -> double {
  double result = 0, ran = 0, waiting = 0;
  for (auto const& thread : std::filesystem::directory_iterator("/proc/self/task"))
    if (std::ifstream(thread.path() / "schedstat") >> ran >> waiting) result += waiting * 1e-9;
  return result;
}

/// Seconds of the least disturbed of some runs: the first one that other programs left alone, if there is one.
///
/// The pause before each run lets the threads of the run before it go to sleep, and the system wake them first.
template <typename Run>
auto seconds_of(Run const& run, std::chrono::milliseconds pause = std::chrono::milliseconds(6)) -> double {
  using clock = std::chrono::steady_clock;
  using seconds = std::chrono::duration<double>;
  double best = 0, least = HUGE_VAL;
  auto const first = clock::now();
  do {
    std::this_thread::sleep_for(pause);
    auto const before = waited();
    auto const begin = clock::now();
    run();
    auto const time = seconds(clock::now() - begin).count();
    auto const disturbed = (waited() - before) / time;
    if (disturbed < least) best = time;
    least = std::min(least, disturbed);
  } while (least > 0.02 && seconds(clock::now() - first).count() < 0.2);
  return best;
}

/// Throws std::runtime_error where sampled elements are wrong, against sums in double precision.
inline void check(product const& p, contestant const& who) {
  for (std::size_t sample = 0; sample < 50; ++sample) {
    auto const row = sample * 7919 % p.m;
    auto const column = sample == 0 ? p.n - 1 : sample * 104729 % p.n;
    double sum = 0, size = 0;
    for (std::size_t k = 0; k < p.k; ++k) {
      auto const term = static_cast<double>(p.x[row * p.k + k]) * static_cast<double>(p.w[k * p.n + column]);
      sum += term;
      size += std::abs(term);
    }
    if (!(std::abs(static_cast<double>((*who.y)[row * p.n + column]) - sum) <= who.tolerance * size))
      throw std::runtime_error(who.name + " is wrong in row " + std::to_string(row) + ", column " +
                               std::to_string(column));
  }
}

/// Everyone once, for about `seconds`, at least `least` times; in the order in which they stand.
inline auto rounds(product const& p, std::vector<contestant> const& everyone, std::size_t least, double seconds)
    -> times {
  using namespace std::chrono_literals;
  times result;
  double volatile sum = 0;
  auto const begin = std::chrono::steady_clock::now();
  auto const spent = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
  auto const read = [&] { sum = sum + static_cast<double>(shapeproof::cpu::read_once(p.w.data(), p.w.size())); };
  read();
  // At most 25 rounds: more would not move a median.
  for (std::size_t round = 0; round < least || (spent() < seconds && round < 25); ++round) {
    double rate = 0;
    seconds_of([&] { rate = std::max(rate, shapeproof::cpu::multiply_add_rate(0.005)); });
    result.multiply_add.push_back(1 / rate);
    result.read.push_back(seconds_of(read));
    for (auto const& who : everyone) {
      result.of[who.name].push_back(seconds_of(who.run));
      // Threads that wait for more to do take time from the next contestant.
      if (who.leaves_threads_spinning) std::this_thread::sleep_for(50ms);
    }
  }
  return result;
}

/// Rounds on a machine that is as steady as it gets, after one round that does not count.
inline auto compete(product const& p, std::vector<contestant> const& everyone, std::size_t least, double seconds)
    -> times {
  for (auto const& who : everyone) {
    who.run();
    check(p, who);
  }
  auto best = rounds(p, everyone, least, seconds);
  for (int again = 0; again < 2 && unsteadiness(best) > 1.15; ++again) {
    auto next = rounds(p, everyone, least, seconds);
    if (unsteadiness(next) < unsteadiness(best)) best = std::move(next);
  }
  return best;
}

}  // namespace contest
