// SPDX-License-Identifier: BSL-1.0
#include <shapeproof/mpi/session.hpp>

#include "exchange.hpp"

#include <algorithm>
#include <cstdio>
#include <iostream>

namespace shapeproof::mpi {

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
  // Who heard of a failure hands on whose it was.
  if (auto const* const other = dynamic_cast<rank_failed const*>(&reason))
    world_->leave({other->rank(), other->reason()});
  world_->leave({rank(), reason.what()});
}

int detail::report(std::exception const& reason) noexcept {
  std::fprintf(stderr, "%s\n", reason.what());
  return 1;
}

}  // namespace shapeproof::mpi
