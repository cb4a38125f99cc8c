// SPDX-License-Identifier: BSL-1.0
/// What the tests under mpirun share.
#pragma once

#include <shapeproof/mpi/communicator.hpp>

#include <cstddef>

namespace ranks {

/// The session of this rank.
shapeproof::mpi::session& here();

/// Made up, another one for each rank and place.
inline float value(std::size_t rank, std::size_t at) {
  std::size_t const mixed = (rank * 1000003 + at) * 2654435761U % 65536;
  return static_cast<float>(mixed) / 65536.0F - 0.5F;
}

}  // namespace ranks
