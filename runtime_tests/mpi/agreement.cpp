// SPDX-License-Identifier: BSL-1.0
/// What all ranks must have the same, and how it is told apart.
#include <shapeproof/mpi/agreement.hpp>
#include <shapeproof/mpi/error.hpp>
#include <shapeproof/shape/shard.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include "ranks.hpp"

#include <doctest/doctest.h>
#include <boost/hana/define_struct.hpp>

#include <string>
#include <vector>

namespace mpi = shapeproof::mpi;
namespace sp = shapeproof;

namespace {

template <class Width>
struct parameters {
  using matrix = sp::tensor<float, sp::axis<"D", 4>, Width>;
  BOOST_HANA_DEFINE_STRUCT(parameters, (matrix, up));
};
template <class Width>
std::string build_with() {
  return mpi::build_of(parameters<Width>{typename parameters<Width>::matrix()});
}

std::string thrown_by(auto const& call) {
  try {
    call();
    return "";
  } catch (mpi::error const& reason) {
    return reason.what();
  }
}

}  // namespace

TEST_CASE("ranks that say the same agree, whatever its length") {
  for (std::string const& text : {std::string(), std::string("a"), std::string(100000, 'b')})
    CHECK(thrown_by([&] { mpi::agree(ranks::here(), "checkpoint", text); }).empty());
}

TEST_CASE("where the last one says something else, each names both") {
  std::size_t const last = ranks::here().size() - 1;
  std::string const mine = ranks::here().rank() == last && last > 0 ? "more" : "one";
  std::string const wanted =
      last == 0 ? "" : "checkpoint: rank 0 has \"one\", rank " + std::to_string(last) + " has \"more\"";
  CHECK(thrown_by([&] { mpi::agree(ranks::here(), "checkpoint", mine); }) == wanted);
}

TEST_CASE("each byte counts in a fingerprint, and how many there are") {
  std::vector<std::byte> bytes(37);
  auto const all = mpi::fingerprint(bytes);
  CHECK(all == mpi::fingerprint(bytes));
  for (auto& each : bytes) {
    each = std::byte{128};
    CHECK(mpi::fingerprint(bytes) != all);
    each = std::byte{0};
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) CHECK(mpi::fingerprint(std::span(bytes).first(i)) != all);
}

TEST_CASE("a build is its parameters' whole shapes, over however many ranks they are") {
  auto const one = build_with<sp::axis<"F", 8>>();
  CHECK(one == build_with<sp::shard<sp::axis<"F", 8>, sp::mesh<"tp", 2>>>());
  CHECK(one != build_with<sp::axis<"F", 9>>());
  CHECK(one != build_with<sp::axis<"H", 8>>());
  CHECK(one.starts_with("0."));
}
