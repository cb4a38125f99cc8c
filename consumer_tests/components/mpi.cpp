// SPDX-License-Identifier: BSL-1.0
/// Two ranks add what each has.
#include <shapeproof/mpi/communicator.hpp>

#include <cstdio>

namespace mpi = shapeproof::mpi;

int main() {
  return mpi::run({}, [](mpi::session& ranks) {
    mpi::communicator all(ranks, "tp");
    float sum = static_cast<float>(ranks.rank() + 1);
    all.all_reduce(&sum, 1);
    float each[2] = {};
    all.all_gather(&sum, sizeof(sum), each);
    if (ranks.rank() == 0 && each[0] == each[1])
      std::printf("%g on each of %zu ranks\n", static_cast<double>(sum), ranks.size());
    return 0;
  });
}
