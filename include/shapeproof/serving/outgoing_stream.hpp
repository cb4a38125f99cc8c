// SPDX-License-Identifier: BSL-1.0
/// One request's way out of a rank that prefills, in bytes.
#pragma once

#include <shapeproof/serving/route.hpp>
#include <shapeproof/serving/statement.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace shapeproof::serving {

/// Offers a request to all receivers, agrees with them, and posts its layers in order. Nothing of a layer moves before
/// all have agreed.
class outgoing_stream {
 public:
  /// Posts the offer; waits for nothing.
  outgoing_stream(route const& on, std::uint64_t request, statement const& said);
  outgoing_stream(outgoing_stream const&) = delete;
  outgoing_stream& operator=(outgoing_stream const&) = delete;
  /// Withdraws what was not finished, nor given up.
  ~outgoing_stream();

  /// Waits until all receivers have answered, once. Throws `request_refused` where one of them finds something wrong,
  /// `channel_error` and `message_error`.
  void agree();
  /// Posts the layer's keys and values of these heads to one receiver, by its place in the mesh.
  void post_layer(std::size_t layer, std::size_t receiver, head_range heads, std::vector<std::byte> body);
  /// No layer follows, and this is the first token. Waits for nothing.
  void finish(first_token const& first);
  /// Nothing more comes: every receiver throws `request_refused` with the reason. Agrees first, where that was not
  /// done.
  void withdraw(std::string const& reason);
  /// Waits for nobody any more and tells nobody: for a rank that ends.
  void give_up() noexcept { over_ = true; }

  /// Waits until all messages have left. Throws `channel_error`.
  void flush();

  route const& way() const { return way_; }           ///< as it was given
  std::size_t place() const { return place_; }        ///< of this rank among the senders
  std::size_t bytes() const { return bytes_; }        ///< of keys and values that were posted
  std::size_t layers() const { return layers_; }      ///< that are handed over
  std::size_t next_layer() const { return next_; }    ///< whose turn it is
  std::uint64_t request() const { return request_; }  ///< its number

 private:
  message_header header(message_kind kind) const;
  std::string answer_of(std::size_t peer, std::chrono::duration<double> at_most);
  void post_to_all(channel::tag with, message_kind kind, std::vector<std::byte> const& body);

  route way_;
  std::uint64_t request_;
  std::size_t place_;
  std::size_t layers_;
  std::size_t positions_;
  std::size_t bytes_ = 0;
  std::size_t next_ = 0;
  bool agreed_ = false;
  bool over_ = false;
};

}  // namespace shapeproof::serving
