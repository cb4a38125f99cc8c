// SPDX-License-Identifier: BSL-1.0
#include "shapeproof/cpu/contract.hpp"

#include "naive.hpp"

#include <doctest/doctest.h>

namespace cpu = shapeproof::cpu;

namespace {

struct problem {
  cpu::loop_nest<3> batch;
  cpu::loop<3> m, n, k;
  cpu::loop_nest<3> more_k = {};
};

/// The elements that an operand needs: one more than the furthest that the loops reach.
auto size_of(problem const& p, std::size_t operand) -> std::size_t {
  std::ptrdiff_t size = 1;
  auto const reach = [&](cpu::loop<3> const& one) {
    if (one.extent > 0) size += (static_cast<std::ptrdiff_t>(one.extent) - 1) * one.step[operand];
  };
  for (auto const* nest : {&p.batch, &p.more_k})
    for (std::size_t i = 0; i < nest->rank; ++i) reach(nest->at[i]);
  reach(p.m);
  reach(p.n);
  reach(p.k);
  return static_cast<std::size_t>(size);
}

/// The largest error of any element relative to the sum of |a*b|; infinite where something else was written.
auto error_of(problem const& p, std::vector<float> const& a, std::vector<float> const& b) -> double {
  auto const c_size = size_of(p, 2);
  auto const result = naive::with_threads([&] {
    std::vector<float> c(c_size, 99);
    cpu::contract(a.data(), b.data(), c.data(), p.batch, p.m, p.n, p.k, p.more_k);
    return c;
  });
  if (result.size() != c_size) return HUGE_VAL;
  auto rest = result;
  double worst = 0;
  naive::each(naive::with(naive::with(p.batch, p.m), p.n), [&](naive::place<3> const& place) {
    double sum = 0, weight = 0;
    naive::each(
        naive::with(p.more_k, p.k),
        [&](naive::place<3> const& term) {
          auto const product = static_cast<double>(a[static_cast<std::size_t>(term.at[0])]) *
                               static_cast<double>(b[static_cast<std::size_t>(term.at[1])]);
          sum += product;
          weight += std::abs(product);
        },
        place);
    auto const c = static_cast<std::size_t>(place.at[2]);
    auto const error = std::abs(static_cast<double>(result[c]) - sum);
    worst = std::max(worst, error == 0 ? 0 : error / weight);
    rest[c] = 99;
  });
  return naive::distance(rest, std::vector<float>(c_size, 99)) == 0 ? worst : HUGE_VAL;
}

auto error_of(problem const& p) -> double {
  return error_of(p, naive::numbers(size_of(p, 0), 1), naive::numbers(size_of(p, 1), 2));
}

using step = std::ptrdiff_t;

/// [m, k] times row-major [k, n], all dense.
auto rows_times_weight(step m, step n, step k) -> problem {
  return {{},
          {static_cast<std::size_t>(m), {k, 0, n}},
          {static_cast<std::size_t>(n), {0, 1, 1}},
          {static_cast<std::size_t>(k), {1, n, 0}}};
}

/// [m, k] times the transpose of [n, k], all dense.
auto queries_times_keys(step m, step n, step k) -> problem {
  return {{},
          {static_cast<std::size_t>(m), {k, 0, n}},
          {static_cast<std::size_t>(n), {0, k, 1}},
          {static_cast<std::size_t>(k), {1, 1, 0}}};
}

}  // namespace

TEST_CASE("contract with a row-major weight, for every count of rows") {
  for (step const m : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 33, 71, 300}) {
    CAPTURE(m);
    CHECK(error_of(rows_times_weight(m, 37, 29)) < 1e-6);
    CHECK(error_of(rows_times_weight(m, 160, 19)) < 1e-6);
  }
}

