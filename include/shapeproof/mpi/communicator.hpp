// SPDX-License-Identifier: BSL-1.0
/// The ranks of a mesh as processes of MPI. Needs the component `shapeproof::mpi`.
#pragma once

#include <shapeproof/cpu/communicator.hpp>
#include <shapeproof/mpi/session.hpp>

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace shapeproof::mpi {

/// A group of a session's ranks that compute together: `mpi::communicator tp(ranks, "tp", ranks.rank() < 2 ? 0 : 1);`
/// makes two, one of the first two ranks and one of the others.
///
/// A sum is added in the order of the ranks, each part of it on one rank: it has the same bits on every rank and in
/// every run, which MPI's own reductions do not promise. All calls wait as the session's patience says, and
/// throw `rank_failed`, `late`, or `error` where a rank is in another call or sends another number of bytes.
class communicator final : public cpu::communicator {
 public:
  /// All ranks of the session make it, in the same order; those of one group are its ranks, in the session's order.
  /// `name` is in messages.
  communicator(session& within, std::string_view name, std::size_t group = 0);
  ~communicator() override;

  std::size_t rank() const override;
  std::size_t size() const override;
  /// Its ranks' numbers in the session.
  std::vector<std::size_t> const& members() const;

  void all_reduce(float* values, std::size_t count) override;
  void all_gather(void const* mine, std::size_t bytes, void* all) override;
  void reduce_scatter(float const* all, float* mine, std::size_t count) override;
  void broadcast(void* values, std::size_t bytes, std::size_t root) override;

 private:
  class group;
  std::unique_ptr<group> group_;
};

}  // namespace shapeproof::mpi
