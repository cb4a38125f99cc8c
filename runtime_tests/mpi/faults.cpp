// SPDX-License-Identifier: BSL-1.0
/// Ranks to which something happens: `faults SCENARIO`, run by faults.py, which has what each rank must say.
#include <shapeproof/mpi/agreement.hpp>
#include <shapeproof/mpi/channel.hpp>
#include <shapeproof/mpi/communicator.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include <signal.h>
#include <unistd.h>
#include <boost/hana/define_struct.hpp>

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

/// Ranks that have met.
struct group {
  explicit group(here& ranks) : tp(ranks, "tp") { add(); }
  void add() { tp.all_reduce(values.data(), 64); }

  mpi::communicator tp;
  std::vector<float> values = std::vector<float>(1 << 20, 1);
};
void stall() {
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

void throws(here& ranks) {
  group all(ranks);
  if (ranks.rank() == unlucky) throw std::runtime_error("the weights are gone");
  all.add();
}
void killed(here& ranks) {
  group all(ranks);
  std::thread([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    if (ranks.rank() == unlucky) raise(SIGKILL);
  }).detach();
  for (;;) all.tp.all_reduce(all.values.data(), all.values.size());
}
void exits(here& ranks) {
  group all(ranks);
  if (ranks.rank() == unlucky) _exit(0);
  all.add();
}
void told(here& ranks) {
  group all(ranks);
  if (ranks.rank() == unlucky) raise(SIGTERM);
  for (;;) all.add();
}
void stalls(here& ranks) {
  group all(ranks);
  if (ranks.rank() == unlucky) stall();
  all.add();
}
void other_count(here& ranks) {
  group all(ranks);
  all.tp.all_reduce(all.values.data(), ranks.rank() == unlucky ? 65 : 64);
}
void other_call(here& ranks) {
  group all(ranks);
  std::vector<float> gathered(64 * ranks.size());
  if (ranks.rank() == unlucky)
    all.tp.all_gather(all.values.data(), 64 * sizeof(float), gathered.data());
  else
    all.add();
}

/// A channel of ranks that have met.
struct post_office {
  explicit post_office(here& ranks) : all(ranks) { mpi::agree(ranks, "scenario", "post"); }
  mpi::channel all;
};

/// Rank 1 sends rank 0 a message of so many bytes, of which 64 are awaited.
void message(here& ranks, std::size_t bytes) {
  post_office office(ranks);
  auto& all = office.all;
  std::vector<std::byte> layer(64);
  using std::chrono::seconds;
  if (ranks.rank() == unlucky) all.send(0, 7, std::vector<std::byte>(bytes), {"layer 3", seconds(20)});
  if (ranks.rank() == 0) all.receive(unlucky, 7, layer, {"layer 3", seconds(20)});
}
void late_message(here& ranks) {
  post_office office(ranks);
  auto& all = office.all;
  std::vector<std::byte> layer(64);
  if (ranks.rank() == unlucky) stall();
  if (ranks.rank() == 0) all.receive(unlucky, 7, layer, {"layer 3", std::chrono::milliseconds(500)});
}
void untaken_message(here& ranks) {
  post_office office(ranks);
  auto& all = office.all;
  if (ranks.rank() == unlucky) stall();
  if (ranks.rank() == 0)
    all.send(unlucky, 7, std::vector<std::byte>(1 << 20), {"layer 3", std::chrono::milliseconds(500)});
}
/// Rank 0 waits for rank 3, that for rank 2, and that for rank 1; who waits first is farthest from it.
void waits_in_turn(here& ranks) {
  post_office office(ranks);
  std::vector<std::byte> layer(64);
  if (ranks.rank() == unlucky) stall();
  std::size_t const turn = (ranks.size() - ranks.rank()) % ranks.size();
  std::this_thread::sleep_for(std::chrono::milliseconds(300 * turn));
  office.all.receive((ranks.rank() + 3) % 4, 7, layer, {"layer 3", std::chrono::seconds(2)});
}
void killed_sender(here& ranks) {
  post_office office(ranks);
  auto& all = office.all;
  std::vector<std::byte> layer(64);
  if (ranks.rank() == unlucky) {
    all.send(0, 7, layer, {"layer 3", std::chrono::seconds(20)});
    raise(SIGKILL);
  }
  for (int i = 0; i < 2 && ranks.rank() == 0; ++i) {
    all.receive(unlucky, 7, layer, {i == 0 ? "layer 3" : "layer 4", std::chrono::seconds(20)});
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
    {"told", told},
    {"stalls", stalls},
    {"other_count", other_count},
    {"other_call", other_call},
    {"short_message", [](here& ranks) { message(ranks, 40); }},
    {"long_message", [](here& ranks) { message(ranks, 100); }},
    {"late_message", late_message},
    {"untaken_message", untaken_message},
    {"waits_in_turn", waits_in_turn},
    {"killed_sender", killed_sender},
    {"other_checkpoint", other_checkpoint},
    {"build", build},
};

/// What happens to one rank, or to all, before MPI is there. Whether a code other than 0 ends this rank.
bool ends_before_the_start(std::string const& name) {
  char const* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
  bool const is_unlucky = rank != nullptr && std::stoul(rank) == unlucky;
  if (name == "all_killed_before_the_start" || (name == "killed_before_the_start" && is_unlucky)) raise(SIGKILL);
  return name == "all_exit_before_the_start" || (name == "before_the_start" && is_unlucky);
}

}  // namespace

int main(int, char** arguments) {
  std::string const name = arguments[1];
  if (ends_before_the_start(name)) return 3;
  // Where somebody does not come, the others wait as long as that.
  bool const is_silent = name.ends_with("before_the_start") || name == "stalls" || name == "late_message" ||
                         name == "untaken_message" || name == "waits_in_turn";
  return mpi::run({.patience = is_silent ? 6.0 : 20.0}, [&](here& ranks) {
    std::printf("rank %zu has finished request 0\n", ranks.rank());
    if (name == "other_code") return ranks.rank() == unlucky ? 3 : 0;
    scenarios.at(name)(ranks);
    return 0;
  });
}
