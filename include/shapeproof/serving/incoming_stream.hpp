// SPDX-License-Identifier: BSL-1.0
/// One request's way into a rank that decodes, in bytes.
#pragma once

#include <shapeproof/serving/route.hpp>
#include <shapeproof/serving/statement.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace shapeproof::serving {

/// Answers the offer of one request, and takes in its layers in order, from each sender that has heads of this rank.
class incoming_stream {
 public:
  /// Waits for the offers of all senders and answers them: with nothing, or with what they and `own` do not agree in.
  /// Throws `channel_error` and `message_error`.
  /// Of all `heads`, each has `bytes_each` bytes of keys and values for a position.
  incoming_stream(route const& on, statement own, std::size_t heads, std::size_t bytes_each);
  incoming_stream(incoming_stream const&) = delete;
  incoming_stream& operator=(incoming_stream const&) = delete;

  /// Waits until all senders have said whether all receivers agree. Throws `request_refused` where they do not.
  void agree();
  /// Takes in what is there, without waiting for what is not; gives whether nothing is missing. Throws
  /// `request_refused` where the request was refused or withdrawn, `channel_error` and `message_error`.
  bool poll();
  /// Waits for the layer, and those before it; with the last one for the end. Throws as `poll`.
  void require_layer(std::size_t layer);
  /// Waits for the first token, which is the same from all senders. Throws as `poll`.
  first_token token();
  /// What a sender sent of a layer that has come; it is given away.
  std::vector<std::byte> taken(std::size_t layer, std::size_t sender);

  std::uint64_t request() const { return offered_.number; }                   ///< its number
  std::size_t positions() const { return offered_.positions; }                ///< of the prompt
  handed_request const& offered() const { return offered_; }                  ///< what the senders offered
  std::size_t senders() const { return from_.size(); }                        ///< ranks of the other mesh
  head_range heads(std::size_t sender) const { return from_[sender].heads; }  ///< what comes from one of them
  head_range own_heads() const;                                               ///< those of this rank
  std::size_t bytes() const { return bytes_; }                                ///< of keys and values that came

 private:
  struct source {
    source(std::size_t of, head_range handed) : rank(of), heads(handed) {}

    std::size_t rank;
    head_range heads;
    std::uint64_t request = 0;  // what it offered
    bool has_verdict = false;
    bool ended = false;                          // its stream
    bool told = false;                           // its token, or that there is none
    std::vector<std::vector<std::byte>> layers;  // those that came
  };

  void answer();
  void receive_verdict(source& from);
  void receive_next(source& from);
  void receive_token(source& from);
  void require_not_withdrawn();
  bool has_all(source const& from) const;
  message_header awaited(message_kind kind) const { return {.kind = kind, .request = offered_.number}; }
  static message_header verdict_of(source const& from) {
    return {.kind = message_kind::verdict, .request = from.request};
  }
  message_header awaited_next(source const& from) const;

  route way_;
  statement own_;
  std::size_t heads_;
  std::size_t bytes_each_;
  handed_request offered_;
  std::vector<source> from_;
  first_token first_;
  bool has_first_ = false;
  std::string refusal_;
  std::string withdrawal_;
  bool agreed_ = false;
  std::size_t bytes_ = 0;
};

}  // namespace shapeproof::serving
