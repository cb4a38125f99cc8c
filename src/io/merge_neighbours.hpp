// SPDX-License-Identifier: BSL-1.0
/// What both kinds of BPE do with a row of pieces.
#pragma once

#include <cstddef>
#include <optional>
#include <queue>
#include <tuple>
#include <vector>

namespace shapeproof::io::detail {

/// What two neighbours become, and when: the lowest turn first.
struct merge {
  double turn = 0;
  int id = 0;
};

/// Ids in a row that forgets those which were joined to their left neighbour.
class piece_row {
 public:
  explicit piece_row(std::vector<int> ids) : ids_(std::move(ids)), before_(ids_.size()), after_(ids_.size()) {
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      before_[i] = i - 1;  // of the first one a place beyond the end, like the last one's after
      after_[i] = i + 1;
    }
  }

  bool has(std::size_t place) const { return place < ids_.size(); }
  int id(std::size_t place) const { return ids_[place]; }
  std::size_t before(std::size_t place) const { return before_[place]; }
  std::size_t after(std::size_t place) const { return after_[place]; }

  /// The piece at `left` and the one after it become `id`, at `left`.
  void join(std::size_t left, int id) {
    std::size_t const right = after_[left];
    ids_[left] = id;
    ids_[right] = gone;
    after_[left] = after_[right];
    if (has(after_[left])) before_[after_[left]] = left;
  }

  std::vector<int> rest() && {
    std::erase(ids_, gone);
    return std::move(ids_);
  }

 private:
  static constexpr int gone = -1;
  std::vector<int> ids_;
  std::vector<std::size_t> before_, after_;
};

/// Joins neighbours until `merge_of(left id, right id)` has nothing for any: at each step those with the lowest turn,
/// of equal turns the first. An id must never come back to a place that it left. n log n merges of n ids at most.
template <class MergeOf>
std::vector<int> merge_neighbours(std::vector<int> ids, MergeOf const& merge_of) {
  struct candidate {
    merge becomes;
    std::size_t left, right;
    int left_id, right_id;
    bool operator<(candidate const& other) const {  // the top of the queue is the greatest
      return std::tie(other.becomes.turn, other.left) < std::tie(becomes.turn, left);
    }
  };
  std::priority_queue<candidate> queue;
  piece_row row(std::move(ids));
  auto const consider = [&](std::size_t left, std::size_t right) {
    if (!row.has(left) || !row.has(right)) return;
    if (std::optional<merge> const becomes = merge_of(row.id(left), row.id(right)))
      queue.push({*becomes, left, right, row.id(left), row.id(right)});
  };
  for (std::size_t left = 0; row.has(left); ++left) consider(left, left + 1);
  while (!queue.empty()) {
    candidate const best = queue.top();
    queue.pop();
    if (row.id(best.left) != best.left_id || row.id(best.right) != best.right_id) continue;  // no longer there
    row.join(best.left, best.becomes.id);
    consider(row.before(best.left), best.left);
    consider(best.left, row.after(best.left));
  }
  return std::move(row).rest();
}

}  // namespace shapeproof::io::detail
