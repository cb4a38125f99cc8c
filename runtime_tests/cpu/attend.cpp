// SPDX-License-Identifier: BSL-1.0
/// The kernel of attention against two loops in doubles.
#include "shapeproof/cpu/attend.hpp"

#include "naive.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <stdexcept>

namespace cpu = shapeproof::cpu;

namespace {

/// Sizes, and how they lie in memory.
struct problem {
  std::size_t batch, heads, group, queries, past, key_size, value_size;
  std::size_t first = 0;
  std::size_t spare = 0;         // positions that the cache has room for behind the keys
  bool component_first = false;  // components are the slowest axis of a head, not the fastest
  bool merged = false;           // out is [batch, query, heads, group, value_size]
  float scale = 0.5F;

  std::size_t keys() const { return past + queries; }
  std::size_t q_size() const { return batch * heads * group * queries * key_size; }
  std::size_t room() const { return keys() + spare; }
  std::size_t out_size() const { return batch * heads * group * queries * value_size; }

  cpu::attention_loops loops() const {
    auto const step = [](std::size_t count) { return static_cast<std::ptrdiff_t>(count); };
    auto const row = [&](std::size_t size) { return step(component_first ? 1 : size); };
    auto const element = [&](std::size_t positions) { return step(component_first ? positions : 1); };
    auto const out_head = merged ? group * value_size : group * queries * value_size;
    cpu::attention_loops result;
    result.shared.rank = 2;
    result.shared.at[0] = {batch,
                           {step(heads * group * queries * key_size), step(heads * room() * key_size),
                            step(heads * room() * value_size), step(heads * group * queries * value_size)}};
    result.shared.at[1] = {
        heads, {step(group * queries * key_size), step(room() * key_size), step(room() * value_size), step(out_head)}};
    result.group.rank = 1;
    result.group.at[0] = {group, {step(queries * key_size), step(merged ? value_size : queries * value_size)}};
    result.query = {queries, {row(key_size), step(merged ? heads * group * value_size : value_size)}};
    result.key = {keys(), {row(key_size), row(value_size)}};
    result.component = {key_size, {element(queries), element(room())}};
    result.mixed = {value_size, {element(room()), 1}};
    result.first = first;
    return result;
  }
};

struct operands {
  std::vector<float> q, keys, values;
  explicit operands(problem const& p)
      : q(naive::numbers(p.q_size(), 1)),
        keys(naive::numbers(p.batch * p.heads * p.room() * p.key_size, 2)),
        values(naive::numbers(p.batch * p.heads * p.room() * p.value_size, 3)) {}
};

/// Calls body(shared place, group place) for every head of queries.
template <class Body>
void each_head(cpu::attention_loops const& loops, Body const& body) {
  naive::each(loops.shared, [&](naive::place<4> const& shared) {
    naive::each(loops.group, [&](naive::place<2> const& group) { body(shared, group); });
  });
}

double at(std::vector<float> const& x, std::ptrdiff_t place) {
  return static_cast<double>(x[static_cast<std::size_t>(place)]);
}

/// The weights of one query, which stands at `q`.
std::vector<double> weights(cpu::attention_loops const& loops, float scale, operands const& x, std::ptrdiff_t q,
                            std::ptrdiff_t keys, std::size_t query) {
  std::vector<double> result;
  double highest = -HUGE_VAL, sum = 0;
  for (std::size_t s = loops.first; s <= query + loops.key.extent - loops.query.extent; ++s) {
    double score = 0;
    for (std::size_t i = 0; i < loops.component.extent; ++i) {
      auto const component = static_cast<std::ptrdiff_t>(i);
      score +=
          at(x.q, q + component * loops.component.step[0]) *
          at(x.keys, keys + static_cast<std::ptrdiff_t>(s) * loops.key.step[0] + component * loops.component.step[1]);
    }
    result.push_back(score * static_cast<double>(scale));
    highest = std::max(highest, result.back());
  }
  for (double& weight : result) sum += weight = std::exp(weight - highest);
  for (double& weight : result) weight /= sum;
  return result;
}

std::vector<float> expected(problem const& p, operands const& x) {
  auto const loops = p.loops();
  std::vector<float> out(p.out_size());
  each_head(loops, [&](naive::place<4> const& shared, naive::place<2> const& group) {
    for (std::size_t l = 0; l < p.queries; ++l) {
      auto const query = static_cast<std::ptrdiff_t>(l);
      auto const weight =
          weights(loops, p.scale, x, shared.at[0] + group.at[0] + query * loops.query.step[0], shared.at[1], l);
      for (std::size_t i = 0; i < p.value_size; ++i) {
        auto const component = static_cast<std::ptrdiff_t>(i);
        double sum = 0;
        for (std::size_t s = 0; s < weight.size(); ++s)
          sum +=
              weight[s] * at(x.values, shared.at[2] + static_cast<std::ptrdiff_t>(s + loops.first) * loops.key.step[1] +
                                           component * loops.mixed.step[0]);
        out[static_cast<std::size_t>(shared.at[3] + group.at[1] + query * loops.query.step[1] + component)] =
            static_cast<float>(sum);
      }
    }
  });
  return out;
}

/// What the kernel gives with 1, 2 and 5 threads; nothing if these differ.
std::vector<float> found(problem const& p, operands const& x) {
  return naive::with_threads([&] {
    std::vector<float> out(p.out_size(), 99);
    cpu::attend(x.q.data(), x.keys.data(), x.values.data(), out.data(), p.loops(), p.scale);
    return out;
  });
}

double error(problem const& p) {
  operands const x(p);
  return naive::distance(found(p, x), expected(p, x));
}

constexpr double rounding = 1e-5;

}  // namespace

