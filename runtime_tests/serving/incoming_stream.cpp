// SPDX-License-Identifier: BSL-1.0
/// Every fault of messages ends in an error that names what was awaited, and never in other bytes.
#include "streams.hpp"

#include <functional>
#include <map>
#include <tuple>
#include <utility>

using namespace streams;

namespace {

/// What becomes of message `at` of those from one rank to another with one tag.
struct fault {
  std::size_t from = 0;
  int with = 0;
  std::size_t at = 0;
  std::function<std::vector<posted>(posted)> change;
};

auto on_the_way(fault const& wanted) {
  return [wanted, count = std::map<std::tuple<std::size_t, std::size_t, int>, std::size_t>()](posted one) mutable {
    std::size_t const at = count[{one.from, one.to, one.with}]++;
    if (one.from == wanted.from && one.with == wanted.with && at == wanted.at) return wanted.change(std::move(one));
    return std::vector{std::move(one)};
  };
}

std::vector<posted> dropped(posted const&) { return {}; }
std::vector<posted> doubled(posted one) { return {one, one}; }
std::vector<posted> truncated(posted one) {
  one.message.pop_back();
  return {one};
}

/// What the receiver of two requests says where one of the messages to it is changed.
std::string received(fault const& wanted, std::chrono::duration<double> at_most = long_enough) {
  simulated::post_office office(2);
  office.on_the_way = on_the_way(wanted);
  group const of = {1, 1, at_most};
  return run(
      office, of,
      [&](auto const& way) {
        send(way, of, 7);
        send(way, of, 8);
      },
      [&](auto const& way) {
        receive(way, of, 7);
        receive(way, of, 8);
      })[1];
}

// Of the stream to the receiver: offer and its body, verdict, header and body of each layer, end.
constexpr std::size_t header_of_layer_1 = 5;
constexpr std::size_t body_of_layer_1 = 6;
constexpr std::size_t end = 9;

}  // namespace

TEST_CASE("without faults every pair of meshes gets its heads") {
  for (auto const& [P, D] : {std::pair{1, 1}, {2, 1}, {1, 2}, {4, 2}, {2, 4}, {4, 4}, {1, 4}}) {
    group const of = {static_cast<std::size_t>(P), static_cast<std::size_t>(D)};
    simulated::post_office office(of.P + of.D);
    auto const errors = run(
        office, of,
        [&](auto const& way) {
          for (std::uint64_t request : {7U, 8U, 9U}) send(way, of, request);
        },
        [&](auto const& way) {
          for (std::uint64_t request : {7U, 8U, 9U}) receive(way, of, request);
        });
    CHECK(errors == std::vector<std::string>(of.P + of.D));
  }
}

TEST_CASE("a truncated message") {
  CHECK(received({.at = header_of_layer_1, .change = truncated}) ==
        "rank 0: layer 1 of request 7, heads 0 to 4, 5 positions, 160 bytes: wrong size, 55 bytes of 56 came within "
        "60 s");
  CHECK(received({.at = body_of_layer_1, .change = truncated}) ==
        "rank 0: the body of layer 1 of request 7, heads 0 to 4, 5 positions, 160 bytes: wrong size, 159 bytes of 160 "
        "came within 60 s");
}

TEST_CASE("a message that does not come in time, or from a rank that has ended") {
  fault const last = {.at = end, .change = dropped};
  simulated::post_office office(2);
  office.on_the_way = on_the_way(last);
  simulated::thread_channel a(office, 0);
  simulated::thread_channel b(office, 1);
  group const of = {1, 1, std::chrono::duration<double>(0.125)};
  serving::outgoing_stream out(of.on(a), 7, said_of_prompt(of, 0));
  serving::incoming_stream in(of.on(b), said(1, 0, 1), heads, bytes_each);
  send_layers(out, layers);
  out.finish(first);
  CHECK_THROWS_WITH_AS(in.require_layer(2), "rank 0: the end of request 7: late, nothing came within 0.125 s",
                       serving::channel_error);

  simulated::post_office other(2);
  other.on_the_way = on_the_way(last);
  group const patient = {1, 1};
  CHECK(run(
            other, patient, [&](auto const& way) { send(way, patient, 7); },
            [&](auto const& way) { receive(way, patient, 7); })[1] ==
        "rank 0: the end of request 7: the peer failed, nothing came within 60 s");
}

TEST_CASE("a doubled message") {
  CHECK(received({.at = body_of_layer_1, .change = doubled}) ==
        "rank 0: layer 2 of request 7, heads 0 to 4, 5 positions, 160 bytes: wrong size, 160 bytes of 56 came within "
        "60 s");
  CHECK(received({.at = end, .change = doubled}) == "rank 0: the offer was awaited, the end of request 7 came");
  CHECK(received({.with = 1, .at = 0, .change = doubled}) != "");
}

