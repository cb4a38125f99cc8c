// SPDX-License-Identifier: BSL-1.0
/// What a channel promises, of the one between threads, and the words of its errors.
#include "simulated_channel.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <limits>
#include <span>
#include <string>
#include <thread>

namespace serving = shapeproof::serving;
using simulated::parcel;

namespace {

parcel of(int value, std::size_t count = 4) { return parcel(count, static_cast<std::byte>(value)); }
constexpr serving::patience long_enough = {"a number", std::chrono::seconds(60)};

int received(serving::channel& own, std::size_t peer, int with) {
  parcel into(4);
  own.receive(peer, with, into, long_enough);
  return static_cast<int>(into[0]);
}

}  // namespace

TEST_CASE("messages of one tag keep their order, those of others overtake them") {
  simulated::post_office office(2);
  simulated::thread_channel a(office, 0);
  simulated::thread_channel b(office, 1);
  CHECK_FALSE(b.is_there(0, 1));
  a.post(1, 1, of(10));
  a.send(1, 1, of(11), long_enough);
  a.post(1, 2, of(20));
  CHECK(b.is_there(0, 1));
  CHECK(received(b, 0, 2) == 20);
  CHECK(received(b, 0, 1) == 10);
  CHECK(received(b, 0, 1) == 11);
  CHECK_FALSE(b.is_there(0, 1));
  CHECK(office.bytes_posted() == 12);
}

TEST_CASE("errors name the peer, what was awaited, and for how long") {
  simulated::post_office office(2);
  simulated::thread_channel a(office, 0);
  simulated::thread_channel b(office, 1);
  parcel into(4);
  CHECK_THROWS_WITH_AS(b.receive(0, 1, into, {"layer 3 of request 7", std::chrono::duration<double>(0.25)}),
                       "rank 0: layer 3 of request 7: late, nothing came within 0.25 s", serving::channel_error);
  a.post(1, 1, of(1, 3));
  try {
    b.receive(0, 1, into, {"a number", std::chrono::seconds(5)});
    FAIL("a message of another size was taken");
  } catch (serving::channel_error const& error) {
    CHECK(std::string(error.what()) == "rank 0: a number: wrong size, 3 bytes of 4 came within 5 s");
    CHECK(error.fault() == serving::channel_fault::wrong_size);
    CHECK(error.peer() == 0);
    CHECK(error.seconds() == 5);
  }
}

TEST_CASE("what a rank posted before it ended still comes; then its end is an error") {
  simulated::post_office office(2);
  simulated::thread_channel a(office, 0);
  simulated::thread_channel b(office, 1);
  a.post(1, 1, of(5));
  office.end(0);
  CHECK(received(b, 0, 1) == 5);
  CHECK_THROWS_WITH_AS(received(b, 0, 1), "rank 0: a number: the peer failed, nothing came within 60 s",
                       serving::channel_error);
  CHECK_THROWS_AS(b.post(0, 1, of(1)), serving::channel_error);
  CHECK_THROWS_WITH_AS(b.is_there(0, 1), "rank 0: a message: the peer failed, nothing is left of it",
                       serving::channel_error);
}

TEST_CASE("whoever knows what a message is says so, and keeps the rest of the error") {
  serving::channel_error const heard(serving::channel_fault::peer_failed, 2, "a message", 0.5, "its disk is full");
  serving::channel_error const named(heard, "layer 3 of request 7");
  CHECK(std::string(named.what()) == "rank 2: layer 3 of request 7: the peer failed, its disk is full within 0.5 s");
  CHECK(named.fault() == heard.fault());
  CHECK(named.peer() == 2);
  CHECK(named.seconds() == 0.5);
  CHECK(named.detail() == "its disk is full");
}

TEST_CASE("patience may be longer than a clock counts") {
  simulated::post_office office(2);
  simulated::thread_channel a(office, 0);
  simulated::thread_channel b(office, 1);
  for (double const seconds : {1e10, 1e300, std::numeric_limits<double>::infinity()}) {
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      a.post(1, 1, of(5));
    });
    parcel into(4);
    CHECK_NOTHROW(b.receive(0, 1, into, {"a number", std::chrono::duration<double>(seconds)}));
    other.join();
    CHECK(into == of(5));
  }
}