TEST_CASE("attend: batches, heads, groups and positions, behind a past and without one") {
  for (std::size_t const batch : {1U, 2U})
    for (std::size_t const heads : {1U, 3U})
      for (std::size_t const group : {1U, 2U, 5U})
        for (std::size_t const queries : {1U, 2U, 7U})
          for (std::size_t const past : {0U, 1U, 6U}) {
            CHECK(error({batch, heads, group, queries, past, 5, 5}) < rounding);
            CHECK(error({batch, heads, group, queries, past, 16, 24}) < rounding);
          }
  // Equal extents, that could be taken for each other.
  CHECK(error({4, 4, 4, 4, 0, 4, 4}) < rounding);
  CHECK(error({2, 2, 2, 2, 2, 2, 2}) < rounding);
  CHECK(error({8, 8, 1, 8, 8, 8, 8}) < rounding);
}

TEST_CASE("attend: heads of every size, shorter and longer than vectors") {
  for (std::size_t size = 1; size < 70; ++size) {
    CHECK(error({1, 2, 3, 3, 4, size, size}) < rounding);
    CHECK(error({1, 1, 1, 2, 20, size, 70 - size}) < rounding);
  }
  CHECK(error({1, 2, 2, 5, 9, 650, 650}) < rounding);
}

TEST_CASE("attend: blocks of keys and tiles of queries end everywhere") {
  for (std::size_t const keys : {63U, 64U, 65U, 127U, 128U, 129U, 200U}) {
    CHECK(error({1, 2, 1, 1, keys - 1, 8, 8}) < rounding);
    CHECK(error({1, 1, 2, 3, keys - 3, 20, 20}) < rounding);
    CHECK(error({1, 1, 1, keys, 0, 20, 20}) < rounding);
    CHECK(error({1, 1, 3, keys, 5, 4, 4}) < rounding);
  }
  CHECK(error({1, 1, 70, 3, 0, 6, 6}) < rounding);
  CHECK(error({2, 2, 1, 150, 40, 33, 17}) < rounding);
}

