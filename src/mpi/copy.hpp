// SPDX-License-Identifier: BSL-1.0
/// Bytes from one place to another.
#pragma once

#include <cstddef>
#include <cstring>

namespace shapeproof::mpi::detail {

/// Copies so many bytes; none from anywhere, null too, where memcpy is undefined.
inline void copy(void* to, void const* from, std::size_t bytes) {
  if (bytes > 0) std::memcpy(to, from, bytes);
}

}  // namespace shapeproof::mpi::detail