TEST_CASE("contract with a row-major weight, for every rest of columns") {
  for (step n = 1; n <= 70; ++n) {
    CAPTURE(n);
    CHECK(error_of(rows_times_weight(1, n, 21)) < 1e-6);
    CHECK(error_of(rows_times_weight(3, n, 21)) < 1e-6);
    CHECK(error_of(rows_times_weight(60, n, 21)) < 1e-6);
  }
}

TEST_CASE("contract in dot products, for every count of rows and every rest of terms") {
  for (step const m : {1, 2, 3, 4, 5, 6, 7, 8, 13, 20, 33, 260}) {
    CAPTURE(m);
    CHECK(error_of(queries_times_keys(m, 11, 37)) < 1e-6);
    CHECK(error_of(queries_times_keys(m, 70, 64)) < 1e-6);
  }
  for (step k = 1; k <= 40; ++k) CHECK(error_of(queries_times_keys(5, 6, k)) < 1e-6);
}

TEST_CASE("contract of squares, where a wrong order of axes would fit") {
  for (step const size : {2, 16, 33}) {
    CHECK(error_of(rows_times_weight(size, size, size)) < 1e-6);
    CHECK(error_of(queries_times_keys(size, size, size)) < 1e-6);
  }
}

TEST_CASE("contract of more than one panel, block and chunk") {
  CHECK(error_of(rows_times_weight(1, 4500, 70)) < 1e-6);
  CHECK(error_of(rows_times_weight(9, 4500, 70)) < 1e-6);
  CHECK(error_of(rows_times_weight(7, 90, 1300)) < 1e-6);
  CHECK(error_of(rows_times_weight(100, 700, 530)) < 1e-6);
  CHECK(error_of(queries_times_keys(9, 75, 4100)) < 1e-6);
}

TEST_CASE("contract of 20800 terms stays within 1e-5 of the sum of their sizes, random or all alike") {
  for (auto const& p :
       {rows_times_weight(2, 33, 20800), rows_times_weight(70, 17, 20800), queries_times_keys(2, 5, 20800)}) {
    CHECK(error_of(p) < 1e-6);
    CHECK(error_of(p, std::vector<float>(size_of(p, 0), 0.7F), std::vector<float>(size_of(p, 1), 0.3F)) < 1e-5);
  }
}

TEST_CASE("contract, batched: heads of queries times heads of keys, weights times values") {
  // B 2, H 3, L 5, S 7, Dk 19: [B, H, L, Dk] x [B, H, S, Dk] -> [B, H, L, S], and [.., L, S] x [.., S, Dk]
  CHECK(error_of({{2, {{2, {285, 399, 105}}, {3, {95, 133, 35}}}}, {5, {19, 0, 7}}, {7, {0, 19, 1}}, {19, {1, 1, 0}}}) <
        1e-6);
  CHECK(error_of({{2, {{2, {105, 399, 285}}, {3, {35, 133, 95}}}}, {5, {7, 0, 19}}, {19, {0, 1, 1}}, {7, {1, 19, 0}}}) <
        1e-6);
  // the same with queries and results as [B, L, H, Dk]
  CHECK(error_of({{2, {{2, {285, 399, 105}}, {3, {19, 133, 35}}}}, {5, {57, 0, 7}}, {7, {0, 19, 1}}, {19, {1, 1, 0}}}) <
        1e-6);
  CHECK(error_of({{2, {{2, {105, 399, 285}}, {3, {35, 133, 19}}}}, {5, {7, 0, 57}}, {19, {0, 1, 1}}, {7, {1, 19, 0}}}) <
        1e-6);
}

TEST_CASE("contract of a large batch, in threads") {
  CHECK(error_of({{1, {{40, {33 * 70, 50 * 70, 33 * 50}}}}, {33, {70, 0, 50}}, {50, {0, 70, 1}}, {70, {1, 1, 0}}}) <
        1e-6);
  CHECK(error_of({{1, {{40, {33 * 70, 50 * 70, 33 * 50}}}}, {33, {70, 0, 50}}, {50, {0, 1, 1}}, {70, {1, 50, 0}}}) <
        1e-6);
}

