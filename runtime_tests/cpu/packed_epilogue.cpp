// SPDX-License-Identifier: BSL-1.0
/// What packed products do with their sums, against naive loops in double precision.
#include "shapeproof/cpu/packed.hpp"

#include "naive.hpp"

#include <doctest/doctest.h>

namespace cpu = shapeproof::cpu;

namespace {

using cpu::instruction_set;
using cpu::weight_type;

struct problem {
  std::size_t m, k, n;
  weight_type type;
  bool bias, residual;
};

constexpr std::size_t gap = 3;  // elements between rows of y and of the residual, which must stay as they are

/// The largest difference from the naive epilogue of the same product without one; infinite where something else was
/// written, or where the result depends on the number of threads.
auto error_of(problem const& p, instruction_set set) -> double {
  auto const x = naive::numbers(p.m * p.k, 1), w = naive::numbers(p.k * p.n, 2), bias = naive::numbers(p.n, 3);
  auto const residual = naive::numbers(p.m * (p.n + gap), 4);
  auto const steps = [](std::size_t count) { return static_cast<std::ptrdiff_t>(count); };
  auto const packed = cpu::allocate_packed(cpu::packed_size(p.k, p.n, p.type));
  cpu::pack(p.type, w.data(), steps(p.n), 1, p.k, p.n, packed.get());
  auto const multiply = [&](cpu::epilogue const& then) {
    return naive::with_threads([&] {
      std::vector<float> y(p.m * (p.n + gap), 99);
      cpu::packed_matmul(x.data(), steps(p.k), y.data(), steps(p.n + gap), p.m, p.k, p.n, packed.get(), p.type, then,
                         set);
      return y;
    });
  };
  auto const sums = multiply({});
  auto const y = multiply({p.bias ? bias.data() : nullptr, p.residual ? residual.data() : nullptr, steps(p.n + gap)});
  if (y.size() != sums.size() || y.empty()) return HUGE_VAL;
  double worst = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    auto const column = i % (p.n + gap);
    if (column >= p.n && y[i] != 99.0F) return HUGE_VAL;
    if (column >= p.n) continue;
    auto expected = static_cast<double>(sums[i]);
    if (p.bias) expected += static_cast<double>(bias[column]);
    if (p.residual) expected += static_cast<double>(residual[i]);
    worst = std::max(worst, std::abs(static_cast<double>(y[i]) - expected) / (1 + std::abs(expected)));
  }
  return worst;
}

auto error_of(problem const& p) -> double {
  double worst = 0;
  for (auto const set : {instruction_set::portable, instruction_set::avx2, instruction_set::avx512})
    if (cpu::supports(set)) worst = std::max(worst, error_of(p, set));
  return worst;
}

}  // namespace

TEST_CASE("an epilogue adds a bias and a residual, or one of them") {
  for (auto const type : {weight_type::f32, weight_type::bf16, weight_type::int8})
    for (bool const bias : {false, true})
      for (bool const residual : {false, true}) {
        CHECK(error_of({1, 20, 40, type, bias, residual}) < 1e-6);
        CHECK(error_of({17, 21, 64, type, bias, residual}) < 1e-6);
      }
}

TEST_CASE("an epilogue follows the last terms only, for x in several parts, and all panels of a group") {
  for (auto const type : {weight_type::f32, weight_type::int8}) {
    CHECK(error_of({600, 1800, 3, type, true, true}) < 1e-5);
    CHECK(error_of({33, 400, 1000, type, true, true}) < 1e-6);
  }
}

TEST_CASE("an epilogue of a product over no terms is one of zeros") {
  CHECK(error_of({3, 0, 40, weight_type::f32, true, true}) < 1e-6);
  CHECK(error_of({3, 0, 40, weight_type::int8, true, false}) < 1e-6);
}
