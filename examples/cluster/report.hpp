// SPDX-License-Identifier: BSL-1.0
/// What is told of requests: each as soon as it is finished, and all in the end.
#pragma once

#include "plan.hpp"

#include <shapeproof/io/tokenizer.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace cluster {

/// Writes to stdout, through. Throws `std::runtime_error` where it cannot be written.
void print(std::string const& text);

class report {
 public:
  /// Refers to all; `pieces` may be null: then there are ids in the place of text.
  report(plan const& work, shapeproof::io::tokenizer const* pieces, bool json)
      : work_(work), pieces_(pieces), json_(json), states_(work.requests.size(), state::open) {}

  /// Prints the request to stdout, at once. Throws `std::runtime_error` where it cannot be written.
  void take(result const& one);
  /// The other side has printed it.
  void note(std::size_t request) { states_.at(request) = state::finished; }
  /// On stderr: which requests are finished, which failed, which were left, and how fast it was.
  void print_summary() const;
  /// The same of a rank that does not print: what it heard.
  void print_heard() const;
  /// Whether every request is finished.
  bool is_good() const;

 private:
  enum class state { open, finished, failed };

  void print_text(result const& one) const;
  void print_json(result const& one) const;
  std::string text_of(result const& one) const;
  std::string ids_in(state wanted) const;

  plan const& work_;
  shapeproof::io::tokenizer const* pieces_;
  bool json_;
  std::vector<state> states_;
  std::size_t tokens_ = 0;
  std::size_t bytes_ = 0;
  clock::time_point begin_ = clock::now();
  clock::time_point shown_ = begin_;
};

}  // namespace cluster
