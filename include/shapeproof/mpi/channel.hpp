// SPDX-License-Identifier: BSL-1.0
/// Messages between the ranks of a session. Needs the component `shapeproof::mpi`.
#pragma once

#include <shapeproof/mpi/session.hpp>
#include <shapeproof/serving/channel.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace shapeproof::mpi {

/// A `serving::channel` of all ranks of a session, by their numbers in it. The end of any rank is `peer_failed`, with
/// that rank and its last words, whomever a call waits for: no rank goes on alone. Where this rank itself is told to
/// end, a call throws `rank_failed`.
class channel final : public serving::channel {
 public:
  /// All ranks of the session make it, in the same order as what else they make. Throws as the session.
  explicit channel(session& within);
  /// What was posted and has not left is still sent while the session lives.
  ~channel() override;

  std::size_t rank() const override;
  std::size_t size() const override;

  void post(std::size_t peer, tag with, std::vector<std::byte> message) override;
  void flush(std::size_t peer, serving::patience const& wait) override;
  void receive(std::size_t peer, tag with, std::span<std::byte> into, serving::patience const& wait) override;
  bool is_there(std::size_t peer, tag with) override;

 private:
  class mailbox;
  std::unique_ptr<mailbox> mailbox_;
};

}  // namespace shapeproof::mpi
