// SPDX-License-Identifier: BSL-1.0
/// The tests of one rank; each rank runs all of them. The first argument is how long an MPI message may be.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "ranks.hpp"

#include <string>

namespace mpi = shapeproof::mpi;

namespace {
mpi::session* current = nullptr;
}

mpi::session& ranks::here() { return *current; }

int main(int count, char** arguments) {
  return mpi::run({.patience = 60, .piece = std::stoull(arguments[1])}, [&](mpi::session& session) {
    current = &session;
    doctest::Context tests(count - 1, arguments + 1);
    tests.setOption("no-colors", true);  // mpirun's pipe looks like a terminal; its text is compared
    return tests.run();
  });
}
