// SPDX-License-Identifier: BSL-1.0
/// What is no request's own error: want of memory at any place, and ranks that are gone at any time. It goes on to
/// whoever called, and the batch can go on after it.
#include <shapeproof/cpu/communicator.hpp>
#include <shapeproof/cpu/threads.hpp>
#include <shapeproof/llm/batch.hpp>
#include <shapeproof/llm/packed_weights.hpp>

#include "../allocation_meter.hpp"
#include "requests.hpp"
#include "sharded_families.hpp"

#include <doctest/doctest.h>

#include <new>
#include <stdexcept>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

namespace {

constexpr std::size_t layers = 1;
constexpr std::size_t never = static_cast<std::size_t>(-1);
constexpr llm::batch_size size = {.rows = 2, .capacity = 12};

/// Two rows and three requests, one of which waits for another.
std::vector<llm::request> wanted() {
  return {{.prompt = {1, 2}, .tokens = 2, .seed = 1},
          {.prompt = {3}, .tokens = 4, .seed = 2},
          {.prompt = {4, 5, 6}, .tokens = 2, .sampling = {.temperature = 0}}};
}

/// Adds the requests and steps until all are done, each again that was thrown out of; gives how often that was.
template <class Error, class Batch>
std::size_t carry_through(Batch& together, std::vector<llm::request> const& all) {
  std::size_t thrown = 0;
  auto const again = [&](auto const& action) {
    for (bool done = false; !done;) {
      try {
        action();
        done = true;
      } catch (Error const&) {
        ++thrown;
      }
    }
  };
  for (auto const& each : all) again([&] { together.add(each); });
  while (!together.is_idle()) again([&] { together.step(); });
  return thrown;
}

template <class Batch>
std::vector<requests::ids> answers(Batch const& together) {
  std::vector<requests::ids> result;
  for (std::size_t i = 0; i < wanted().size(); ++i) {
    CHECK(together.at(i).progress == llm::progress::finished);
    CHECK(together.at(i).error.empty());
    result.push_back(together.at(i).tokens);
  }
  return result;
}

/// One of two ranks, which hears zeros of the other. One call of it fails.
class failing_rank : public sp::cpu::communicator {
 public:
  std::size_t rank() const override { return 0; }
  std::size_t size() const override { return 2; }
  void all_reduce(float*, std::size_t) override { count(); }
  void all_gather(void const* mine, std::size_t bytes, void* all) override {
    count();
    std::memset(all, 0, 2 * bytes);
    std::memcpy(all, mine, bytes);
  }
  void reduce_scatter(float const*, float*, std::size_t) override { count(); }
  void broadcast(void*, std::size_t, std::size_t) override { count(); }

  std::size_t until_failure = never;
  std::size_t calls = 0;

 private:
  void count() {
    ++calls;
    if (until_failure != never && until_failure-- == 0) throw std::runtime_error("rank 1 of tp is gone");
  }
};

}  // namespace

TEST_CASE("wherever memory is wanting, the caller hears of it, and the same tokens come afterwards") {
  sp::cpu::set_threads(1);
  auto const w = small::family_weights<small::distinct_llama>(layers);
  auto const all = wanted();
  std::vector<requests::ids> expected;
  for (auto const& each : all) expected.push_back(requests::alone(w, each));
  std::size_t failures = 0;
  for (bool has_failed = true; has_failed; ++failures) {
    llm::batch together(w, size);
    allocation_meter::fail_after(failures);
    std::size_t const thrown = carry_through<std::bad_alloc>(together, all);
    has_failed = allocation_meter::stop_failing();
    CAPTURE(failures);
    CHECK(thrown == (has_failed ? 1 : 0));
    CHECK(answers(together) == expected);
  }
  CHECK(failures > 50);
}

TEST_CASE("whenever a rank is gone, the caller hears of it, and no request is said to have failed") {
  using model = sharded::llama_on<sp::mesh<"tp", 2>>;
  auto const whole = sharded::whole_weights<sharded::llama_on>(layers);
  failing_rank ranks;
  sp::cpu::communicator::scope const within(ranks, "tp");
  auto const w = llm::sharded_weights<model>(whole);
  llm::batch undisturbed(w, size);
  ranks.calls = 0;
  CHECK(carry_through<std::runtime_error>(undisturbed, wanted()) == 0);
  auto const expected = answers(undisturbed);
  std::size_t const calls = ranks.calls;
  CHECK(calls > 10);
  for (std::size_t i = 0; i < calls; ++i) {
    CAPTURE(i);
    ranks.until_failure = i;
    llm::batch together(w, size);
    CHECK(carry_through<std::runtime_error>(together, wanted()) == 1);
    CHECK(answers(together) == expected);
  }
}
