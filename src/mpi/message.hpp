// SPDX-License-Identifier: BSL-1.0
/// Bytes on their way between two ranks, in pieces that MPI can count. The last piece, and no other, is shorter than
/// the agreed one (it may be empty), so that a message needs no header.
#pragma once

#include "world.hpp"

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace shapeproof::mpi::detail {

/// A message that leaves. The bytes stay where they are until it is done.
class outgoing {
 public:
  outgoing(void const* bytes, std::size_t count, MPI_Comm ranks, int peer, int tag, std::size_t piece);
  bool done();  ///< lets it go on; true when the bytes are no longer needed

 private:
  std::vector<MPI_Request> pieces_;
};

/// A message that comes. One that is too long is received as well, but not stored.
class incoming {
 public:
  incoming(void* into, std::size_t count, MPI_Comm ranks, int peer, int tag, std::size_t piece)
      : into_(static_cast<std::byte*>(into)), count_(count), ranks_(ranks), peer_(peer), tag_(tag), piece_(piece) {}
  incoming(incoming&& from) noexcept = default;
  incoming& operator=(incoming&&) = delete;
  ~incoming() {
    if (request_ != MPI_REQUEST_NULL) (void)too_long_.release();  // MPI still writes there
  }

  bool done();                                ///< lets it go on; true when all of it has come
  std::size_t came() const { return came_; }  ///< how many bytes
  int tag() const { return tag_; }            ///< what it came with, where any was taken

 private:
  std::byte* into_;
  std::size_t count_;
  MPI_Comm ranks_;
  int peer_;
  int tag_;
  std::size_t piece_;
  MPI_Request request_ = MPI_REQUEST_NULL;
  bool is_last_ = false;
  std::size_t came_ = 0;
  std::unique_ptr<std::byte[]> too_long_;
};

}  // namespace shapeproof::mpi::detail
