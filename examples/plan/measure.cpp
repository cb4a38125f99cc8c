// SPDX-License-Identifier: BSL-1.0
#include "measure.hpp"

#include <shapeproof/cpu/packed.hpp>
#include <shapeproof/cpu/threads.hpp>
#include <shapeproof/ops/matmul.hpp>
#include <shapeproof/ops/packed.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

namespace plan = shapeproof::plan;
namespace sp = shapeproof;

namespace {

using K = sp::axis<"K", 4096>;
using N = sp::axis<"N", 16384>;  // 256 MB of floats

/// The median of so many times of `work`.
template <class Work>
double seconds_of(std::size_t times, Work const& work) {
  std::vector<double> all;
  for (std::size_t i = 0; i < times; ++i) {
    auto const begin = std::chrono::steady_clock::now();
    work();
    all.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(times / 2), all.end());
  return all[times / 2];
}

template <class Weight>
plan::rates rates_with(int threads, Weight const& weight) {
  sp::cpu::set_threads(threads);
  constexpr double rows = 128;
  sp::tensor<float, sp::axis<"L", 128>, K> const many;
  sp::tensor<float, sp::axis<"L", 1>, K> const one;
  auto const multiply = [&](auto const& x) { (void)sp::matmul(x, weight); };
  multiply(one);
  double const elements = static_cast<double>(sp::static_extent<K>) * static_cast<double>(sp::static_extent<N>);
  return {2 * rows * elements / seconds_of(5, [&] { multiply(many); }),
          elements * sizeof(float) / seconds_of(11, [&] { multiply(one); })};
}

}  // namespace

plan::hardware measured_machine() {
  auto const cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  auto const weight = sp::pack<float>(sp::tensor<float, K, N>{});
  plan::hardware result;
  result.name = "this machine";
  result.ranks_per_node = static_cast<std::size_t>(cores);
  result.rank = rates_with(1, weight);
  result.node = rates_with(cores, weight);
  // A node has never less than one of its ranks, whatever was measured.
  result.node.flops_per_second = std::max(result.node.flops_per_second, result.rank.flops_per_second);
  result.node.bytes_per_second = std::max(result.node.bytes_per_second, result.rank.bytes_per_second);
  result.node_memory_bytes = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  return result;
}
