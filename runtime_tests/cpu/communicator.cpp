// SPDX-License-Identifier: BSL-1.0
/// Which communicator a mesh has: the innermost scope's, on this thread, by name.
#include <shapeproof/cpu/communicator.hpp>

#include "../simulated_ranks.hpp"

#include <doctest/doctest.h>

#include <array>
#include <thread>

namespace cpu = shapeproof::cpu;

TEST_CASE("a communicator is that of the innermost scope with the mesh's name, on its own thread") {
  simulated::meeting place(1);
  simulated::rank_of outer(place, 0);
  simulated::rank_of inner(place, 0);
  CHECK(cpu::communicator::of("tp") == nullptr);
  {
    cpu::communicator::scope const within(outer, "tp");
    cpu::communicator::scope const beside(inner, "dp");
    CHECK(cpu::communicator::of("tp") == &outer);
    CHECK(cpu::communicator::of("dp") == &inner);
    CHECK(cpu::communicator::of("t") == nullptr);
    {
      cpu::communicator::scope const nested(inner, "tp");
      CHECK(cpu::communicator::of("tp") == &inner);
    }
    CHECK(cpu::communicator::of("tp") == &outer);
    cpu::communicator* elsewhere = &outer;
    std::thread([&] { elsewhere = cpu::communicator::of("tp"); }).join();
    CHECK(elsewhere == nullptr);
  }
  CHECK(cpu::communicator::of("tp") == nullptr);
}

TEST_CASE("simulated ranks do what the interface says") {
  std::array<std::array<float, 6>, 3> reduced = {};
  std::array<std::array<float, 6>, 3> gathered = {};
  std::array<std::array<float, 2>, 3> scattered = {};
  std::array<float, 3> sent = {10, 20, 30};
  simulated::on_ranks(3, [&](simulated::rank_of& own) {
    std::size_t const rank = own.rank();
    auto& sum = reduced[rank];
    for (std::size_t i = 0; i < 6; ++i) sum[i] = static_cast<float>((rank + 1) * (i + 1));
    std::array<float, 6> const values = sum;
    own.all_reduce(sum.data(), 6);
    own.all_gather(values.data(), 2 * sizeof(float), gathered[rank].data());
    own.reduce_scatter(values.data(), scattered[rank].data(), 2);
    own.broadcast(&sent[rank], sizeof(float), 1);
  });
  for (std::size_t rank = 0; rank < 3; ++rank) {
    CHECK(reduced[rank] == std::array<float, 6>{6, 12, 18, 24, 30, 36});
    CHECK(gathered[rank] == std::array<float, 6>{1, 2, 2, 4, 3, 6});
    CHECK(scattered[rank] == std::array<float, 2>{reduced[0][2 * rank], reduced[0][2 * rank + 1]});
    CHECK(sent[rank] == 20);
  }
}
