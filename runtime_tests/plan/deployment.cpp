// SPDX-License-Identifier: BSL-1.0
/// Deployments and hand-overs: numbers worked out by hand, laws, and what is not possible.
#include <shapeproof/plan/deployment.hpp>

#include "models.hpp"

#include <doctest/doctest.h>

namespace plan = shapeproof::plan;
namespace sp = shapeproof;

namespace {

constexpr plan::load asked = {6, 4, 2};

/// Each rate and link of the machine, twice as good.
std::vector<plan::hardware> better(plan::hardware const& than) {
  std::vector<plan::hardware> result(5, than);
  result[0].rank.flops_per_second *= 2, result[0].node.flops_per_second *= 2;
  result[1].rank.bytes_per_second *= 2, result[1].node.bytes_per_second *= 2;
  result[2].within->bytes_per_second *= 2;
  result[3].between->bytes_per_second *= 2;
  result[4].within->latency /= 2, result[4].between->latency /= 2;
  return result;
}

}  // namespace

TEST_CASE("a step takes as long as each operation's slower side, and the wire") {
  std::vector<plan::work> const step = {
      {.step = "P4", .operation = "matmul", .times = 3, .flops = 2e9, .bytes = 1e8},  // 2 s and 1 s
      {.step = "P8", .operation = "attend", .times = 1, .flops = 1e9, .bytes = 4e8},  // 1 s and 4 s
      {.step = "P13", .operation = "all_reduce", .times = 3, .together = plan::collective::all_reduce, .payload = 1e9}};
  auto const alone = plan::time_of(step, planned::nodes(), 1, 1);
  CHECK(alone.compute == doctest::Approx(6));
  CHECK(alone.memory == doctest::Approx(4));
  // 2 ranks of a node: halved, 2 messages and 2 * 1/2 of a GB, three times.
  auto const two = plan::time_of(step, planned::nodes(), 2, 4);
  CHECK(two.wire == doctest::Approx(3 * (2e-6 + 1)).epsilon(1e-5));
  CHECK(two.sent == doctest::Approx(3e9));
  CHECK(two.messages == 3);
  CHECK(two.seconds() == doctest::Approx(6 + 4 + two.wire));
  auto half = planned::nodes();
  half.element_bytes = 2;
  CHECK(plan::time_of(step, half, 1, 1).memory == doctest::Approx(2));
}

TEST_CASE("ranks of a node share what it has") {
  plan::hardware cores = planned::nodes();
  cores.between = {};
  cores.ranks_per_node = 2;
  cores.rank = {3e9, 8e9};
  cores.node = {6e9, 10e9};
  cores.crowded = plan::link{1e-3, 1e8};
  CHECK(plan::rates_of_rank(cores, 1).flops_per_second == 3e9);
  CHECK(plan::rates_of_rank(cores, 2).flops_per_second == 3e9);
  CHECK(plan::rates_of_rank(cores, 4).flops_per_second == 1.5e9);
  CHECK(plan::rates_of_rank(cores, 1).bytes_per_second == 8e9);
  CHECK(plan::rates_of_rank(cores, 2).bytes_per_second == 5e9);
  CHECK(plan::ranks_on_node(cores, 4) == 4);
  CHECK(plan::group_of(cores, 2, 2).within.latency == 1e-6);
  CHECK(plan::group_of(cores, 4, 4).within.latency == 1e-3);
  CHECK(plan::memory_of_rank(cores, 4) == 1e9);
  CHECK(plan::ranks_on_node(planned::nodes(), 64) == 4);
  CHECK(plan::memory_of_rank(planned::nodes(), 1) == 1e9);
  CHECK(plan::group_of(planned::nodes(), 16, 4).nodes == 4);
  CHECK(plan::group_of(planned::nodes(), 6, 4).nodes == 6);  // nodes that are not full
  cores.crowded = {};
  CHECK_THROWS_WITH_AS((void)plan::group_of(cores, 4, 4), "nodes has no link \"crowded\", and 4 ranks need it",
                       std::runtime_error);
}

TEST_CASE("what cannot be cut is not, and says why") {
  auto const model = planned::llama();
  CHECK(model.why_not(4).empty());
  CHECK(model.why_not(3) == "Hkv=4 over tp=3: 1 would be left over");
  CHECK(model.why_not(8) == "Hkv=4 over tp=8: fewer than there are ranks; the others are replicas");
  CHECK(plan::largest_degree(model, 1024) == 4);
  CHECK(plan::largest_degree(model, 6) == 2);
  CHECK(plan::largest_degree(model, 7) == 1);
  auto const many = plan::deployed(model, planned::nodes(), asked, 16, 4);
  CHECK(many.replicas() == 4);
  CHECK(many.why_not_more == "Hkv=4 over tp=16: fewer than there are ranks; the others are replicas");
  CHECK(plan::deployed(model, planned::nodes(), asked, 4, 4).why_not_more.empty());
  CHECK_THROWS_WITH_AS(plan::note_model("small", {{"V", 24}, {"D", 12}}, 1), doctest::Contains("has no value"),
                       sp::shape_error);
  CHECK_THROWS_WITH_AS(
      plan::note_model("odd", {{"V", 24}, {"De", 14}, {"D", 13}, {"H", 4}, {"Dk", 3}, {"F", 20}, {"Dl", 10}}, 1),
      doctest::Contains("the fact D = H*Dk does not hold: 13 is not 12"), sp::shape_error);
}

