// SPDX-License-Identifier: BSL-1.0
/// Who hands over to whom, through what, and how long each waits.
#pragma once

#include <shapeproof/serving/channel.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace shapeproof::serving {

/// The ranks that prefill and those that decode, as the channel numbers them; both sides have the same route. A request
/// is handed over by all ranks of the one mesh to all of the other, one request after the other.
struct route {
  channel& through;                       ///< it outlives the route
  std::vector<std::size_t> from;          ///< the ranks of the mesh that prefills, in its order
  std::vector<std::size_t> to;            ///< the ranks of the mesh that decodes, in its order
  std::chrono::duration<double> at_most;  ///< how long one waits for a message
  std::uint64_t checkpoint = 0;           ///< a fingerprint of the weights, the same on all ranks
  channel::tag first_tag = 0;             ///< the route has this tag and the next one

  channel::tag stream() const { return first_tag; }     ///< of what comes in order
  channel::tag token() const { return first_tag + 1; }  ///< of the first token, which may overtake
};

/// What is asked for.
struct handed_request {
  std::uint64_t number = 0;   ///< its name on both sides
  std::size_t positions = 0;  ///< of the prompt
  std::size_t wanted = 0;     ///< positions that it needs in all: those of the prompt, or more

  constexpr bool operator==(handed_request const&) const = default;  ///< the same request
};

/// The first token of an answer, which the prefill gives.
struct first_token {
  std::size_t token = 0;  ///< its id
  std::size_t drawn = 0;  ///< random numbers that were drawn for it

  constexpr bool operator==(first_token const&) const = default;  ///< the same token
};

/// The place of a rank among those of a mesh. Throws `shape_error` where it is not one of them.
std::size_t place_among(std::vector<std::size_t> const& ranks, std::size_t rank);

/// Whether a request is offered to this rank by every sender, so that an `incoming` begins without waiting. Throws
/// `channel_error` where a sender failed.
bool is_offered(route const& on);

}  // namespace shapeproof::serving
