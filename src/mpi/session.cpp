// SPDX-License-Identifier: BSL-1.0
#include <shapeproof/mpi/session.hpp>
#include <shapeproof/serving/channel.hpp>

#include "exchange.hpp"

#include <algorithm>
#include <cstdio>
#include <iostream>

namespace shapeproof::mpi {

namespace {

/// The first failure that this one tells of: who heard of another rank's hands on whose it was and why.
detail::last_words first_failure(std::size_t own, std::exception const& reason) {
  if (auto const* const heard = dynamic_cast<rank_failed const*>(&reason)) return {heard->rank(), heard->reason()};
  if (auto const* const heard = dynamic_cast<serving::channel_error const*>(&reason))
    if (heard->fault() == serving::channel_fault::peer_failed) return {heard->peer(), heard->detail()};
  return {own, reason.what()};
}

}  // namespace

session::session(options const& how)
    : world_(std::make_unique<detail::world>(how)), exceptions_(std::uncaught_exceptions()) {}

session::~session() {
  if (world_->is_ended()) return;
  if (std::uncaught_exceptions() > exceptions_) fail(error("it left by an exception"));
  try {
    end();
  } catch (std::exception const& reason) {
    fail(reason);
  }
}

std::size_t session::rank() const noexcept { return world_->rank(); }
std::size_t session::size() const noexcept { return world_->size(); }

void session::end(int code) {
  std::cout.flush();
  std::fflush(nullptr);
  auto const codes = detail::gathered(*world_, world_->calls(), detail::end, {"end", world_->how().patience}, code);
  for (int const each : codes)
    if (each != 0) world_->abort(each);
  world_->finalize();
}

void session::fail(std::exception const& reason) noexcept {
  std::cout.flush();
  std::string const text =
      "rank " + std::to_string(rank()) + " of " + std::to_string(size()) + ": " + reason.what() + "\n";
  std::fflush(nullptr);
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
  world_->leave(first_failure(rank(), reason));
}

int detail::report(std::exception const& reason) noexcept {
  std::fprintf(stderr, "%s\n", reason.what());
  return 1;
}

}  // namespace shapeproof::mpi
