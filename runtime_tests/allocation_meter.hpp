// SPDX-License-Identifier: BSL-1.0
/// How much memory a piece of code asks for.
#pragma once

#include <cstddef>

namespace allocation_meter {

/// From `start` on: the bytes of the largest single allocation by `new`, those that were alive at once at most, and how
/// often anything was allocated, by `new` or from C.
struct reading {
  std::size_t largest = 0;
  std::size_t most_alive = 0;
  std::size_t count = 0;
};

/// Begins to count what this program allocates, on all threads. (What libraries allocate by themselves is not seen.)
void start();

/// Ends it.
reading stop();

/// The allocation after `count` more of this thread fails, by `new` or from C; those after it do not.
void fail_after(std::size_t count);

/// None fails any more. Gives whether one did.
bool stop_failing();

}  // namespace allocation_meter
