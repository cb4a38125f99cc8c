// SPDX-License-Identifier: BSL-1.0
/// Prefill and decode as two groups of processes of MPI.
#include "job.hpp"
#include "report.hpp"
#include "sides.hpp"

#include <shapeproof/cpu/threads.hpp>
#include <shapeproof/io/mapped_file.hpp>
#include <shapeproof/mpi/agreement.hpp>
#include <shapeproof/mpi/channel.hpp>
#include <shapeproof/mpi/communicator.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <new>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

namespace mpi = shapeproof::mpi;
using namespace cluster;

constexpr int exit_failed = 1, exit_bad_option = 2;

std::uint64_t fingerprint_of(std::string const& file) {
  return mpi::fingerprint(shapeproof::io::mapped_file(file).bytes());
}

/// Throws on every rank where one has another program, other weights or other requests. Gives the weights' fingerprint.
std::uint64_t agree(mpi::session& ranks, job const& own) {
  auto const weights = fingerprint_of(own.chosen.model);
  auto const plan = text_of(own.work, own.chosen);
  mpi::agree(ranks, "program", mpi::hexadecimal(fingerprint_of("/proc/self/exe")));
  mpi::agree(ranks, "weights of --model", mpi::hexadecimal(weights));
  mpi::agree(ranks, "options and --requests", mpi::hexadecimal(mpi::fingerprint(std::as_bytes(std::span(plan)))));
  return weights;
}

void prefill(job& own, place const& at, report& known) {
  auto const note = [&](std::size_t request) { known.note(request); };
  switch (own.model.family) {
    case family::gpt2:
      return prefill_gpt2(std::move(own.weights), own.work, at, note);
    case family::interleaved_llama:
      return prefill_interleaved_llama(std::move(own.weights), own.work, at, note);
    case family::half_split_llama:
      return prefill_half_split_llama(std::move(own.weights), own.work, at, note);
  }
}

void decode(job& own, place const& at, report& known) {
  auto const tell = [&](result const& one) {
    if (at.group.rank() == 0) known.take(one);
  };
  switch (own.model.family) {
    case family::gpt2:
      return decode_gpt2(std::move(own.weights), own.work, at, tell);
    case family::interleaved_llama:
      return decode_interleaved_llama(std::move(own.weights), own.work, at, tell);
    case family::half_split_llama:
      return decode_half_split_llama(std::move(own.weights), own.work, at, tell);
  }
}

/// One rank's work: the first ranks prefill, the others decode; the first of these prints. Gives the exit code.
int serve(mpi::session& ranks, options const& chosen) {
  std::size_t const senders = chosen.prefill_ranks, receivers = chosen.decode_ranks;
  if (ranks.size() != senders + receivers)
    throw option_error(std::to_string(senders) + " ranks prefill and " + std::to_string(receivers) + " decode, but " +
                       std::to_string(ranks.size()) + " processes were started");
  auto own = job_of(chosen);
  auto const checkpoint = agree(ranks, own);
  bool const prefills = ranks.rank() < senders;
  mpi::communicator group(ranks, "tp", prefills ? 0 : 1);
  mpi::channel through(ranks);
  shapeproof::cpu::communicator::scope const within(group, "tp");
  auto const processors = std::max(std::thread::hardware_concurrency(), 1U);
  shapeproof::cpu::set_threads(static_cast<int>(std::max<std::size_t>(processors / ranks.size(), 1)));

  std::vector<std::size_t> from(senders), to(receivers);
  std::iota(from.begin(), from.end(), std::size_t{0});
  std::iota(to.begin(), to.end(), senders);
  place const at = {
      group,
      {through, std::move(from), std::move(to), std::chrono::duration<double>(chosen.patience), checkpoint, 0},
      [&] { mpi::agree(ranks, "beginning", "now"); }};
  report known(own.work, own.pieces.get(), chosen.json);
  try {
    prefills ? prefill(own, at, known) : decode(own, at, known);
  } catch (std::exception const&) {
    // Who prints tells what is kept. It may have ended itself, so the first rank tells what it heard of it.
    if (ranks.rank() == senders) known.print_summary();
    if (ranks.rank() == 0) known.print_heard();
    throw;
  }
  if (ranks.rank() != senders) return 0;
  known.print_summary();
  return known.is_good() ? 0 : exit_failed;
}

constexpr char const* no_memory = "there is not enough memory for this model, these rows and this capacity";

/// All ranks of the run. What started them may want to hear that this one is through: an exit code of 0 may be
/// mpirun's only.
int run(options const& chosen) {
  std::size_t own = 0;
  int const code = mpi::run({.patience = chosen.patience}, [&](mpi::session& ranks) {
    own = ranks.rank();
    try {
      return serve(ranks, chosen);
    } catch (std::bad_alloc const&) {
      throw std::runtime_error(no_memory);
    }
  });
  char const* const words = std::getenv("SHAPEPROOF_CLUSTER_DONE");
  if (code == 0 && words != nullptr) std::ofstream(words, std::ios::app) << std::to_string(own) + "\n";
  return code;
}

/// What is to be started, or nothing where all was only to be checked.
void check(options const& chosen) {
  (void)job_of(chosen);
  std::size_t const ranks = chosen.prefill_ranks + chosen.decode_ranks;
  std::size_t const processors = std::max(std::thread::hardware_concurrency(), 1U);
  if (ranks > processors && !chosen.oversubscribes)
    throw option_error(std::to_string(ranks) + " ranks are more than the " + std::to_string(processors) +
                       " processors; --oversubscribe lets them share");
  if (!chosen.only_check) print(std::to_string(ranks) + "\n");
}

int fail(int code, char const* what) {
  std::fprintf(stderr, "error: %s\n", what);
  return code;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    auto const parsed = parse(count, arguments);
    if (parsed.finished) {
      if (parsed.exit_code != 0) return fail(parsed.exit_code, parsed.said.c_str());
      print(parsed.said);
      return 0;
    }
    if (!parsed.chosen.only_check && !parsed.chosen.counts_ranks) return run(parsed.chosen);
    check(parsed.chosen);
    return 0;
  } catch (option_error const& error) {
    return fail(exit_bad_option, error.what());
  } catch (std::bad_alloc const&) {
    return fail(exit_failed, no_memory);
  } catch (std::exception const& error) {
    return fail(exit_failed, error.what());
  }
}
