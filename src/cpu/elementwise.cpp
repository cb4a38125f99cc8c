// SPDX-License-Identifier: BSL-1.0
/// Elementwise kernels: one loop for dense runs, one for everything else.
#include "shapeproof/cpu/elementwise.hpp"

#include "complementary_error.hpp"
#include "exponential.hpp"
#include "parallel.hpp"

#include <cmath>

namespace shapeproof::cpu {
namespace {

/// What one erfc or exponential costs, in additions.
constexpr std::size_t activation_work = 16;

template <typename Operation>
void zip(float const* a, float const* b, float* c, loop_nest<3> const& loops, Operation operation) {
  detail::for_each_run(loops, 1, [&](auto const& at, loop<3> const& run) {
    auto const* left = a + at.offset(0);
    auto const* right = b + at.offset(1);
    auto* to = c + at.offset(2);
    auto const extent = detail::as_signed(run.extent);
    auto const [a_step, b_step, c_step] = run.step;
    if (a_step == 1 && b_step == 1 && c_step == 1) {
#pragma omp simd
      for (std::ptrdiff_t i = 0; i < extent; ++i) to[i] = operation(left[i], right[i]);
    } else if (a_step == 1 && b_step == 0 && c_step == 1) {
      auto const same = *right;
#pragma omp simd
      for (std::ptrdiff_t i = 0; i < extent; ++i) to[i] = operation(left[i], same);
    } else if (a_step == 0 && b_step == 1 && c_step == 1) {
      auto const same = *left;
#pragma omp simd
      for (std::ptrdiff_t i = 0; i < extent; ++i) to[i] = operation(same, right[i]);
    } else {
      for (std::ptrdiff_t i = 0; i < extent; ++i) to[i * c_step] = operation(left[i * a_step], right[i * b_step]);
    }
  });
}

/// By erfc, which keeps the digits that 1 + erf loses where x is far below 0.
auto gelu(float x) -> float {
  constexpr auto root_half = 0.70710678F;
  auto const tail = detail::complementary_error(root_half * std::abs(x));
  auto const share = 0.5F * (x < 0 ? tail : 2.0F - tail);
  return share == 0.0F ? 0.0F : x * share;
}

/// x / (1 + exp(-y)), by the exponential of something that is not above 0.
auto gated_by_sigmoid(float x, float y) -> float {
  auto const e = detail::exponential(y < 0 ? y : -y);
  auto const gate = (y < 0 ? e : 1.0F) / (1.0F + e);
  return gate == 0.0F ? 0.0F : x * gate;
}

auto silu(float x) -> float { return gated_by_sigmoid(x, x); }

/// 1 + tanh(u) is 2 / (1 + exp(-2u)).
auto gelu_tanh(float x) -> float {
  constexpr auto twice_root_two_over_pi = 1.59576912F;
  return gated_by_sigmoid(x, twice_root_two_over_pi * x * (1.0F + 0.044715F * x * x));
}

/// `operation` is an object of its own type: a pointer to a function would be called for each element.
template <typename Operation>
void map(float const* a, float* c, loop_nest<2> const& loops, Operation operation) {
  detail::for_each_run(loops, activation_work, [&](auto const& at, loop<2> const& run) {
    auto const* from = a + at.offset(0);
    auto* to = c + at.offset(1);
    auto const extent = detail::as_signed(run.extent);
    auto const [from_step, to_step] = run.step;
    if (from_step == 1 && to_step == 1) {
#pragma omp simd
      for (std::ptrdiff_t i = 0; i < extent; ++i) to[i] = operation(from[i]);
    } else {
      for (std::ptrdiff_t i = 0; i < extent; ++i) to[i * to_step] = operation(from[i * from_step]);
    }
  });
}

}  // namespace

void elementwise(binary op, float const* a, float const* b, float* c, loop_nest<3> const& loops) {
  switch (op) {
    case binary::add:
      return zip(a, b, c, loops, [](float x, float y) { return x + y; });
    case binary::subtract:
      return zip(a, b, c, loops, [](float x, float y) { return x - y; });
    case binary::multiply:
      return zip(a, b, c, loops, [](float x, float y) { return x * y; });
  }
}

void scale(float const* a, float factor, float* c, loop_nest<2> const& loops) {
  loop_nest<3> with_factor;
  with_factor.rank = loops.rank;
  for (std::size_t i = 0; i < loops.rank; ++i)
    with_factor.at[i] = {loops.at[i].extent, {loops.at[i].step[0], 0, loops.at[i].step[1]}};
  elementwise(binary::multiply, a, &factor, c, with_factor);
}

void elementwise(unary op, float const* a, float* c, loop_nest<2> const& loops) {
  switch (op) {
    case unary::gelu:
      return map(a, c, loops, [](float x) { return gelu(x); });
    case unary::gelu_tanh:
      return map(a, c, loops, [](float x) { return gelu_tanh(x); });
    case unary::silu:
      return map(a, c, loops, [](float x) { return silu(x); });
  }
}

}  // namespace shapeproof::cpu
