// SPDX-License-Identifier: BSL-1.0
/// BPE as it is defined: look at all neighbours, join the best, again.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace reference {

/// Joins texts; `turn_of(left, right)` is when two are joined, the lowest first and of equals the leftmost, or nothing.
template <class TurnOf>
std::vector<std::string> merged(std::vector<std::string> texts, TurnOf const& turn_of) {
  while (true) {
    std::optional<double> best;
    std::size_t place = 0;
    for (std::size_t i = 0; i + 1 < texts.size(); ++i) {
      std::optional<double> const now = turn_of(texts[i], texts[i + 1]);
      if (now && (!best || *now < *best)) {
        best = now;
        place = i;
      }
    }
    if (!best) return texts;
    texts[place] += texts[place + 1];
    texts.erase(texts.begin() + static_cast<std::ptrdiff_t>(place) + 1);
  }
}

}  // namespace reference
