// SPDX-License-Identifier: BSL-1.0
#include <shapeproof/mpi/error.hpp>

#include <array>
#include <cstdio>
#include <utility>

namespace shapeproof::mpi {

namespace {

std::string seconds(double count) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g s", count);
  return text.data();
}

}  // namespace

rank_failed::rank_failed(std::string const& operation, std::size_t rank, std::string reason, double waited)
    : error(operation + ": rank " + std::to_string(rank) + " failed after " + seconds(waited) + ": " + reason),
      rank_(rank),
      reason_(std::move(reason)),
      waited_(waited) {}

late::late(std::string const& operation, std::vector<std::size_t> silent, double waited)
    : error(operation + ": late: nothing from " + to_string(silent) + " within " + seconds(waited)),
      silent_(std::move(silent)) {}

std::string to_string(std::vector<std::size_t> const& ranks) {
  std::string result = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t i = 0; i < ranks.size(); ++i) result += (i == 0 ? "" : ", ") + std::to_string(ranks[i]);
  return result;
}

}  // namespace shapeproof::mpi
