// SPDX-License-Identifier: BSL-1.0
/// What all ranks of a session know of each other, and how they wait.
#pragma once

#include <shapeproof/mpi/error.hpp>
#include <shapeproof/mpi/session.hpp>

#include <mpi.h>
#include <sys/types.h>

#include <any>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace shapeproof::mpi::detail {

using clock = std::chrono::steady_clock;

/// Throws `error` where MPI says that `call` failed.
void check(int code, char const* call);

/// The first rank that failed, and why.
struct last_words {
  std::size_t rank;
  std::string reason;
};

/// One call's wait for other ranks.
struct wait {
  std::string operation;  ///< in messages
  double patience;        ///< seconds
};

class world {
 public:
  explicit world(options const& how);
  world(world const&) = delete;
  world& operator=(world const&) = delete;
  ~world();

  std::size_t rank() const { return rank_; }
  std::size_t size() const { return others_.size(); }
  options const& how() const { return how_; }

  /// A communicator of all ranks, whose messages meet no others. All ranks ask for it.
  MPI_Comm new_communicator(std::string const& operation);
  /// That of the calls of the session itself.
  MPI_Comm calls() const { return calls_; }

  /// Yields until `done()`. Throws `rank_failed` where a rank's end is heard of or seen, and `late` after the patience,
  /// with the ranks that `silent()` gives. They are asked first: who waits for another rank itself is given as long
  /// again, in which it says whom it misses.
  template <class Done, class Silent>
  void until(wait const& what, Done const& done, Silent const& silent) {
    waiting const in_turn(*this);
    auto const start = clock::now();
    auto last_look = start;
    double allowed = what.patience;
    std::optional<last_words> end;
    unsigned last_turns = 200;  // what a rank sent before its end still comes
    for (unsigned turn = 1; !done(); ++turn) {
      // By time, not by turns: on a busy machine each is long, and the launcher gives a rank a second for its words.
      auto const now = clock::now();
      if (end || now - last_look >= std::chrono::milliseconds(1)) {
        last_look = now;
        double const waited = std::chrono::duration<double>(now - start).count();
        if (!end) end = heard_or_seen();
        if (end && --last_turns == 0) throw rank_failed(what.operation, end->rank, end->reason, waited);
        if (!end && waited > allowed) allowed = allowed_after(waited, what, allowed, silent());
      }
      rest(turn);
    }
  }
  /// Whose end is known, if anybody's.
  std::optional<last_words> const& heard_or_seen();

  /// Places for a call's messages, which MPI may read and write even when the call has failed.
  void* outbox(std::size_t bytes) { return place(outbox_, bytes); }
  void* inbox(std::size_t bytes) { return place(inbox_, bytes); }
  /// A call has failed: the next one has other places.
  void leave_boxes() {
    keep(std::move(outbox_));
    keep(std::move(inbox_));
    outbox_.clear();
    inbox_.clear();
  }
  /// Keeps until the program ends what MPI may still read.
  void keep(std::any what) { kept_.push_back(std::move(what)); }

  bool is_ended() const { return is_ended_; }
  void finalize();
  /// See `session::fail`.
  [[noreturn]] void leave(last_words const& words) noexcept;
  /// Ends the program on all ranks; the code, or another that is not 0, becomes mpirun's.
  [[noreturn]] void abort(int code) noexcept;

 private:
  /// Another rank, as far as one can see it from here.
  struct other {
    pid_t process = 0;  ///< 0 where it is not on this machine
    int handle = -1;    ///< of the process, where the system has such
    bool has_spoken = false;
    int waits = 0;  ///< the last question that it has answered: it waits itself
  };
  /// While it is there this rank answers questions.
  class waiting {
   public:
    explicit waiting(world& all) : all_(all), before_(std::exchange(all.is_waiting_, true)) {}
    waiting(waiting const&) = delete;
    waiting& operator=(waiting const&) = delete;
    ~waiting() { all_.is_waiting_ = before_; }

   private:
    world& all_;
    bool before_;
  };

  static void* place(std::vector<std::byte>& box, std::size_t bytes) {
    if (box.size() <= bytes) box.resize(bytes + 1);  // never null
    return box.data();
  }
  /// Gives the processor to other ranks: there may be more of them than processors.
  static void rest(unsigned turn) {
    if (turn < 2000)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  void meet();
  void hear();
  /// How long in all a wait may last that has lasted longer than `allowed`: first it asks the silent ranks. Throws
  /// `late` where one of them does not wait itself, and after twice the patience.
  double allowed_after(double waited, wait const& what, double allowed, std::vector<std::size_t> const& silent);
  /// Asks ranks whether they wait themselves; they have not answered yet.
  void ask(std::vector<std::size_t> const& ranks);
  bool all_wait(std::vector<std::size_t> const& ranks) const;
  bool is_dead(std::size_t rank) const;

  options how_;
  std::size_t rank_ = 0;
  MPI_Comm words_ = MPI_COMM_NULL, calls_ = MPI_COMM_NULL;
  std::vector<other> others_;
  std::optional<last_words> first_;
  std::vector<std::byte> outbox_, inbox_;
  std::vector<std::any> kept_;
  bool is_ended_ = false;
  bool is_waiting_ = false;
  int question_ = 0;
};

}  // namespace shapeproof::mpi::detail
