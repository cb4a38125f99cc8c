// SPDX-License-Identifier: BSL-1.0
#include "message.hpp"

#include <algorithm>

namespace shapeproof::mpi::detail {

outgoing::outgoing(void const* bytes, std::size_t count, MPI_Comm ranks, int peer, int tag, std::size_t piece)
    : pieces_(count / piece + 1, MPI_REQUEST_NULL) {
  auto const* from = static_cast<std::byte const*>(bytes);
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    auto const size = static_cast<int>(std::min(piece, count - i * piece));
    check(MPI_Isend(size == 0 ? nullptr : from + i * piece, size, MPI_BYTE, peer, tag, ranks, &pieces_[i]),
          "MPI_Isend");
  }
}

bool outgoing::done() {
  int all = 0;
  check(MPI_Testall(static_cast<int>(pieces_.size()), pieces_.data(), &all, MPI_STATUSES_IGNORE), "MPI_Testall");
  return all != 0;
}

bool incoming::done() {
  for (;;) {
    if (request_ != MPI_REQUEST_NULL) {
      int has_come = 0;
      check(MPI_Test(&request_, &has_come, MPI_STATUS_IGNORE), "MPI_Test");
      if (has_come == 0) return false;
    }
    if (is_last_) return true;
    int is_there = 0;
    MPI_Message next = MPI_MESSAGE_NULL;
    MPI_Status status;
    check(MPI_Improbe(peer_, tag_, ranks_, &is_there, &next, &status), "MPI_Improbe");
    if (is_there == 0) return false;
    int size = 0;
    check(MPI_Get_count(&status, MPI_BYTE, &size), "MPI_Get_count");
    tag_ = status.MPI_TAG;
    auto const bytes = static_cast<std::size_t>(size);
    std::byte* to = into_ + came_;
    if (came_ + bytes > count_) {
      too_long_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
      to = too_long_.get();
    }
    check(MPI_Imrecv(to, size, MPI_BYTE, &next, &request_), "MPI_Imrecv");
    came_ += bytes;
    is_last_ = bytes < piece_;
  }
}

}  // namespace shapeproof::mpi::detail
