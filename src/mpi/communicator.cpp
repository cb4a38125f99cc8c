// SPDX-License-Identifier: BSL-1.0
#include <shapeproof/mpi/communicator.hpp>

#include "exchange.hpp"

#include <algorithm>
#include <string>

namespace shapeproof::mpi {

namespace {

/// Up to so many values each rank adds all of them itself: one message's time instead of two.
constexpr std::size_t few_values = 4096;

/// What is sent to a rank or comes from it.
struct piece {
  void* at;
  std::size_t bytes;
};

}  // namespace

class communicator::group {
 public:
  group(detail::world& all, std::string_view name, std::size_t number)
      : all_(all), ranks_(all.new_communicator("the communicator " + std::string(name))) {
    detail::wait const what{"the communicator " + std::string(name), all.how().patience};
    auto const groups = detail::gathered(all, ranks_, detail::start, what, number);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (i == all.rank()) rank = members.size();
      if (groups[i] == number) members.push_back(i);
    }
    text_ = " over " + std::string(name) + " (" + to_string(members) + ")";
  }

  std::size_t size() const { return members.size(); }
  /// Where so many values that leave, or come, lie.
  float* outbox(std::size_t count) { return static_cast<float*>(all_.outbox(count * sizeof(float))); }
  float* inbox(std::size_t count) { return static_cast<float*>(all_.inbox(count * sizeof(float))); }
  std::byte* outbox_bytes(std::size_t bytes) { return static_cast<std::byte*>(all_.outbox(bytes)); }
  std::byte* inbox_bytes(std::size_t bytes) { return static_cast<std::byte*>(all_.inbox(bytes)); }

  /// Sends `out(i)` to each other rank and receives `in(i)` of it; nothing where `at` is null.
  template <class Out, class In>
  void exchange(detail::operation operation, std::string const& operand, Out const& out, In const& in) {
    std::vector<detail::parcel> leaving, coming;
    for (std::size_t i = 0; i < size(); ++i) {
      piece const sent = out(i), expected = in(i);
      if (i == rank) continue;
      if (sent.at != nullptr) leaving.push_back({members[i], sent.at, sent.bytes});
      if (expected.at != nullptr) coming.push_back({members[i], expected.at, expected.bytes});
    }
    int const tag = static_cast<int>(calls_++ % 4096) * 8 + operation;
    detail::exchange(all_, ranks_, tag,
                     {detail::operations[operation] + (" of " + operand) + text_, all_.how().patience}, leaving,
                     coming);
  }
  /// The sum over the ranks of this rank's part of their values: the part of rank i are the `count` at `part_of(i)`.
  template <class PartOf>
  void add_own_part(detail::operation operation, std::string const& operand, PartOf const& part_of, std::size_t own,
                    float* sum) {
    float* const in = inbox(size() * own);
    std::copy_n(static_cast<float const*>(part_of(rank).at), own, in + rank * own);
    exchange(operation, operand, part_of, [&](std::size_t i) { return piece{in + i * own, own * sizeof(float)}; });
    std::copy_n(in, own, sum);
    for (std::size_t i = 1; i < size(); ++i)
      for (std::size_t k = 0; k < own; ++k) sum[k] += in[i * own + k];
  }

  std::size_t rank = 0;
  std::vector<std::size_t> members;

 private:
  detail::world& all_;
  MPI_Comm ranks_;
  std::string text_;
  unsigned calls_ = 0;
};

communicator::communicator(session& within, std::string_view name, std::size_t number)
    : group_(std::make_unique<group>(within.inside(), name, number)) {}
communicator::~communicator() = default;

std::size_t communicator::rank() const { return group_->rank; }
std::size_t communicator::size() const { return group_->size(); }
std::vector<std::size_t> const& communicator::members() const { return group_->members; }

void communicator::all_reduce(float* values, std::size_t count) {
  std::size_t const ranks = size();
  if (ranks == 1) return;
  auto const operand = std::to_string(count) + " values";
  float* const out = group_->outbox(count);
  std::copy_n(values, count, out);
  if (ranks == 2 || count <= few_values) {
    auto const all = [&](std::size_t) { return piece{out, count * sizeof(float)}; };
    return group_->add_own_part(detail::all_reduce, operand, all, count, values);
  }
  auto const begin = [&](std::size_t i) { return count * i / ranks; };
  auto const length = [&](std::size_t i) { return begin(i + 1) - begin(i); };
  std::size_t const own = length(rank());
  group_->add_own_part(
      detail::all_reduce, operand, [&](std::size_t i) { return piece{out + begin(i), length(i) * sizeof(float)}; }, own,
      values + begin(rank()));

  std::copy_n(values + begin(rank()), own, out);
  float* const in = group_->inbox(count);
  group_->exchange(
      detail::all_reduce, operand, [&](std::size_t) { return piece{out, own * sizeof(float)}; },
      [&](std::size_t i) { return piece{in + begin(i), length(i) * sizeof(float)}; });
  std::copy_n(in, begin(rank()), values);
  std::copy_n(in + begin(rank() + 1), count - begin(rank() + 1), values + begin(rank() + 1));
}

void communicator::all_gather(void const* mine, std::size_t bytes, void* all) {
  auto* const out = group_->outbox_bytes(bytes);
  auto* const in = group_->inbox_bytes(size() * bytes);
  detail::copy(out, mine, bytes);
  detail::copy(in + rank() * bytes, mine, bytes);
  group_->exchange(
      detail::all_gather, std::to_string(bytes) + " bytes", [&](std::size_t) { return piece{out, bytes}; },
      [&](std::size_t i) { return piece{in + i * bytes, bytes}; });
  detail::copy(all, in, size() * bytes);
}

void communicator::reduce_scatter(float const* all, float* mine, std::size_t count) {
  float* const out = group_->outbox(size() * count);
  std::copy_n(all, size() * count, out);
  group_->add_own_part(
      detail::reduce_scatter, std::to_string(count) + " values",
      [&](std::size_t i) { return piece{out + i * count, count * sizeof(float)}; }, count, mine);
}

void communicator::broadcast(void* values, std::size_t bytes, std::size_t root) {
  bool const is_root = rank() == root;
  auto* const out = group_->outbox_bytes(is_root ? bytes : 0);
  auto* const in = group_->inbox_bytes(is_root ? 0 : bytes);
  if (is_root) detail::copy(out, values, bytes);
  group_->exchange(
      detail::broadcast, std::to_string(bytes) + " bytes from rank " + std::to_string(members().at(root)),
      [&](std::size_t) { return is_root ? piece{out, bytes} : piece{nullptr, 0}; },
      [&](std::size_t i) { return i == root ? piece{in, bytes} : piece{nullptr, 0}; });
  if (!is_root) detail::copy(values, in, bytes);
}

}  // namespace shapeproof::mpi
