// SPDX-License-Identifier: BSL-1.0
/// The formulas' messages and bytes are those of the algorithms, which are run here message by message.
#include <shapeproof/plan/link.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace plan = shapeproof::plan;
namespace flat = shapeproof::plan::flat;

namespace {

using values = std::vector<double>;

/// What the busiest rank sends.
struct traffic {
  std::size_t messages = 0, elements = 0;
};

/// Rank r begins with 100 r + i in place i.
std::vector<values> beginnings(std::size_t ranks, std::size_t count) {
  std::vector<values> all(ranks, values(count));
  for (std::size_t r = 0; r < ranks; ++r)
    for (std::size_t i = 0; i < count; ++i) all[r][i] = static_cast<double>(100 * r + i);
  return all;
}

bool each_has_the_sum(std::vector<values> const& all, std::size_t count) {
  auto const begun = beginnings(all.size(), count);
  for (auto const& own : all)
    for (std::size_t i = 0; i < count; ++i) {
      double sum = 0;
      for (auto const& each : begun) sum += each[i];
      if (own[i] != sum) return false;
    }
  return true;
}

/// Parts go round a ring, first added up, then as they are.
traffic ring(std::vector<values>& all, std::size_t count) {
  std::size_t const ranks = all.size(), part = count / ranks;
  traffic sent;
  for (std::size_t round = 0; round < 2 * (ranks - 1); ++round) {
    auto const before = all;
    for (std::size_t r = 0; r < ranks; ++r) {
      std::size_t const to = (r + 1) % ranks, of = (r + 2 * ranks - round) % ranks;
      for (std::size_t i = of * part; i < (of + 1) * part; ++i)
        all[to][i] = before[r][i] + (round < ranks - 1 ? before[to][i] : 0);
    }
    sent.messages += 1, sent.elements += part;
  }
  return sent;
}

/// Neighbours at doubled distances send each other all.
traffic doubling(std::vector<values>& all, std::size_t count) {
  traffic sent;
  for (std::size_t distance = 1; distance < all.size(); distance *= 2) {
    auto const before = all;
    for (std::size_t r = 0; r < all.size(); ++r)
      for (std::size_t i = 0; i < count; ++i) all[r][i] = before[r][i] + before[r ^ distance][i];
    sent.messages += 1, sent.elements += count;
  }
  return sent;
}

/// Neighbours at halved distances send each other halves of what they still sum; then back, as it is.
traffic halving(std::vector<values>& all, std::size_t count) {
  traffic sent;
  std::vector<std::size_t> from(all.size(), 0);
  std::size_t size = count;
  for (std::size_t distance = all.size() / 2; distance > 0; distance /= 2) {
    auto const before = all;
    size /= 2;
    for (std::size_t r = 0; r < all.size(); ++r) {
      if ((r & distance) != 0) from[r] += size;
      for (std::size_t i = from[r]; i < from[r] + size; ++i) all[r][i] = before[r][i] + before[r ^ distance][i];
    }
    sent.messages += 1, sent.elements += size;
  }
  for (std::size_t distance = 1; distance < all.size(); distance *= 2) {
    auto const before = all;
    for (std::size_t r = 0; r < all.size(); ++r) {
      std::size_t const other = r ^ distance;
      std::copy_n(before[other].begin() + static_cast<std::ptrdiff_t>(from[other]), size,
                  all[r].begin() + static_cast<std::ptrdiff_t>(from[other]));
    }
    for (std::size_t r = 0; r < all.size(); ++r) from[r] = std::min(from[r], from[r] / (2 * size) * 2 * size);
    sent.messages += 1, sent.elements += size;
    size *= 2;
  }
  return sent;
}

double seconds(plan::link const& over, traffic const& sent) {
  return static_cast<double>(sent.messages) * over.latency + static_cast<double>(sent.elements) / over.bytes_per_second;
}

}  // namespace

TEST_CASE("a sum takes as long as the messages of the better algorithm") {
  constexpr std::size_t count = 240;
  for (std::size_t const ranks : {2U, 4U, 8U, 16U})
    for (plan::link const over : {plan::link{1, 1e6}, plan::link{1e-6, 1}, plan::link{1, 10}}) {
      auto one = beginnings(ranks, count), other = one;
      double const both[] = {seconds(over, doubling(one, count)), seconds(over, halving(other, count))};
      REQUIRE(each_has_the_sum(one, count));
      REQUIRE(each_has_the_sum(other, count));
      CHECK(flat::all_reduce(over, ranks, count) == doctest::Approx(std::min(both[0], both[1])));
    }
}

TEST_CASE("ranks that are no power of two sum in a ring") {
  for (std::size_t const ranks : {3U, 5U, 6U, 12U}) {
    auto all = beginnings(ranks, 240);
    auto const sent = ring(all, 240);
    REQUIRE(each_has_the_sum(all, 240));
    plan::link const over{1e-6, 1};
    CHECK(flat::all_reduce(over, ranks, 240) == doctest::Approx(seconds(over, sent)));
    CHECK(plan::sent_by_all_reduce(ranks, 240) == doctest::Approx(static_cast<double>(sent.elements)));
  }
}

TEST_CASE("more bandwidth or less latency is never slower, more bytes never faster") {
  using formula = double (*)(plan::link const&, std::size_t, double);
  for (formula const time :
       {formula{flat::all_reduce}, formula{flat::all_gather}, formula{flat::reduce_scatter}, formula{flat::broadcast}})
    for (std::size_t ranks = 1; ranks <= 1024; ranks += ranks < 20 ? 1 : 37)
      for (double bytes = 1; bytes < 1e9; bytes *= 7) {
        double const now = time({1e-5, 1e8}, ranks, bytes);
        CHECK(time({1e-5, 2e8}, ranks, bytes) <= now);
        CHECK(time({5e-6, 1e8}, ranks, bytes) <= now);
        CHECK(time({1e-5, 1e8}, ranks, 2 * bytes) >= now);
        CHECK((ranks == 1 ? now == 0 : now > 0));
      }
}

TEST_CASE("ranks of one node are never slower than the same ranks on nodes of their own") {
  plan::link const near{1e-6, 1e9}, far{1e-5, 1e8};
  for (std::size_t const ranks : {2U, 4U, 8U, 64U})
    for (double bytes = 1; bytes < 1e9; bytes *= 10)
      for (std::size_t inside = 1; inside < ranks; inside *= 2) {
        plan::group const apart{inside, ranks / inside, near, far}, closer{2 * inside, ranks / inside / 2, near, far};
        CHECK(plan::all_gather(closer, bytes) <= plan::all_gather(apart, bytes));
        CHECK(plan::all_reduce({ranks, 1, near, far}, bytes) <= plan::all_reduce(apart, bytes));
      }
}
