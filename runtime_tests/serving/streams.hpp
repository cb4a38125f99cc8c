// SPDX-License-Identifier: BSL-1.0
/// Requests of 3 layers with 4 heads that go from P ranks to D, in bytes that say where they belong.
#pragma once

#include <shapeproof/serving/incoming_stream.hpp>
#include <shapeproof/serving/outgoing_stream.hpp>

#include "simulated_channel.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace streams {

namespace serving = shapeproof::serving;
using simulated::parcel;
using simulated::posted;

constexpr std::size_t layers = 3;
constexpr std::size_t heads = 4;
constexpr std::size_t positions = 5;
constexpr std::size_t capacity = 9;
constexpr std::size_t bytes_each = 8;
constexpr serving::first_token first = {42, 3};
constexpr std::chrono::duration<double> long_enough = std::chrono::seconds(60);

/// Ranks [0, P) prefill, [P, P + D) decode.
struct group {
  std::size_t P;
  std::size_t D;
  std::chrono::duration<double> at_most = long_enough;

  serving::route on(serving::channel& own) const {
    serving::route result = {.through = own, .from = {}, .to = {}, .at_most = at_most};
    for (std::size_t i = 0; i < P; ++i) result.from.push_back(i);
    for (std::size_t i = 0; i < D; ++i) result.to.push_back(P + i);
    return result;
  }
};

inline serving::statement said(std::size_t degree, std::size_t rank, std::size_t peers) {
  return {.numbers = {.layers = layers,
                      .checkpoint = 0xab,
                      .degree = degree,
                      .rank = rank,
                      .peers = peers,
                      .positions = capacity,
                      .wanted = 0},
          .element = "float",
          .heads = "Hkv=4",
          .size = "Dk=1"};
}
inline serving::statement said_of_prompt(group const& of, std::size_t rank) {
  auto result = said(of.P, rank, of.D);
  result.numbers.positions = positions;
  result.numbers.wanted = capacity;
  return result;
}

/// The bytes of some heads: each head has its own.
inline parcel body(std::uint64_t request, std::size_t layer, serving::head_range of) {
  parcel result;
  for (std::size_t head = of.begin; head < of.end; ++head)
    result.insert(result.end(), positions * bytes_each, static_cast<std::byte>(50 * request + 10 * layer + head));
  return result;
}

inline void send_layers(serving::outgoing_stream& out, std::size_t end) {
  out.agree();
  auto const& way = out.way();
  for (std::size_t i = out.next_layer(); i < end; ++i)
    for (std::size_t d = 0; d < way.to.size(); ++d) {
      auto const handed = serving::handed_heads(heads, way.from.size(), out.place(), way.to.size(), d);
      if (handed.size() > 0) out.post_layer(i, d, handed, body(out.request(), i, handed));
    }
}

inline void send(serving::route const& way, group const& of, std::uint64_t request) {
  serving::outgoing_stream out(way, request, said_of_prompt(of, way.through.rank()));
  send_layers(out, layers);
  out.finish(first);
}

/// Takes in a request of this number. Throws where anything of it is not what was sent.
inline void receive(serving::route const& way, group const& of, std::uint64_t request) {
  serving::incoming_stream in(way, said(of.D, way.through.rank() - of.P, of.P), heads, bytes_each);
  for (std::size_t i = 0; i < layers; ++i) {
    in.require_layer(i);
    for (std::size_t p = 0; p < in.senders(); ++p)
      if (in.heads(p).size() > 0 && in.taken(i, p) != body(in.request(), i, in.heads(p)))
        throw std::logic_error("corrupt: other bytes came");
  }
  if (in.token() != first) throw std::logic_error("corrupt: another token came");
  if (in.bytes() != layers * positions * bytes_each * heads / of.D)
    throw std::logic_error("corrupt: other bytes were counted");
  if (in.request() != request) throw std::logic_error("corrupt: another request came");
}

/// What each rank threw, in words.
template <class Send, class Receive>
std::vector<std::string> run(simulated::post_office& office, group const& of, Send const& sends,
                             Receive const& receives) {
  std::vector<std::string> result;
  auto const thrown = simulated::on_channels(office, [&](serving::channel& own) {
    auto const way = of.on(own);
    if (own.rank() < of.P)
      sends(way);
    else
      receives(way);
  });
  for (auto const& each : thrown) result.push_back(simulated::text_of(each));
  return result;
}

}  // namespace streams
