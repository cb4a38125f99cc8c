// SPDX-License-Identifier: BSL-1.0
/// Many requests over 2 and 4 ranks: each gets, on every rank, what one rank gives it alone.
#include <shapeproof/llm/batch.hpp>
#include <shapeproof/llm/packed_weights.hpp>

#include "../simulated_ranks.hpp"
#include "requests.hpp"
#include "sharded_families.hpp"

#include <doctest/doctest.h>

#include <mutex>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

namespace {

constexpr std::size_t layers = 2;
constexpr std::size_t positions = 12;

/// The answers of a batch to which two requests come before each step.
template <class Weights>
std::vector<requests::ids> answers(Weights const& w, std::vector<llm::request> const& wanted, std::size_t rows) {
  llm::batch together(w, {.rows = rows, .capacity = positions});
  for (std::size_t next = 0; next < wanted.size() || !together.is_idle(); together.step())
    for (std::size_t i = 0; i < 2 && next < wanted.size(); ++i) together.add(wanted[next++]);
  std::vector<requests::ids> result;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (together.at(i).progress != llm::progress::finished) throw std::runtime_error(together.at(i).error);
    result.push_back(together.at(i).tokens);
  }
  return result;
}

template <template <class> class Family, std::size_t Ranks, class Storage = llm::owned>
void check_ranks(std::size_t count, std::size_t rows) {
  auto const w = sharded::whole_weights<Family>(layers);
  auto const wanted = requests::mixed(count, sp::static_extent<typename Family<sp::mesh<"tp", 1>>::V>, 6, 7);
  std::vector<requests::ids> alone;
  for (auto const& one : wanted) alone.push_back(requests::alone(w, one));
  std::mutex one_at_a_time;
  simulated::on_ranks(Ranks, [&](auto&) {
    using model = Family<sp::mesh<"tp", sp::extent(Ranks)>>;
    auto const found = answers(llm::sharded_weights<model, Storage>(w), wanted, rows);
    std::lock_guard const lock(one_at_a_time);
    CHECK(found == alone);
  });
}

}  // namespace

TEST_CASE("32 requests over ranks, in all families, are each equal to the single run of one rank") {
  check_ranks<sharded::note_on, 2>(32, 8);
  check_ranks<sharded::llama_on, 2>(32, 8);
  check_ranks<sharded::gpt2_on, 2>(32, 32);
  check_ranks<sharded::llama_on, 4>(12, 3);
  check_ranks<sharded::llama_on, 2, llm::packed<float>>(12, 5);
  check_ranks<sharded::gpt2_of_positions, 2>(12, 5);  // more positions than a rank has
}

TEST_CASE("tokens are those of all ranks, and one beyond them fails alone") {
  auto const w = sharded::whole_weights<sharded::llama_on>(layers);
  simulated::on_ranks(2, [&](auto&) {
    using model = sharded::llama_on<sp::mesh<"tp", 2>>;
    auto const own = llm::sharded_weights<model>(w);
    llm::batch together(own, {.rows = 2, .capacity = positions});
    auto const last = together.add({.prompt = {35}, .tokens = 1});  // the other rank has its row
    auto const none = together.add({.prompt = {36}, .tokens = 1});
    while (!together.is_idle()) together.step();
    if (together.at(last).progress != llm::progress::finished || together.at(last).tokens.size() != 1)
      throw std::runtime_error("the last token of all is one");
    if (together.at(none).error != "request: token 0 of 1: index: V=36: 36 is not in [0, 36)")
      throw std::runtime_error(together.at(none).error);
  });
}
