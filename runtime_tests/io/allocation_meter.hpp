// SPDX-License-Identifier: BSL-1.0
/// How much memory a piece of code asks for.
#pragma once

#include <cstddef>

namespace allocation_meter {

/// Bytes: the largest single allocation, and the most that was alive at once, from `start` on.
struct reading {
  std::size_t largest = 0;
  std::size_t most_alive = 0;
};

/// Begins to count what `new` allocates, on all threads.
void start();

/// Ends it.
reading stop();

}  // namespace allocation_meter
