// SPDX-License-Identifier: BSL-1.0
/// What a plan adds up is what the trace says, for all ranks together what one rank would do.
#include <shapeproof/plan/work.hpp>

#include "models.hpp"

#include <doctest/doctest.h>

namespace plan = shapeproof::plan;
namespace sp = shapeproof;

namespace {

struct step_sizes {
  std::size_t degree, batch, tokens, past;
};

/// The trace's own sum of FLOPs or bytes, step by step, P4 to P17 for each layer.
double traced(plan::model const& of, step_sizes const& at, bool flops) {
  auto const values = of.values(at.degree, at.batch, at.tokens, at.past);
  double sum = 0;
  for (int number = 1; number <= 21; ++number) {
    std::string const step = "P" + std::to_string(number);
    auto const cost = flops ? of.step->flops_of(step) : of.step->bytes_of(step);
    double const times = number >= 4 && number <= 17 ? static_cast<double>(of.layers) : 1;
    sum += times *
           static_cast<double>(sp::evaluate(cost, [&](std::string_view name) { return values.find(name)->second; }));
  }
  return sum;
}

double sum_of(plan::model const& of, step_sizes const& at, double plan::work::* what) {
  return plan::total(of.step_of(at.degree, at.batch, at.tokens, at.past), [&](auto const& each) { return each.*what; });
}

/// The same of one operation; of all but that where `but` is set.
double of_operation(plan::model const& of, step_sizes const& at, double plan::work::* what,
                    std::string_view operation) {
  return plan::total(of.step_of(at.degree, at.batch, at.tokens, at.past),
                     [&](auto const& each) { return each.operation == operation ? each.*what : 0; });
}

constexpr step_sizes some[] = {{2, 1, 5, 0}, {2, 3, 1, 6}, {4, 2, 3, 2}};

}  // namespace

TEST_CASE("FLOPs are those of the trace") {
  for (auto const& model : {planned::note(), planned::llama(3), planned::gpt2()})
    for (auto const& at : some) CHECK(sum_of(model, at, &plan::work::flops) == traced(model, at, true));
}

TEST_CASE("bytes are those of the trace, without the scores, which attention keeps to itself") {
  for (auto const& [model, heads] : {std::pair{planned::note(), 4.}, {planned::llama(3), 12.}, {planned::gpt2(), 4.}})
    for (auto const& at : some) {
      auto const [degree, batch, tokens, past] = at;
      double const scores = heads / static_cast<double>(degree) * static_cast<double>(batch * tokens * (past + tokens));
      // Written, scaled (read and written), softmax (read and written), read: 6 times 4 bytes.
      double const kept = static_cast<double>(model.layers) * 24 * scores;
      CHECK(sum_of(model, at, &plan::work::bytes) == traced(model, at, false) - kept);
    }
}

TEST_CASE("one rank does nothing together with others") {
  auto const model = planned::llama();
  step_sizes const one{1, 1, 5, 0};
  CHECK(sum_of(model, one, &plan::work::payload) == 0);
  // Each sum over ranks adds D once for each position: behind the embedding, and twice in each layer.
  CHECK(sum_of(model, one, &plan::work::flops) == traced(model, one, true) - (1 + 2 * 2) * 5 * 10);
}

TEST_CASE("for all ranks together, products, weights and caches are those of one rank") {
  for (auto const& model : {planned::note(), planned::llama(), planned::gpt2()})
    for (std::size_t const degree : {2U, 4U}) {
      step_sizes const own{degree, 2, 3, 4}, all{1, 2, 3, 4};
      auto const ranks = static_cast<double>(degree);
      for (std::string_view const operation : {"attend", "append", "gelu", "silu", "gelu_tanh", "rope"}) {
        CAPTURE(operation);
        CHECK(ranks * of_operation(model, own, &plan::work::flops, operation) ==
              of_operation(model, all, &plan::work::flops, operation));
      }
      CHECK(ranks * sum_of(model, own, &plan::work::cache_bytes) == sum_of(model, all, &plan::work::cache_bytes));
      CHECK(ranks * model.cached_elements(degree, 2, 7) == model.cached_elements(1, 2, 7));
    }
  // Of the note, input and output projection are not cut: [De, D] and [D, Dl], and gamma and beta.
  auto const note = planned::note();
  double const whole_weights = 4 * (14 * 12 + 12 * 10 + 2 * 4 * 12);
  double const one = sum_of(note, {1, 2, 3, 4}, &plan::work::weight_bytes);
  for (std::size_t const degree : {2U, 4U}) {
    double const own = sum_of(note, {degree, 2, 3, 4}, &plan::work::weight_bytes);
    CHECK(static_cast<double>(degree) * (own - whole_weights) == one - whole_weights);
  }
}

TEST_CASE("sums worked out by hand") {
  auto const note = planned::note(1);
  // Weights: De*D + 4*D*D + 2*D*F + gammas and betas + D*Dl + Dl*V floats; of the embedding, its rows only.
  double const weights = 14 * 12 + 4 * 12 * 12 + 2 * 12 * 20 + 4 * 12 + 12 * 10 + 10 * 24;
  CHECK(sum_of(note, {1, 1, 1, 0}, &plan::work::weight_bytes) == 4 * weights);
  CHECK(note.parameter_count(1) == weights + 24 * 14);
  // Keys and values of 6 positions, 4 heads of 3.
  CHECK(sum_of(note, {1, 1, 1, 5}, &plan::work::cache_bytes) == 4 * 2 * 6 * 4 * 3);
  CHECK(note.cached_elements(1, 1, 6) == 2 * 6 * 4 * 3);
  // Over 2 ranks, 5 positions: De behind the embedding, D behind attention and feed-forward; the logits of one.
  CHECK(of_operation(note, {2, 1, 5, 0}, &plan::work::payload, "all_reduce") == 4 * 5 * (14 + 2 * 12));
  CHECK(of_operation(note, {2, 1, 5, 0}, &plan::work::payload, "all_gather") == 4 * 24);
}
