// SPDX-License-Identifier: BSL-1.0
/// Headers are checked, and every bit of a body.
#include <shapeproof/serving/message.hpp>

#include "simulated_channel.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>

namespace serving = shapeproof::serving;
using serving::message_kind;

namespace {

constexpr std::chrono::seconds long_enough(60);
serving::message_header const layer = {
    .kind = message_kind::layer, .layer = 2, .request = 7, .first_head = 1, .heads = 3, .positions = 5, .bytes = 21};
std::string const body = "what a layer consists";

/// What rank 1 gets of what rank 0 posts, where `layer` is awaited.
struct exchange {
  simulated::post_office office{2};
  simulated::thread_channel a{office, 0};
  simulated::thread_channel b{office, 1};

  void post(serving::message_header const& header) { serving::post_message(a, 1, 4, header, serving::bytes_of(body)); }
  auto receive() { return serving::receive_message(b, 0, 4, layer, long_enough); }
};

}  // namespace

TEST_CASE("a message comes as it was posted") {
  exchange between;
  between.post(layer);
  auto const came = between.receive();
  CHECK(serving::text_of(came.body) == body);
  CHECK(serving::to_string(came.header) == "layer 2 of request 7, heads 1 to 4, 5 positions, 21 bytes");
  CHECK(between.office.bytes_posted() == sizeof(serving::message_header) + body.size());
}

TEST_CASE("a message without a body is its header") {
  exchange between;
  serving::post_message(between.a, 1, 4, {.kind = message_kind::end, .request = 7}, {});
  auto const came = serving::receive_message(between.b, 0, 4, {.kind = message_kind::end, .request = 7}, long_enough);
  CHECK(came.body.empty());
  CHECK_FALSE(between.b.is_there(0, 4));
}

TEST_CASE("a header that is not awaited is named beside the one that is") {
  auto const check = [](auto const& change, std::string const& came) {
    exchange between;
    auto other = layer;
    change(other);
    between.post(other);
    CHECK_THROWS_WITH_AS(
        between.receive(),
        ("rank 0: layer 2 of request 7, heads 1 to 4, 5 positions, 21 bytes was awaited, " + came).c_str(),
        serving::message_error);
  };
  check([](auto& x) { x.layer = 1; }, "layer 1 of request 7, heads 1 to 4, 5 positions, 21 bytes came");
  check([](auto& x) { x.request = 8; }, "layer 2 of request 8, heads 1 to 4, 5 positions, 21 bytes came");
  check([](auto& x) { x.first_head = 0; }, "layer 2 of request 7, heads 0 to 3, 5 positions, 21 bytes came");
  check([](auto& x) { x.positions = 6; }, "layer 2 of request 7, heads 1 to 4, 6 positions, 21 bytes came");
  check([](auto& x) { x.kind = message_kind::end; }, "the end of request 7 came");
  check([](auto& x) { x.magic = 1; }, "something else came");
  check([](auto& x) { x.kind = message_kind::withdrawn, x.request = 8; }, "the withdrawal of request 8 came");
}

TEST_CASE("each single bit that is changed on the way is seen") {
  for (std::size_t bit = 0; bit < 8 * (sizeof(serving::message_header) + body.size()); ++bit) {
    CAPTURE(bit);
    exchange between;
    between.office.on_the_way = [&, begin = std::size_t{0}](simulated::posted one) mutable {
      if (bit / 8 >= begin && bit / 8 < begin + one.message.size())
        one.message[bit / 8 - begin] ^= static_cast<std::byte>(1U << bit % 8);
      begin += one.message.size();
      return std::vector{one};
    };
    between.post(layer);
    CHECK_THROWS_AS(between.receive(), serving::message_error);
  }
}

TEST_CASE("a withdrawal comes in the place of any message of its request") {
  exchange between;
  between.post({.kind = message_kind::withdrawn, .request = 7});
  auto const came = between.receive();
  CHECK(came.header.kind == message_kind::withdrawn);
  CHECK(serving::text_of(came.body) == body);
}

TEST_CASE("a first message is of any request and version, not of any kind") {
  exchange between;
  between.post({.version = 9, .kind = message_kind::offer, .request = 12});
  auto const came = serving::receive_first_message(between.b, 0, 4, message_kind::offer, long_enough);
  CHECK(came.header.version == 9);
  CHECK(came.header.request == 12);
  between.post(layer);
  CHECK_THROWS_WITH_AS(serving::receive_first_message(between.b, 0, 4, message_kind::offer, long_enough),
                       "rank 0: the offer was awaited, layer 2 of request 7, heads 1 to 4, 5 positions, 21 bytes came",
                       serving::message_error);
}

TEST_CASE("a checksum tells lengths and order") {
  auto const of = [](std::string const& text) { return serving::checksum(serving::bytes_of(text)); };
  CHECK(of("") != of(std::string(1, '\0')));
  CHECK(of(std::string(8, '\0')) != of(std::string(16, '\0')));
  CHECK(of("01234567abcdefgh") != of("abcdefgh01234567"));
  CHECK(of("01234567abc") == of("01234567abc"));
  CHECK(serving::checksum({}, 1) != serving::checksum({}, 2));
}