TEST_CASE("attend: few queries of many keys are split along the keys") {
  for (std::size_t const past : {510U, 511U, 512U, 1000U, 2300U}) {
    CHECK(error({1, 1, 1, 1, past, 40, 40}) < rounding);
    CHECK(error({1, 2, 4, 2, past, 8, 9}) < rounding);
  }
  CHECK(error({1, 1, 2, 1, 1500, 16, 16, 700}) < rounding);
}

TEST_CASE("attend: padding is not seen, and what sees nothing else gives zeros") {
  for (std::size_t const first : {1U, 5U, 63U, 64U, 65U, 100U}) CHECK(error({2, 2, 2, 3, 100, 8, 8, first}) < rounding);
  problem const p = {1, 2, 2, 6, 0, 8, 8, 4};
  operands const x(p);
  auto const out = found(p, x);
  REQUIRE(out.size() == p.out_size());
  auto const right = expected(p, x);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (i / 8 % 6 < 4)
      CHECK(out[i] == 0);
    else
      CHECK(out[i] == doctest::Approx(right[i]).epsilon(rounding));
  }
  auto all_padded = p;
  all_padded.first = 6;
  CHECK(found(all_padded, x) == std::vector<float>(p.out_size(), 0.0F));
  all_padded.first = 9;
  CHECK(found(all_padded, x) == std::vector<float>(p.out_size(), 0.0F));
}

TEST_CASE("attend: a cache with room, other orders of memory, an output in the order of merged heads") {
  for (std::size_t const size : {3U, 20U}) {
    problem p = {2, 3, 2, 5, 66, size, size + 1};
    p.spare = 7;
    CHECK(error(p) < rounding);
    p.component_first = true;
    CHECK(error(p) < rounding);
    p.merged = true;
    CHECK(error(p) < rounding);
    p.component_first = false;
    CHECK(error(p) < rounding);
  }
}

TEST_CASE("attend: scores of 10000 and more neither overflow nor vanish") {
  for (float scale : {1e4F, -1e4F, 1e6F, 0.0F}) {
    problem p = {1, 2, 2, 3, 130, 1, 8};
    p.scale = scale;
    operands x(p);
    // Products and scores are exact, so that the exponentials of large numbers can be compared.
    for (auto* operand : {&x.q, &x.keys})
      for (float& each : *operand) each = std::round(each * 4) / 4;
    CHECK(naive::distance(found(p, x), expected(p, x)) < rounding);
  }
}

TEST_CASE("attend: what is hidden is not read, and a NaN that is seen shows") {
  problem const p = {1, 1, 1, 70, 2, 8, 8};
  operands const x(p);
  auto const right = found(p, x);
  auto changed = x;
  for (std::size_t i = 40 * 8; i < 41 * 8; ++i) changed.keys[i] = std::numeric_limits<float>::quiet_NaN();
  auto const out = found(p, changed);
  REQUIRE(out.size() == right.size());
  // Query l sees the keys up to l + 2.
  for (std::size_t i = 0; i < out.size(); ++i) CHECK((i / 8 < 38 ? out[i] == right[i] : std::isnan(out[i])));
  auto infinite = x;
  for (float& each : infinite.keys) each = std::numeric_limits<float>::infinity();
  for (float each : found(p, infinite)) CHECK(std::isnan(each));
}

TEST_CASE("attend: nothing to do, and fewer keys than queries") {
  for (auto const& p : {problem{0, 2, 2, 2, 1, 4, 4}, problem{2, 0, 2, 2, 1, 4, 4}, problem{2, 2, 0, 2, 1, 4, 4},
                        problem{2, 2, 2, 0, 1, 4, 4}, problem{2, 2, 2, 2, 1, 4, 0}})
    CHECK(error(p) == 0);
  auto loops = problem{1, 1, 1, 3, 0, 4, 4}.loops();
  loops.key.extent = 2;
  CHECK_THROWS_WITH_AS(cpu::attend(nullptr, nullptr, nullptr, nullptr, loops, 1),
                       "attend: 2 keys for 3 queries; each query needs its own key", std::invalid_argument);
}