TEST_CASE("contract broadcasts b or a along the batch") {
  // [2, 3, 19] x [19, 37]: the batch continues the rows
  CHECK(error_of({{1, {{2, {57, 0, 111}}}}, {3, {19, 0, 37}}, {37, {0, 1, 1}}, {19, {1, 37, 0}}}) < 1e-6);
  // the same with gaps: it does not
  CHECK(error_of({{1, {{2, {60, 0, 120}}}}, {3, {19, 0, 37}}, {37, {0, 1, 1}}, {19, {1, 37, 0}}}) < 1e-6);
  // [3, 19] x [2, 19, 37]
  CHECK(error_of({{1, {{2, {0, 703, 111}}}}, {3, {19, 0, 37}}, {37, {0, 1, 1}}, {19, {1, 37, 0}}}) < 1e-6);
  // groups of 3 queries share the keys of 2 heads, one row each
  CHECK(error_of({{2, {{2, {57, 133, 21}}, {3, {19, 0, 7}}}}, {1, {19, 0, 7}}, {7, {0, 19, 1}}, {19, {1, 1, 0}}}) <
        1e-6);
  // both: the same product twice
  CHECK(error_of({{1, {{2, {0, 0, 111}}}}, {3, {19, 0, 37}}, {37, {0, 1, 1}}, {19, {1, 37, 0}}}) < 1e-6);
}

TEST_CASE("contract with a transposed a") {
  CHECK(error_of({{}, {9, {1, 0, 37}}, {37, {0, 1, 1}}, {19, {9, 37, 0}}}) < 1e-6);
  CHECK(error_of({{}, {9, {1, 0, 37}}, {37, {0, 19, 1}}, {19, {9, 1, 0}}}) < 1e-6);
  CHECK(error_of({{1, {{2, {171, 0, 333}}}}, {9, {1, 0, 37}}, {37, {0, 19, 1}}, {19, {9, 1, 0}}}) < 1e-6);
}

TEST_CASE("contract with an operand that stands still along k") {
  CHECK(error_of({{}, {9, {1, 0, 37}}, {37, {0, 19, 1}}, {19, {0, 1, 0}}}) < 1e-6);
  CHECK(error_of({{}, {9, {19, 0, 37}}, {37, {0, 1, 1}}, {19, {1, 0, 0}}}) < 1e-6);
}

TEST_CASE("contract with a transposed c") {
  CHECK(error_of({{}, {9, {19, 0, 1}}, {37, {0, 1, 9}}, {19, {1, 37, 0}}}) < 1e-6);
  CHECK(error_of({{}, {9, {19, 0, 1}}, {37, {0, 19, 9}}, {19, {1, 1, 0}}}) < 1e-6);
  CHECK(error_of({{1, {{2, {171, 703, 333}}}}, {9, {19, 0, 1}}, {37, {0, 1, 9}}, {19, {1, 37, 0}}}) < 1e-6);
}

TEST_CASE("contract with gaps in every operand") {
  for (auto const m : std::vector<std::size_t>{1, 3, 80}) {
    CHECK(error_of({{}, {m, {80, 0, 200}}, {37, {0, 2, 3}}, {19, {3, 90, 0}}}) < 1e-6);
    CHECK(error_of({{}, {m, {80, 0, 200}}, {37, {0, 1, 3}}, {19, {3, 90, 0}}}) < 1e-6);
    CHECK(error_of({{}, {m, {80, 0, 200}}, {37, {0, 90, 2}}, {19, {1, 1, 0}}}) < 1e-6);
    CHECK(error_of({{}, {m, {80, 0, 50}}, {37, {0, 90, 1}}, {19, {3, 2, 0}}}) < 1e-6);
  }
}

