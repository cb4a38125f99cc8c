// SPDX-License-Identifier: BSL-1.0
/// The trace that the compiler computes agrees with the tensors that a run gives.
#include <shapeproof/llm/pipeline_trace.hpp>

#include "models.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

namespace {

using model = small::distinct;
constexpr sp::trace symbolic = llm::traced_step<model, "L", "past">();

/// A polynomial over L and past (and the capacity, which no step depends on).
long long at(sp::polynomial const& value, std::size_t length, std::size_t past) {
  return sp::evaluate(value, [&](std::string_view name) { return name == "L" ? length : name == "past" ? past : 0; });
}

std::vector<std::size_t> extents(sp::trace_entry const& entry, std::size_t length, std::size_t past) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < entry.result->rank; ++i)
    result.push_back(static_cast<std::size_t>(at(*entry.result->axes[i].extent, length, past)));
  return result;
}

/// Two FLOPs for each multiply-add, counted one by one.
long long counted_product(std::size_t rows, std::size_t inner, std::size_t columns) {
  long long flops = 0;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t k = 0; k < inner; ++k)
      for (std::size_t j = 0; j < columns; ++j) flops += 2;
  return flops;
}

long long flops_of(std::string_view operation, std::string_view step, std::size_t length, std::size_t past) {
  long long result = 0;
  for (std::size_t i = 0; i < symbolic.count; ++i)
    if (symbolic.entries[i].operation == operation && symbolic.entries[i].step == step)
      result += at(*symbolic.entries[i].flops, length, past);
  return result;
}

}  // namespace

TEST_CASE("the shapes of the trace are those of the tensors") {
  auto const w = small::weights<model>(1);
  auto const check = [&](std::size_t past, std::size_t length, auto&& caches) {
    auto const ids = small::ids<model>(small::tokens<model>(length));
    auto copy = caches;
    auto const hidden = llm::hidden_states(ids, w, std::move(copy));
    CHECK(extents(symbolic.last_of("P18"), length, past) == reference::read(hidden.output).extents);
    auto const result = llm::forward(ids, w, std::move(caches));
    CHECK(extents(symbolic.last_of("P20"), length, past) == reference::read(result.logits).extents);
    CHECK(extents(symbolic.last_of("P7"), length, past) ==
          std::vector<std::size_t>{1, 3, result.caches[0].length(), 5});
  };
  for (std::size_t length : reference::sizes{1, 2, 5}) {
    check(0, length, llm::empty_caches<model>(1, 9));
    auto const prompt = small::ids<model>(small::tokens<model>(3));
    check(3, length, llm::prefill(prompt, w, llm::empty_caches<model>(1, 9)).caches);
  }
}

TEST_CASE("the FLOPs of products are those of counting multiply-adds") {
  for (std::size_t past : reference::sizes{0, 3, 4})
    for (std::size_t length : reference::sizes{1, 2, 5}) {
      std::size_t const keys = past + length;
      CHECK(flops_of("linear", "P3", length, past) == counted_product(length, 12, 15));
      CHECK(flops_of("matmul", "P4", length, past) == 3 * counted_product(length, 15, 15));
      CHECK(flops_of("contract", "P8", length, past) == 3 * counted_product(length, 5, keys));
      CHECK(flops_of("contract", "P11", length, past) == 3 * counted_product(length, keys, 5));
      CHECK(flops_of("matmul", "P13", length, past) == counted_product(length, 15, 15));
      CHECK(flops_of("matmul", "P15", length, past) == counted_product(length, 15, 60));
      CHECK(flops_of("matmul", "P16", length, past) == counted_product(length, 60, 15));
      CHECK(flops_of("linear", "P18", length, past) == counted_product(length, 15, 10));
      CHECK(flops_of("linear", "P20", length, past) == counted_product(1, 10, 37));
    }
}

TEST_CASE("the symbolic trace at numbers is the trace of those numbers") {
  constexpr sp::trace numbers = llm::traced_step<model, 5, 3, 9>();
  REQUIRE(numbers.count == symbolic.count);
  for (std::size_t i = 0; i < numbers.count; ++i) {
    auto const& one = numbers.entries[i];
    auto const& other = symbolic.entries[i];
    CHECK(one.step == other.step);
    CHECK(one.operation == other.operation);
    CHECK(extents(one, 0, 0) == extents(other, 5, 3));
    CHECK(at(*one.flops, 0, 0) == at(*other.flops, 5, 3));
    CHECK(at(*one.bytes, 0, 0) == at(*other.bytes, 5, 3));
  }
}

TEST_CASE("the bytes of a weight's product are those of weight, input and output") {
  for (std::size_t length : reference::sizes{1, 7}) {
    auto const n = static_cast<long long>(length);
    CHECK(at(symbolic.bytes_of("P13"), length, 2) == 4 * (n * 15 + 15 * 15 + n * 15));
    CHECK(at(symbolic.bytes_of("P20"), length, 2) == 4 * (10 + 10 * 37 + 37));
    CHECK(at(symbolic.bytes_of("P7"), length, 2) == 4 * 2 * 2 * n * 15);
  }
}

TEST_CASE("the trace has every step of prefill in order, and each has its name in decode") {
  int last = 0;
  for (std::size_t i = 0; i < symbolic.count; ++i) {
    int const step = std::stoi(std::string(symbolic.entries[i].step.substr(1)));
    CAPTURE(step);
    CHECK((step == last || step == last + 1 || (step >= 4 && step < last && last <= 6)));  // P4 to P6: once for Q, K, V
    last = step;
    if (step != 1 && step != 9) CHECK_FALSE(llm::decode_step(symbolic.entries[i].step).empty());
  }
  CHECK(last == 21);
  CHECK(llm::decode_step("P8") == "D4");
  CHECK(llm::decode_step("P99").empty());
}
