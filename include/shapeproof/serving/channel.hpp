// SPDX-License-Identifier: BSL-1.0
/// Messages between ranks, whatever carries them.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shapeproof::serving {

/// What went wrong between two ranks.
enum class channel_fault {
  late,        ///< nothing came, or left, in time
  wrong_size,  ///< a message has another number of bytes than was awaited
  peer_failed  ///< the other rank has ended or cannot be reached
};

/// `rank 1: layer 3 of request 7: late, nothing came within 5 s`: an error that names the peer, what was awaited of it,
/// and for how long.
class channel_error : public std::runtime_error {
 public:
  /// `detail` says the rest: `nothing came`, `40 bytes of 64 came`.
  channel_error(channel_fault fault, std::size_t peer, std::string_view awaited, double seconds,
                std::string_view detail)
      : runtime_error(sentence(fault, peer, awaited, seconds, detail)),
        fault_(fault),
        peer_(peer),
        seconds_(seconds),
        detail_(detail) {}
  /// The same, of a call that knew less of what was awaited.
  channel_error(channel_error const& other, std::string_view awaited)
      : channel_error(other.fault_, other.peer_, awaited, other.seconds_, other.detail_) {}

  channel_fault fault() const { return fault_; }         ///< what went wrong
  std::size_t peer() const { return peer_; }             ///< the other rank
  double seconds() const { return seconds_; }            ///< after how long
  std::string const& detail() const { return detail_; }  ///< `nothing came`, or why the peer failed

 private:
  static std::string sentence(channel_fault fault, std::size_t peer, std::string_view awaited, double seconds,
                              std::string_view detail) {
    char const* const name = fault == channel_fault::late         ? "late, "
                             : fault == channel_fault::wrong_size ? "wrong size, "
                                                                  : "the peer failed, ";
    auto result = "rank " + std::to_string(peer) + ": " + std::string(awaited) + ": " + name + std::string(detail);
    if (fault == channel_fault::peer_failed && seconds <= 0) return result;  // it was known without a wait
    auto time = std::to_string(seconds);
    time.erase(time.find_last_not_of('0') + 1);
    if (time.ends_with('.') || time.ends_with(',')) time.pop_back();
    return result + " within " + time + " s";
  }

  channel_fault fault_;
  std::size_t peer_;
  double seconds_;
  std::string detail_;
};

/// How long a call may wait, and for what: both are in its errors.
struct patience {
  std::string_view awaited;               ///< such as `layer 3 of request 7`
  std::chrono::duration<double> at_most;  ///< then it throws `channel_error`
};

/// One of `size()` ranks that send each other messages. Messages with one tag come from a peer in the order in which it
/// posted them; those of other tags may overtake them. A message is whole: it is received as one, with its own number
/// of bytes. One thread at a time uses a channel.
class channel {
 public:
  /// What a message belongs to, 0 to 32767.
  using tag = int;

  channel() = default;
  channel(channel const&) = delete;
  channel& operator=(channel const&) = delete;
  virtual ~channel() = default;

  virtual std::size_t rank() const = 0;  ///< from 0 on
  virtual std::size_t size() const = 0;  ///< how many ranks there are

  /// Sends without waiting: the channel keeps the bytes until they have left, and lets earlier messages go on. Throws
  /// `channel_error` where it is known that the peer failed.
  virtual void post(std::size_t peer, tag with, std::vector<std::byte> message) = 0;
  /// Waits until all messages to the peer have left. Throws `channel_error`: late, or the peer failed.
  virtual void flush(std::size_t peer, patience const& wait) = 0;
  /// Fills `into` with the peer's next message of this tag, which has as many bytes. Throws `channel_error`: late, of
  /// another size (then that message is gone), or the peer failed and nothing of it is left to be received.
  virtual void receive(std::size_t peer, tag with, std::span<std::byte> into, patience const& wait) = 0;
  /// Whether the peer's next message of this tag can be received without waiting. Throws `channel_error` where the peer
  /// failed and nothing of it is left.
  virtual bool is_there(std::size_t peer, tag with) = 0;

  /// Sends and waits until it has left. Throws as `post` and `flush`.
  void send(std::size_t peer, tag with, std::vector<std::byte> message, patience const& wait) {
    post(peer, with, std::move(message));
    flush(peer, wait);
  }
};

}  // namespace shapeproof::serving
