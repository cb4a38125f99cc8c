// SPDX-License-Identifier: BSL-1.0
/// A program that runs as several ranks, from its start to its end, whatever happens to one of them. Needs the
/// component `shapeproof::mpi`.
///
/// The ranks outlive one that is killed, and can name it, only if the launcher lets them:
/// `mpirun --mca orte_abort_on_non_zero_status 0 ...`.
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <string_view>

namespace shapeproof::mpi {

namespace detail {
class world;
}

/// How ranks wait for each other: the same on all of them.
struct options {
  /// Seconds that a call waits for other ranks, and as long again where those wait themselves; then it throws `late`.
  double patience = 60;
  std::size_t piece = std::size_t{1} << 30;  ///< bytes in one MPI message: longer ones are sent in pieces
};

/// MPI from its start to its end: one in a program. One thread at a time may use it and what is made with it. While it
/// lives, SIGTERM, by which a launcher ends ranks, ends the next wait: as a failure of this rank, if of no other.
class session {
 public:
  /// Starts MPI and meets the other ranks. Throws `error` where MPI lacks what is needed (its threads' level), and as
  /// all calls that wait do: `rank_failed` and `late`.
  explicit session(options const& how = {});
  /// Ends as `end(0)`, or `fail` where an exception leaves or the end fails.
  ~session();
  session(session const&) = delete;
  session& operator=(session const&) = delete;

  std::size_t rank() const noexcept;  ///< from 0 on
  std::size_t size() const noexcept;  ///< how many ranks there are

  /// Meets all ranks and ends MPI. Where one of them has another code than 0, the program ends here and mpirun's exit
  /// code is not 0 either. Throws as all calls that wait do.
  void end(int code = 0);
  /// Prints `rank 1 of 4: reason` to stderr, tells the others, who throw `rank_failed` where they wait, lets them say
  /// theirs for as long as the patience lasts, and ends the program on all ranks.
  [[noreturn]] void fail(std::exception const& reason) noexcept;

  detail::world& inside() const noexcept { return *world_; }  ///< for the component itself

 private:
  std::unique_ptr<detail::world> world_;
  int exceptions_;  ///< that were under way at the start
};

namespace detail {
/// Prints why there is no session; the exit code of that.
int report(std::exception const& reason) noexcept;
}  // namespace detail

/// A rank's whole program: `int main() { return mpi::run({}, [](mpi::session& ranks) { ...; return 0; }); }`. What
/// `work` throws becomes this rank's last words.
template <class Work>
int run(options const& how, Work const& work) {
  try {
    session ranks(how);
    int code = 0;
    try {
      code = work(ranks);
      ranks.end(code);
    } catch (std::exception const& reason) {
      ranks.fail(reason);
    }
    return code;
  } catch (std::exception const& reason) {  // MPI did not start
    return detail::report(reason);
  }
}

}  // namespace shapeproof::mpi
