// SPDX-License-Identifier: BSL-1.0
/// A channel between threads of one process, with faults where a test wants them.
#pragma once

#include <shapeproof/cpu/threads.hpp>
#include <shapeproof/serving/channel.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace simulated {

namespace serving = shapeproof::serving;
using parcel = std::vector<std::byte>;

/// A message on its way.
struct posted {
  std::size_t from;
  std::size_t to;
  serving::channel::tag with;
  parcel message;
};

/// Where the messages of all ranks lie until they are received.
class post_office {
 public:
  explicit post_office(std::size_t ranks) : ranks_(ranks) {}

  /// What becomes of each message: itself, nothing, several. Set before the ranks begin.
  std::function<std::vector<posted>(posted)> on_the_way;

  std::size_t ranks() const { return ranks_; }
  /// Bytes that were posted, headers and all.
  std::size_t bytes_posted() const {
    std::lock_guard const lock(mutex_);
    return bytes_;
  }

  void put(posted one) {
    std::lock_guard const lock(mutex_);
    bytes_ += one.message.size();
    if (!on_the_way) {
      deliver(std::move(one));
    } else {
      for (auto& each : on_the_way(std::move(one))) deliver(std::move(each));
    }
    changed_.notify_all();
  }
  void end(std::size_t rank) {
    std::lock_guard const lock(mutex_);
    ended_.insert(rank);
    changed_.notify_all();
  }
  bool has_ended(std::size_t rank) const {
    std::lock_guard const lock(mutex_);
    return ended_.contains(rank);
  }

  /// Whether a message is there; waits for it, or for the rank's end.
  bool wait(std::size_t from, std::size_t to, int with, std::chrono::duration<double> at_most) {
    std::unique_lock lock(mutex_);
    auto& queue = queues_[{from, to, with}];
    std::chrono::duration<double> const longest(1e9);  // more than a clock counts is never reached
    changed_.wait_for(lock, std::min(at_most, longest), [&] { return !queue.empty() || ended_.contains(from); });
    return !queue.empty();
  }
  /// The next message, which is there.
  parcel take(std::size_t from, std::size_t to, int with) {
    std::lock_guard const lock(mutex_);
    auto& queue = queues_[{from, to, with}];
    parcel result = std::move(queue.front());
    queue.pop_front();
    return result;
  }

 private:
  void deliver(posted one) { queues_[{one.from, one.to, one.with}].push_back(std::move(one.message)); }

  std::size_t ranks_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::tuple<std::size_t, std::size_t, int>, std::deque<parcel>> queues_;
  std::set<std::size_t> ended_;
  std::size_t bytes_ = 0;
};

/// One rank's end of it.
class thread_channel : public serving::channel {
 public:
  thread_channel(post_office& office, std::size_t rank) : office_(office), rank_(rank) {}

  std::size_t rank() const override { return rank_; }
  std::size_t size() const override { return office_.ranks(); }

  void post(std::size_t peer, tag with, parcel message) override {
    if (office_.has_ended(peer)) fail(serving::channel_fault::peer_failed, peer, {"a message", {}}, "it takes no more");
    office_.put({rank_, peer, with, std::move(message)});
  }
  void flush(std::size_t, serving::patience const&) override {}  // what was posted has left
  void receive(std::size_t peer, tag with, std::span<std::byte> into, serving::patience const& wait) override {
    if (!office_.wait(peer, rank_, with, wait.at_most))
      fail(office_.has_ended(peer) ? serving::channel_fault::peer_failed : serving::channel_fault::late, peer, wait,
           "nothing came");
    auto const came = office_.take(peer, rank_, with);
    if (came.size() != into.size())
      fail(serving::channel_fault::wrong_size, peer, wait,
           std::to_string(came.size()) + " bytes of " + std::to_string(into.size()) + " came");
    std::copy(came.begin(), came.end(), into.begin());
  }
  bool is_there(std::size_t peer, tag with) override {
    bool const has_ended = office_.has_ended(peer);  // what it posted before its end is there
    if (office_.wait(peer, rank_, with, {})) return true;
    if (has_ended) fail(serving::channel_fault::peer_failed, peer, {"a message", {}}, "nothing is left of it");
    return false;
  }

 private:
  [[noreturn]] static void fail(serving::channel_fault fault, std::size_t peer, serving::patience const& wait,
                                std::string const& detail) {
    throw serving::channel_error(fault, peer, wait.awaited, wait.at_most.count(), detail);
  }

  post_office& office_;
  std::size_t rank_;
};

/// Calls `work(channel)` for each rank on a thread of its own. What each threw, or nothing.
template <class Work>
std::vector<std::exception_ptr> on_channels(post_office& office, Work const& work) {
  std::vector<std::exception_ptr> thrown(office.ranks());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < office.ranks(); ++i)
    threads.emplace_back([&, i] {
      shapeproof::cpu::set_threads(1);
      thread_channel own(office, i);
      try {
        work(own);
      } catch (...) {
        thrown[i] = std::current_exception();
      }
      office.end(i);
    });
  for (auto& each : threads) each.join();
  return thrown;
}

/// The text of what was thrown; empty where nothing was.
inline std::string text_of(std::exception_ptr const& thrown) {
  if (!thrown) return {};
  try {
    std::rethrow_exception(thrown);
  } catch (std::exception const& error) {
    return error.what();
  }
}

}  // namespace simulated
