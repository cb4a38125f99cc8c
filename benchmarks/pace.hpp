// SPDX-License-Identifier: BSL-1.0
/// How steady the machine was while something was measured: the same memory is read beside every round.
#pragma once
#include "packed_contest.hpp"

#include <shapeproof/cpu/probe.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

class pace {
 public:
  void note() {
    reads_.push_back(contest::seconds_of(
        [&] { sum_ = sum_ + static_cast<double>(shapeproof::cpu::read_once(memory_.data(), memory_.size())); }));
  }
  /// The median of the readings over the fastest one.
  auto unsteadiness() const -> double {
    return contest::median(reads_) / *std::min_element(reads_.begin(), reads_.end());
  }

 private:
  std::vector<float> memory_ = std::vector<float>(std::size_t{1} << 24, 1.0F);
  std::vector<double> reads_;
  double volatile sum_ = 0;
};
