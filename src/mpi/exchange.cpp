// SPDX-License-Identifier: BSL-1.0
#include "exchange.hpp"

#include "message.hpp"

#include <string>

namespace shapeproof::mpi::detail {

namespace {

void check_message(wait const& what, int tag, parcel const& expected, incoming const& message) {
  std::string const who = what.operation + ": rank " + std::to_string(expected.peer);
  if (message.tag() % 8 != tag % 8) throw error(who + " is in " + operations[message.tag() % 8]);
  if (message.tag() != tag) throw error(who + " is in another call of it");
  if (message.came() != expected.bytes)
    throw error(who + " sent " + std::to_string(message.came()) + " bytes, not " + std::to_string(expected.bytes));
}

}  // namespace

void exchange(world& all, MPI_Comm ranks, int tag, wait const& what, std::vector<parcel> const& out,
              std::vector<parcel> const& in) {
  std::size_t const piece = all.how().piece;
  std::vector<outgoing> leaving;
  std::vector<incoming> coming;
  coming.reserve(in.size());
  leaving.reserve(out.size());
  for (auto const& each : in)
    coming.emplace_back(each.at, each.bytes, ranks, static_cast<int>(each.peer), MPI_ANY_TAG, piece);
  for (auto const& each : out)
    leaving.emplace_back(each.at, each.bytes, ranks, static_cast<int>(each.peer), tag, piece);

  std::vector<std::size_t> silent;
  auto const done = [&] {
    silent.clear();
    for (std::size_t i = 0; i < in.size(); ++i)
      if (coming[i].done())
        check_message(what, tag, in[i], coming[i]);
      else
        silent.push_back(in[i].peer);
    bool const all_came = silent.empty();
    for (std::size_t i = 0; i < out.size(); ++i)
      if (!leaving[i].done() && all_came) silent.push_back(out[i].peer);  // it does not take what it is sent
    return silent.empty();
  };
  try {
    all.until(what, done, [&] { return silent; });
  } catch (...) {
    all.leave_boxes();
    throw;
  }
}

}  // namespace shapeproof::mpi::detail
