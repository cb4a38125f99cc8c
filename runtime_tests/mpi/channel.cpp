// SPDX-License-Identifier: BSL-1.0
/// Messages from every rank to every other: they come whole, in their order, each to its tag.
#include <shapeproof/mpi/channel.hpp>
#include <shapeproof/mpi/error.hpp>

#include "../../src/mpi/watch.hpp"
#include "ranks.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <limits>
#include <string>
#include <thread>
#include <vector>

namespace mpi = shapeproof::mpi;
namespace serving = shapeproof::serving;
using ranks::here;

namespace {

constexpr std::size_t sizes[] = {0, 1, 999, 1000, 1001, 5000, 1 << 20};
serving::patience const patience{"a message", std::chrono::seconds(60)};

std::vector<std::byte> message(std::size_t from, std::size_t to, std::size_t size) {
  std::vector<std::byte> result(size);
  for (std::size_t i = 0; i < size; ++i) result[i] = static_cast<std::byte>(from * 31 + to * 7 + i * i);
  return result;
}

/// The error of a call: which kind, and what it says.
std::string refused(serving::channel_fault fault, auto const& call) {
  try {
    call();
    return "nothing was thrown";
  } catch (serving::channel_error const& error) {
    CHECK(error.fault() == fault);
    return error.what();
  }
}

}  // namespace

TEST_CASE("messages come whole and in their order, those of one tag after the other") {
  mpi::channel channel(here());
  CHECK(channel.rank() == here().rank());
  CHECK(channel.size() == here().size());
  // One's own messages too.
  for (std::size_t peer = 0; peer < channel.size(); ++peer)
    for (std::size_t const size : sizes) {
      channel.post(peer, 1, message(channel.rank(), peer, size));
      channel.post(peer, 32767, message(channel.rank(), peer, size + 1));
    }
  for (std::size_t peer = 0; peer < channel.size(); ++peer)
    for (int const tag : {32767, 1})
      for (std::size_t const size : sizes) {
        CAPTURE(size);
        auto const wanted = message(peer, channel.rank(), size + (tag == 1 ? 0 : 1));
        std::vector<std::byte> found(wanted.size());
        channel.receive(peer, tag, found, patience);
        CHECK(found == wanted);
      }
  for (std::size_t peer = 0; peer < channel.size(); ++peer) channel.flush(peer, patience);
}

TEST_CASE("a message of another size is gone, and the next one comes") {
  mpi::channel channel(here());
  std::size_t const next = (channel.rank() + 1) % channel.size();
  std::size_t const before = (channel.rank() + channel.size() - 1) % channel.size();
  for (std::size_t const size : {std::size_t{40}, std::size_t{3000}, std::size_t{64}})
    channel.post(next, 5, message(channel.rank(), next, size));
  std::vector<std::byte> found(64);
  for (char const* came : {"40", "3000"})
    CHECK(refused(serving::channel_fault::wrong_size, [&] { channel.receive(before, 5, found, patience); }) ==
          "rank " + std::to_string(before) + ": a message: wrong size, " + came + " bytes of 64 came within 60 s");
  channel.receive(before, 5, found, patience);
  CHECK(found == message(before, channel.rank(), 64));
}

TEST_CASE("what is not there is not there, and late after a while") {
  mpi::channel channel(here());
  std::size_t const next = (channel.rank() + 1) % channel.size();
  std::size_t const before = (channel.rank() + channel.size() - 1) % channel.size();
  CHECK_FALSE(channel.is_there(before, 6));
  std::vector<std::byte> found(10);
  CHECK(refused(serving::channel_fault::late, [&] {
          channel.receive(before, 6, found, {"layer 3", std::chrono::milliseconds(20)});
        }) == "rank " + std::to_string(before) + ": layer 3: late, nothing came within 0.02 s");
  channel.post(next, 7, message(channel.rank(), next, 10));
  while (!channel.is_there(before, 7)) std::this_thread::yield();
  CHECK_FALSE(channel.is_there(before, 6));
  channel.receive(before, 7, found, patience);
  CHECK(found == message(before, channel.rank(), 10));
  CHECK_FALSE(channel.is_there(before, 7));
}

TEST_CASE("patience may be longer than a clock counts") {
  mpi::channel channel(here());
  std::size_t const next = (channel.rank() + 1) % channel.size();
  std::size_t const before = (channel.rank() + channel.size() - 1) % channel.size();
  for (double const seconds : {1e10, 1e300, std::numeric_limits<double>::infinity()}) {
    mpi::detail::watch const ends_the_rank("a call that returns", seconds);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::vector<std::byte> found(10);
    serving::patience const patient{"a message", std::chrono::duration<double>(seconds)};
    channel.send(next, 8, message(channel.rank(), next, 10), patient);
    channel.receive(before, 8, found, patient);
    CHECK(found == message(before, channel.rank(), 10));
  }
}

TEST_CASE("there is no rank behind the last one") {
  mpi::channel channel(here());
  CHECK_THROWS_AS(channel.post(channel.size(), 1, {}), mpi::error);
  CHECK_THROWS_AS(channel.is_there(channel.size(), 1), mpi::error);
}