TEST_CASE("more positions than were learned are refused") {
  CHECK(planned::gpt2().why_not_long(16).empty());
  CHECK(planned::gpt2().why_not_long(17) == "gpt2 has learned P=16 positions, and 17 are asked for");
  CHECK(planned::llama().why_not_long(100000).empty());
}

TEST_CASE("the fastest degree is the one that no other beats, and links decide which") {
  auto const model = planned::llama();
  for (double const latency : {1e-9, 1e-7, 1e-6, 1e-3}) {
    auto machine = planned::nodes();
    machine.within->latency = latency;
    auto const fastest = plan::fastest_degree(model, machine, asked, 8);
    double const least = plan::deployed(model, machine, asked, 8, fastest).decode.seconds();
    for (std::size_t const degree : {1U, 2U, 4U})
      CHECK(plan::deployed(model, machine, asked, 8, degree).decode.seconds() >= least);
    if (latency == 1e-9) CHECK(fastest == 4);
    if (latency == 1e-3) CHECK(fastest == 1);
  }
}

TEST_CASE("memory is weights and the longest cache") {
  auto machine = planned::nodes();
  auto const model = planned::note(3);
  double const block = 4 * 12 * 12 + 2 * 12 * 20 + 4 * 12, rest = 24 * 14 + 14 * 12 + 12 * 10 + 10 * 24;
  double const cache = 3 * 2 * 2 * 10 * 12;  // layers, keys and values, sequences, positions, heads
  auto const found = plan::deployed(model, machine, asked, 1, 1);
  CHECK(found.memory_needed == 4 * (3 * block + rest + cache));
  CHECK(plan::decode_bytes(model, machine, asked, 1) == found.memory_needed);
  CHECK(plan::prefill_bytes(model, machine, asked, 1) == 4 * (3 * block + rest + 3 * 2 * 6 * 12));  // one prompt
  machine.node_memory_bytes = 4 * found.memory_needed;
  CHECK(plan::deployed(model, machine, asked, 1, 1).fits());
  machine.node_memory_bytes -= 4;
  CHECK_FALSE(plan::deployed(model, machine, asked, 1, 1).fits());
}

TEST_CASE("a better machine is never slower") {
  auto const now = planned::nodes();
  for (auto const& model : {planned::note(), planned::llama(), planned::gpt2()})
    for (std::size_t const degree : {1U, 2U, 4U})
      for (auto const& other : better(now)) {
        auto const slow = plan::deployed(model, now, asked, 8, degree),
                   fast = plan::deployed(model, other, asked, 8, degree);
        CHECK(fast.prefill.seconds() <= slow.prefill.seconds());
        CHECK(fast.decode.seconds() <= slow.decode.seconds());
        CHECK(fast.decode.sent == slow.decode.sent);
        CHECK(plan::handed_over(model, other, 6, degree, 1, 1).seconds <=
              plan::handed_over(model, now, 6, degree, 1, 1).seconds);
      }
}

TEST_CASE("a step in the middle of an answer is the mean of its steps") {
  auto const model = planned::llama();
  double sum = 0;
  for (std::size_t i = 0; i < 9; ++i)
    sum += plan::time_of(model.step_of(2, 2, 1, 6 + i), planned::nodes(), 2, 4).seconds();
  auto const middle = plan::deployed(model, planned::nodes(), {6, 8, 2}, 8, 2).decode.seconds();
  CHECK(middle == doctest::Approx(sum / 9).epsilon(1e-6));
}

TEST_CASE("a hand-over sends every layer's cache once, and shows what prefill does not hide") {
  auto const model = planned::note(4);
  auto const machine = planned::nodes();
  double const bytes = 4. * 4 * 2 * 6 * 12;  // layers, elements' bytes, keys and values, positions, heads
  auto const one = plan::handed_over(model, machine, 6, 1, 1, 1);
  CHECK(one.bytes == bytes);
  CHECK(one.seconds == doctest::Approx(4 * 1e-5 + bytes / 1e8));
  CHECK(one.exposed == doctest::Approx(one.seconds / 4));  // the last layer's
  // 2 ranks to 1: that one hears from both, and all bytes pass its link.
  auto const gathered = plan::handed_over(model, machine, 6, 2, 1, 1);
  CHECK(gathered.seconds == doctest::Approx(4 * 2e-5 + bytes / 1e8));
  auto const pairs = plan::handed_over(model, machine, 6, 2, 2, 1);
  CHECK(pairs.seconds == doctest::Approx(4 * 1e-5 + bytes / 2e8));
  // Nothing to hide behind: all but what passed while the later layers were computed.
  CHECK(plan::handed_over(model, machine, 6, 1, 1, 0).exposed == doctest::Approx(one.seconds));
}
