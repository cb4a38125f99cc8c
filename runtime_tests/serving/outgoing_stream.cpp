// SPDX-License-Identifier: BSL-1.0
/// What is refused or withdrawn is said on both sides, by all ranks alike, and the next request goes on.
#include "streams.hpp"

#include <chrono>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

using namespace streams;

namespace {

/// One request that is refused, and one that is not: what each rank says of the first.
template <class Change>
std::vector<std::string> refused(group const& of, Change const& change) {
  simulated::post_office office(of.P + of.D);
  std::vector<std::string> result(of.P + of.D);
  auto const note = [&](std::size_t rank, auto const& action) {
    try {
      action();
    } catch (serving::request_refused const& error) {
      CHECK(error.request() == 7);
      result[rank] = error.what();
    }
  };
  auto const errors = run(
      office, of,
      [&](auto const& way) {
        std::size_t const rank = way.through.rank();
        note(rank, [&] {
          auto first_said = said_of_prompt(of, rank);
          change(rank, first_said);
          serving::outgoing_stream out(way, 7, first_said);
          out.agree();
        });
        send(way, of, 8);
      },
      [&](auto const& way) {
        std::size_t const rank = way.through.rank();
        note(rank, [&] {
          auto own = said(of.D, rank - of.P, of.P);
          change(rank, own);
          serving::incoming_stream in(way, own, heads, bytes_each);
          in.agree();
        });
        receive(way, of, 8);
      });
  CHECK(errors == std::vector<std::string>(of.P + of.D));
  return result;
}

/// Notes how long each message was awaited.
class noting_channel : public simulated::thread_channel {
 public:
  using thread_channel::thread_channel;
  void receive(std::size_t peer, tag with, std::span<std::byte> into, serving::patience const& wait) override {
    waits.push_back(wait.at_most);
    thread_channel::receive(peer, with, into, wait);
  }
  std::vector<std::chrono::duration<double>> waits;
};

}  // namespace

TEST_CASE("a request that is too long is refused on both sides with the numbers; the next one is not") {
  auto const errors = refused({1, 1}, [](std::size_t rank, auto& said) {
    if (rank == 0) said.numbers.wanted = 12;
  });
  CHECK(errors[0] ==
        "hand over: request 7: float [Hkv=4, S=5, Dk=1] without padding in 3 layers of checkpoint ab, rank 0 of 1 to "
        "float [Hkv=4, S=9, Dk=1] without padding in 3 layers of checkpoint ab, rank 0 of 1: the prompt has 5 "
        "positions, the request needs 12, there is room for 9");
  CHECK(errors[1] == errors[0]);
}

TEST_CASE("what one rank of any mesh does not agree in, all ranks say alike") {
  for (std::size_t other = 0; other < 6; ++other) {
    CAPTURE(other);
    auto const errors = refused({4, 2}, [&](std::size_t rank, auto& said) {
      if (rank == other) said.numbers.checkpoint = 0xcd;
    });
    CHECK(errors[0].find(other < 4 ? "checkpoint cd meets checkpoint ab" : "checkpoint ab meets checkpoint cd") !=
          std::string::npos);
    for (auto const& each : errors) CHECK(each == errors[0]);
  }
}

TEST_CASE("other sizes, elements and meshes are refused on both sides") {
  for (auto const& [change, reason] :
       {std::pair{+[](serving::statement& x) { x.size = "Dk=2"; }, "Dk=1 meets Dk=2"},
        {+[](serving::statement& x) { x.heads = "Hkv=8"; }, "Hkv=4 meets Hkv=8"},
        {+[](serving::statement& x) { x.element = "bf16"; }, "float meets bf16"},
        {+[](serving::statement& x) { x.numbers.layers = 4; }, "3 layers meets 4 layers"},
        {+[](serving::statement& x) { x.numbers.peers = 3; }, "a mesh of 2 senders meets 3 that are known"}}) {
    auto const errors = refused({2, 1}, [&](std::size_t rank, auto& said) {
      if (rank == 2) change(said);
    });
    CHECK(errors[2].ends_with(reason));
    CHECK(errors[2].find("float [Hkv=4, S=5, Dk=1]") != std::string::npos);
    CHECK(errors[0] == errors[2]);
    CHECK(errors[1] == errors[2]);
  }
}

TEST_CASE("senders that offer different requests are refused") {
  auto const errors = refused({2, 1}, [&](std::size_t rank, auto& said) {
    if (rank == 1) said.numbers.positions = 6;
  });
  CHECK(errors[0] == "hand over: request 7: rank 1 offers request 7 of 6 positions, another one request 7 of 5");
  CHECK(errors[2] == errors[0]);
}

