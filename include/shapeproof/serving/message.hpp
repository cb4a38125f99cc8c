// SPDX-License-Identifier: BSL-1.0
/// Messages that say what they are: each has a header, which is checked.
#pragma once

#include <shapeproof/serving/channel.hpp>
#include <shapeproof/serving/reshard.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace shapeproof::serving {

/// What both sides of a hand-over must speak.
inline constexpr std::uint32_t protocol_version = 1;

/// What a message says.
enum class message_kind : std::uint32_t {
  offer = 1,  ///< a sender's statement of a request
  answer,     ///< a receiver's own statement, and what it finds wrong
  verdict,    ///< what any receiver found wrong; nothing if the layers follow
  layer,      ///< keys and values of some heads of one layer
  end,        ///< no layer follows
  token,      ///< the first token of the request's answer
  withdrawn   ///< nothing more comes of this request, and why
};

/// What precedes each body.
struct message_header {
  std::uint32_t magic = 0x5348'5031;         ///< another one is no message, or of another byte order
  std::uint32_t version = protocol_version;  ///< the sender's
  message_kind kind = {};                    ///< what it says
  std::uint32_t layer = 0;                   ///< of a layer: which one
  std::uint64_t request = 0;                 ///< its number
  std::uint32_t first_head = 0;              ///< of a layer: the heads
  std::uint32_t heads = 0;                   ///< and how many
  std::uint64_t positions = 0;               ///< of a layer: [0, positions)
  std::uint64_t bytes = 0;                   ///< of the body
  std::uint64_t checksum = 0;                ///< of the body, and of this header with a checksum of 0
};

/// A message that is not the one that was awaited, or was changed on its way. What follows it is not to be trusted.
class message_error : public std::runtime_error {
 public:
  /// `rank 1: layer 2 of request 7 was awaited, layer 1 of request 7 came`
  message_error(std::size_t peer, std::string const& awaited, std::string const& came)
      : runtime_error("rank " + std::to_string(peer) + ": " + awaited + " was awaited, " + came), peer_(peer) {}

  std::size_t peer() const { return peer_; }  ///< who sent it

 private:
  std::size_t peer_;
};

/// A header and what follows it.
struct message {
  message_header header;        ///< what it is
  std::vector<std::byte> body;  ///< `header.bytes` of them
};

/// `layer 2 of request 7, heads 0 to 2, 5 positions, 640 bytes`
std::string to_string(message_header const& header);

/// Differs where any single bit does.
std::uint64_t checksum(std::span<std::byte const> bytes, std::uint64_t seed = 0);

/// Sends a header and its body, without waiting; sets the bytes and the checksum. Throws `channel_error`, which names
/// the message.
void post_message(channel& through, std::size_t peer, channel::tag with, message_header header,
                  std::vector<std::byte> body);

/// The peer's next message, whose header is to be `awaited` in all but bytes and checksum; where `awaited.bytes` is not
/// 0, in the bytes too. One that is `withdrawn` instead is given back as it is. Throws `message_error` for another one
/// and for a checksum that is wrong, `channel_error`.
message receive_message(channel& through, std::size_t peer, channel::tag with, message_header const& awaited,
                        std::chrono::duration<double> at_most);

/// The same of any request, with any version: what a hand-over begins with. `kind` is awaited.
message receive_first_message(channel& through, std::size_t peer, channel::tag with, message_kind kind,
                              std::chrono::duration<double> at_most);

/// Whether the peer's next message of this tag is there: that `awaited` is, says the `channel_error` of a peer that
/// failed.
bool is_there(channel& through, std::size_t peer, channel::tag with, message_header const& awaited);

/// The bytes of a text.
std::vector<std::byte> bytes_of(std::string_view text);
/// The text of bytes.
std::string text_of(std::span<std::byte const> bytes);

}  // namespace shapeproof::serving
