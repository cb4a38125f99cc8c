// SPDX-License-Identifier: BSL-1.0
/// The memory that this process has, as the system counts it.
#pragma once
#include <cmath>
#include <fstream>
#include <string>

#include <malloc.h>

namespace whole {

inline auto bytes_in_status(std::string const& key) -> double {
  std::ifstream status("/proc/self/status");
  for (std::string name; status >> name; std::getline(status, name))
    if (double kilobytes = 0; name == key && status >> kilobytes) return 1024 * kilobytes;
  return NAN;
}

/// What freed memory the process still holds is given back first.
inline auto resident_bytes() -> double {
  malloc_trim(0);
  return bytes_in_status("VmRSS:");
}

/// The most memory that `work()` has had beyond what there was; not a number where the system does not tell.
template <class Work>
auto peak_bytes(Work const& work) -> double {
  auto const before = resident_bytes();
  if (!(std::ofstream("/proc/self/clear_refs") << 5 << std::flush)) return NAN;
  work();
  return bytes_in_status("VmHWM:") - before;
}

}  // namespace whole
