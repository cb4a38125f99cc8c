// SPDX-License-Identifier: BSL-1.0
/// An end for calls that have none of their own.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace shapeproof::mpi::detail {

/// Some calls of MPI only return when all ranks are there. If they do not in time, this ends the rank with a message,
/// and the launcher, which ends the other ranks.
class watch {
 public:
  watch(char const* call, double patience)
      : thread_([this, call, patience] {
          std::unique_lock lock(mutex_);
          std::chrono::duration<double> const at_most(std::min(patience, longest));
          if (returned_.wait_for(lock, at_most, [this] { return has_returned_; })) return;
          char const* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
          std::fprintf(stderr, "rank %s: %s: late: not all ranks are there within %.3g s\n",
                       rank == nullptr ? "?" : rank, call, patience);
          std::fflush(nullptr);
          std::this_thread::sleep_for(std::chrono::milliseconds(500));  // the launcher reads the message
          if (rank != nullptr) kill(getppid(), SIGTERM);
          _exit(1);
        }) {}
  ~watch() {
    {
      std::lock_guard const lock(mutex_);
      has_returned_ = true;
    }
    returned_.notify_one();
    thread_.join();
  }
  watch(watch const&) = delete;
  watch& operator=(watch const&) = delete;

 private:
  static constexpr double longest = 1e9;  ///< 30 years, which a clock still counts in nanoseconds

  std::mutex mutex_;
  std::condition_variable returned_;
  bool has_returned_ = false;
  std::thread thread_;
};

}  // namespace shapeproof::mpi::detail
