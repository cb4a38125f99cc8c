// SPDX-License-Identifier: BSL-1.0
/// Sampling: the distribution is that of the definition, and what is no distribution is an error.
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/shapeproof.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <numeric>
#include <stdexcept>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

namespace {

using V = sp::axis<"V", 6>;
/// The logits of a prompt of one position.
using logits_type = sp::tensor<float, sp::axis<"L", 1>, V>;
constexpr float infinity = std::numeric_limits<float>::infinity();
float const nan_value = std::numeric_limits<float>::quiet_NaN();

logits_type logits(std::initializer_list<float> numbers) {
  logits_type result;
  reference::assign(result, numbers);
  return result;
}

template <class Logits>
std::size_t picked(Logits const& x, llm::sampling const& options, llm::random_stream& random) {
  return llm::sample(sp::last<"L">(x), options, random)().value();
}

/// The chi-square distance of 60000 draws from the probabilities; infinite where an impossible token was
/// drawn.
double distance(logits_type const& x, llm::sampling const& options, std::vector<double> const& expected) {
  constexpr int draws = 60000;
  llm::random_stream random{.seed = 7};
  std::vector<int> counts(expected.size());
  for (int i = 0; i < draws; ++i) ++counts[picked(x, options, random)];
  double sum = 0;
  for (std::size_t token = 0; token < expected.size(); ++token) {
    double const mean = expected[token] * draws;
    if (mean == 0 && counts[token] > 0) return HUGE_VAL;
    if (mean > 0) sum += (counts[token] - mean) * (counts[token] - mean) / mean;
  }
  return sum;
}

/// With 5 degrees of freedom, one run in a million is further away.
constexpr double far = 36;

std::vector<double> divided_by_sum(std::vector<double> weights) {
  double const sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& each : weights) each /= sum;
  return weights;
}

/// What sampling with these options throws.
std::string message(logits_type const& x, llm::sampling const& options) {
  llm::random_stream random;
  try {
    (void)llm::sample(sp::last<"L">(x), options, random);
  } catch (std::exception const& error) {
    return error.what();
  }
  return {};
}

auto const example = logits({0.5F, -1, 2, 1.5F, -3, 0});
double weight(double logit, double temperature = 1) { return std::exp(logit / temperature); }

}  // namespace

TEST_CASE("all tokens by their softmax") {
  auto const expected = divided_by_sum({weight(0.5), weight(-1), weight(2), weight(1.5), weight(-3), weight(0)});
  CHECK(distance(example, {}, expected) < far);
}

TEST_CASE("temperature divides the logits") {
  for (double t : {0.5, 2.0}) {
    auto const expected =
        divided_by_sum({weight(0.5, t), weight(-1, t), weight(2, t), weight(1.5, t), weight(-3, t), weight(0, t)});
    CHECK(distance(example, {.temperature = static_cast<float>(t)}, expected) < far);
  }
}

TEST_CASE("top-k keeps the k most likely tokens") {
  CHECK(distance(example, {.top_k = 3}, divided_by_sum({weight(0.5), 0, weight(2), weight(1.5), 0, 0})) < far);
  CHECK(distance(example, {.top_k = 1}, {0, 0, 1, 0, 0, 0}) < far);
  auto const all = divided_by_sum({weight(0.5), weight(-1), weight(2), weight(1.5), weight(-3), weight(0)});
  CHECK(distance(example, {.top_k = 6}, all) < far);
  CHECK(distance(example, {.top_k = 100}, all) < far);
}

TEST_CASE("top-p keeps the smallest set that reaches p") {
  auto const x =
      logits({std::log(0.4F), std::log(0.05F), std::log(0.3F), std::log(0.15F), std::log(0.06F), std::log(0.04F)});
  CHECK(distance(x, {.top_p = 0.3F}, {1, 0, 0, 0, 0, 0}) < far);
  CHECK(distance(x, {.top_p = 0.5F}, divided_by_sum({0.4, 0, 0.3, 0, 0, 0})) < far);
  CHECK(distance(x, {.top_p = 0.8F}, divided_by_sum({0.4, 0, 0.3, 0.15, 0, 0})) < far);
  CHECK(distance(x, {.top_p = 0.87F}, divided_by_sum({0.4, 0, 0.3, 0.15, 0.06, 0})) < far);
  CHECK(distance(x, {.top_p = 1}, {0.4, 0.05, 0.3, 0.15, 0.06, 0.04}) < far);
  CHECK(distance(x, {.top_p = 1e-30F}, {1, 0, 0, 0, 0, 0}) < far);
}

TEST_CASE("top-p counts the probabilities that temperature and top-k leave") {
  auto const x =
      logits({std::log(0.4F), std::log(0.05F), std::log(0.3F), std::log(0.15F), std::log(0.06F), std::log(0.04F)});
  // Of 0.4 and 0.3 the first has 4/7, which reaches 0.55.
  CHECK(distance(x, {.top_k = 2, .top_p = 0.55F}, {1, 0, 0, 0, 0, 0}) < far);
  CHECK(distance(x, {.temperature = 0.5F, .top_p = 0.55F}, {1, 0, 0, 0, 0, 0}) < far);
  CHECK(distance(x, {.temperature = 0.5F, .top_p = 0.65F}, divided_by_sum({0.16, 0, 0.09, 0, 0, 0})) < far);
}

