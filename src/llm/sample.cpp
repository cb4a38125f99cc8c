// SPDX-License-Identifier: BSL-1.0
/// Picks a token from logits.
#include <shapeproof/llm/sample.hpp>

#include <shapeproof/cpu/random.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace shapeproof::llm {

void require_valid(sampling const& options) {
  if (!std::isfinite(options.temperature) || options.temperature < 0)
    throw std::invalid_argument("sample: temperature is " + std::to_string(options.temperature) +
                                ", it must be a number >= 0");
  if (std::isnan(options.top_p) || options.top_p <= 0 || options.top_p > 1)
    throw std::invalid_argument("sample: top_p is " + std::to_string(options.top_p) + ", it must be in (0, 1]");
}

double random_stream::next() {
  std::array<std::uint32_t, 4> const counter = {static_cast<std::uint32_t>(drawn),
                                                static_cast<std::uint32_t>(drawn >> 32), 0, 0};
  std::array<std::uint32_t, 2> const key = {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)};
  auto const bits = cpu::philox(counter, key);
  ++drawn;
  std::uint64_t const mantissa = ((static_cast<std::uint64_t>(bits[0]) << 32) | bits[1]) >> 11;
  return static_cast<double>(mantissa) * 0x1.0p-53;
}

namespace detail {

namespace {

struct candidate {
  std::size_t token;
  double weight;
};

bool likelier(candidate const& a, candidate const& b) {
  return a.weight != b.weight ? a.weight > b.weight : a.token < b.token;
}

/// The smallest front part whose weights reach `share` of their sum.
std::size_t nucleus(std::vector<candidate> const& sorted, double share) {
  double total = 0;
  for (candidate const& each : sorted) total += each.weight;
  double reached = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    reached += sorted[i].weight;
    if (reached >= share * total) return i + 1;
  }
  return sorted.size();
}

}  // namespace

std::size_t pick(float const* logits, std::size_t count, std::ptrdiff_t step, sampling const& options,
                 random_stream& random) {
  require_valid(options);
  if (count == 0) throw std::domain_error("sample: the vocabulary is empty");
  auto const logit = [&](std::size_t token) { return logits[static_cast<std::ptrdiff_t>(token) * step]; };
  std::size_t best = 0;
  for (std::size_t token = 0; token < count; ++token) {
    if (std::isnan(logit(token)) || logit(token) == INFINITY)
      throw std::domain_error("sample: the logit of token " + std::to_string(token) + " is " +
                              std::to_string(logit(token)) + ", not a finite number");
    if (logit(token) > logit(best)) best = token;
  }
  if (std::isinf(logit(best))) throw std::domain_error("sample: every logit is -infinity");
  if (options.temperature == 0) return best;

  thread_local std::vector<candidate> candidates;  // kept, so that a loop of steps allocates once
  candidates.clear();
  candidates.reserve(count);
  for (std::size_t token = 0; token < count; ++token) {
    double const distance = (static_cast<double>(logit(token)) - static_cast<double>(logit(best))) /
                            static_cast<double>(options.temperature);
    double const weight = std::exp(distance);
    if (weight > 0) candidates.push_back({token, weight});  // what is impossible is never picked, however sums round
  }
  std::sort(candidates.begin(), candidates.end(), likelier);
  if (options.top_k > 0 && options.top_k < candidates.size()) candidates.resize(options.top_k);
  if (options.top_p < 1) candidates.resize(nucleus(candidates, static_cast<double>(options.top_p)));

  double total = 0;
  for (candidate const& each : candidates) total += each.weight;
  double rest = random.next() * total;
  for (candidate const& each : candidates) {
    rest -= each.weight;
    if (rest < 0) return each.token;
  }
  return candidates.back().token;
}

}  // namespace detail
}  // namespace shapeproof::llm
