// SPDX-License-Identifier: BSL-1.0
/// A verdict is of the request that its sender offered; and what is not there of a rank that has ended has a name.
#include "streams.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

using namespace streams;

TEST_CASE("the verdict of another request is not taken for this one's, of whichever sender") {
  for (std::size_t stale : {0U, 1U})
    for (bool const polls : {false, true}) {
      group const of = {2, 1};
      simulated::post_office office(3);
      simulated::thread_channel own(office, 2);
      auto const post = [&](std::size_t from, serving::message_kind kind, std::uint64_t request, parcel const& body) {
        simulated::thread_channel sender(office, from);
        serving::post_message(sender, 2, 0, {.kind = kind, .request = request}, body);
      };
      for (std::size_t from : {0U, 1U}) {
        post(from, serving::message_kind::offer, 7, bytes_of(said_of_prompt(of, from)));
        post(from, serving::message_kind::verdict, from == stale ? 6 : 7, {});
      }
      serving::incoming_stream in(of.on(own), said(1, 0, 2), heads, bytes_each);
      auto const sentence =
          "rank " + std::to_string(stale) + ": the verdict of request 7 was awaited, the verdict of request 6 came";
      CHECK_THROWS_WITH_AS(polls ? (void)in.poll() : in.agree(), sentence.c_str(), serving::message_error);
    }
}

TEST_CASE("senders that offer different requests are each answered and heard by their own number") {
  group const of = {2, 1};
  simulated::post_office office(3);
  auto const refused = [](auto const& action) {
    try {
      action();
    } catch (serving::request_refused const& error) {
      return std::string(error.what());
    }
    throw std::logic_error("corrupt: nothing was refused");
  };
  auto const errors = run(
      office, of,
      [&](auto const& way) {
        std::size_t const rank = way.through.rank();
        serving::outgoing_stream out(way, 7 + rank, said_of_prompt(of, rank));
        CHECK(refused([&] { out.agree(); }) ==
              "hand over: request " + std::to_string(7 + rank) +
                  ": rank 1 offers request 8 of 5 positions, another one request 7 of 5");
        send(way, of, 9);
      },
      [&](auto const& way) {
        serving::incoming_stream in(way, said(1, 0, 2), heads, bytes_each);
        CHECK(refused([&] { in.agree(); }) ==
              "hand over: request 7: rank 1 offers request 8 of 5 positions, another one request 7 of 5");
        receive(way, of, 9);
      });
  CHECK(errors == std::vector<std::string>(3));
}

TEST_CASE("what was awaited of a rank that has ended, or was for it, is named without a wait") {
  group const of = {1, 1};
  simulated::post_office office(2);
  simulated::thread_channel a(office, 0);
  simulated::thread_channel b(office, 1);
  serving::outgoing_stream out(of.on(a), 7, said_of_prompt(of, 0));
  serving::incoming_stream in(of.on(b), said(1, 0, 1), heads, bytes_each);
  send_layers(out, 1);
  office.end(0);
  CHECK_THROWS_WITH_AS(
      in.poll(),
      "rank 0: layer 1 of request 7, heads 0 to 4, 5 positions, 160 bytes: the peer failed, nothing is "
      "left of it",
      serving::channel_error);
  CHECK_THROWS_WITH_AS((void)serving::is_offered(of.on(b)), "rank 0: the offer: the peer failed, nothing is left of it",
                       serving::channel_error);
  office.end(1);
  CHECK_THROWS_WITH_AS(out.finish(first), "rank 1: the first token of request 7: the peer failed, it takes no more",
                       serving::channel_error);
}
