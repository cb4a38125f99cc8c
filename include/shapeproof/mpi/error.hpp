// SPDX-License-Identifier: BSL-1.0
/// What goes wrong between the ranks of an MPI program. Needs the component `shapeproof::mpi`.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace shapeproof::mpi {

/// `all_reduce of 64 floats over tp (ranks 0, 1): reason`: the operation, its ranks, and what went wrong. It is the end
/// of the program: messages of the operation may still be on their way.
class error : public std::runtime_error {
 public:
  using runtime_error::runtime_error;
};

/// A rank has ended: by an exception, whose text is the reason, or without a word.
class rank_failed : public error {
 public:
  rank_failed(std::string const& operation, std::size_t rank, std::string reason, std::string const& waited)
      : error(operation + ": rank " + std::to_string(rank) + " failed: " + reason + " (waited " + waited + ")"),
        rank_(rank),
        reason_(std::move(reason)) {}

  std::size_t rank() const noexcept { return rank_; }             ///< of the session
  std::string const& reason() const noexcept { return reason_; }  ///< its last words

 private:
  std::size_t rank_;
  std::string reason_;
};

/// Ranks are there, as far as one can see, and nothing came from them in time.
class late : public error {
 public:
  late(std::string const& operation, std::vector<std::size_t> silent, std::string const& waited)
      : error(operation + ": late: nothing from " + listed(silent) + " within " + waited), silent_(std::move(silent)) {}

  std::vector<std::size_t> const& silent() const noexcept { return silent_; }  ///< ranks of the session

  /// `rank 3`, or `ranks 0, 1`.
  static std::string listed(std::vector<std::size_t> const& ranks) {
    std::string result = ranks.size() == 1 ? "rank " : "ranks ";
    for (std::size_t i = 0; i < ranks.size(); ++i) result += (i == 0 ? "" : ", ") + std::to_string(ranks[i]);
    return result;
  }

 private:
  std::vector<std::size_t> silent_;
};

}  // namespace shapeproof::mpi
