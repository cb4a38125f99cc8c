// SPDX-License-Identifier: BSL-1.0
/// Ranks to which something happens: `faults SCENARIO`, run by faults.py, which has what each rank must say.
#include <shapeproof/mpi/agreement.hpp>
#include <shapeproof/mpi/channel.hpp>
#include <shapeproof/mpi/communicator.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include <boost/hana/define_struct.hpp>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace mpi = shapeproof::mpi;
namespace sp = shapeproof;

namespace {

/// The rank to which it happens.
constexpr std::size_t unlucky = 1;
using here = mpi::session;

void wait_for_others(here& ranks, std::size_t count) {
  mpi::communicator tp(ranks, "tp");
  std::vector<float> values(count, 1);
  for (;;) tp.all_reduce(values.data(), count);
}
void stall() {
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

void throws(here& ranks) {
  mpi::communicator tp(ranks, "tp");
  if (ranks.rank() == unlucky) throw std::runtime_error("the weights are gone");
  std::vector<float> values(64, 1);
  tp.all_reduce(values.data(), values.size());
}
void killed(here& ranks) {
  std::thread killer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    if (ranks.rank() == unlucky) raise(SIGKILL);
  });
  killer.detach();
  wait_for_others(ranks, 1 << 20);
}
void exits(here& ranks) {
  if (ranks.rank() == unlucky) _exit(0);
  wait_for_others(ranks, 64);
}
void stalls(here& ranks) {
  mpi::communicator tp(ranks, "tp");
  if (ranks.rank() == unlucky) stall();
  std::vector<float> values(64, 1);
  tp.all_reduce(values.data(), values.size());
}
void other_count(here& ranks) {
  mpi::communicator tp(ranks, "tp");
  std::vector<float> values(65, 1);
  tp.all_reduce(values.data(), ranks.rank() == unlucky ? 65 : 64);
}
void other_call(here& ranks) {
  mpi::communicator tp(ranks, "tp");
  std::vector<float> values(64, 1), all(64 * ranks.size());
  if (ranks.rank() == unlucky)
    tp.all_gather(values.data(), 64 * sizeof(float), all.data());
  else
    tp.all_reduce(values.data(), 64);
}

/// Rank 1 sends rank 0 a message of so many bytes, of which 64 are awaited.
void message(here& ranks, std::size_t bytes) {
  mpi::channel all(ranks);
  std::vector<std::byte> layer(64);
  using std::chrono::seconds;
  if (ranks.rank() == unlucky) all.send(0, 7, std::vector<std::byte>(bytes), {"layer 3", seconds(4)});
  if (ranks.rank() == 0) all.receive(unlucky, 7, layer, {"layer 3", seconds(4)});
}
void late_message(here& ranks) {
  mpi::channel all(ranks);
  std::vector<std::byte> layer(64);
  if (ranks.rank() == unlucky) stall();
  if (ranks.rank() == 0) all.receive(unlucky, 7, layer, {"layer 3", std::chrono::milliseconds(500)});
}
void untaken_message(here& ranks) {
  mpi::channel all(ranks);
  if (ranks.rank() == unlucky) stall();
  if (ranks.rank() == 0)
    all.send(unlucky, 7, std::vector<std::byte>(1 << 20), {"layer 3", std::chrono::milliseconds(500)});
}
void killed_sender(here& ranks) {
  mpi::channel all(ranks);
  std::vector<std::byte> layer(64);
  if (ranks.rank() == unlucky) {
    all.send(0, 7, layer, {"layer 3", std::chrono::seconds(4)});
    raise(SIGKILL);
  }
  for (int i = 0; i < 2 && ranks.rank() == 0; ++i) {
    all.receive(unlucky, 7, layer, {i == 0 ? "layer 3" : "layer 4", std::chrono::seconds(4)});
    std::printf("rank 0 has layer %d\n", 3 + i);
  }
}

void other_checkpoint(here& ranks) {
  std::vector<std::byte> weights(1000);
  if (ranks.rank() == unlucky) weights[999] = std::byte{1};
  mpi::agree(ranks, "checkpoint", mpi::hexadecimal(mpi::fingerprint(weights)));
}
struct parameters {
  using matrix = sp::tensor<float, sp::axis<"D", 4>, sp::axis<"F", OTHER_BUILD ? 9 : 8>>;
  BOOST_HANA_DEFINE_STRUCT(parameters, (matrix, up));
};
void build(here& ranks) { mpi::agree(ranks, "build", mpi::build_of(parameters{parameters::matrix()})); }

std::map<std::string, std::function<void(here&)>> const scenarios = {
    {"nothing", [](here&) {}},
    {"throws", throws},
    {"killed", killed},
    {"exits", exits},
    {"stalls", stalls},
    {"other_count", other_count},
    {"other_call", other_call},
    {"short_message", [](here& ranks) { message(ranks, 40); }},
    {"long_message", [](here& ranks) { message(ranks, 100); }},
    {"late_message", late_message},
    {"untaken_message", untaken_message},
    {"killed_sender", killed_sender},
    {"other_checkpoint", other_checkpoint},
    {"build", build},
};

}  // namespace

int main(int, char** arguments) {
  std::string const name = arguments[1];
  char const* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
  if (name == "before_the_start" && rank != nullptr && std::stoul(rank) == unlucky) return 1;
  return mpi::run({.patience = 4}, [&](here& ranks) {
    std::printf("rank %zu has finished request 0\n", ranks.rank());
    if (name == "other_code") return ranks.rank() == unlucky ? 3 : 0;
    scenarios.at(name)(ranks);
    return 0;
  });
}
