// SPDX-License-Identifier: BSL-1.0
/// The ranks of a mesh as threads of one process.
#pragma once

#include <shapeproof/cpu/communicator.hpp>
#include <shapeproof/cpu/threads.hpp>

#include <barrier>
#include <cstddef>
#include <cstring>
#include <exception>
#include <string_view>
#include <thread>
#include <vector>

namespace simulated {

/// What the threads share: where each one's data lies, and a place to meet.
class meeting {
 public:
  explicit meeting(std::size_t size) : at_(size), barrier_(static_cast<std::ptrdiff_t>(size)) {}

  std::size_t size() const { return at_.size(); }
  void meet() { barrier_.arrive_and_wait(); }
  void leave() { barrier_.arrive_and_drop(); }
  /// All ranks' data, from here until everybody has met again.
  std::vector<void const*> const& show(std::size_t rank, void const* data) {
    at_[rank] = data;
    meet();
    return at_;
  }

 private:
  std::vector<void const*> at_;
  std::barrier<> barrier_;
};

class rank_of : public shapeproof::cpu::communicator {
 public:
  rank_of(meeting& others, std::size_t rank) : others_(others), rank_(rank) {}

  std::size_t rank() const override { return rank_; }
  std::size_t size() const override { return others_.size(); }

  void all_reduce(float* values, std::size_t count) override {
    ++reduced;
    std::vector<float> const sum = sums(values, 0, count);
    std::memcpy(values, sum.data(), count * sizeof(float));
  }
  void all_gather(void const* mine, std::size_t bytes, void* all) override {
    auto const& of = others_.show(rank_, mine);
    for (std::size_t i = 0; i < of.size(); ++i) std::memcpy(static_cast<char*>(all) + i * bytes, of[i], bytes);
    others_.meet();
  }
  void reduce_scatter(float const* all, float* mine, std::size_t count) override {
    std::vector<float> const sum = sums(all, rank_ * count, count);
    std::memcpy(mine, sum.data(), count * sizeof(float));
  }
  void broadcast(void* values, std::size_t bytes, std::size_t root) override {
    auto const& of = others_.show(rank_, values);
    if (rank_ != root) std::memcpy(values, of[root], bytes);
    others_.meet();
  }

  std::size_t reduced = 0;  ///< calls of all_reduce

 private:
  std::vector<float> sums(float const* values, std::size_t from, std::size_t count) {
    auto const& of = others_.show(rank_, values);
    std::vector<float> sum(count);
    for (void const* each : of)
      for (std::size_t i = 0; i < count; ++i) sum[i] += static_cast<float const*>(each)[from + i];
    others_.meet();
    return sum;
  }

  meeting& others_;
  std::size_t rank_;
};

/// Calls `work(rank)` on so many threads, each of which is a rank of the mesh `tp`. Throws what the first one threw.
template <class Work>
void on_ranks(std::size_t count, Work const& work) {
  meeting place(count);
  std::vector<std::exception_ptr> thrown(count);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < count; ++i)
    threads.emplace_back([&, i] {
      shapeproof::cpu::set_threads(1);
      rank_of own(place, i);
      shapeproof::cpu::communicator::scope const within(own, "tp");
      try {
        work(own);
      } catch (...) {
        thrown[i] = std::current_exception();
      }
      place.leave();
    });
  for (auto& each : threads) each.join();
  for (auto const& each : thrown)
    if (each) std::rethrow_exception(each);
}

}  // namespace simulated
