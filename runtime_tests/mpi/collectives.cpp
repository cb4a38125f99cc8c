// SPDX-License-Identifier: BSL-1.0
/// Each collective against plain loops in double, for few values, for many, and for none.
#include "ranks.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace mpi = shapeproof::mpi;
using ranks::here;
using ranks::value;

namespace {

constexpr std::size_t counts[] = {0, 1, 3, 64, 4095, 4096, 4097, 100003, 1 << 20};

std::vector<float> values_of(std::size_t rank, std::size_t count) {
  std::vector<float> result(count);
  for (std::size_t i = 0; i < count; ++i) result[i] = value(rank, i);
  return result;
}

/// Of the sum of these ranks' values, the largest difference to the sum in double.
double difference(std::vector<float> const& found, std::vector<std::size_t> const& of, std::size_t from = 0) {
  double largest = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    double sum = 0;
    for (std::size_t rank : of) sum += static_cast<double>(value(rank, from + i));
    largest = std::fmax(largest, std::fabs(sum - static_cast<double>(found[i])));
  }
  return largest;
}

void check_collectives(mpi::communicator& group) {
  auto const& of = group.members();
  std::size_t const mine = of[group.rank()];
  for (std::size_t const count : counts) {
    CAPTURE(count);
    auto sum = values_of(mine, count);
    group.all_reduce(sum.data(), count);
    CHECK(difference(sum, of) < 1e-6);
    std::vector<float> all(count * group.size());
    group.all_gather(sum.data(), count * sizeof(float), all.data());
    bool is_same = true;
    for (std::size_t i = 0; i < all.size(); ++i) is_same = is_same && all[i] == sum[i % count];
    CHECK(is_same);  // to the bit, on each rank

    auto const own = values_of(mine, count);
    group.all_gather(own.data(), count * sizeof(float), all.data());
    for (std::size_t i = 0; i < group.size(); ++i) {
      auto const wanted = values_of(of[i], count);
      CHECK(std::equal(wanted.begin(), wanted.end(), all.begin() + static_cast<std::ptrdiff_t>(i * count)));
    }

    auto const whole = values_of(mine, count * group.size());
    std::vector<float> part(count);
    group.reduce_scatter(whole.data(), part.data(), count);
    CHECK(difference(part, of, group.rank() * count) < 1e-6);

    for (std::size_t root = 0; root < group.size(); ++root) {
      auto sent = values_of(mine, count);
      group.broadcast(sent.data(), count * sizeof(float), root);
      CHECK(sent == values_of(of[root], count));
    }
  }
}

}  // namespace

TEST_CASE("all ranks reduce, gather, scatter and broadcast") {
  mpi::communicator group(here(), "tp");
  CHECK(group.size() == here().size());
  CHECK(group.rank() == here().rank());
  check_collectives(group);
}

TEST_CASE("two groups work beside each other, and a group inside the other") {
  std::size_t const half = here().rank() % 2;
  mpi::communicator group(here(), "tp", half);
  mpi::communicator all(here(), "dp");
  for (std::size_t const member : group.members()) CHECK(member % 2 == half);
  check_collectives(group);
  auto sum = values_of(here().rank(), 7);
  group.all_reduce(sum.data(), 7);
  all.all_reduce(sum.data(), 7);
  std::vector<std::size_t> each;  // as often as its group has ranks
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    for (std::size_t i = 0; i < (all.size() + 1 - rank % 2) / 2; ++i) each.push_back(rank);
  CHECK(difference(sum, each) < 1e-6);
}

TEST_CASE("a mesh's operations find the group by its scope") {
  mpi::communicator group(here(), "tp");
  shapeproof::cpu::communicator::scope const within(group, "tp");
  CHECK(shapeproof::cpu::communicator::of("tp") == &group);
}
