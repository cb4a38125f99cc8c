// SPDX-License-Identifier: BSL-1.0
/// Times and memory.
#pragma once

#include <chrono>
#include <cstddef>

#include <sys/resource.h>
#include <unistd.h>

/// Seconds that `work()` takes.
template <class Work>
double seconds(Work const& work) {
  auto const begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The most memory that this process has had, in bytes.
inline double peak_memory() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024;
}

/// The machine's memory in bytes.
inline double machine_memory() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}
