// SPDX-License-Identifier: BSL-1.0
#include <shapeproof/serving/message.hpp>

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

namespace shapeproof::serving {

static_assert(std::has_unique_object_representations_v<message_header>);

namespace {

// No message that is awaited without its size is longer: statements and reasons.
constexpr std::uint64_t longest_text = 1 << 16;

char const* name_of(message_kind kind) {
  switch (kind) {
    case message_kind::offer:
      return "the offer";
    case message_kind::answer:
      return "the answer";
    case message_kind::verdict:
      return "the verdict";
    case message_kind::layer:
      return "layer";
    case message_kind::end:
      return "the end";
    case message_kind::token:
      return "the first token";
    case message_kind::withdrawn:
      return "the withdrawal";
  }
  return "a message of no kind";
}

std::uint64_t checksum_of(message_header header, std::span<std::byte const> body) {
  header.checksum = 0;
  return checksum(body, checksum(std::as_bytes(std::span(&header, 1))));
}

/// Whether `came` is `awaited`, or a withdrawal of the same request.
bool is_awaited(message_header const& came, message_header awaited) {
  if (came.kind == message_kind::withdrawn) return came.request == awaited.request && came.bytes <= longest_text;
  awaited.checksum = came.checksum;
  bool const has_size = awaited.bytes != 0 ? came.bytes == awaited.bytes : came.bytes <= longest_text;
  awaited.bytes = came.bytes;
  return has_size && std::memcmp(&came, &awaited, sizeof(came)) == 0;
}

message_header receive_header(channel& through, std::size_t peer, channel::tag with, std::string const& awaited,
                              std::chrono::duration<double> at_most) {
  message_header header;
  through.receive(peer, with, std::as_writable_bytes(std::span(&header, 1)), {awaited, at_most});
  if (header.magic != message_header{}.magic) throw message_error(peer, awaited, "something else came");
  return header;
}

message with_body(channel& through, std::size_t peer, channel::tag with, message_header const& header,
                  std::chrono::duration<double> at_most) {
  message result{header, std::vector<std::byte>(header.bytes)};
  auto const awaited = "the body of " + to_string(header);
  if (header.bytes > 0) through.receive(peer, with, result.body, {awaited, at_most});
  if (checksum_of(header, result.body) != header.checksum)
    throw message_error(peer, awaited, "it was changed on its way: its checksum is another one");
  return result;
}

}  // namespace

std::string to_string(message_header const& header) {
  std::string result = name_of(header.kind);
  auto const add = [&](char const* before, std::uint64_t number) {
    result.append(before).append(std::to_string(number));
  };
  if (header.kind == message_kind::layer) add(" ", header.layer);
  add(" of request ", header.request);
  if (header.kind != message_kind::layer) return result;
  add(", heads ", header.first_head);
  add(" to ", std::uint64_t{header.first_head} + header.heads);
  add(", ", header.positions);
  add(" positions, ", header.bytes);
  return result.append(" bytes");
}

std::uint64_t checksum(std::span<std::byte const> bytes, std::uint64_t seed) {
  // Each turn maps 64 bits onto 64 bits one to one, so that one changed word changes the result.
  auto const mixed = [](std::uint64_t sum, std::uint64_t word) {
    sum = (sum ^ word) * 0x9e37'79b9'7f4a'7c15U;
    return sum ^ (sum >> 32U);
  };
  std::uint64_t sum = mixed(seed, bytes.size());
  for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, std::min(sizeof(word), bytes.size() - i));
    sum = mixed(sum, word);
  }
  return sum;
}

void post_message(channel& through, std::size_t peer, channel::tag with, message_header header,
                  std::vector<std::byte> body) {
  header.bytes = body.size();
  header.checksum = checksum_of(header, body);
  auto const bytes = std::as_bytes(std::span(&header, 1));
  try {
    through.post(peer, with, {bytes.begin(), bytes.end()});
    if (!body.empty()) through.post(peer, with, std::move(body));
  } catch (channel_error const& error) {
    throw channel_error(error, to_string(header));
  }
}

message receive_message(channel& through, std::size_t peer, channel::tag with, message_header const& awaited,
                        std::chrono::duration<double> at_most) {
  auto const text = to_string(awaited);
  auto const header = receive_header(through, peer, with, text, at_most);
  if (!is_awaited(header, awaited)) throw message_error(peer, text, to_string(header) + " came");
  return with_body(through, peer, with, header, at_most);
}

message receive_first_message(channel& through, std::size_t peer, channel::tag with, message_kind kind,
                              std::chrono::duration<double> at_most) {
  auto const header = receive_header(through, peer, with, name_of(kind), at_most);
  if (header.kind != kind || header.bytes > longest_text)
    throw message_error(peer, name_of(kind), to_string(header) + " came");
  return with_body(through, peer, with, header, at_most);
}

bool is_there(channel& through, std::size_t peer, channel::tag with, message_header const& awaited) try {
  return through.is_there(peer, with);
} catch (channel_error const& error) {
  throw channel_error(error, to_string(awaited));
}

std::vector<std::byte> bytes_of(std::string_view text) {
  auto const bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}
std::string text_of(std::span<std::byte const> bytes) {
  return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
}

}  // namespace shapeproof::serving