namespace {
/// The header and the body of a layer come behind, or in the place of, those of the next one.
std::string with_layer_1(std::function<std::vector<posted>(posted, posted, posted, posted)> const& order) {
  simulated::post_office office(2);
  std::vector<posted> held;
  office.on_the_way = [&, count = std::size_t{0}](posted one) mutable -> std::vector<posted> {
    if (one.from != 0 || one.with != 0) return {one};
    std::size_t const at = count++;
    if (at < header_of_layer_1 || at > header_of_layer_1 + 3) return {one};
    held.push_back(std::move(one));
    if (held.size() < 4) return {};
    return order(held[0], held[1], held[2], held[3]);
  };
  group const of = {1, 1};
  return run(office, of, [&](auto const& way) { send(way, of, 7); }, [&](auto const& way) { receive(way, of, 7); })[1];
}
}  // namespace

TEST_CASE("layers that are reordered, missing, or come twice") {
  auto const wrong = [](std::string const& awaited, std::string const& came) {
    std::string const rest = " of request 7, heads 0 to 4, 5 positions, 160 bytes";
    return "rank 0: " + awaited + rest + " was awaited, " + came + rest + " came";
  };
  using one = posted const&;
  CHECK(with_layer_1([](one h1, one b1, one h2, one b2) { return std::vector{h1, b1, h2, b2}; }) == "");
  CHECK(with_layer_1([](one h1, one b1, one h2, one b2) { return std::vector{h2, b2, h1, b1}; }) ==
        wrong("layer 1", "layer 2"));
  CHECK(with_layer_1([](one, one, one h2, one b2) { return std::vector{h2, b2}; }) == wrong("layer 1", "layer 2"));
  CHECK(with_layer_1([](one h1, one b1, one h2, one b2) { return std::vector{h1, b1, h1, b1, h2, b2}; }) ==
        wrong("layer 2", "layer 1"));
  CHECK(with_layer_1([](one h1, one b1, one h2, one b2) { return std::vector{h1, b1, h2, b2, h2, b2}; }) ==
        "rank 0: the end of request 7 was awaited, layer 2 of request 7, heads 0 to 4, 5 positions, 160 bytes came");
  CHECK(with_layer_1([](one h1, one b1, one h2, one b2) { return std::vector{h1, b2, h2, b1}; }) ==
        "rank 0: the body of layer 1 of request 7, heads 0 to 4, 5 positions, 160 bytes was awaited, it was changed on "
        "its way: its checksum is another one");
}

TEST_CASE("whatever message is dropped, doubled, cut or changed, a rank says so, and no other bytes are given") {
  auto const flipped = [](posted one) {
    one.message[one.message.size() / 2] ^= std::byte{4};
    return std::vector{one};
  };
  group const of = {1, 1, std::chrono::duration<double>(0.05)};
  for (auto const& [from, with, count] : {std::tuple{0, 0, 20}, {0, 1, 4}, {1, 0, 2}})
    for (int at = 0; at < count; ++at)
      for (auto const& change :
           {std::function<std::vector<posted>(posted)>(dropped), {doubled}, {truncated}, {flipped}}) {
        CAPTURE(from);
        CAPTURE(with);
        CAPTURE(at);
        simulated::post_office office(2);
        office.on_the_way = on_the_way({static_cast<std::size_t>(from), with, static_cast<std::size_t>(at), change});
        auto const errors = run(
            office, of,
            [&](auto const& way) {
              for (std::uint64_t request : {7U, 8U, 9U}) send(way, of, request);
            },
            [&](auto const& way) {
              for (std::uint64_t request : {7U, 8U, 9U}) receive(way, of, request);
            });
        CHECK(errors != std::vector<std::string>(2));
        for (auto const& each : errors) CHECK(each.find("corrupt") == std::string::npos);
      }
}

TEST_CASE("tokens of two senders that differ") {
  group const of = {2, 1};
  simulated::post_office office(3);
  auto const errors = run(
      office, of,
      [&](auto const& way) {
        serving::outgoing_stream out(way, 7, said_of_prompt(of, way.through.rank()));
        send_layers(out, layers);
        out.finish({way.through.rank(), 0});
      },
      [&](auto const& way) { receive(way, of, 7); });
  CHECK(errors[2] == "rank 1: token 0 as the first of request 7, as from another sender, was awaited, token 1 came");
}

TEST_CASE("poll waits for nothing, and tells when all has come") {
  group const of = {1, 1};
  simulated::post_office office(2);
  simulated::thread_channel a(office, 0);
  simulated::thread_channel b(office, 1);
  auto const way = of.on(a);
  auto const other_way = of.on(b);
  CHECK_FALSE(serving::is_offered(other_way));
  serving::outgoing_stream out(way, 7, said_of_prompt(of, 0));
  CHECK(serving::is_offered(other_way));
  serving::incoming_stream in(other_way, said(1, 0, 1), heads, bytes_each);
  CHECK_FALSE(in.poll());
  send_layers(out, 2);
  CHECK_FALSE(in.poll());
  CHECK(in.bytes() == 2 * heads * positions * bytes_each);
  send_layers(out, layers);
  CHECK_FALSE(in.poll());
  out.finish(first);
  CHECK(in.poll());
  CHECK(in.token() == first);
  CHECK(in.taken(1, 0) == body(7, 1, {0, heads}));
}