TEST_CASE("another version of the protocol is refused before its statement is read") {
  group const of = {1, 1};
  simulated::post_office office(2);
  simulated::thread_channel a(office, 0);
  simulated::thread_channel b(office, 1);
  serving::post_message(a, 1, 0, {.version = 2, .kind = serving::message_kind::offer, .request = 7},
                        serving::bytes_of("of other bytes"));
  serving::incoming_stream const in(of.on(b), said(1, 0, 1), heads, bytes_each);
  auto const answer = serving::receive_first_message(a, 1, 0, serving::message_kind::answer, long_enough);
  CHECK(serving::text_of(answer.body) == "protocol version 2 meets 1");
  CHECK(answer.header.request == 7);
}

TEST_CASE("an unfinished request is withdrawn, and so it is said; the next one goes on") {
  // One of two senders finishes, the other does not; it is one or the other's layers that the receiver has not seen.
  for (std::size_t unfinished : {0U, 1U})
    for (std::size_t seen : {0U, 3U}) {
      group const of = {2, 2};
      simulated::post_office office(4);
      std::vector<std::string> said_so(2);
      auto const errors = run(
          office, of,
          [&](auto const& way) {
            {
              serving::outgoing_stream out(way, 7, said_of_prompt(of, way.through.rank()));
              bool const stops = way.through.rank() == unfinished;
              send_layers(out, stops ? 1 : layers);
              if (!stops) out.finish(first);
            }
            send(way, of, 8);
          },
          [&](auto const& way) {
            try {
              serving::incoming_stream in(way, said(of.D, way.through.rank() - of.P, of.P), heads, bytes_each);
              if (seen > 0 && way.through.rank() - of.P != unfinished) in.require_layer(seen - 1);
              (void)in.token();
              in.require_layer(layers - 1);
              FAIL("a withdrawn request came as a whole");
            } catch (serving::request_refused const& error) {
              said_so[way.through.rank() - of.P] = error.what();
            }
            receive(way, of, 8);
          });
      CHECK(errors == std::vector<std::string>(4));
      for (auto const& each : said_so)
        CHECK(each == "hand over: request 7: rank " + std::to_string(unfinished) +
                          " withdrew it: its prefill was not finished");
    }
}

TEST_CASE("receivers hear of the one that does not answer") {
  group const of = {1, 2};
  simulated::post_office office(3);
  auto const errors = run(
      office, of, [&](auto const& way) { send(way, of, 7); },
      [&](auto const& way) {
        if (way.through.rank() == 2) return;
        receive(way, of, 7);
      });
  CHECK(errors[0].starts_with("rank 2: "));
  CHECK(errors[0].find("failed") != std::string::npos);
  CHECK(errors[1] != "");
}

TEST_CASE("where several do not answer, the patience of one is waited, and those that did answer hear the verdict") {
  group const of = {1, 4, std::chrono::milliseconds(5)};
  simulated::post_office office(5);
  noting_channel own(office, 0);
  simulated::thread_channel last(office, 4);
  serving::post_message(last, 0, 0, {.kind = serving::message_kind::answer, .request = 7}, {});
  serving::outgoing_stream out(of.on(own), 7, said_of_prompt(of, 0));
  CHECK_THROWS_WITH_AS(out.agree(), "rank 1: the answer: late, nothing came within 0.005 s", serving::channel_error);
  using seconds = std::chrono::duration<double>;
  CHECK(own.waits == std::vector<seconds>{of.at_most, seconds(0), seconds(0), seconds(0)});
  CHECK(serving::receive_first_message(last, 0, 0, serving::message_kind::offer, of.at_most).header.request == 7);
  auto const verdict = serving::receive_first_message(last, 0, 0, serving::message_kind::verdict, of.at_most);
  CHECK(serving::text_of(verdict.body) == "rank 1: the answer: late, nothing came within 0.005 s");
}

TEST_CASE("who gives up waits for no answer and says nothing") {
  group const of = {1, 1, std::chrono::milliseconds(5)};
  simulated::post_office office(2);
  noting_channel own(office, 0);
  simulated::thread_channel other(office, 1);
  serving::outgoing_stream(of.on(own), 7, said_of_prompt(of, 0)).give_up();
  CHECK(own.waits.empty());
  CHECK(serving::receive_first_message(other, 0, 0, serving::message_kind::offer, of.at_most).header.request == 7);
  CHECK_FALSE(other.is_there(0, 0));
}

TEST_CASE("a rank that is not of the route is named") {
  group const of = {1, 1};
  simulated::post_office office(3);
  simulated::thread_channel c(office, 2);
  CHECK_THROWS_WITH_AS(serving::outgoing_stream(of.on(c), 7, said_of_prompt(of, 0)),
                       "hand over: rank 2: it is none of the 1 ranks of this side of the route",
                       shapeproof::shape_error);
}
