// SPDX-License-Identifier: BSL-1.0
/// What is to be served, and where a rank stands: all that the two groups know in common.
#pragma once

#include <shapeproof/cpu/communicator.hpp>
#include <shapeproof/llm/cache_pools.hpp>
#include <shapeproof/llm/request.hpp>
#include <shapeproof/serving/route.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace cluster {

/// A line of the file of requests.
struct wanted_request {
  std::string id;
  shapeproof::llm::request request;
  double arrival = 0;  ///< seconds after the ranks began
};

/// What all ranks were asked for, checked before any of them computes.
struct plan {
  std::vector<wanted_request> requests;
  shapeproof::llm::batch_size size;  ///< of the cache pool
  std::size_t vocabulary = 0;
  std::string weights;  ///< how matrices are packed: `f32`, `bf16` or `int8`
};

using clock = std::chrono::steady_clock;

/// A rank, the group that it computes with, and the way between the groups.
struct place {
  shapeproof::cpu::communicator& group;
  shapeproof::serving::route way;
  std::function<void()> meet;  ///< returns when all ranks of both groups are there

  double patience() const { return way.at_most.count(); }
};

/// Seconds since all ranks had their weights.
class stopwatch {
 public:
  explicit stopwatch(place const& at) {
    at.meet();
    begin_ = clock::now();
  }
  double seconds() const { return std::chrono::duration<double>(clock::now() - begin_).count(); }

 private:
  clock::time_point begin_;
};

/// What came of a request.
struct result {
  std::size_t request = 0;  ///< its place in the plan
  // NOLINTNEXTLINE(readability-redundant-member-init): GCC wants it where a designated initializer leaves it out
  std::vector<std::size_t> tokens = {};  ///< the new ones
  double first_token = 0;                ///< seconds from its arrival
  double each_token = 0;                 ///< seconds between the others; 0 where there is one
  std::size_t bytes = 0;                 ///< of keys and values that were handed over
  // NOLINTNEXTLINE(readability-redundant-member-init): GCC wants it where a designated initializer leaves it out
  std::string error = {};  ///< why it failed; empty where it did not
};

/// Who hears of each request that is finished or has failed.
using listener = std::function<void(result const&)>;

}  // namespace cluster
