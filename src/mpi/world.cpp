// SPDX-License-Identifier: BSL-1.0
#include "world.hpp"

#include "copy.hpp"
#include "exchange.hpp"
#include "watch.hpp"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <functional>

namespace shapeproof::mpi::detail {

namespace {

/// Whether the launcher, or somebody else, asked this process to end.
std::sig_atomic_t volatile is_told_to_end = 0;
void on_termination(int) { is_told_to_end = 1; }

/// Where processes see each other by their ids: the same machine since its start, and the same space of ids.
std::size_t place_of_processes() {
  std::string machine;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), machine);
  std::array<char, 64> space{};
  if (readlink("/proc/self/ns/pid", space.data(), space.size() - 1) < 0 || machine.empty()) return 0;
  return std::hash<std::string>{}(machine + space.data());
}

}  // namespace

void check(int code, char const* call) {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw error(std::string(call) + ": " + text.data());
}

world::world(options const& how) : how_(how) {
  {
    int level = 0;
    watch const in_time("MPI_Init", how.patience);
    check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level), "MPI_Init_thread");
    if (level < MPI_THREAD_SERIALIZED) throw error("MPI_Init_thread: this MPI allows calls of the first thread only");
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  // The launcher gives a rank some time between this and the end: for its last words.
  struct sigaction action{};
  action.sa_handler = on_termination;
  action.sa_flags = SA_RESTART;
  sigaction(SIGTERM, &action, nullptr);
  int rank = 0;
  int size = 0;
  check(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  check(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
  rank_ = static_cast<std::size_t>(rank);
  others_.resize(static_cast<std::size_t>(size));
  try {
    words_ = new_communicator("start");
    calls_ = new_communicator("start");
    meet();
  } catch (std::exception const& reason) {
    leave({rank_, reason.what()});
  }
}

world::~world() = default;

void world::meet() {
  struct whereabouts {
    std::size_t place;
    pid_t process;
  };
  auto const all =
      gathered(*this, calls_, start, {"start", how_.patience}, whereabouts{place_of_processes(), getpid()});
  for (std::size_t i = 0; i < size(); ++i)
    if (all[i].place != 0 && all[i].place == all[rank_].place) {
      others_[i].process = all[i].process;
      others_[i].handle = static_cast<int>(syscall(SYS_pidfd_open, all[i].process, 0));
    }
}

MPI_Comm world::new_communicator(std::string const& operation) {
  MPI_Comm result = MPI_COMM_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Comm_idup(MPI_COMM_WORLD, &result, &request), "MPI_Comm_idup");
  auto const done = [&] {
    int is_done = 0;
    check(MPI_Test(&request, &is_done, MPI_STATUS_IGNORE), "MPI_Test");
    return is_done != 0;
  };
  auto const silent = [this] {
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < size(); ++i)
      if (i != rank_) others.push_back(i);
    return others;
  };
  until({operation, how_.patience}, done, silent);
  check(MPI_Comm_set_errhandler(result, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  return result;
}

namespace {
constexpr int words_tag = 1;
constexpr std::size_t words_bytes = 2000;
// A question is an empty message with an even tag, its answer one with the next tag.
constexpr int first_question = 2;
constexpr int last_question = 32000;

void post_empty(std::size_t rank, int tag, MPI_Comm ranks) {
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Isend(nullptr, 0, MPI_BYTE, static_cast<int>(rank), tag, ranks, &request), "MPI_Isend");
  // NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): nobody waits for a request that is given back
  check(MPI_Request_free(&request), "MPI_Request_free");
}
}  // namespace

void world::ask(std::vector<std::size_t> const& ranks) {
  if (words_ == MPI_COMM_NULL) return;
  question_ = question_ < first_question || question_ >= last_question ? first_question : question_ + 2;
  for (std::size_t const rank : ranks) post_empty(rank, question_, words_);
}

double world::allowed_after(double waited, wait const& what, double allowed, std::vector<std::size_t> const& silent) {
  bool const were_asked = allowed > what.patience;
  if (waited > 2 * what.patience || (were_asked && !all_wait(silent)))
    throw late(what.operation, silent, what.patience);
  if (were_asked) return 2 * what.patience;
  ask(silent);
  return what.patience + std::min(what.patience / 4, 2.0);
}

