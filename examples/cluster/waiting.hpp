// SPDX-License-Identifier: BSL-1.0
/// Waiting for what may take long, while every wait for a message is bounded.
#pragma once

#include <shapeproof/cpu/communicator.hpp>
#include <shapeproof/serving/channel.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

namespace cluster {

/// So many signs of life come before the other side's patience ends.
constexpr double signs = 8;

/// Whether `ready()` was true within so many seconds; it is called once at least.
template <class Ready>
bool becomes_true(double seconds, Ready const& ready) {
  auto const end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (!ready()) {
    if (std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  return true;
}

/// What the group's first rank says, on each. No rank goes on before all are there.
inline std::uint8_t said_by_first(shapeproof::cpu::communicator& group, std::uint8_t mine) {
  std::vector<std::uint8_t> all(group.size());
  group.all_gather(&mine, 1, all.data());
  return all[0];
}

/// Returns on all ranks of the group as soon as `ready()` is true on the first one, where alone it is called.
template <class Ready>
void wait_together(shapeproof::cpu::communicator& group, double patience, Ready const& ready) {
  while (said_by_first(group, group.rank() == 0 && becomes_true(patience / signs, ready) ? 1 : 0) == 0) {
  }
}

/// Between two ranks that may have nothing to tell each other for long: each says a word now and then. It waits for
/// three times the patience: where a rank of the other group is silent, that group finds out first, within twice the
/// patience, and names it.
class life_line {
 public:
  using word = std::uint64_t;
  static constexpr word alive = static_cast<word>(-1);

  life_line(shapeproof::serving::channel& through, std::size_t peer, shapeproof::serving::channel::tag with,
            double patience)
      : through_(through), peer_(peer), with_(with), patience_(3 * patience) {}

  void say(word one) {
    std::vector<std::byte> message(sizeof(one));
    std::memcpy(message.data(), &one, sizeof(one));
    through_.post(peer_, with_, std::move(message));
    said_ = clock::now();
  }
  /// Says that this rank is alive, where it has not said anything for a while.
  void beat() {
    if (since(said_) > patience_ / signs) say(alive);
  }
  /// The words that have come, waiting for none. Throws `channel_error` where there was none for too long.
  std::vector<word> heard(std::string_view awaited) {
    std::vector<word> words;
    while (through_.is_there(peer_, with_)) {
      word one = 0;
      through_.receive(peer_, with_, std::as_writable_bytes(std::span(&one, 1)),
                       {awaited, std::chrono::duration<double>(patience_)});
      note_alive();
      if (one != alive) words.push_back(one);
    }
    require_alive(awaited);
    return words;
  }
  /// Another message than a word has come.
  void note_alive() { heard_ = clock::now(); }
  void require_alive(std::string_view awaited) const {
    if (since(heard_) > patience_)
      throw shapeproof::serving::channel_error(shapeproof::serving::channel_fault::late, peer_, awaited, patience_,
                                               "no sign of life");
  }

 private:
  using clock = std::chrono::steady_clock;
  static double since(clock::time_point then) { return std::chrono::duration<double>(clock::now() - then).count(); }

  shapeproof::serving::channel& through_;
  std::size_t peer_;
  shapeproof::serving::channel::tag with_;
  double patience_;
  clock::time_point said_ = clock::now();
  clock::time_point heard_ = clock::now();
};

}  // namespace cluster
