// SPDX-License-Identifier: BSL-1.0
/// Measures the steps of the pipeline while they run.
#pragma once

#include "data.hpp"

#include <shapeproof/nn/step.hpp>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>
#include <vector>

/// What each step takes: the time since the one before it, or since the clock began.
class step_clock final : public shapeproof::nn::step_listener {
 public:
  void computed(std::string_view step) override {
    auto const now = clock::now();
    taken_[step] += std::chrono::duration<double>(now - before_).count();
    before_ = clock::now();  // without the time of taking notes
  }
  step_seconds const& taken() const { return taken_; }

 private:
  using clock = std::chrono::steady_clock;
  step_seconds taken_;
  clock::time_point before_ = clock::now();
};

/// The time of all steps together.
inline double sum_of(step_seconds const& steps) {
  double sum = 0;
  for (auto const& [step, seconds] : steps) sum += seconds;
  return sum;
}

/// The middle one, of one or more.
inline double median(std::vector<double> values) {
  auto const middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Several measurements of one thing.
class measurements {
 public:
  void add(step_seconds const& one) { all_.push_back(one); }

  /// The median time of each step.
  step_seconds steps() const {
    step_seconds result;
    for (auto const& [step, unused] : all_.front())
      result[step] = median_of([&](step_seconds const& each) { return each.at(step); });
    return result;
  }
  /// The median of their sums.
  double total() const { return median_of(sum_of); }

 private:
  template <class Value>
  double median_of(Value const& value) const {
    std::vector<double> values(all_.size());
    std::transform(all_.begin(), all_.end(), values.begin(), value);
    return median(std::move(values));
  }

  std::vector<step_seconds> all_;
};
