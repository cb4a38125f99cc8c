// SPDX-License-Identifier: BSL-1.0
/// What goes wrong between the ranks of an MPI program. Needs the component `shapeproof::mpi`.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace shapeproof::mpi {

/// `all_reduce of 64 values over tp (ranks 0, 1): reason`: the operation, its ranks, and what went wrong. It is the end
/// of the program: messages of the operation may still be on their way.
class error : public std::runtime_error {
 public:
  using runtime_error::runtime_error;
};

/// A rank has ended: by an exception, whose text is the reason, or without a word.
class rank_failed : public error {
 public:
  /// `waited` seconds for others.
  rank_failed(std::string const& operation, std::size_t rank, std::string reason, double waited);

  std::size_t rank() const noexcept { return rank_; }             ///< of the session
  std::string const& reason() const noexcept { return reason_; }  ///< its last words
  double waited() const noexcept { return waited_; }              ///< seconds

 private:
  std::size_t rank_;
  std::string reason_;
  double waited_;
};

/// Ranks are there, as far as one can see, and nothing came from them in time.
class late : public error {
 public:
  /// Ranks of the session, and after how many seconds.
  late(std::string const& operation, std::vector<std::size_t> silent, double waited);

  std::vector<std::size_t> const& silent() const noexcept { return silent_; }  ///< ranks of the session

 private:
  std::vector<std::size_t> silent_;
};

/// `rank 3`, or `ranks 0, 1`.
std::string to_string(std::vector<std::size_t> const& ranks);

}  // namespace shapeproof::mpi
