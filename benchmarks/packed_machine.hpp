// SPDX-License-Identifier: BSL-1.0
/// On what the numbers were measured.
#pragma once

#include <shapeproof/cpu/packed.hpp>

#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace contest {

/// The value of the first line of /proc/cpuinfo with this name.
inline auto cpu_info(std::string const& name) -> std::string {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(name))
      if (auto const colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
  return "unknown";
}

/// CPU, cores, caches in bytes (of one core, and the last level), instruction set and compiler, as one JSON object.
inline auto machine(int threads) -> nlohmann::json {
  using set = shapeproof::cpu::instruction_set;
  auto const best = shapeproof::cpu::best_instruction_set();
  nlohmann::json result = {
      {"suite", "machine"},
      {"cpu", cpu_info("model name")},
      {"family_model_stepping", cpu_info("cpu family") + '/' + cpu_info("model\t") + '/' + cpu_info("stepping")},
      {"cores", sysconf(_SC_NPROCESSORS_ONLN)},
      {"threads", threads},
      {"l1_data", sysconf(_SC_LEVEL1_DCACHE_SIZE)},
      {"l2", sysconf(_SC_LEVEL2_CACHE_SIZE)},
      {"l3", sysconf(_SC_LEVEL3_CACHE_SIZE)},
      {"instruction_set", best == set::avx512 ? "avx512"
                          : best == set::avx2 ? "avx2"
                                              : "portable"},
#ifdef __clang__
      {"compiler", "Clang " __clang_version__}};
#else
      {"compiler", "GCC " __VERSION__}};
#endif
  return result;
}

inline void print_machine(nlohmann::json const& it) {
  auto const kibibytes = [&](char const* name) { return it.at(name).get<long>() / 1024; };
  std::printf("%s (%s), %ld cores, %d threads, caches %ld KiB, %ld KiB, %ld KiB; %s; %s\n",
              it.at("cpu").get<std::string>().c_str(), it.at("family_model_stepping").get<std::string>().c_str(),
              it.at("cores").get<long>(), it.at("threads").get<int>(), kibibytes("l1_data"), kibibytes("l2"),
              kibibytes("l3"), it.at("instruction_set").get<std::string>().c_str(),
              it.at("compiler").get<std::string>().c_str());
}

}  // namespace contest