TEST_CASE("contract of vectors") {
  CHECK(error_of({{}, {1, {0, 0, 0}}, {1, {0, 0, 0}}, {37, {1, 1, 0}}}) < 1e-6);
  CHECK(error_of({{}, {1, {0, 0, 0}}, {1, {0, 0, 0}}, {37, {2, 3, 0}}}) < 1e-6);
  CHECK(error_of({{}, {9, {37, 0, 1}}, {1, {0, 0, 0}}, {37, {1, 1, 0}}}) < 1e-6);
  CHECK(error_of({{}, {9, {1, 0, 1}}, {1, {0, 0, 0}}, {37, {9, 1, 0}}}) < 1e-6);
  CHECK(error_of({{}, {9, {37, 0, 4}}, {1, {0, 0, 0}}, {37, {1, 3, 0}}}) < 1e-6);
  CHECK(error_of({{}, {9, {1, 0, 11}}, {11, {0, 1, 1}}, {1, {0, 0, 0}}}) < 1e-6);
}

TEST_CASE("contract over several loops of k") {
  // [5, 3, 19] x [3, 19, 37]: the loops join; then with the outer one inside, with gaps, and with three of
  // them
  CHECK(error_of({{}, {5, {57, 0, 37}}, {37, {0, 1, 1}}, {19, {1, 37, 0}}, {1, {{3, {19, 703, 0}}}}}) < 1e-6);
  CHECK(error_of({{}, {5, {57, 0, 37}}, {37, {0, 1, 1}}, {3, {19, 703, 0}}, {1, {{19, {1, 37, 0}}}}}) < 1e-6);
  CHECK(error_of({{}, {5, {70, 0, 37}}, {37, {0, 1, 1}}, {19, {1, 37, 0}}, {1, {{3, {21, 730, 0}}}}}) < 1e-6);
  CHECK(error_of({{}, {5, {70, 0, 37}}, {37, {0, 70, 1}}, {19, {1, 1, 0}}, {1, {{3, {21, 20, 0}}}}}) < 1e-6);
  CHECK(error_of(
            {{}, {5, {180, 0, 37}}, {37, {0, 1, 1}}, {19, {1, 50, 0}}, {2, {{2, {80, 3000, 0}}, {3, {21, 950, 0}}}}}) <
        1e-6);
  CHECK(error_of({{1, {{2, {350, 2190, 185}}}},
                  {5, {70, 0, 37}},
                  {37, {0, 1, 1}},
                  {19, {3, 37, 0}},
                  {1, {{3, {1, 730, 0}}}}}) < 1e-6);
}

TEST_CASE("contract over no terms writes zeros") {
  auto p = rows_times_weight(3, 37, 0);
  CHECK(error_of(p) == 0);
  p = rows_times_weight(3, 37, 5);
  p.more_k = {1, {{0, {1, 1, 0}}}};
  CHECK(error_of(p) == 0);
  p.batch = {1, {{2, {0, 0, 150}}}};
  CHECK(error_of(p) == 0);
}

TEST_CASE("contract of nothing writes nothing") {
  CHECK(error_of(rows_times_weight(0, 37, 5)) == 0);
  CHECK(error_of(rows_times_weight(3, 0, 5)) == 0);
  auto p = rows_times_weight(3, 37, 5);
  p.batch = {2, {{2, {15, 0, 111}}, {0, {0, 0, 0}}}};
  CHECK(error_of(p) == 0);
}

TEST_CASE("contract passes NaN and infinities on to their own elements only") {
  auto const p = rows_times_weight(3, 37, 19);
  auto a = naive::numbers(size_of(p, 0), 1), b = naive::numbers(size_of(p, 1), 2);
  a[19] = std::nanf("");  // row 1
  b[36] = HUGE_VALF;      // column 36
  std::vector<float> c(111);
  cpu::contract(a.data(), b.data(), c.data(), p.batch, p.m, p.n, p.k);
  for (std::size_t i = 0; i < c.size(); ++i) {
    CHECK(std::isnan(c[i]) == (i / 37 == 1));
    CHECK(std::isfinite(c[i]) == (i / 37 != 1 && i % 37 != 36));
  }
}
