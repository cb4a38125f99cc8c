// SPDX-License-Identifier: BSL-1.0
#include <shapeproof/serving/outgoing_stream.hpp>

#include <algorithm>
#include <cstring>
#include <exception>
#include <span>
#include <utility>

namespace shapeproof::serving {

std::size_t place_among(std::vector<std::size_t> const& ranks, std::size_t rank) {
  auto const found = std::find(ranks.begin(), ranks.end(), rank);
  if (found == ranks.end())
    throw shape_error("hand over", "rank " + std::to_string(rank),
                      "it is none of the " + std::to_string(ranks.size()) + " ranks of this side of the route");
  return static_cast<std::size_t>(found - ranks.begin());
}

outgoing_stream::outgoing_stream(route const& on, std::uint64_t request, statement const& said)
    : way_(on),
      request_(request),
      place_(place_among(on.from, on.through.rank())),
      layers_(said.numbers.layers),
      positions_(said.numbers.positions) {
  post_to_all(way_.stream(), message_kind::offer, bytes_of(said));
}

outgoing_stream::~outgoing_stream() {
  if (over_) return;
  try {
    withdraw("its prefill was not finished");
  } catch (std::exception const&) {
    over_ = true;  // whoever cannot be told will not wait longer than it may
  }
}

message_header outgoing_stream::header(message_kind kind) const { return {.kind = kind, .request = request_}; }

void outgoing_stream::post_to_all(channel::tag with, message_kind kind, std::vector<std::byte> const& body) {
  std::exception_ptr first;
  for (std::size_t const peer : way_.to) try {
      post_message(way_.through, peer, with, header(kind), body);
    } catch (channel_error const&) {
      if (!first) first = std::current_exception();  // the others are to hear of it all the same
    }
  if (first) std::rethrow_exception(first);
}

std::string outgoing_stream::answer_of(std::size_t peer, std::chrono::duration<double> at_most) {
  auto const came = receive_first_message(way_.through, peer, way_.stream(), message_kind::answer, at_most);
  if (came.header.request != request_)
    throw message_error(peer, "the answer of request " + std::to_string(request_), to_string(came.header) + " came");
  return text_of(came.body);
}

void outgoing_stream::agree() {
  if (agreed_) return;
  over_ = true;
  std::string reason;
  std::exception_ptr failed;
  // While one was awaited in vain the others had as long: this ends before the patience of those that wait for it.
  for (std::size_t const peer : way_.to) try {
      auto const answer = answer_of(peer, failed ? std::chrono::duration<double>(0) : way_.at_most);
      if (reason.empty()) reason = answer;
    } catch (std::exception const& error) {
      if (!failed) failed = std::current_exception();
      if (reason.empty()) reason = error.what();
    }
  post_to_all(way_.stream(), message_kind::verdict, bytes_of(reason));
  if (failed) std::rethrow_exception(failed);
  if (!reason.empty()) throw request_refused(request_, reason);
  agreed_ = true;
  over_ = false;
}

void outgoing_stream::post_layer(std::size_t layer, std::size_t receiver, head_range heads,
                                 std::vector<std::byte> body) {
  auto head = header(message_kind::layer);
  head.layer = static_cast<std::uint32_t>(layer);
  head.first_head = static_cast<std::uint32_t>(heads.begin);
  head.heads = static_cast<std::uint32_t>(heads.size());
  head.positions = positions_;
  bytes_ += body.size();
  next_ = layer + 1;
  post_message(way_.through, way_.to[receiver], way_.stream(), head, std::move(body));
}

void outgoing_stream::finish(first_token const& first) {
  agree();
  std::uint64_t const numbers[] = {first.token, first.drawn};
  auto const bytes = std::as_bytes(std::span(numbers));
  post_to_all(way_.token(), message_kind::token, {bytes.begin(), bytes.end()});
  post_to_all(way_.stream(), message_kind::end, {});
  over_ = true;
}

void outgoing_stream::withdraw(std::string const& reason) {
  agree();  // so that no answer is left for the next request
  over_ = true;
  auto const said = bytes_of("rank " + std::to_string(way_.through.rank()) + " withdrew it: " + reason);
  post_to_all(way_.token(), message_kind::withdrawn, said);
  post_to_all(way_.stream(), message_kind::withdrawn, said);
}

void outgoing_stream::flush() {
  auto const awaited = "request " + std::to_string(request_) + " to leave";
  for (std::size_t const peer : way_.to) way_.through.flush(peer, {awaited, way_.at_most});
}

}  // namespace shapeproof::serving
