// SPDX-License-Identifier: BSL-1.0
/// Filling weights by counters against the generators of the standard library.
#pragma once

#include "packed_calls.hpp"

#include <shapeproof/cpu/threads.hpp>

#include <random>

namespace contest {

/// `count` numbers, by each of so many threads its share.
inline void fill_by_standard_library(std::vector<float>& to, int threads) {
#pragma omp parallel for num_threads(threads)
  for (int thread = 0; thread < threads; ++thread) {
    std::mt19937 generator(static_cast<std::uint32_t>(thread));
    std::normal_distribution<float> normal;
    auto const share = to.size() / static_cast<std::size_t>(threads);
    auto const first = share * static_cast<std::size_t>(thread);
    auto const last = thread + 1 == threads ? to.size() : first + share;
    for (auto i = first; i < last; ++i) to[i] = normal(generator);
  }
}

/// fill_uniform and fill_normal against mt19937 with normal_distribution, with as many threads.
inline auto race_of_fills(int most_threads) -> nlohmann::json {
  auto results = nlohmann::json::array();
  std::vector<float> numbers(std::size_t{1} << 22);
  std::printf("fill: threads  ns: uniform  normal  standard library  ratio: uniform  normal\n");
  auto const before = kernels::threads();
  for (int threads = 1; threads <= most_threads; ++threads) {
    kernels::set_threads(threads);
    auto const times = seconds_of_calls({[&] { kernels::fill_uniform(numbers.data(), numbers.size(), 1, 1, -1, 1); },
                                         [&] { kernels::fill_normal(numbers.data(), numbers.size(), 1, 1, 0, 1); },
                                         [&] { fill_by_standard_library(numbers, threads); }});
    auto const nanoseconds = 1e9 / static_cast<double>(numbers.size());
    results.push_back({{"suite", "fill"},
                       {"threads", threads},
                       {"count", numbers.size()},
                       {"seconds", times[0]},
                       {"seconds_normal", times[1]},
                       {"seconds_standard_library", times[2]},
                       {"ratio_standard_library", times[0] / times[2]},
                       {"ratio_standard_library_normal", times[1] / times[2]}});
    std::printf("%13d %12.2f %7.2f %17.2f %15.2f %7.2f\n", threads, nanoseconds * times[0], nanoseconds * times[1],
                nanoseconds * times[2], times[0] / times[2], times[1] / times[2]);
    std::fflush(stdout);
  }
  kernels::set_threads(before);
  return results;
}

}  // namespace contest
