// SPDX-License-Identifier: BSL-1.0
/// The number of threads, kept for the whole process.
#include "shapeproof/cpu/threads.hpp"

#include <atomic>
#include <stdexcept>
#include <string>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace shapeproof::cpu {
namespace {

std::atomic<int> chosen = 0;  // 0: not chosen, OpenMP decides

}  // namespace

int threads() {
#ifdef _OPENMP
  auto const count = chosen.load(std::memory_order_relaxed);
  return count > 0 ? count : omp_get_max_threads();
#else
  return 1;  // built without OpenMP: there are no others
#endif
}

void set_threads(int count) {
  if (count <= 0)
    throw std::invalid_argument("set_threads: " + std::to_string(count) + " threads; at least 1 is needed");
  chosen.store(count, std::memory_order_relaxed);
}

}  // namespace shapeproof::cpu