TEST_CASE("greedy is top-k of 1, is temperature 0.0001, is the first of equals") {
  llm::random_stream random{.seed = 3};
  std::uint32_t seed = 1;
  for (int i = 0; i < 200; ++i) {
    auto const x = reference::filled<sp::tensor<float, sp::axis<"L", 1>, sp::axis<"V", 50>>>(seed++);
    std::size_t best = 0;
    for (std::size_t token = 0; token < 50; ++token)
      if (x(0, token) > x(0, best)) best = token;
    CHECK(picked(x, {.temperature = 0}, random) == best);
    CHECK(picked(x, {.top_k = 1}, random) == best);
    CHECK(picked(x, {.temperature = 1e-6F}, random) == best);
  }
  auto const ties = logits({1, 3, 2, 3, 3, 0});
  CHECK(picked(ties, {.temperature = 0}, random) == 1);
  CHECK(picked(ties, {.top_k = 1}, random) == 1);
  CHECK(distance(ties, {.top_k = 2}, {0, 0.5, 0, 0.5, 0, 0}) < far);
  CHECK(distance(ties, {.temperature = 1e-4F}, divided_by_sum({0, 1, 0, 1, 1, 0})) < far);
}

TEST_CASE("greedy draws no random number, sampling one a row") {
  llm::random_stream random{.seed = 3};
  (void)llm::sample(sp::last<"L">(example), {.temperature = 0}, random);
  CHECK(random.drawn == 0);
  sp::tensor<float, sp::axis<"B", 3>, sp::axis<"L", 1>, V> const rows;
  (void)llm::sample(sp::last<"L">(rows), {}, random);
  CHECK(random.drawn == 3);
}

TEST_CASE("a stream gives the same numbers again, uniform in [0, 1)") {
  llm::random_stream one{.seed = 9}, same{.seed = 9}, other{.seed = 10};
  double sum = 0, square = 0;
  bool equal = true, different = false, inside = true;
  for (int i = 0; i < 20000; ++i) {
    double const x = one.next();
    sum += x;
    square += x * x;
    equal = equal && x == same.next();
    different = different || x != other.next();
    inside = inside && x >= 0 && x < 1;
  }
  CHECK((equal && different && inside));
  CHECK(std::abs(sum / 20000 - 0.5) < 0.01);
  CHECK(std::abs(square / 20000 - 1 / 3.0) < 0.01);
  llm::random_stream later{.seed = 9, .drawn = 20000};
  CHECK(later.next() == one.next());
}

TEST_CASE("each row of a batch is sampled on its own, whatever the memory order") {
  sp::tensor<float, V, sp::axis<"L", 2>, sp::axis<"B", 3>> x;
  x(4, 1, 0) = x(1, 1, 1) = x(5, 1, 2) = 3;
  llm::random_stream random;
  auto const tokens = llm::sample(sp::last<"L">(sp::transpose<"V", "B">(x)), {.temperature = 0}, random);
  CHECK(reference::elements(tokens) == std::vector<double>{4, 1, 5});
  CHECK(picked(sp::transpose<"V", "L">(sp::select<"B">(x, 2)), {.temperature = 0}, random) == 5);
}

TEST_CASE("a token of logit -infinity is never drawn") {
  auto const x = logits({-infinity, 0, -infinity, 1, -infinity, -infinity});
  auto const expected = divided_by_sum({0, weight(0), 0, weight(1), 0, 0});
  CHECK(distance(x, {}, expected) < far);
  CHECK(distance(x, {.top_k = 5}, expected) < far);
  CHECK(distance(x, {.top_p = 0.9999F}, expected) < far);
}

TEST_CASE("options out of range are errors that name them") {
  CHECK(message(example, {.temperature = -1}) == "sample: temperature is -1.000000, it must be a number >= 0");
  CHECK(message(example, {.temperature = nan_value}) == "sample: temperature is nan, it must be a number >= 0");
  CHECK(message(example, {.temperature = infinity}) == "sample: temperature is inf, it must be a number >= 0");
  CHECK(message(example, {.top_p = 0}) == "sample: top_p is 0.000000, it must be in (0, 1]");
  CHECK(message(example, {.top_p = -1}) == "sample: top_p is -1.000000, it must be in (0, 1]");
  CHECK(message(example, {.top_p = 1.1F}) == "sample: top_p is 1.100000, it must be in (0, 1]");
  CHECK(message(example, {.top_p = nan_value}) == "sample: top_p is nan, it must be in (0, 1]");
  CHECK(message(example, {.temperature = 0, .top_p = 2}) == "sample: top_p is 2.000000, it must be in (0, 1]");
  CHECK_THROWS_AS(llm::require_valid({.temperature = -1}), std::invalid_argument);
  CHECK_NOTHROW(llm::require_valid({.temperature = 0, .top_k = 3, .top_p = 1}));
}

TEST_CASE("logits that are no numbers are errors, also for greedy") {
  for (float temperature : {0.0F, 1.0F}) {
    llm::sampling const options{.temperature = temperature};
    CHECK(message(logits({0, 1, nan_value, 2, 3, 4}), options) ==
          "sample: the logit of token 2 is nan, not a finite number");
    CHECK(message(logits({infinity, 1, 0, 2, 3, 4}), options) ==
          "sample: the logit of token 0 is inf, not a finite number");
    CHECK(message(logits({-infinity, -infinity, -infinity, -infinity, -infinity, -infinity}), options) ==
          "sample: every logit is -infinity");
  }
  llm::random_stream random;
  CHECK_THROWS_AS((void)llm::sample(sp::last<"L">(logits({nan_value, 0, 0, 0, 0, 0})), {}, random), std::domain_error);
}

TEST_CASE("logits of any size are no problem") {
  llm::random_stream random{.seed = 1};
  float const most = std::numeric_limits<float>::max();
  auto const x = logits({-most, most, 0, 1, -1, most});
  CHECK(distance(x, {}, {0, 0.5, 0, 0, 0, 0.5}) < far);
  CHECK(picked(logits({0, 1e-30F, 0, 0, 0, 0}), {.temperature = 1e-38F}, random) == 1);
}
