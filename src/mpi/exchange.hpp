// SPDX-License-Identifier: BSL-1.0
/// Messages between ranks in one call: what leaves and what comes, until both are done.
#pragma once

#include "copy.hpp"
#include "world.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace shapeproof::mpi::detail {

/// Operations, by the tags of their messages: `tag % 8`.
inline constexpr char const* operations[] = {"start",     "all_reduce", "all_gather", "reduce_scatter",
                                             "broadcast", "end",        "agree"};
enum operation { start, all_reduce, all_gather, reduce_scatter, broadcast, end, agree };

/// What is for one rank, or is expected of it.
struct parcel {
  std::size_t peer;  ///< in the session
  void* at;          ///< in the world's outbox or inbox
  std::size_t bytes;
};

/// Sends all of `out` and receives all of `in`. Throws `error` where a rank sends another tag, which is another
/// operation or another call of it, or another number of bytes; and as `world::until`.
void exchange(world& all, MPI_Comm ranks, int tag, wait const& what, std::vector<parcel> const& out,
              std::vector<parcel> const& in);

/// The values of all ranks of the session.
template <class Value>
std::vector<Value> gathered(world& all, MPI_Comm ranks, int tag, wait const& what, Value const& mine) {
  void* const own = all.outbox(sizeof(Value));
  auto* const others = static_cast<std::byte*>(all.inbox(sizeof(Value) * all.size()));
  copy(own, &mine, sizeof(Value));
  copy(others + all.rank() * sizeof(Value), &mine, sizeof(Value));
  std::vector<parcel> out, in;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == all.rank()) continue;
    out.push_back({i, own, sizeof(Value)});
    in.push_back({i, others + i * sizeof(Value), sizeof(Value)});
  }
  exchange(all, ranks, tag, what, out, in);
  std::vector<Value> result(all.size());
  copy(result.data(), others, sizeof(Value) * result.size());
  return result;
}

}  // namespace shapeproof::mpi::detail