bool world::all_wait(std::vector<std::size_t> const& ranks) const {
  return std::all_of(ranks.begin(), ranks.end(), [&](std::size_t rank) { return others_[rank].waits == question_; });
}

void world::hear() {
  if (words_ == MPI_COMM_NULL) return;
  for (;;) {
    int is_there = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    check(MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, words_, &is_there, &message, &status), "MPI_Improbe");
    if (is_there == 0) return;
    auto const source = static_cast<std::size_t>(status.MPI_SOURCE);
    if (int const tag = status.MPI_TAG; tag != words_tag) {
      check(MPI_Mrecv(nullptr, 0, MPI_BYTE, &message, MPI_STATUS_IGNORE), "MPI_Mrecv");
      if (tag % 2 != 0)
        others_[source].waits = tag - 1;
      else if (is_waiting_)
        post_empty(source, tag + 1, words_);
      continue;
    }
    // It is short, so that all of it has come.
    std::array<char, words_bytes> bytes{};
    check(MPI_Mrecv(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, &message, &status), "MPI_Mrecv");
    int size = 0;
    check(MPI_Get_count(&status, MPI_BYTE, &size), "MPI_Get_count");
    others_[source].has_spoken = true;
    if (first_) continue;
    first_.emplace();
    copy(&first_->rank, bytes.data(), sizeof(first_->rank));
    first_->reason.assign(bytes.data() + sizeof(first_->rank), static_cast<std::size_t>(size) - sizeof(first_->rank));
  }
}

bool world::is_dead(std::size_t rank) const {
  // Of a handle one hears at once, of a number when the launcher has taken note.
  pollfd end = {others_[rank].handle, POLLIN, 0};
  if (end.fd >= 0) return poll(&end, 1, 0) > 0;
  return others_[rank].process != 0 && kill(others_[rank].process, 0) != 0 && errno == ESRCH;
}

std::optional<last_words> const& world::heard_or_seen() {
  hear();
  for (std::size_t i = 0; i < size() && !first_; ++i)
    if (is_dead(i)) {
      hear();  // it may have spoken just before
      if (!first_) first_ = {i, "its process " + std::to_string(others_[i].process) + " ended without a word"};
    }
  if (!first_ && is_told_to_end != 0) first_ = {rank_, "it was told to end"};
  return first_;
}

void world::finalize() {
  watch const in_time("MPI_Finalize", how_.patience);
  is_ended_ = true;
  check(MPI_Finalize(), "MPI_Finalize");
  std::signal(SIGTERM, SIG_DFL);
}

void world::leave(last_words const& words) noexcept {
  try {
    std::array<char, words_bytes> bytes{};
    copy(bytes.data(), &words.rank, sizeof(words.rank));
    std::size_t const length = std::min(words.reason.size(), words_bytes - sizeof(words.rank));
    copy(bytes.data() + sizeof(words.rank), words.reason.data(), length);
    std::vector<MPI_Request> requests(size(), MPI_REQUEST_NULL);
    if (words_ != MPI_COMM_NULL)
      for (std::size_t i = 0; i < size(); ++i)
        if (i != rank_)
          MPI_Isend(bytes.data(), static_cast<int>(length + sizeof(words.rank)), MPI_BYTE, static_cast<int>(i),
                    words_tag, words_, &requests[i]);
    // The end of one is the end of all: not before each has said its own.
    auto const start = clock::now();
    auto const is_gone = [this](std::size_t i) { return i == rank_ || others_[i].has_spoken || is_dead(i); };
    for (unsigned turn = 1; std::chrono::duration<double>(clock::now() - start).count() < how_.patience; ++turn) {
      hear();
      std::size_t gone = 0;
      for (std::size_t i = 0; i < size(); ++i) gone += is_gone(i) ? 1 : 0;
      if (gone == size()) break;
      rest(turn);
    }
  } catch (std::exception const& reason) {
    std::fprintf(stderr, "rank %zu of %zu: the others were not told: %s\n", rank_, size(), reason.what());
  }
  abort(1);
}

void world::abort(int code) noexcept {
  watch const in_time("MPI_Abort", how_.patience);
  MPI_Abort(MPI_COMM_WORLD, code);
  _exit(code);
}

}  // namespace shapeproof::mpi::detail
