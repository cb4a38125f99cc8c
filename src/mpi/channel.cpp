// SPDX-License-Identifier: BSL-1.0
#include <shapeproof/mpi/channel.hpp>

#include "copy.hpp"
#include "message.hpp"

#include <algorithm>
#include <list>
#include <string>
#include <utility>

namespace shapeproof::mpi {

using serving::channel_error;
using serving::channel_fault;

class channel::mailbox {
 public:
  explicit mailbox(detail::world& world) : all(world), ranks(world.new_communicator("the channel")) {}
  mailbox(mailbox const&) = delete;
  mailbox& operator=(mailbox const&) = delete;
  ~mailbox() {
    if (!leaving.empty()) all.keep(std::move(leaving));
  }

  /// What has been posted, and its way.
  struct letter {
    std::size_t peer;
    std::vector<std::byte> bytes;
    detail::outgoing way;
  };

  void check_peer(std::size_t peer) const {
    if (peer >= all.size())
      throw error("channel: there is no rank " + std::to_string(peer) + " of " + std::to_string(all.size()));
  }
  /// Lets what was posted go on; whether everything to that peer has left.
  bool have_left(std::size_t peer) {
    leaving.remove_if([](letter& each) { return each.way.done(); });
    return std::none_of(leaving.begin(), leaving.end(), [&](letter const& each) { return each.peer == peer; });
  }
  /// That a rank has ended. Of the own rank, which was told to end, it is no error between two ranks.
  [[noreturn]] void fail(std::string const& awaited, detail::last_words const& end, double waited) const {
    if (end.rank == all.rank()) throw rank_failed(awaited, end.rank, end.reason, waited);
    throw channel_error(channel_fault::peer_failed, end.rank, awaited, waited, end.reason);
  }
  /// Waits with a channel's errors.
  template <class Done>
  void until(std::size_t peer, serving::patience const& wait, char const* silence, Done const& done) {
    try {
      all.until({std::string(wait.awaited), wait.at_most.count()}, done,
                [&] { return std::vector<std::size_t>{peer}; });
    } catch (rank_failed const& end) {
      fail(std::string(wait.awaited), {end.rank(), end.reason()}, end.waited());
    } catch (late const&) {
      throw channel_error(channel_fault::late, peer, wait.awaited, wait.at_most.count(), silence);
    }
  }
  /// Throws where a rank's end is known; `way` of a message between this rank and the peer: ` to rank `.
  void check_ends(tag with, char const* way, std::size_t peer) {
    if (auto const& end = all.heard_or_seen())
      fail("a message of tag " + std::to_string(with) + way + std::to_string(peer), *end, 0);
  }

  detail::world& all;
  MPI_Comm ranks;
  std::list<letter> leaving;
};

channel::channel(session& within) : mailbox_(std::make_unique<mailbox>(within.inside())) {}
channel::~channel() = default;

std::size_t channel::rank() const { return mailbox_->all.rank(); }
std::size_t channel::size() const { return mailbox_->all.size(); }

void channel::post(std::size_t peer, tag with, std::vector<std::byte> message) {
  mailbox_->check_peer(peer);
  mailbox_->check_ends(with, " to rank ", peer);
  mailbox_->have_left(peer);
  void const* const bytes = message.data();
  std::size_t const count = message.size();
  detail::outgoing way(bytes, count, mailbox_->ranks, static_cast<int>(peer), with, mailbox_->all.how().piece);
  mailbox_->leaving.push_back({peer, std::move(message), std::move(way)});
}

void channel::flush(std::size_t peer, serving::patience const& wait) {
  mailbox_->check_peer(peer);
  mailbox_->until(peer, wait, "it does not take what it is sent", [&] { return mailbox_->have_left(peer); });
}

void channel::receive(std::size_t peer, tag with, std::span<std::byte> into, serving::patience const& wait) {
  mailbox_->check_peer(peer);
  auto& all = mailbox_->all;
  void* const place = all.inbox(into.size());
  detail::incoming message(place, into.size(), mailbox_->ranks, static_cast<int>(peer), with, all.how().piece);
  try {
    mailbox_->until(peer, wait, "nothing came", [&] {
      mailbox_->have_left(peer);
      return message.done();
    });
  } catch (...) {
    all.leave_boxes();
    throw;
  }
  if (message.came() != into.size())
    throw channel_error(channel_fault::wrong_size, peer, wait.awaited, wait.at_most.count(),
                        std::to_string(message.came()) + " bytes of " + std::to_string(into.size()) + " came");
  detail::copy(into.data(), place, into.size());
}

bool channel::is_there(std::size_t peer, tag with) {
  mailbox_->check_peer(peer);
  mailbox_->have_left(peer);
  auto const probe = [&] {
    int is_there = 0;
    detail::check(MPI_Iprobe(static_cast<int>(peer), with, mailbox_->ranks, &is_there, MPI_STATUS_IGNORE),
                  "MPI_Iprobe");
    return is_there != 0;
  };
  if (probe()) return true;
  if (!mailbox_->all.heard_or_seen()) return false;
  if (probe()) return true;  // it came before its end
  mailbox_->check_ends(with, " from rank ", peer);
  return false;
}

}  // namespace shapeproof::mpi
