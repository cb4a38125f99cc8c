// SPDX-License-Identifier: BSL-1.0
#include <shapeproof/serving/incoming_stream.hpp>

#include <algorithm>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <utility>

namespace shapeproof::serving {

namespace {

/// Why an offer cannot be taken; nothing where it can. `first` is what the first sender offered.
std::string problem_of(message const& offer, statement const& own, std::optional<handed_request>& first) {
  if (offer.header.version != protocol_version)
    return "protocol version " + std::to_string(offer.header.version) + " meets " + std::to_string(protocol_version);
  try {
    auto const said = statement_in(offer.body);
    handed_request const offered = {offer.header.request, said.numbers.positions, said.numbers.wanted};
    if (!first) first = offered;
    if (*first != offered)
      return "rank " + std::to_string(said.numbers.rank) + " offers request " + std::to_string(offered.number) +
             " of " + std::to_string(offered.positions) + " positions, another one request " +
             std::to_string(first->number) + " of " + std::to_string(first->positions);
    return disagreement(said, own);
  } catch (std::invalid_argument const& error) {
    return error.what();
  }
}

}  // namespace

bool is_offered(route const& on) try {
  return std::all_of(on.from.begin(), on.from.end(),
                     [&](std::size_t rank) { return on.through.is_there(rank, on.stream()); });
} catch (channel_error const& error) {
  throw channel_error(error, "the offer");
}

incoming_stream::incoming_stream(route const& on, statement own, std::size_t heads, std::size_t bytes_each)
    : way_(on), own_(std::move(own)), heads_(heads), bytes_each_(bytes_each) {
  for (std::size_t p = 0; p < on.from.size(); ++p)
    from_.emplace_back(on.from[p], handed_heads(heads, on.from.size(), p, own_.numbers.degree, own_.numbers.rank));
  answer();
}

head_range incoming_stream::own_heads() const { return heads_of(heads_, own_.numbers.degree, own_.numbers.rank); }

void incoming_stream::answer() {
  std::optional<handed_request> first;
  for (auto& each : from_) {
    auto const offer = receive_first_message(way_.through, each.rank, way_.stream(), message_kind::offer, way_.at_most);
    each.request = offer.header.request;
    auto const problem = problem_of(offer, own_, first);
    if (refusal_.empty()) refusal_ = problem;
  }
  offered_ = first.value_or(handed_request{.number = from_.at(0).request});
  for (auto const& each : from_)
    post_message(way_.through, each.rank, way_.stream(), {.kind = message_kind::answer, .request = each.request},
                 bytes_of(refusal_));
}

void incoming_stream::receive_verdict(source& from) {
  auto const came = receive_first_message(way_.through, from.rank, way_.stream(), message_kind::verdict, way_.at_most);
  if (came.header.request != from.request)
    throw message_error(from.rank, to_string(verdict_of(from)), to_string(came.header) + " came");
  from.has_verdict = true;
  if (!came.body.empty()) refusal_ = text_of(came.body);  // the same on all ranks, whatever this one found
}

void incoming_stream::agree() {
  if (!agreed_) {
    for (auto& each : from_)
      if (!each.has_verdict) receive_verdict(each);
    agreed_ = true;
  }
  if (!refusal_.empty()) throw request_refused(offered_.number, refusal_);
}

bool incoming_stream::has_all(source const& from) const {
  return from.heads.size() == 0 || from.layers.size() == own_.numbers.layers;
}

message_header incoming_stream::awaited_next(source const& from) const {
  if (has_all(from)) return awaited(message_kind::end);
  auto result = awaited(message_kind::layer);
  result.layer = static_cast<std::uint32_t>(from.layers.size());
  result.first_head = static_cast<std::uint32_t>(from.heads.begin);
  result.heads = static_cast<std::uint32_t>(from.heads.size());
  result.positions = offered_.positions;
  result.bytes = from.heads.size() * offered_.positions * bytes_each_;
  return result;
}

void incoming_stream::receive_next(source& from) {
  auto came = receive_message(way_.through, from.rank, way_.stream(), awaited_next(from), way_.at_most);
  if (came.header.kind == message_kind::layer) {
    bytes_ += came.body.size();
    from.layers.push_back(std::move(came.body));
    return;
  }
  from.ended = true;
  if (came.header.kind == message_kind::withdrawn) withdrawal_ = text_of(came.body);
}

void incoming_stream::receive_token(source& from) {
  auto const wanted = awaited(message_kind::token);
  auto const came = receive_message(way_.through, from.rank, way_.token(), wanted, way_.at_most);
  from.told = true;
  if (came.header.kind == message_kind::withdrawn) {
    withdrawal_ = text_of(came.body);
    return;
  }
  std::uint64_t numbers[2] = {};
  if (came.body.size() != sizeof(numbers)) throw message_error(from.rank, to_string(wanted), "another one came");
  std::memcpy(numbers, came.body.data(), sizeof(numbers));
  first_token const token = {numbers[0], numbers[1]};
  if (has_first_ && first_ != token)
    throw message_error(from.rank,
                        "token " + std::to_string(first_.token) + " as the first of request " +
                            std::to_string(offered_.number) + ", as from another sender,",
                        "token " + std::to_string(token.token) + " came");
  first_ = token;
  has_first_ = true;
}

void incoming_stream::require_not_withdrawn() {
  if (withdrawal_.empty()) return;
  // What the others have on its way is not to be met by the next request.
  for (auto& each : from_) {
    while (!each.ended) receive_next(each);
    if (!each.told) receive_token(each);
  }
  throw request_refused(offered_.number, withdrawal_);
}

bool incoming_stream::poll() {
  auto const has_come = [&](source const& from, channel::tag with, message_header const& wanted) {
    return is_there(way_.through, from.rank, with, wanted);
  };
  for (auto& each : from_) {
    if (!each.has_verdict && !has_come(each, way_.stream(), verdict_of(each))) return false;
    if (!each.has_verdict) receive_verdict(each);
  }
  agree();
  for (auto& each : from_) {
    while (!each.ended && has_come(each, way_.stream(), awaited_next(each))) receive_next(each);
    if (!each.told && has_come(each, way_.token(), awaited(message_kind::token))) receive_token(each);
    require_not_withdrawn();
  }
  return std::all_of(from_.begin(), from_.end(), [](source const& each) { return each.ended && each.told; });
}

void incoming_stream::require_layer(std::size_t layer) {
  agree();
  for (auto& each : from_) {
    while (!each.ended && (has_all(each) ? layer + 1 == own_.numbers.layers : each.layers.size() <= layer))
      receive_next(each);
    require_not_withdrawn();
  }
}

first_token incoming_stream::token() {
  agree();
  for (auto& each : from_) {
    if (!each.told) receive_token(each);
    require_not_withdrawn();
  }
  return first_;
}

std::vector<std::byte> incoming_stream::taken(std::size_t layer, std::size_t sender) {
  return std::move(from_[sender].layers[layer]);
}

}  // namespace shapeproof::serving
